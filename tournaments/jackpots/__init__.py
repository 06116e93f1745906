"""Jackpots: their periods, the race of each, closing, and the money."""
