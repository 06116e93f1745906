"""A slip as plain JSON and back."""

from typing import Any

from games.engine.errors import RuleError
from games.engine.slip import HandScore
from tournaments.formats.base import Slip

MAX_POINTS = 999
LARGEST = 2**31 - 1
"""What a slip can hold at all; `scoring.check_slip` knows what can be scored."""


def points_from(typed: str) -> int | None:
    """What was typed for one side, if a side can have that many points at all."""
    digits = typed.removeprefix("-")
    return int(typed) if digits.isascii() and digits.isdigit() and len(digits) <= 3 else None


def slip_data(slip: Slip) -> dict[str, Any]:
    """JSON data in one fixed shape, so that equal slips are equal data."""
    return {
        "points": list(slip.points),
        "hands": [
            [hand.side, hand.points, hand.alone, *([] if hand.hand is None else [hand.hand])] for hand in slip.hands
        ],
        "tie_winner": slip.tie_winner,
        "forfeited": list(slip.forfeited),
    }


def slip_from(data: dict[str, Any]) -> Slip:
    """The inverse of `slip_data`. RuleError when it is not of that shape."""
    try:
        tie_winner = data.get("tie_winner")
        slip = Slip(
            points=tuple(_whole(points) for points in data["points"]),
            hands=tuple(_hand(*hand) for hand in data.get("hands", ())),
            tie_winner=None if tie_winner is None else _whole(tie_winner),
            forfeited=tuple(_whole(side) for side in data.get("forfeited", ())),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise RuleError("We can’t read this slip. Enter one whole number per side.") from error
    check_shape(slip)
    return slip


def _hand(side: Any, points: Any, alone: Any, hand: Any = None) -> HandScore:
    """hand: its number, where several sides score in one."""
    return HandScore(_whole(side), _whole(points), alone is True, None if hand is None else _whole(hand))


def _whole(value: Any) -> int:
    """JSON's true, 1.5 and 1e999 are no points."""
    if type(value) is not int:
        raise TypeError(value)
    return value


def check_shape(slip: Slip) -> None:
    sides = range(len(slip.points))
    if len(slip.points) < 2 or not all(abs(points) <= LARGEST for points in slip.points):
        raise RuleError("We can’t read this slip. Enter one whole number per side.")
    if any(hand.side not in sides for hand in slip.hands) or any(side not in sides for side in slip.forfeited):
        raise RuleError("A hand on this slip is scored for a side that isn’t at the table. Check the hands.")
    if slip.tie_winner is not None and slip.tie_winner not in sides:
        raise RuleError("Choose the tiebreak winner from the sides at the table.")
