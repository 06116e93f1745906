"""Seats people on chairs so that as few as possible sit elsewhere than the movement sends them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.colours import Card


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


def take_chairs(
    people: Sequence[int], chairs: Sequence[Chair], goals: Mapping[int, int], cards: Mapping[int, Card]
) -> dict[int, Chair]:
    """A chair for each person; there must be as many chairs as people.

    First everybody who finds a chair of the own card at the goal, then those who find one of the own card elsewhere
    (the nearest table), then the rest; so a card is changed only when one colour has run out. People without a goal
    come after those with one, in the order given.
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
