"""Achievements: trophies for feats and for staying, rows of data over plain facts; given back when the facts fall."""
