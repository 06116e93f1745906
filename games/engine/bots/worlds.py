"""Deals that fit everything one seat has seen, drawn by chance.

A world is a complete position that the seat cannot tell from the real one. Whether the others would have bid as they
did is judged by the rules of thumb, and only where their hands of that moment are known in the world.
"""

from collections.abc import Iterator

from games.engine.actions import PASS
from games.engine.bots.bot import Chance
from games.engine.bots.hiding import Place, Spot, cards_played_by, hidden_places, pinned_cards, unseen_cards
from games.engine.bots.policy import choose
from games.engine.bots.recall import Heard, Memory
from games.engine.cards import with_card, without_card
from games.engine.phases import Phase
from games.engine.position import Position

TRIES_PER_DEAL = 40
TRIES_PER_WORLD = 3


class Worlds:
    """All deals that one seat holds possible, to draw from."""

    def __init__(self, memory: Memory) -> None:
        self.at = memory.at
        self.pins = pinned_cards(memory)
        self.places = hidden_places(memory)
        options = [(kind, places_for(kind, self.places)) for kind in unseen_cards(memory)]
        options.sort(key=lambda option: len(option[1]))
        self.tight = [(kind, where) for kind, where in options if len(where) < len(self.places)]
        self.free = [kind for kind, where in options if len(where) == len(self.places)]
        self.played = cards_played_by(self.at)
        self.judged = tuple(heard for heard in memory.heard if has_known_hand(self.at, heard.before.turn))

    def draw(self, count: int, chance: Chance) -> list[Position]:
        """So many worlds, those first in which the others would have bid as they did; fewer when none can be found."""
        fitting: list[Position] = []
        others: list[tuple[int, Position]] = []
        for world in self.deals(count * TRIES_PER_WORLD, chance):
            misfits = self.misfits(world)
            if misfits:
                others.append((misfits, world))
            else:
                fitting.append(world)
            if len(fitting) == count:
                return fitting
        others.sort(key=lambda other: other[0])
        return fitting + [world for _, world in others[: count - len(fitting)]]

    def deals(self, tries: int, chance: Chance) -> Iterator[Position]:
        """At most `tries` worlds, whatever the bidding was."""
        for _ in range(tries):
            placed = self.place_cards(chance)
            if placed is not None:
                yield self.world(placed)

    def place_cards(self, chance: Chance) -> list[list[int]] | None:
        """The unseen cards in their places; None when a try has failed too often."""
        for _ in range(TRIES_PER_DEAL):
            placed = self.try_to_place(chance)
            if placed is not None:
                return placed
        return None

    def try_to_place(self, chance: Chance) -> list[list[int]] | None:
        """Cards with few possible places first, each in proportion to the room; None when one finds no room."""
        room = [place.room for place in self.places]
        placed: list[list[int]] = [[] for _ in room]
        for kind, where in self.tight:
            spot = chance() * sum([room[index] for index in where])
            for index in where:
                spot -= room[index]
                if spot < 0:
                    break
            else:
                return None
            placed[index].append(kind)
            room[index] -= 1
        free, start = shuffled(self.free, chance), 0
        for own, left in zip(placed, room, strict=True):
            own += free[start : start + left]
            start += left
        return placed

    def world(self, placed: list[list[int]]) -> Position:
        """The table as it is remembered, with those cards in those places."""
        at = self.at.copy()
        for seat, kind in self.pins:
            at.cards[seat] = with_card(at.cards[seat], kind)
        for place, kinds in zip(self.places, placed, strict=True):
            put(at, place, kinds)
        return at

    def misfits(self, world: Position) -> int:
        """How often another seat would have spoken otherwise with the cards it has in this world."""
        return sum([not self.fits(world, heard) for heard in self.judged])

    def fits(self, world: Position, heard: Heard) -> bool:
        """Whether the rules of thumb would have said the same. In Bid Euchre only bidding or passing is compared."""
        before = heard.before
        before.cards[before.turn] = self.hand_then(world, before.turn)
        said = choose(before)
        return (said == PASS) == (heard.code == PASS) if before.setup.is_bid else said == heard.code

    def hand_then(self, world: Position, seat: int) -> int:
        """The hand a seat bid on: what it holds, has played and has discarded, less the turned card taken up."""
        hand = world.cards[seat]
        for kind in self.played[seat]:
            hand = with_card(hand, kind)
        for owner, kind in world.laid:
            hand = with_card(hand, kind) if owner == seat else hand
        return without_card(hand, world.turned) if world.taken and seat == world.dealer else hand


def places_for(kind: int, places: tuple[Place, ...]) -> tuple[int, ...]:
    """The numbers of the places where a card can be."""
    return tuple(index for index, place in enumerate(places) if place.may_be >> kind & 1)


def has_known_hand(at: Position, seat: int) -> bool:
    """Whether the hand a seat bid on can be inferred from what it holds later: not once hidden cards were exchanged."""
    if at.maker < 0:
        return True
    has_passed_cards = at.given and seat in (at.maker, *at.setup.partners[at.maker])
    return not has_passed_cards and not (at.setup.rules.kitty_to_winner and seat == at.maker and at.phase > Phase.NAME)


def put(at: Position, place: Place, kinds: list[int]) -> None:
    """Put hidden cards where they are in this world."""
    if place.spot is Spot.HAND:
        for kind in kinds:
            at.cards[place.seat] = with_card(at.cards[place.seat], kind)
    elif place.spot is Spot.UNDER:
        at.kitty = (*kinds, *at.kitty[len(kinds) :])
    elif place.spot is Spot.KITTY:
        at.kitty = (*at.kitty[: -len(kinds)], *kinds)
    elif place.spot is Spot.GIVEN:
        at.given = tuple(kinds)
    else:
        left = iter(kinds)
        at.laid = tuple((seat, next(left) if seat == place.seat else kind) for seat, kind in at.laid)


def shuffled(kinds: list[int], chance: Chance) -> list[int]:
    """The cards in a random order."""
    cards = kinds[:]
    for last in range(len(cards) - 1, 0, -1):
        other = int(chance() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
    return cards
