"""Cups beside a league: the draw of one round at a time, and what rounds are called."""
