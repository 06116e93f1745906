"""Seats people on chairs so that as few as possible sit elsewhere than the movement sends them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from tournaments.formats.pairing.meetings import Pair
from tournaments.formats.seating.colours import Card


@dataclass(frozen=True)
class Chair:
    """One chair. card: the colour it plays, None where colours do not matter."""

    table: int
    card: Card | None


def chairs_for(sizes: Sequence[int], is_coloured: bool) -> list[Chair]:
    """Every chair of the round, from table 1 on. sizes: players per table, 4 or 3; tables of three have no colours."""
    chairs = []
    for table, size in enumerate(sizes, start=1):
        cards = (Card.HIGH, Card.HIGH, Card.LOW, Card.LOW) if is_coloured and size == 4 else (None,) * size
        chairs += [Chair(table, card) for card in cards]
    return chairs


def wish_chairs(
    tables: Mapping[int, int],
    chairs: Sequence[Chair],
    couples: Collection[Pair],
    cards: Mapping[int, Card],
    keepers: Collection[int],
) -> dict[int, Chair]:
    """Chairs for those whose table is settled already: of their own card where possible, first for those who keep a
    place.

    tables: person -> table. Of a couple one has a high chair and the other a low one, where there are colours.
    """
    taken: dict[int, Chair] = {}
    for table in sorted(set(tables.values())):
        here = [person for person, at in sorted(tables.items()) if at == table]
        pairs = [pair for pair in couples if pair <= set(here)]
        there = [chair for chair in chairs if chair.table == table]

        def cost(seated: Iterable[Chair], here: Sequence[int] = here, pairs: Sequence[Pair] = pairs) -> tuple[int, ...]:
            card = {person: chair.card for person, chair in zip(here, seated, strict=True)}
            split = sum(len({card[person] for person in pair}) == 1 for pair in pairs)
            changed = [person for person in here if card[person] and cards.get(person, card[person]) != card[person]]
            return split, len(set(changed) & set(keepers)), len(changed)

        taken |= zip(here, min(permutations(there, len(here)), key=cost), strict=True)
    return taken


def take_chairs(
    people: Sequence[int], chairs: Sequence[Chair], goals: Mapping[int, int], cards: Mapping[int, Card]
) -> dict[int, Chair]:
    """A chair for each person; there must be as many chairs as people.

    First come those who find a chair of their own card at the goal, then those who find one of their own card elsewhere
    (the nearest table), then the rest, so a card changes only when one colour has run out. People without a goal come
    after those with one, in the order given.
    """
    free = list(chairs)
    taken: dict[int, Chair] = {}

    def has_own_card(person: int, chair: Chair) -> bool:
        return chair.card is None or cards.get(person) in (None, chair.card)

    def is_goal(person: int, chair: Chair) -> bool:
        return chair.table == goals.get(person) and has_own_card(person, chair)

    def suits(person: int, chair: Chair) -> bool:
        return person in cards and has_own_card(person, chair)

    def is_any(person: int, chair: Chair) -> bool:
        return True

    rules: tuple[Callable[[int, Chair], bool], ...] = (is_goal, suits, is_any)
    for fits in rules:
        for person in sorted(set(people) - set(taken), key=lambda each: (each not in goals, people.index(each))):
            options = [chair for chair in free if fits(person, chair)]
            if options:
                goal = goals.get(person)
                taken[person] = min(options, key=lambda each: (abs(each.table - goal) if goal else 0, each.table))
                free.remove(taken[person])
    return taken
