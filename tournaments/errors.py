"""What a door answers when it does not open. A rule of the game or format broken is `RuleError`, from the engine."""

from games.engine.errors import RuleError


class Refused(Exception):
    """A write that was not done. The message is shown; nothing was changed."""


class NotAllowed(Refused):
    """The actor may not do this (403)."""


class Stale(Refused):
    """Somebody was faster: what the actor saw is no longer so (409). The page shows the present state."""


class KeyReused(Refused):
    """The same key came with a different request (422)."""


class CannotDraw(RuleError):
    """The format finds no legal round; the message says which rule stands in the way (422)."""
