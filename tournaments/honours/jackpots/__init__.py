"""Jackpots: a pot that someone wins in every period, by a leaderboard that starts again each time."""
