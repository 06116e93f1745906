"""Audit: rules that no draw may break, whoever made it, and how fair a draw came out."""
