"""Leaderboards and rankings."""
