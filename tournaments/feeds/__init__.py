"""Feeds that other programs fetch."""
