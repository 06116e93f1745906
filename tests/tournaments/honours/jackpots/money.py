"""Jackpots for tests: a month, its games, and races said briefly."""

from datetime import date
from random import Random

from tournaments.honours.jackpots.periods import Calendar, Kind
from tournaments.honours.jackpots.race import Race, Waiting
from tournaments.honours.jackpots.rules import JackpotRules, Tied
from tournaments.honours.jackpots.sharing import JackpotPot
from tournaments.honours.places import placed

NOVEMBER = Calendar("UTC", Kind.MONTH).period_on(date(2026, 11, 1))
SEED = "ab12"


def race_of(**scores):
    """race_of(p1=30, p2=20): the standings of those players."""
    return Race(placed({int(name[1:]): (score,) for name, score in scores.items()}))


def random_rules(rng: Random, **known) -> JackpotRules:
    shares = sorted((rng.choice((500, 1000, 1234, 2500, 3333)) for _ in range(rng.randint(1, 3))), reverse=True)
    vesting = rng.choice(((), (), (2000, 3000, 4000)))
    return JackpotRules(**{"shares": tuple(shares), "tied": rng.choice(list(Tied)), "vesting": vesting} | known)


def random_pot(rng: Random) -> JackpotPot:
    return JackpotPot(rng.choice((0, 1, 2, 999, 10_001, 123_457)), rng.choice((0, 0, 3, 1000, 77_777)))


def random_race(rng: Random, players: int = 9) -> Race:
    """Many are level."""
    scores = {player: rng.randint(1, 5) for player in rng.sample(range(1, 30), rng.randint(0, players))}
    return Race(placed({player: (score,) for player, score in scores.items()}), (Waiting(99, 3, games_short=1),))
