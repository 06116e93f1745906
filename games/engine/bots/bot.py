"""What every bot is: something that answers a seat's view with an action."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from games.engine.actions import Action
from games.engine.view import View

Chance = Callable[[], float]
"""Gives the next random number in [0, 1); a bot has no other source of chance."""


@runtime_checkable
class Bot(Protocol):
    """A player. It is handed a View and cannot come by the Hand behind it."""

    def choose(self, view: View, chance: Chance) -> Action:
        """A legal action. Raises ValueError unless it is the viewer's turn."""
        ...
