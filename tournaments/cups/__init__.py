"""Cups beside a league, of teams or of pairs, drawn round by round."""
