"""Seasons as pure rules: who meets whom on which day, what a fixture is worth, tables, period points, promotion."""
