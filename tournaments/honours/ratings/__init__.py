"""Ratings by Weng and Lin: how well somebody plays, and how sure we are of it. Computed from games, stored exactly."""
