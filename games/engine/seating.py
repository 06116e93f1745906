"""Seats and sides: who scores with whom and which way round the table goes. Knows no cards."""

from functools import lru_cache

from games.engine.choices import Direction, Sides
from games.engine.rules import HouseRules

COUNT = {Sides.TWO_V_TWO: 2, Sides.THREE_V_THREE: 2, Sides.THREE_PAIRS: 3, Sides.FOUR_PAIRS: 4}


def side_count(rules: HouseRules) -> int:
    """How many sides keep a score."""
    return COUNT.get(rules.sides, rules.players)


@lru_cache(maxsize=512)
def side_of_seats(rules: HouseRules) -> tuple[int, ...]:
    """The side of each seat. Sides alternate round the table, so that partners sit as far apart as possible."""
    return tuple(seat % side_count(rules) for seat in range(rules.players))


def step(rules: HouseRules) -> int:
    """+1 when the turn passes to the left (seats are numbered clockwise), -1 when it passes to the right."""
    return 1 if rules.direction is Direction.LEFT else -1


def turn_order(rules: HouseRules, first: int) -> tuple[int, ...]:
    """Every seat once, in turn, starting with `first`."""
    return tuple((first + i * step(rules)) % rules.players for i in range(rules.players))


def next_seat(rules: HouseRules, seat: int) -> int:
    """The seat whose turn follows."""
    return (seat + step(rules)) % rules.players


def assists(rules: HouseRules, dealer: int, seat: int) -> bool:
    """Whether card players call it assisting when that seat orders up: its only partner deals."""
    return rules.sides is Sides.TWO_V_TWO and partners_of(rules, seat) == (dealer,)


def partners_of(rules: HouseRules, seat: int) -> tuple[int, ...]:
    """The other seats of the same side, in turn order from the seat."""
    sides = side_of_seats(rules)
    return tuple(other for other in turn_order(rules, seat)[1:] if sides[other] == sides[seat])
