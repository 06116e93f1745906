"""What a round can be checked against, and what a check finds. Data only."""

from dataclasses import dataclass

from games.engine.messages import Message, values_in
from tournaments.formats.base import RoundDraw
from tournaments.formats.numbers import EntryRef, refs


@dataclass(frozen=True)
class Finding:
    """Something about a round, in words for the organizer."""

    hard: bool
    text: Message


@dataclass(frozen=True)
class MovementRule:
    """How the winner-moves movement goes. steps: tables moved by the first and second chair of a side, -1 is up."""

    winners_move: bool
    head_winners_move: bool
    steps: tuple[int, int]
    wrap: bool


@dataclass(frozen=True)
class ChairRule:
    """How a fixed movement goes. steps: tables moved by each chair of a table, in order, -1 is up.

    sit_out_table: whether who sits out counts as the first chair of one more table, past the last.
    """

    steps: tuple[int, ...]
    sit_out_table: bool = False


@dataclass(frozen=True)
class KnockoutRule:
    """Who goes out, and when.

    lives: how many lost matches put an entry out; so does one match that both sides forfeit. best_of: the numbers of
    games that matches may have. plays_on: whether those who are out may meet each other, for third place or in a
    consolation bracket. survivors: how many are left at the end; of several, those who are through wait without a bye.
    opens_singly: whether a round takes in a match whenever one can open, so that no one needs a place in it.
    """

    lives: int = 1
    best_of: tuple[int, ...] = (1,)
    plays_on: bool = False
    survivors: int = 1
    opens_singly: bool = False


@dataclass(frozen=True)
class HardRules:
    """What a round must obey besides placing everyone exactly once, at open tables numbered from the lowest up.

    side_size: entries per side; where it is two an entry is a person, and the wishes of people count. allows_threes:
    tables with three sides of one. house_players: how many may sit in. is_coloured: chairs are high and low and no one
    changes. most_meetings: how often two may be opponents; forfeits_meet: whether those count who were paired and did
    not play. most_byes: no one sits out who has already sat out, or won without playing, this often. knockout: an entry
    that is out of the event has no place; None for formats in which no one goes out. movement, chairs: None for formats
    in which results, or chairs, do not decide who goes where.
    """

    side_size: int = 2
    allows_threes: bool = False
    house_players: int = 0
    is_coloured: bool = False
    most_meetings: int | None = None
    forfeits_meet: bool = True
    most_byes: int | None = None
    knockout: KnockoutRule | None = None
    movement: MovementRule | None = None
    chairs: ChairRule | None = None


def is_explained(number: int, draw: RoundDraw) -> bool:
    """Whether one of the draw's reasons speaks of the entry, or of the house player."""
    return any(EntryRef(number) in values_in(reason, EntryRef) for reason in draw.reasons)


def names(pair: frozenset[int]) -> tuple[EntryRef, ...]:
    return refs(sorted(pair))
