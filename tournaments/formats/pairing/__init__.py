"""Pairing as arithmetic: who has met whom, weights, matchings and bounds. Knows entries as numbers only."""
