"""Duplicate euchre: all tables play the same deals, and what counts is who did better with the same cards."""
