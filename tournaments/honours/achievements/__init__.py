"""Achievements: for what players did and for staying, rows of data over plain facts; given back when the facts fall."""
