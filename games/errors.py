"""What a door answers when it does not open. A rule of the game broken is `RuleError`, from the engine."""

from games.engine.language import say


class Refused(Exception):
    """A write that was not done. The message is shown; nothing was changed.

    sentence: written out, with the names of its values in braces, so that it can be translated.
    """

    def __init__(self, sentence: str = "", /, **values: object) -> None:
        super().__init__(say(sentence, **values))


class NotAllowed(Refused):
    """The actor may not do this (403)."""


class Stale(Refused):
    """Somebody was faster: what the actor saw is no longer so (409). The page shows the present state."""


class Elsewhere(Stale):
    """The same player has opened the seat on another device since (409). That one plays; this one may take it back."""


class KeyReused(Refused):
    """The same key came with a different request (422)."""


class TooOften(Refused):
    """More than any person would ask for (429). seconds: after which it may be tried again."""

    def __init__(self, sentence: str, seconds: int, /, **values: object) -> None:
        super().__init__(sentence, **values)
        self.seconds = seconds
