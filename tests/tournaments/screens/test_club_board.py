"""A club's board between events: its best, its jackpots, what comes next and what happened."""

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.accounts.models import Player
from tests.cast import context_of, make_club, make_event, make_user
from tests.kept import kept
from tests.tournaments.pages.browsing import text_of
from tests.tournaments.rewards.played import Hall, play_hall
from tournaments.clubs.models import Club, Role
from tournaments.honours.jackpots.rules import JackpotRules
from tournaments.jackpots.terms import Terms, Turns, create_jackpot
from tournaments.leaderboards.questions import Span
from tournaments.rewards import queue
from tournaments.rewards.models import Unlock
from tournaments.screens.club_wall import wall_of
from tournaments.screens.playlist import CLUB_PANELS, playlist

pytestmark = pytest.mark.django_db
PLAYED = datetime(2026, 11, 20, 12, tzinfo=UTC)
"""In the month in which the hall played."""
QUERIES = 15


def played_hall() -> Hall:
    hall = play_hall(games=40)
    queue.run_all()
    return hall


hall = kept(played_hall)


def shown(club: Club, asked: Mapping[str, str] | None = None) -> list[tuple[str, int]]:
    return [(one.panel.key, one.seconds) for one in playlist(wall_of(club, PLAYED), asked or {}, CLUB_PANELS)]


@pytest.mark.slow
def test_the_tops_are_those_of_the_leaderboards(hall: Hall) -> None:
    wall = wall_of(hall.club, PLAYED)
    assert wall.span is Span.MONTH
    assert {key: len(lines) for key, lines in wall.tops.items()}["winners"] == 8
    assert set(wall.tops) == {"winners", "scores", "ranked"}
    page = Client().get(
        reverse("club_leaderboards", args=[hall.club.slug]), {"by": "winners", "span": "custom", "first": "2026-11-01"}
    )
    first = wall.tops["winners"][0]
    assert first.place == 1
    assert text_of(page).index(first.name) < text_of(page).index(wall.tops["winners"][-1].name)


def test_while_no_one_has_played_this_month_it_looks_further_back(hall: Hall) -> None:
    assert wall_of(hall.club, datetime(2026, 12, 20, tzinfo=UTC)).span is Span.YEAR
    later = wall_of(hall.club, datetime(2027, 5, 20, tzinfo=UTC))
    assert later.span is Span.ALL
    assert len(later.tops["winners"]) == 8


def test_it_shows_what_there_is(hall: Hall) -> None:
    assert [key for key, _ in shown(hall.club)] == ["winners", "scores", "coming", "address"]
    olga = hall.club.players.get(memberships__role=Role.OWNER).user
    create_jackpot(hall.club, Terms("Loner pot", JackpotRules()), Turns("week"), context=context_of(olga))
    Unlock.objects.update(is_late=False)
    keys = ["winners", "scores", "jackpot", "coming", "news", "address"]
    assert [key for key, _ in shown(hall.club)] == keys
    assert shown(hall.club, {"scores": "20", "news": "7", "colour": "1"}) == [("scores", 20), ("news", 7)]
    page = text_of(Client().get(reverse("club_board", args=[hall.club.slug])))
    for words in ("Top winners", "Top scores", "Loner pot", "Next events Thursday night", "News", hall.club.slug):
        assert words in page


def test_a_new_club_shows_its_address() -> None:
    club = make_club(make_user("Sam"))
    assert shown(club) == [("address", 8)]
    assert "Find the club on your phone" in text_of(Client().get(reverse("club_board", args=[club.slug])))


def test_hidden_names_are_hidden_on_the_wall(hall: Hall) -> None:
    Player.objects.filter(pk__in=[player.pk for player in hall.people]).update(hides_name=True)
    page = text_of(Client().get(reverse("club_board", args=[hall.club.slug])))
    assert not [player.name for player in hall.people if f"{player.name} " in page]


def test_organizers_find_it_on_the_clubs_page(hall: Hall) -> None:
    olga = hall.club.players.get(memberships__role=Role.OWNER).user
    client = Client()
    client.force_login(olga)
    path, link = hall.club.get_absolute_url(), f'href="{reverse("club_board", args=[hall.club.slug])}"'
    assert link in client.get(path).content.decode()
    assert link not in Client().get(path).content.decode()


@pytest.mark.parametrize("events", [0, 12])
def test_it_asks_the_same_however_much_there_is(hall: Hall, events: int) -> None:
    olga = hall.club.players.get(memberships__role=Role.OWNER).user
    create_jackpot(hall.club, Terms("Loner pot", JackpotRules()), Turns("week"), context=context_of(olga))
    Unlock.objects.update(is_late=False)
    for number in range(events):
        make_event(hall.club, olga, name=f"Night {number}")
    with CaptureQueriesContext(connection) as asked:
        assert Client().get(reverse("club_board", args=[hall.club.slug])).status_code == 200
    assert len(asked) == QUERIES
