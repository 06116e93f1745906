"""Looks: what pages show, read only. Nothing here writes."""
