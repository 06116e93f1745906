"""How much a test does: a sample in `make test`, everything in `make proof`, at full size with SOAK=1."""

import os
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
Counted = Callable[[str, object], None]
"""pytest's `record_property`: how often a test did what it is about, for the report of a soak (tests/soak)."""

SOAK = os.environ.get("SOAK") == "1"


def size(ordinary: T, soak: T) -> T:
    return soak if SOAK else ordinary


def sample(*quick: Any, of: Iterable[Any]) -> list[Any]:
    """Parameters for a test that is run for each in `make proof`, and for those named first in `make test` too."""
    rows = [(one, one if isinstance(one, tuple) else (one,)) for one in of]
    return [pytest.param(*values, marks=() if one in quick else pytest.mark.slow) for one, values in rows]


PATIENCE = 60_000
"""Milliseconds that a test waits for what has to come: a busy machine is no failure."""
