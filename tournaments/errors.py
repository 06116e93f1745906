"""Refusals of commands of organized play: those of the tables, and what only a draw can refuse."""

from games.engine.errors import RuleError
from games.errors import CommandError, Conflict, KeyReused, NotAllowed

__all__ = ["CannotDraw", "CommandError", "Conflict", "KeyReused", "NeedsWinner", "NotAllowed"]


class CannotDraw(RuleError):
    """The format finds no legal round; the message names the rule that prevents it (422)."""


class NeedsWinner(RuleError):
    """The score is possible but tied, and one side has to move on: the message asks which side (422)."""
