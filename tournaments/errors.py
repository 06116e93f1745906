"""What a door of organized play answers when it does not open: as at the tables, and what only a draw can say."""

from games.engine.errors import RuleError
from games.errors import KeyReused, NotAllowed, Refused, Stale

__all__ = ["CannotDraw", "KeyReused", "NotAllowed", "Refused", "Stale"]


class CannotDraw(RuleError):
    """The format finds no legal round; the message says which rule stands in the way (422)."""
