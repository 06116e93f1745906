"""Every list and every sheet of the API asks the database the same number of questions, with one row or a hundred."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.cast import enter_pairs, make_club, make_event, make_user, publish
from tests.tournaments.api.crowd import Crowd
from tests.tournaments.api.program import Program
from tests.tournaments.scenes.league import BIRDS, SMALL, Stage
from tests.tournaments.scenes.prize import prize_night, shares
from tests.tournaments.scenes.stages import crowded_round
from tournaments.checkin.models import EntryPlayer
from tournaments.clubs.models import Club
from tournaments.rounds.models import Seat

pytestmark = pytest.mark.django_db

# List → questions for the program of a user who organizes in every club; the first one is about the token.
COUNTS = {
    "clubs": 3,
    "leagues": 3,
    "seasons": 2,
    "events": 3,
    "tables": 2,
    "players": 2,
    "fixtures": 4,
    "season table": 6,
    "entries": 6,
    "matches": 7,
    "announcements": 3,
    "rounds": 4,
    "a round": 9,
    "standings": 12,
    "ranking": 6,
    "leaderboard": 3,
    "a club's": 4,
    "achievements": 6,
    "games": 3,
    "members": 4,
    "a club's matches": 6,
    "with players and events": 10,
    "own seat": 10,
    "own matches": 7,
    "a player's matches": 9,
    "a player's ratings": 3,
    "a ranking of the past": 5,
    "an export": 28,
    "events by state": 3,
    "events changed since": 3,
    "webhooks": 5,
    "deliveries": 5,
    "a delivery": 6,
    "happenings": 6,
}


def questions(program: Program, path: str, name: str) -> tuple[int, int]:
    """How many there were, and how many rows the answer has."""
    cache.clear()
    with CaptureQueriesContext(connection) as asked:
        answer = program.read(path)
    return len(asked), len(answer[name])


# Boards show 25 a page; there are no more achievements than the catalogue has, and some of those are secret.
FEWER = {
    "ranking": 25,
    "a ranking of the past": 25,
    "leaderboard": 25,
    "a club's": 25,
    "achievements": 40,
    "own seat": 1,
}


@pytest.mark.parametrize("size", [1, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.heavy
def test_it_asks_as_many_questions_as_the_table_says(size: int) -> None:
    crowd = Crowd(size)
    found = {name: questions(crowd.program, *where) for name, where in crowd.paths().items()}
    assert {name: count for name, (count, _) in found.items()} == COUNTS
    least = {name: min(size, FEWER.get(name, size)) for name in found}
    assert {name: rows for name, (_, rows) in found.items() if rows < least[name]} == {}


@pytest.mark.parametrize("tables", [1, 25])
def test_so_does_the_own_seat(tables: int) -> None:
    olga, mia = make_user("Olga"), make_user("Mia")
    round_ = crowded_round(make_club(olga), olga, tables)
    own = round_.matches.order_by("table")[0].seats.order_by("position")[0]
    EntryPlayer.objects.filter(player=own.player).update(player=mia.player)
    Seat.objects.filter(pk=own.pk).update(player=mia.player)
    program = Program(mia)
    program.read("/me/")
    assert questions(program, f"/events/{round_.stage.event.slug}/my-seat/", "matches") == (10, 1)


PRIZES = {"prizes": (3, 3), "payouts": (33, 9)}
"""How many questions there are before payouts are published, and after."""


@pytest.mark.parametrize("pairs", [4, pytest.param(8, marks=pytest.mark.slow)])
@pytest.mark.heavy
def test_so_do_prizes_and_payouts(pairs: int) -> None:
    night = prize_night(pairs=pairs)
    night.promise(shares(*[100 // pairs] * pairs))
    program, path = Program(night.olga), f"/events/{night.event.slug}/"
    program.read("/me/")
    before = asked_of_prizes(program, path)
    night.show()
    after = asked_of_prizes(program, path)
    assert {name: (before[name][0], after[name][0]) for name in PRIZES} == PRIZES
    assert before["payouts"][1] == after["payouts"][1] == 2 * pairs
    payout = night.event.payouts.first()
    assert payout
    assert questions(program, f"{path}payouts/{payout.pk}/", "player") == (7, 2)


def asked_of_prizes(program: Program, path: str) -> dict[str, tuple[int, int]]:
    """Of an organizer's program: name → how many questions and rows."""
    return {
        name: questions(program, f"{path}{name}/", key) for name, key in (("prizes", "words"), ("payouts", "results"))
    }


@pytest.mark.parametrize("pairs", [4, 16])
def test_so_does_a_bracket(pairs: int) -> None:
    olga = Stage({**SMALL, "meetings": "single"}, (BIRDS[:2],)).olga
    cup = make_event(Club.objects.get(), olga, "elimination", name="Cup")
    enter_pairs(cup, olga, pairs)
    publish(cup, olga)
    program = Program(olga)
    program.read("/me/")
    count, matches = questions(program, "/events/cup/bracket/", "matches")
    assert (count, matches >= pairs - 1) == (13, True)
