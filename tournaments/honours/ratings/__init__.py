"""Ratings by Weng and Lin: how well someone plays, and how sure we are of it. Computed from games, stored exactly."""
