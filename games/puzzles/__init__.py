"""Puzzles: decisions from played hands where one choice is clearly the best and the natural one isn't."""
