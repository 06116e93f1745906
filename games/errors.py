"""Refusals of a command, and the status of each. A broken rule of the game is `RuleError`, from the engine."""

from typing import Any

from games.engine.messages import Message


class CommandError(Exception):
    """A write that was not done. The message is shown; nothing was changed.

    template: written out, with the names of its values in braces, so that it can be translated. words: the message.
    """

    def __init__(self, template: str = "", /, **values: Any) -> None:
        self.words = Message(template, values)
        super().__init__(str(self.words))


class NotAllowed(CommandError):
    """The actor may not do this (403)."""


class Conflict(CommandError):
    """Someone else was faster: what the actor saw has changed (409). The page shows the present state."""


class SeatTakenOver(Conflict):
    """The same player has opened the seat on another device since (409). That one plays; this one may take it back."""


class KeyReused(CommandError):
    """The same key came with a different request (422)."""


class TooOften(CommandError):
    """More than any person would ask for (429). seconds: after which it may be tried again."""

    def __init__(self, sentence: str, seconds: int, /, **values: object) -> None:
        super().__init__(sentence, **values)
        self.seconds = seconds
