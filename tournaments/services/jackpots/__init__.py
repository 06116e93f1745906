"""Jackpots as verbs and reads: their periods as rows, the race of each, closing, and the money."""
