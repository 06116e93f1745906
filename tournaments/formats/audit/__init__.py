"""Audits draws: rules that no draw may break, no matter who made it, and figures for how fair a draw is."""
