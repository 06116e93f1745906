"""Games with bots earn achievements of practice alone: shown with the player, and told and compared nowhere."""

from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.rewards.played import Hall, play_hall
from tournaments.honours.achievements.catalogue import PRACTICE_ROWS
from tournaments.rewards import queue
from tournaments.rewards.awards import AWARDS, check
from tournaments.rewards.models import Award, AwardCounting, Unlock
from tournaments.rewards.selectors import catalogue, wall_of

pytestmark = pytest.mark.django_db
OLGA = 3


@pytest.fixture
def practice() -> Hall:
    """Ten games of one person with three bots, and none of people."""
    hall = play_hall(games=0)
    for bot in hall.people[:OLGA]:
        bot.is_bot = True
        bot.save()
    for _ in range(10):
        four = [*hall.people[:OLGA], hall.people[OLGA]]
        hall.play(Random(2), players=four, bots=OLGA, winners=(1,), points=(0, 10), is_official=False, event=None)
    queue.run_all()
    return hall


def test_nothing_is_awarded_or_announced(practice: Hall) -> None:
    assert not Award.objects.exists()
    assert not Unlock.objects.exists()
    assert list(check()) == []


def test_the_wall_has_them_by_themselves(practice: Hall) -> None:
    wall = wall_of(practice.people[OLGA], is_own=True)
    tiers = {one.achievement.key: one.tier for one in wall.practice}
    assert tiers["practice_winner"] == 2
    assert tiers["practice_streak"] == 3
    assert tiers["practice_regular"] == 1
    assert (list(wall.held), list(wall.begun)) == ([], [])
    page = Client().get(reverse("achievements", args=[practice.people[OLGA].pk])).content.decode()
    assert page.index('id="trophies-practice"') > page.index("No achievements yet.")


def test_who_only_practises_is_no_player_of_the_list_of_all(practice: Hall) -> None:
    practice.play(Random(3), players=practice.people[4:], winners=(0,))
    queue.run_all()
    first_win = next(one for one in catalogue(None, None) if one.trophy.achievement.key == "first_win")
    assert (first_win.tiers[0].holders, first_win.tiers[0].share) == (2, 50.0)
    assert not {one.trophy.achievement.key for one in catalogue(None, None)} & {row.key for row in PRACTICE_ROWS}


def test_it_neither_adds_to_nor_breaks_what_people_play_for(practice: Hall) -> None:
    chance, winner = Random(5), practice.people[OLGA]
    people = [winner, practice.people[4], practice.people[5], practice.people[6]]
    for bots in (0, 0, 3, 0):
        four = people if not bots else [*practice.people[:OLGA], winner]
        practice.play(chance, players=four, bots=bots, winners=(0,))
    queue.run_all()
    held = set(Award.objects.filter(player=winner).values_list("achievement", "tier"))
    assert {("first_win", 1), ("streak", 1)} <= held, "the lost game with bots in between breaks no run"
    assert ("winner", 1) not in held
    wall = wall_of(winner, is_own=True)
    assert wall.practice[0].shown == 11, "games"


def test_computed_from_nothing_it_is_the_same(practice: Hall) -> None:
    practice.play(Random(3), players=practice.people[3:7], winners=(0,))
    queue.run_all()
    assert not Award.objects.exclude(player__in=practice.people[3:7]).exists()
    before = stored()
    AWARDS.forget()
    queue.compute_all(AWARDS)
    assert stored() == before


def stored() -> list[tuple[object, ...]]:
    awards = Award.objects.order_by("player", "achievement", "tier").values_list("player", "achievement", "tier")
    return [*awards, *AwardCounting.objects.order_by("player", "games").values_list("player", "games", "counted")]
