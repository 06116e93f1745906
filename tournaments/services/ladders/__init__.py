"""Leaderboards, rankings, and what a player's page shows."""
