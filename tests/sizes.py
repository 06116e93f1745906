"""How much a test does: little in every run, all of it with SOAK=1."""

import os

SOAK = os.environ.get("SOAK") == "1"


def size(ordinary: int, soak: int) -> int:
    return soak if SOAK else ordinary


PATIENCE = 60_000
"""Milliseconds that a test waits for what has to come: a busy machine is no failure."""
