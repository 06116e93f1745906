"""Calendars to subscribe to: what is in one, how it is written, and the secret address of a player's own."""
