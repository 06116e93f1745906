"""Knockout, with one life or two, and matches for the places behind."""
