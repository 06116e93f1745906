"""Games and hands for tests, said briefly. Olga is 1, Pam 2, Quinn 3 and Sam 4; they sit down on 3 November 2026."""

from datetime import UTC, datetime, timedelta

from games.engine.scoring import Result
from tournaments.honours.facts import PlayedGame, PlayedHand, leaders

OLGA, PAM, QUINN, SAM = 1, 2, 3, 4
FOUR = ((OLGA, QUINN), (PAM, SAM))
START = datetime(2026, 11, 3, 19, tzinfo=UTC)


def game(number=1, points=(10, 6), sides=FOUR, **facts):
    """A game that ends so many quarters of an hour after the start; the leaders have won unless told otherwise."""
    plain = {"ended_at": START + timedelta(minutes=15 * number), "zone": "UTC", "club": 1, "winners": leaders(points)}
    return PlayedGame(number, sides=sides, points=points, **plain | facts)


def tapped(*hands, **facts):
    """A game with its hands; the points follow from them."""
    points = tuple(map(sum, zip(*(hand.points for hand in hands), strict=True)))
    return game(**{"points": points, "hands": hands} | facts)


def made(side=0, points=1, **known):
    """A hand that the side called and made."""
    return _hand(side, points, Result.MADE, side, **known)


def march(side=0, points=2, **known):
    return _hand(side, points, Result.MARCH, side, **{"swept": side} | known)


def loner(side=0, points=4, **known):
    return march(side, points, alone=True, **known)


def euchred(side=0, points=2, **known):
    """A hand that the side called; the other one scored."""
    return _hand(1 - side, points, Result.EUCHRE, side, **known)


def _hand(scored, points, result, maker_side, **known):
    score = (points, 0) if scored == 0 else (0, points)
    return PlayedHand(score, result=result, maker_side=maker_side, **{"alone": False} | known)
