"""How much a test does: little in every run, all of it with SOAK=1."""

import os
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
Counted = Callable[[str, object], None]
"""pytest's `record_property`: how often a test did what it is about, for the report of a soak (tests/soak)."""

SOAK = os.environ.get("SOAK") == "1"


def size(ordinary: T, soak: T) -> T:
    return soak if SOAK else ordinary


PATIENCE = 60_000
"""Milliseconds that a test waits for what has to come: a busy machine is no failure."""
