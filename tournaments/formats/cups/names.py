"""What the rounds of a cup are called."""

from games.engine.messages import Message, message
from tournaments.formats.cups.draw import Opening

_PRELIMINARY = message("Preliminary round")
_ROUND = message("Round {number}")
_LAST = {1: message("Final"), 2: message("Semifinals"), 4: message("Quarterfinals")}


def is_preliminary(opening: Opening, byes: int) -> bool:
    """Whether a first round with this many byes is played before round 1."""
    return opening is Opening.PRELIMINARY and byes > 0


def round_name(number: int, matches: int, byes: int, *, after_preliminary: bool, opening: Opening) -> Message:
    """matches, byes: of this round. after_preliminary: whether the first round was one."""
    if number == 1 and is_preliminary(opening, byes):
        return _PRELIMINARY()
    if name := _LAST.get(matches + byes):
        return name()
    return _ROUND(number=number - after_preliminary)
