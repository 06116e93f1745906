"""Ratings, statistics and achievements: facts counted once, everything else computed from them."""
