"""Deals that fit what a seat has seen and heard, each as likely as any other that fits.

Seen: its own cards, what lies face up, every card played, who couldn't follow suit. Cards are placed by the number of
ways that are left (counted exactly), so every placement has the same chance. As the bots do, it takes the dealer to
hold the upcard until the play shows otherwise. Heard: what the others said in the bidding. A deal fits it where the
rules of thumb (bots/policy.py) would have said the same. Cards played are not judged.
"""

from math import factorial, prod

from games.engine.bots.bot import Chance
from games.engine.bots.hiding import unseen_cards
from games.engine.bots.recall import Memory
from games.engine.bots.worlds import Worlds, places_for, shuffled
from games.engine.position import Position

TRIES = 8
"""Deals looked at for each that is wanted."""
ENOUGH = 2
"""One in so many of the deals wanted must fit, or those that fit a little less well are taken, too."""
Rooms = tuple[int, ...]


class FittingDeals(Worlds):
    """All deals that one seat must hold possible."""

    def __init__(self, memory: Memory) -> None:
        super().__init__(memory)
        groups: dict[tuple[int, ...], list[int]] = {}
        for kind in unseen_cards(memory):
            groups.setdefault(places_for(kind, self.places), []).append(kind)
        self.groups = sorted(groups.items(), key=lambda group: len(group[0]))
        self.rooms = tuple(place.room for place in self.places)
        self.ways: dict[tuple[int, Rooms], int] = {}

    def draw_fitting(self, count: int, chance: Chance) -> tuple[list[Position], int]:
        """At most so many deals, and how often at most someone in them would have said something else than was heard:
        the fewest times with which enough deals were found."""
        seen: list[tuple[int, Position]] = []
        fit = 0
        for deal in self.deals(count * TRIES, chance):
            misfits = self.misfits(deal)
            seen.append((misfits, deal))
            fit += not misfits
            if fit == count:
                break
        enough = min(len(seen), max(2, count // ENOUGH))
        most = sorted(misfits for misfits, _ in seen)[enough - 1]
        return [deal for misfits, deal in seen if misfits <= most][:count], most

    def place_cards(self, chance: Chance) -> list[list[int]] | None:
        """The unseen cards in their places. Raises ValueError when they have no room, which no real hand comes to."""
        placed: list[list[int]] = [[] for _ in self.places]
        rooms = self.rooms
        for index, (where, kinds) in enumerate(self.groups):
            split = self.choose_split(index, rooms, chance)
            cards, start = shuffled(kinds, chance), 0
            for place, number in zip(where, split, strict=True):
                placed[place] += cards[start : start + number]
                start += number
            rooms = less(rooms, where, split)
        return placed

    def choose_split(self, index: int, rooms: Rooms, chance: Chance) -> Rooms:
        """How many cards of a group go to each of its places, by the ways in which that can be done."""
        where, kinds = self.groups[index]
        if index == len(self.groups) - 1:
            return tuple(rooms[place] for place in where)
        spot = int(chance() * self.count(index, rooms))
        for split in splits(len(kinds), tuple(rooms[place] for place in where)):
            spot -= arrangements(split) * self.count(index + 1, less(rooms, where, split))
            if spot < 0:
                return split
        raise ValueError("These cards have no room.")

    def count(self, index: int, rooms: Rooms) -> int:
        """In how many ways the cards of all groups from that one on fill the room that is left."""
        where, kinds = self.groups[index]
        if index == len(self.groups) - 1:
            own = tuple(rooms[place] for place in where)
            return arrangements(own) if sum(own) == sum(rooms) == len(kinds) else 0
        key = (index, rooms)
        if key not in self.ways:
            self.ways[key] = sum(
                arrangements(split) * self.count(index + 1, less(rooms, where, split))
                for split in splits(len(kinds), tuple(rooms[place] for place in where))
            )
        return self.ways[key]


def arrangements(split: Rooms) -> int:
    """In how many ways different cards can be parted into places that take so many each."""
    return factorial(sum(split)) // prod(map(factorial, split))


def splits(number: int, rooms: Rooms) -> list[Rooms]:
    """Every way to give so many cards to places with that room."""
    if len(rooms) == 1:
        return [(number,)] if number <= rooms[0] else []
    return [(first, *rest) for first in range(min(number, rooms[0]) + 1) for rest in splits(number - first, rooms[1:])]


def less(rooms: Rooms, where: tuple[int, ...], split: Rooms) -> Rooms:
    """The room that is left."""
    left = list(rooms)
    for place, number in zip(where, split, strict=True):
        left[place] -= number
    return tuple(left)
