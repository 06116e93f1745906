"""Registering for an event: its terms, the line of those who want to play, and how two find each other."""
