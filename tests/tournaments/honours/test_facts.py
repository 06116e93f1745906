"""What a fact says of itself: who has won, with whom, on which day of the club's clock."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from tests.tournaments.honours.played import FOUR, OLGA, PAM, QUINN, SAM, START, euchred, game, loner, made, tapped
from tournaments.honours.facts import Position, in_order, leaders


def test_who_has_won_alone_who_shares_and_who_has_lost():
    won = game(points=(10, 6))
    assert [won.has_won(player) for player in (OLGA, QUINN, PAM, SAM)] == [True, True, False, False]
    assert not any(won.has_shared(player) for player in won.players)
    solo = game(points=(10, 10, 4), sides=((OLGA,), (PAM,), (QUINN,)))
    assert [solo.has_won(player) for player in (OLGA, PAM, QUINN)] == [False, False, False]
    assert [solo.has_shared(player) for player in (OLGA, PAM, QUINN)] == [True, True, False]
    level = game(points=(8, 8), winners=())
    assert all(level.has_shared(player) for player in level.players)
    assert game(points=(8, 8), winners=(1,)).has_won(PAM)


def test_partners_and_rivals():
    three = game(points=(10, 2, 3), sides=((OLGA, PAM), (QUINN,), (SAM, 9)))
    assert (three.partners_of(OLGA), three.rivals_of(OLGA)) == ((PAM,), (QUINN, SAM, 9))
    assert (three.partners_of(QUINN), three.rivals_of(QUINN)) == ((), (OLGA, PAM, SAM, 9))


def test_the_day_and_the_night_are_those_of_the_clubs_clock():
    late = game(ended_at=datetime(2026, 11, 8, 4, 30, tzinfo=UTC), zone="America/Detroit")
    assert (late.day, late.night) == (date(2026, 11, 7), date(2026, 11, 7))
    after_midnight = replace(late, ended_at=datetime(2026, 11, 8, 6, 30, tzinfo=UTC))
    assert (after_midnight.day, after_midnight.night) == (date(2026, 11, 8), date(2026, 11, 7))
    noon = replace(late, ended_at=datetime(2026, 11, 8, 17, 0, tzinfo=UTC))
    assert noon.night == date(2026, 11, 8)
    assert replace(noon, ended_at=noon.ended_at - timedelta(seconds=1)).night == date(2026, 11, 7)


def test_the_score_after_each_hand():
    assert list(tapped(made(0), euchred(0), loner(1)).scores()) == [(1, 0), (1, 2), (1, 6)]
    assert list(game().scores()) == []


def test_games_are_ordered_by_when_they_ended_and_then_by_number():
    one, two, three = game(1), game(2), game(3, ended_at=START)
    twin = replace(two, id=7)
    assert in_order([twin, two, one, three]) == [three, one, two, twin]
    assert three.position < one.position <= one.position
    assert not Position(START, 3) < Position(START, 3)
    assert not two.position <= one.position


def test_facts_that_only_we_can_get_wrong_are_asserted():
    wrong = (
        {"ended_at": START.astimezone(timezone(timedelta(hours=1)))},
        {"sides": ((OLGA,),), "points": (3,)},
        {"points": (1, 2, 3)},
        {"sides": ((OLGA, PAM), (PAM, SAM))},
        {"winners": (2,)},
        {"forfeited": (-1,)},
        {"hands": (made(), replace(made(), points=(1, 0, 0)))},
    )
    for facts in wrong:
        with pytest.raises(AssertionError):
            game(**facts)
    with pytest.raises(AssertionError, match="one standing version"):
        in_order([game(1), game(1, version=2)])


def test_the_sides_with_the_most_points_lead():
    assert [leaders(points) for points in ((3, 4), (4, 4), (7, 2, 7))] == [(1,), (0, 1), (0, 2)]
    assert game(sides=FOUR).players == (OLGA, QUINN, PAM, SAM)
