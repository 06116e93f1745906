"""Everything known of one player, and marks: single things done, each with its evidence and where it counts."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from games.engine.language import mark
from tournaments.formats.config import Choice
from tournaments.honours.facts import Placing, PlayedGame, in_order


class Scope(Choice):
    """Within what something has to be done."""

    EVER = "ever", mark("All time"), mark("Everything the player has done counts.")
    NIGHT = "night", mark("In one night"), mark("A night runs from noon to noon at one club.")
    SEASON = "season", mark("In one season"), mark("Games outside a season don’t count.")
    CLUB = "club", mark("At one club"), ""
    TABLE = "table", mark("At one table"), mark("Games without a known table don’t count.")
    PARTNER = "partner", mark("With one partner"), mark("Each partner counts separately.")
    PRACTICE = "practice", mark("Against bots"), mark("Only games with bots count.")


@dataclass(frozen=True)
class Dossier:
    """What achievements of a player are computed from.

    games: played by him, in their order, forfeits left out. placings: his own, in their order. edges: game -> how much
    stronger the other side was, in rating points before it; missing where it was not rated. records: event -> how many
    games he has played and won there.
    """

    player: int
    games: tuple[PlayedGame, ...]
    placings: tuple[Placing, ...] = ()
    edges: Mapping[int, int] = field(default_factory=dict)
    records: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    @cached_property
    def within(self) -> Mapping[int, "Within"]:
        """For every game what it counts in."""
        return {game.id: _within(game, self.player) for game in self.games}


Within = Mapping[Scope, tuple[Hashable, ...]]
"""Scope -> the keys of what something counts in; a game with two partners counts for each of them."""


def dossier(
    player: int,
    games: Iterable[PlayedGame],
    placings: Iterable[Placing] = (),
    edges: Mapping[int, int] | None = None,
) -> Dossier:
    """The player's part of all these facts, whatever order they come in."""
    own_games = in_order(game for game in games if player in game.players and game.was_played)
    own_placings = [placing for placing in placings if placing.player == player]
    own_placings.sort(key=lambda placing: (placing.ended_at, placing.contest, placing.id))
    return Dossier(player, tuple(own_games), tuple(own_placings), edges or {})


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing done. evidence: "game 12", "event 3". amount: how much; 0 ends a run. what: which of different ones."""

    evidence: str
    at: datetime
    within: Within
    amount: int = 1
    what: Hashable = None


Marks = Callable[[Dossier], Iterator[Mark]]


def game_mark(facts: Dossier, game: PlayedGame, amount: int = 1, what: Hashable = None) -> Mark:
    """A mark for something done in a game."""
    return Mark(f"game {game.id}", game.ended_at, facts.within[game.id], amount, what)


def _within(game: PlayedGame, player: int) -> Within:
    if game.bots:
        return {scope: ("",) if scope is Scope.PRACTICE else () for scope in Scope}
    return {
        Scope.EVER: ("",),
        Scope.NIGHT: ((game.club, game.night),),
        Scope.SEASON: _known(game.season),
        Scope.CLUB: (game.club,),
        Scope.TABLE: _known(game.table),
        Scope.PARTNER: game.partners_of(player),
        Scope.PRACTICE: (),
    }


def placing_mark(placing: Placing) -> Mark:
    """A mark for a place; it counts ever, at a club and in a season."""
    within: Within = {
        Scope.EVER: ("",),
        Scope.SEASON: _known(placing.season),
        Scope.CLUB: (placing.club,),
    }
    return Mark(f"{placing.contest.value} {placing.id}", placing.ended_at, within)


def _known(number: int | None) -> tuple[int, ...]:
    return () if number is None else (number,)
