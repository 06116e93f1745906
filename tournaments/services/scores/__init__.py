"""Scores: the one door of a match's results, what stands, and what follows from it."""
