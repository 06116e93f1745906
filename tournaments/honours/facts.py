"""The plain facts from which every honour is computed: games as they are now, and places in what has ended.

Nothing here is derived. What no one wrote down is None, and None is never counted as "no".
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from functools import cached_property
from zoneinfo import ZoneInfo

from games.engine.choices import Variant
from games.engine.scoring import Result

NIGHT_TURNS = timedelta(hours=12)
"""A night goes from noon to noon on the club's clock and has the name of the day it began on."""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One finished hand. points: per side, as written down.

    alone: whether the maker played without the partner. maker_side, maker: which side and which player made trump.
    result: how it ended. swept: the side that took every trick; -1: none did. defender: the player who defended alone.
    farmers: players who were dealt a farmer's hand, three or more nines and tens. Each is None when that is not known;
    so are maker, maker_side and defender where there was none.
    """

    points: tuple[int, ...]
    alone: bool | None = None
    maker_side: int | None = None
    result: Result | None = None
    maker: int | None = None
    swept: int | None = None
    defender: int | None = None
    farmers: frozenset[int] | None = None

    @property
    def loner_side(self) -> int | None:
        """The side whose maker played alone, if that is known and so."""
        return self.maker_side if self.alone else None

    def has_made(self, side: int) -> bool:
        """Whether that side made trump and then its tricks, as far as is known."""
        return self.maker_side == side and self.result in (Result.MADE, Result.MARCH)

    def has_marched(self, side: int) -> bool:
        """Whether that side made trump and took every trick, as far as is known."""
        return self.maker_side == side and self.result is Result.MARCH

    def was_euchred(self, side: int) -> bool:
        """Whether that side made trump and was euchred, as far as is known."""
        return self.maker_side == side and self.result is Result.EUCHRE


@dataclass(frozen=True, slots=True)
class Position:
    """A game's position in the one order of all games: when it ended, then its number."""

    ended_at: datetime
    game: int

    def __lt__(self, other: "Position") -> bool:
        return (self.ended_at, self.game) < (other.ended_at, other.game)

    def __le__(self, other: "Position") -> bool:
        return not other < self


@dataclass(frozen=True)
class PlayedGame:
    """A game with the version of its result that counts now. A void game is no fact, and the caller leaves it out.

    id: never changes, whatever is corrected. ended_at: UTC. zone: the club's, by name. club, venue, table, event,
    season: numbers; None where there was none. round: number within the event. rules: a name for the house rules,
    variant: the family they belong to. sides: the players, by number, who scored together; house players are left out.
    winners: the sides that won, several when they share the win, none when a tie was left as it was. forfeited: sides
    that did not play; such a game has points for its event and is otherwise no game. hands: None when only the final
    score is known. bots: which of the players are bots. version: of the result, from 1.
    """

    id: int
    ended_at: datetime
    zone: str
    club: int
    sides: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    variant: Variant = Variant.CLASSIC
    rules: str = ""
    venue: int | None = None
    table: int | None = None
    is_online: bool = False
    is_official: bool = True
    hands: tuple[PlayedHand, ...] | None = None
    event: int | None = None
    season: int | None = None
    round: int | None = None
    forfeited: tuple[int, ...] = ()
    bots: frozenset[int] = frozenset()
    version: int = 1

    def __post_init__(self) -> None:
        assert self.ended_at.utcoffset() == timedelta(0), "ended_at is UTC"
        assert len(self.sides) == len(self.points) > 1, "one score per side"
        assert len(set(self.players)) == len(self.players), "nobody sits twice"
        assert all(0 <= side < len(self.sides) for side in (*self.winners, *self.forfeited))
        assert all(len(hand.points) == len(self.sides) for hand in self.hands or ())

    @property
    def position(self) -> Position:
        return Position(self.ended_at, self.id)

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(player for side in self.sides for player in side)

    @property
    def was_played(self) -> bool:
        return not self.forfeited

    @cached_property
    def day(self) -> date:
        """The date on the club's clock when it ended."""
        return self.local.date()

    @cached_property
    def night(self) -> date:
        """The date of the day whose night it was: at one in the morning, the day before."""
        return (self.local.replace(tzinfo=None) - NIGHT_TURNS).date()

    @cached_property
    def local(self) -> datetime:
        """When it ended, on the club's clock."""
        return self.ended_at.astimezone(ZoneInfo(self.zone))

    def side_of(self, player: int) -> int:
        """The side of a player who sits there."""
        return next(side for side, players in enumerate(self.sides) if player in players)

    def has_won(self, player: int) -> bool:
        """Whether the player's side has won alone."""
        return self.winners == (self.side_of(player),)

    def has_shared(self, player: int) -> bool:
        """Whether the player's side is one of several that share the win, or of all sides when no one has won."""
        return len(self.winners) != 1 and (not self.winners or self.side_of(player) in self.winners)

    def partners_of(self, player: int) -> tuple[int, ...]:
        return tuple(other for other in self.sides[self.side_of(player)] if other != player)

    def rivals_of(self, player: int) -> tuple[int, ...]:
        own = self.sides[self.side_of(player)]
        return tuple(other for other in self.players if other not in own)

    def scores(self) -> Iterator[tuple[int, ...]]:
        """The points per side after each hand; nothing when the hands are not known."""
        running = [0] * len(self.sides)
        for hand in self.hands or ():
            running = [before + own for before, own in zip(running, hand.points, strict=True)]
            yield tuple(running)


def leaders(points: tuple[int, ...]) -> tuple[int, ...]:
    """The sides with the most points: who has won, unless a tie was decided otherwise."""
    best = max(points)
    return tuple(side for side, own in enumerate(points) if own == best)


def in_order(games: Iterable[PlayedGame]) -> list[PlayedGame]:
    """By when they ended, then by number: the order of everything that depends on order, whatever came in first."""
    ordered = sorted(games, key=lambda game: (game.ended_at, game.id))
    assert len({game.id for game in ordered}) == len(ordered), "a game has one standing version"
    return ordered


class Contest(StrEnum):
    """What someone can finish in a place of."""

    EVENT = "event"
    SEASON = "season"
    JACKPOT = "jackpot"


@dataclass(frozen=True)
class Placing:
    """A player's place in an event, a season or a jackpot period that has ended. ended_at: UTC.

    place: 1, 2, 2, 4. field: how many finished. For a jackpot only those have a placing who were paid.
    """

    contest: Contest
    id: int
    ended_at: datetime
    club: int
    player: int
    place: int
    field: int = 0
    season: int | None = None
