"""Days join to the whole: what is kept up day by day is what is computed from all games at once."""

from dataclasses import replace
from datetime import date, timedelta
from itertools import groupby
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import SOAK, sample
from tests.tournaments.honours.histories import corrected, random_games, shuffled
from tests.tournaments.honours.played import OLGA, PAM, QUINN, SAM, game
from tournaments.honours.facts import in_order
from tournaments.honours.statistics.cards import (
    EMPTY,
    EVERYTHING,
    CardKey,
    Together,
    between,
    card_of,
    cuts_of,
    day_cards,
    joined,
    touched,
)
from tournaments.honours.statistics.streaks import Streak

HISTORIES = 1000 if SOAK else 4
FLAGS = st.lists(st.booleans(), max_size=30)
FIRST, LAST = date(2025, 1, 1), date(2027, 1, 1)


def streak_of(flags):
    return sum(map(Streak.of, flags), Streak())


def runs(flags):
    return [len(list(run)) for is_one, run in groupby(flags) if is_one]


@given(FLAGS)
def test_a_streak_is_what_counting_finds(flags):
    found = streak_of(flags)
    assert found.longest == max(runs(flags), default=0)
    assert found.current == (runs(flags)[-1] if flags and flags[-1] else 0)
    assert found.length == len(flags)


@given(FLAGS, FLAGS, FLAGS)
def test_streaks_join_wherever_the_stretch_is_cut(one, two, three):
    a, b, c = map(streak_of, (one, two, three))
    assert (a + b) + c == a + (b + c) == streak_of(one + two + three)
    assert a + Streak() == Streak() + a == a


def test_the_order_of_days_matters_to_streaks():
    won, lost = Streak.of(True), Streak.of(False)
    assert (won + lost + won + won).longest == 2
    assert (won + won + won + lost).current == 0


def test_a_card_shows_partners_and_rivals():
    card = joined([card_of(game(1), OLGA), card_of(game(2, points=(8, 8)), OLGA), card_of(game(3, (1, 10)), OLGA)])
    assert card.partners == {QUINN: Together(3, 1, 1)}
    assert card.rivals == {PAM: Together(3, 1, 1), SAM: Together(3, 1, 1)}
    assert (card.winning.current, card.winning.longest, card.losing.current) == (0, 1, 1)


def test_a_shared_win_ends_both_streaks():
    card = joined(card_of(each, OLGA) for each in (game(1), game(2), game(3, (9, 9))))
    assert (card.winning.longest, card.winning.current, card.losing.current) == (2, 0, 0)


def test_a_forfeit_is_no_card():
    assert card_of(game(forfeited=(0,)), OLGA) == EMPTY
    assert day_cards([game(forfeited=(0,))]) == {}


def test_a_game_is_counted_in_every_part_it_belongs_to():
    plain = dict(cuts_of(game(table=7, rules="hoyle", is_online=True)))
    assert plain == {
        "all": "",
        "club": 1,
        "table": 7,
        "rules": "hoyle",
        "variant": "classic",
        "online": True,
        "official": True,
    }
    assert dict(cuts_of(game(venue=3, season=5))).items() >= {("venue", 3), ("season", 5)}


@pytest.mark.slow
@pytest.mark.parametrize("number", sample(0, of=range(HISTORIES)))
def test_joined_days_equal_all_time_for_every_player_and_part(number):
    games = random_games(Random(f"days/{number}"), 120)
    cards = day_cards(shuffled(Random(number), games))
    for player, cut in {(key.player, key.cut) for key in cards}:
        own = [one for one in in_order(games) if player in one.players and cut in cuts_of(one)]
        by_day = sorted(own, key=lambda one: (one.day, one.position.ended_at, one.id))
        assert between(cards, player, FIRST, LAST, cut) == joined(card_of(one, player) for one in by_day)


@pytest.mark.parametrize("number", sample(0, of=range(HISTORIES)))
def test_corrections_touch_only_some_days_and_then_all_is_as_if_computed_anew(number):
    rng = Random(f"touched/{number}")
    games = random_games(rng, 80)
    cards = day_cards(games)
    for _ in range(4):
        later = corrected(rng, games)
        cards = kept_up(cards, games, later)
        games = later
        assert cards == day_cards(shuffled(rng, games))


def kept_up(cards, before, after):
    old, new = ({one.id: one for one in games} for games in (before, after))
    stale = set()
    for changed in {one.id for one in set(before) ^ set(after)}:
        stale |= touched(old.get(changed), new.get(changed))
    days = {day for _, day in stale}
    fresh = day_cards(one for one in after if one.day in days)
    kept = {key: card for key, card in cards.items() if (key.player, key.day) not in stale}
    return kept | {key: card for key, card in fresh.items() if (key.player, key.day) in stale}


def test_a_moved_game_touches_both_days():
    before = game()
    after = replace(before, ended_at=before.ended_at + timedelta(days=1))
    assert touched(before, after) == {(player, day) for player in before.players for day in (before.day, after.day)}
    assert touched(None, before) == touched(before, None) == {(player, before.day) for player in before.players}


def test_a_stretch_of_days_includes_both_ends():
    cards = day_cards(game(number, ended_at=game().ended_at + timedelta(days=number)) for number in range(5))
    first = game().day
    assert between(cards, OLGA, first + timedelta(1), first + timedelta(3)).totals.games == 3
    assert between(cards, 99, first, LAST) == EMPTY
    assert cards[CardKey(OLGA, first, EVERYTHING)].totals.games == 1


@pytest.mark.slow
@settings(max_examples=300 if SOAK else 10)
@given(st.randoms(use_true_random=False))
def test_cards_join_wherever_the_games_are_cut(rng):
    games = in_order(random_games(rng, 30))
    one, other = sorted(rng.sample(range(31), 2))
    for player in range(1, 5):
        a, b, c = (
            joined(card_of(each, player) for each in part if player in each.players)
            for part in (games[:one], games[one:other], games[other:])
        )
        assert (a + b) + c == a + (b + c) == joined(card_of(each, player) for each in games if player in each.players)
        assert a + EMPTY == EMPTY + a == a
