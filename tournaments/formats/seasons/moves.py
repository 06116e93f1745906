"""Promotion and relegation: from the final order of every division to where each squad plays next."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.engine.errors import RuleError
from games.engine.language import mark
from tournaments.formats.config import Choice


class Way(Choice):
    UP = "up", mark("goes up")
    STAYS = "stays", mark("stays")
    DOWN = "down", mark("goes down")


@dataclass(frozen=True)
class Move:
    """level: where the squad played, 0 is the top. goes_to: where it is to play. place: its final place."""

    squad: int
    level: int
    place: int
    way: Way

    @property
    def goes_to(self) -> int:
        return self.level + {Way.UP: -1, Way.STAYS: 0, Way.DOWN: 1}[self.way]


def moves_of(divisions: Sequence[Sequence[int]], up: int, down: int) -> tuple[Move, ...]:
    """divisions: final orders, best squad first, top division first. RuleError when a division is too small for it.

    As many go up into a division as go down from it only when both numbers are equal; the sizes follow.
    """
    moves = []
    for level, order in enumerate(divisions):
        rising = up if level > 0 else 0
        falling = down if level < len(divisions) - 1 else 0
        if rising + falling > len(order):
            raise RuleError(
                "Division {level} has {number} teams, but {rising} would go up and {falling} down. Move fewer teams.",
                number=len(order),
                level=level + 1,
                rising=rising,
                falling=falling,
            )
        for place, squad in enumerate(order, start=1):
            way = Way.UP if place <= rising else Way.DOWN if place > len(order) - falling else Way.STAYS
            moves.append(Move(squad, level, place, way))
    return tuple(moves)


def decisive_ties(places: Sequence[int], cuts: Collection[int]) -> list[int]:
    """The places that may not stay shared: some of those who share one are above a cut, the others below it.

    places: of every squad, best first; those who share one have the same. cuts: how many squads are above each.
    """
    shared = Counter(places)
    return [place for place in sorted(shared) if any(place <= cut < place + shared[place] - 1 for cut in cuts)]


def cuts_of(level: int, divisions: int, size: int, *, title: bool, up: int, down: int) -> set[int]:
    """How many squads of a division are above each line that matters: the title, promotion, relegation. level: 0 is the
    top. size: of the division. title: whether the table decides it."""
    cuts = {1} if title else set()
    if level > 0:
        cuts.add(up)
    if level < divisions - 1:
        cuts.add(size - down)
    return {cut for cut in cuts if 0 < cut < size}
