"""Seating: tables, chairs, colours, fixed places, and who sits out."""
