"""Duplicate deals as boards for a hall, dealt before the night: their numbers, who shares them, and a check digit."""

from collections.abc import Iterable

from games.engine.cards import Card


def board_number(round_number: int, deal: int, deals: int) -> int:
    """The number of a board in the whole stage. deal: in its round. deals: how many each round has."""
    return (round_number - 1) * deals + deal


def playing_order(table: int, deals: int) -> tuple[int, ...]:
    """The deals of a round in the order in which a table plays them. Tables that share a set are never at the same
    one."""
    first = (table - 1) % deals
    return tuple((first + step) % deals + 1 for step in range(deals))


def sharing(tables: Iterable[int], deals: int) -> list[list[int]]:
    """The tables that share a set of boards: as many as a round has deals, by their numbers."""
    groups: dict[int, list[int]] = {}
    for table in sorted(tables):
        groups.setdefault((table - 1) // deals, []).append(table)
    return list(groups.values())


def check_digit(cards: Iterable[Card]) -> int:
    """The last digit of the ranks added up, where a jack is 11, a queen 12, a king 13 and an ace 14.

    A hand in which one card has a wrong rank has another digit, and a player finds it in the head.
    """
    return sum(card.rank for card in cards) % 10
