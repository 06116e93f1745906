"""Leagues and their seasons: schedule, matches between teams, tables, play-offs."""
