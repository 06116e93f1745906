"""For every metric facts in which Olga has done it exactly so often, and facts that only look like it."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from games.engine.choices import Variant
from games.engine.scoring import Result
from tests.tournaments.honours.played import (
    FOUR,
    OLGA,
    PAM,
    QUINN,
    SAM,
    START,
    euchred,
    game,
    loner,
    made,
    march,
    tapped,
)
from tournaments.honours.achievements.awards import awards_for
from tournaments.honours.achievements.dossier import dossier
from tournaments.honours.facts import Contest, Placing, PlayedHand

NEAR = 90_000
"""Numbers of what only looks like it begin here."""
PASSED = PlayedHand((0, 0), False, result=Result.PASSED)
UNREAD = PlayedHand((4, 0))


@dataclass(frozen=True)
class Facts:
    games: tuple = ()
    placings: tuple = ()
    edges: dict = field(default_factory=dict)

    def __add__(self, other):
        return Facts(self.games + other.games, self.placings + other.placings, self.edges | other.edges)

    def earned(self, *rows):
        return awards_for(dossier(OLGA, self.games, self.placings, self.edges), rows)

    def without(self, evidence):
        """The same with one fact void."""
        return Facts(
            tuple(one for one in self.games if f"game {one.id}" != evidence),
            tuple(one for one in self.placings if f"{one.contest.value} {one.id}" != evidence),
            self.edges,
        )


def games(count, **facts):
    return Facts(tuple(game(number, **facts) for number in range(1, count + 1)))


def each(count, one):
    """Games that differ; one: number -> game."""
    return Facts(tuple(one(number) for number in range(1, count + 1)))


def hands(count, hand):
    """A game in which such a hand was played so often, and one that was nothing."""
    return Facts((tapped(*[hand] * count, made(1)),))


def near(*found):
    """What only looks like it; numbers and moments after everything else."""
    later = START + timedelta(hours=15)
    return Facts(tuple(replace(one, id=NEAR + number, ended_at=later) for number, one in enumerate(found)))


def placings(count, contest=Contest.EVENT, place=1):
    return Facts((), tuple(placing(number, contest, place) for number in range(1, count + 1)))


def placing(number, contest=Contest.EVENT, place=1):
    return Placing(contest, number, START + timedelta(days=number), 1, OLGA, place, 16)


def pair(partner, rivals=(PAM, SAM)):
    return ((OLGA, partner), tuple(rivals))


def perfect(count):
    played = tuple(game(10 * event + number, event=event) for event in range(1, count + 1) for number in range(4))
    return Facts(played) + placings(count, place=2)


def at(days=0, hours=0):
    return START + timedelta(days=days, hours=hours)


LOST, LEVEL = game(points=(3, 10)), game(points=(9, 9))
UNITS = {
    "games": lambda n: games(n, table=1, season=1),
    "wins": lambda n: games(n, season=1),
    "win_streak": lambda n: games(n),
    "points": lambda n: Facts((game(1, (n, 200)),)),
    "best_score": lambda n: Facts((game(1, (n, 2)), game(2, (1, 3)))),
    "margin": lambda n: Facts((game(1, (n + 3, 3)), game(2, (2, 1)))),
    "close_wins": lambda n: games(n, points=(10, 9)),
    "shut_outs": lambda n: games(n, points=(10, 0)),
    "shut_outs_suffered": lambda n: games(n, points=(0, 10)),
    "comeback": lambda n: Facts((tapped(PlayedHand((0, n)), made(0, n + 2)),)),
    "edge_beaten": lambda n: Facts((game(1), game(2)), edges={1: n, 2: 5}),
    "hands": lambda n: Facts((tapped(*[PASSED] * n, points=(1, 0)),) if n else ()),
    "calls_made": lambda n: hands(n, made(0, maker=OLGA)),
    "call_streak": lambda n: hands(n, made(0, maker=OLGA)),
    "loners_made": lambda n: hands(n, loner(0)),
    "loners_in_game": lambda n: hands(n, loner(0)),
    "loners_stopped": lambda n: hands(n, euchred(1, alone=True)),
    "loners_lost": lambda n: hands(n, euchred(0, alone=True)),
    "marches": lambda n: hands(n, march(0)),
    "sweeps": lambda n: hands(n, euchred(1, swept=0)),
    "euchres_made": lambda n: hands(n, euchred(1)),
    "euchres_suffered": lambda n: hands(n, euchred(0)),
    "defences": lambda n: hands(n, euchred(1, defender=OLGA)),
    "farmers_won": lambda n: hands(n, made(0, farmers=frozenset({OLGA}))),
    "partners": lambda n: each(n, lambda i: game(i, sides=pair(10 + i))),
    "partners_won_with": lambda n: each(n, lambda i: game(i, sides=pair(10 + i))),
    "rivals": lambda n: each(n, lambda i: game(i, sides=pair(QUINN, (10 + i,)))),
    "rivals_beaten": lambda n: each(n, lambda i: game(i, sides=pair(QUINN, (10 + i,)))),
    "clubs": lambda n: each(n, lambda i: game(i, club=i)),
    "venues": lambda n: each(n, lambda i: game(i, venue=i)),
    "rules": lambda n: each(n, lambda i: game(i, rules=f"rules {i}")),
    "places": lambda n: each(n, lambda i: game(i, is_online=i == 2)),
    "variants_won": lambda n: each(n, lambda i: game(i, variant=(Variant.BID, Variant.CLASSIC)[i % 2])),
    "nights": lambda n: each(n, lambda i: game(i, ended_at=at(days=-i))),
    "months": lambda n: each(n, lambda i: game(i, ended_at=at(days=-31 * i))),
    "late_games": lambda n: games(n, ended_at=at(hours=6)),
    "event_wins": placings,
    "podiums": lambda n: placings(n, place=3),
    "perfect_nights": perfect,
    "season_wins": lambda n: placings(n, Contest.SEASON),
    "jackpots": lambda n: placings(n, Contest.JACKPOT, 3),
}
"""Metric -> so many of it."""
ALIKE = {
    "games": near(game(forfeited=(1,)), game(sides=((PAM, QUINN), (SAM, 9)))),
    "wins": near(LOST, LEVEL, game(forfeited=(1,))),
    "win_streak": near(LEVEL, game(forfeited=(1,))),
    "points": near(game(points=(10, 0), forfeited=(1,))),
    "best_score": near(game(points=(0, 26)), game(points=(26, 0), forfeited=(1,))),
    "margin": near(game(points=(0, 26))),
    "close_wins": near(game(points=(9, 10)), game(points=(10, 8)), game(points=(9, 9), winners=(0,))),
    "shut_outs": near(game(points=(10, 1)), game(points=(0, 0), winners=(0,)), game(points=(0, 10))),
    "shut_outs_suffered": near(game(points=(1, 10)), game(points=(0, 0), winners=())),
    "comeback": near(
        tapped(made(0), PlayedHand((0, 8)), made(0, 9)),  # one to eight
        tapped(PlayedHand((0, 8)), made(0, 7)),  # did not win
        game(points=(10, 8)),  # hand by hand it is not known
    ),
    "edge_beaten": near(game()) + Facts(edges={NEAR + 7: 500}),
    "hands": near(game()),
    "calls_made": near(tapped(euchred(0, maker=OLGA), made(0, maker=QUINN), made(0), made(1, maker=PAM))),
    "call_streak": near(tapped(made(0, maker=QUINN), euchred(0, maker=OLGA), made(0, maker=OLGA))),
    "loners_made": near(tapped(made(0, alone=True), loner(1), euchred(1, 4, alone=True), UNREAD)),
    "loners_in_game": near(tapped(loner(0), loner(1), UNREAD)),
    "loners_stopped": near(tapped(euchred(1), euchred(0, alone=True), made(1, alone=True))),
    "loners_lost": near(tapped(euchred(0), euchred(1, alone=True), made(0, alone=True))),
    "marches": near(tapped(made(0), march(1), euchred(1, swept=0), UNREAD)),
    "sweeps": near(tapped(euchred(1), euchred(1, swept=-1), march(0), euchred(0, swept=1))),
    "euchres_made": near(tapped(euchred(0), made(1), PlayedHand((2, 0)), PASSED)),
    "euchres_suffered": near(tapped(euchred(1), made(0), PlayedHand((0, 2)))),
    "defences": near(tapped(euchred(1, defender=QUINN), made(1, defender=OLGA), euchred(1))),
    "farmers_won": near(tapped(made(1, farmers=frozenset({OLGA})), made(0, farmers=frozenset({QUINN})), made(0))),
    "partners": near(game(sides=((OLGA,), (77,)))),
    "partners_won_with": near(game(points=(1, 10), sides=pair(77)), game(points=(9, 9), sides=pair(78))),
    "rivals": near(game(sides=pair(77, (11,)))),
    "rivals_beaten": near(game(points=(1, 10), sides=pair(QUINN, (77, 78)))),
    "clubs": near(game(club=1)),
    "venues": near(game()),
    "rules": near(game(rules="")),
    "places": near(game()),
    "variants_won": near(game(points=(1, 10), variant=Variant.CLASSIC), game(points=(1, 10), variant=Variant.BID)),
    "nights": near(replace(game(), forfeited=(1,))),
    "months": near(replace(game(), forfeited=(1,))),
    "late_games": near(game()),
    "event_wins": Facts((), (placing(NEAR, place=2), placing(NEAR, Contest.SEASON))),
    "podiums": Facts((), (placing(NEAR, place=4),)),
    "perfect_nights": Facts(
        tuple(game(NEAR + number, event=NEAR) for number in range(3)), (placing(NEAR), placing(NEAR, Contest.SEASON))
    ),
    "season_wins": Facts((), (placing(NEAR, Contest.SEASON, 2), placing(NEAR))),
    "jackpots": Facts((), (placing(NEAR), replace(placing(NEAR, Contest.JACKPOT), player=PAM))),
}
"""Metric -> what must not count as it."""
NEW_YEAR = datetime(2027, 1, 1, tzinfo=UTC)
assert FOUR[0][0] == OLGA
