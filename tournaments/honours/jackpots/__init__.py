"""Jackpots: a pot that somebody wins in every period, by a leaderboard that begins anew each time."""
