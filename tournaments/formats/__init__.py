"""Formats: who plays whom, at which table, in every round. Pure Python: no database, no clock, no dice of its own."""
