"""Standings: what ranks, in which order, and why."""
