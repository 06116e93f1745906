"""Counting game by game, stored and read back at any moment, ends where counting everything at once does."""

import json
from dataclasses import replace
from random import Random

import pytest

from tests.sizes import SOAK
from tests.tournaments.honours.achievements.examples import UNITS, placing
from tests.tournaments.honours.histories import random_games
from tests.tournaments.honours.played import OLGA, game
from tournaments.honours.achievements.achievement import Achievement
from tournaments.honours.achievements.awards import awards_for, earned
from tournaments.honours.achievements.catalogue import ACHIEVEMENTS, PRACTICE_ROWS, ROWS
from tournaments.honours.achievements.counting import Counting, counting_from
from tournaments.honours.achievements.dossier import Scope, dossier

HISTORIES = 100 if SOAK else 3
OWN = Achievement("own_1", "Here", "Play {n} games here.", "games", (3, 9), club=1)
ALL = (*ROWS, *PRACTICE_ROWS, OWN)


def stored(counting, rows=ALL):
    """The same after a way through JSON."""
    return counting_from(counting.player, json.loads(json.dumps(counting.data())), rows)


@pytest.mark.parametrize("number", range(HISTORIES))
def test_in_portions_it_ends_the_same(number):
    rng = Random(f"counting/{number}")
    games = random_games(rng, 200, players=8)
    edges = {one.id: one.id % 300 for one in games}
    placings = [placing(event) for event in sorted({one.event for one in games if one.event})]
    facts = dossier(OLGA, games, placings, edges)
    counting, left = Counting(OLGA), list(facts.games)
    counting.begin(ALL)
    while left:
        size = rng.randint(1, 12)
        counting.add(left[:size], edges)
        del left[:size]
        counting = stored(counting)
    assert earned(counting, facts.placings, ALL) == awards_for(facts, ALL)
    assert len(awards_for(facts, ALL).awards) > 30


def test_a_night_long_over_is_not_kept():
    counting = Counting(OLGA)
    counting.begin([ACHIEVEMENTS["marathon"]])
    counting.add([game(96 * day) for day in range(100)], {})
    assert len(counting.counts["marathon"].data()["tallies"]) == 4


def test_another_recipe_is_counted_from_the_first_game_again():
    counting = Counting(OLGA)
    counting.begin(ALL)
    assert stored(counting).counts.keys() == counting.counts.keys()
    for other in ({"tiers": (3, 8)}, {"scope": Scope.NIGHT}, {"metric": "wins"}, {"club": 2}):
        assert stored(counting, (*ROWS, *PRACTICE_ROWS, replace(OWN, **other))) is None
    assert stored(counting, (*ROWS, *PRACTICE_ROWS)) is None
    assert stored(counting, (*ROWS, *PRACTICE_ROWS, replace(OWN, name="There", is_secret=True)))


def test_only_a_clubs_own_games_count_for_its_own_achievement():
    here, there = UNITS["games"](2).games, tuple(game(number, club=2) for number in range(3, 9))
    missed = awards_for(dossier(OLGA, (*here, *there)), [OWN])
    assert (missed.awards, missed.progress[0].current) == ((), 2)
    assert len(awards_for(dossier(OLGA, (*here, game(9))), [OWN]).awards) == 1
