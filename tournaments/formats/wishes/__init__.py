"""Wishes of an organizer (together, apart, at this table): how a draw grants them, and why it cannot."""
