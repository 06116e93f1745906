"""The pages of trophies: a wall with bars, the list of all with secrets kept, the club's news, and the note."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.accounts.models import User
from tests.cast import Table, context_of, seat_table
from tests.markup import squeezed
from tests.tournaments.pages.browsing import log_in, text_of, visitor, with_link
from tests.tournaments.rewards.conftest import run, score
from tournaments.rewards.custom_achievements import save_achievement
from tournaments.rewards.models import AchievementRule, Unlock

QUERIES = {"wall": 9, "catalogue": 6, "club_trophies": 9, "club_news": 7, "my_news": 5}


@pytest.fixture
def table(db: None) -> Table:
    return seat_table()


def wall(table: Table, client: Client | None = None) -> str:
    return text_of((client or visitor()).get(reverse("achievements", args=[table.pam.pk])))


@pytest.mark.slow
def test_a_wall_shows_what_is_held_and_how_far_the_rest_is(table: Table) -> None:
    assert "No achievements yet. The first win earns one." in wall(table)
    score(table, 10, 0)
    shown = wall(table)
    assert "Achievements (3)" in shown
    assert "Shutout bronze Win 1 game without giving up a point." in shown
    assert "Winner Win 10 games. 1 of 10" in shown
    assert "Skunked" not in shown
    assert "Plus 4 secret achievements" in shown
    page = visitor().get(reverse("achievements", args=[table.pam.pk])).content.decode()
    assert re.search(r'<progress value="1" max="10" aria-label="Winner: 1 of 10">', squeezed(page))


@pytest.mark.slow
def test_the_list_of_all_says_how_many_have_it_and_keeps_secrets(table: Table) -> None:
    score(table, 10, 0)
    listed = text_of(visitor().get(reverse("trophies")))
    assert "First win Win a game. 50%" in listed
    assert "Skunked" not in listed
    table.sam.player.delete()
    table.quinn.user = table.sam
    table.quinn.save()
    assert "Skunked Lose a game without scoring a point. 50%" in text_of(
        log_in(User.objects.get(pk=table.sam.pk)).get(reverse("trophies"))
    )


@pytest.mark.slow
def test_a_clubs_own_are_listed_under_its_address(table: Table) -> None:
    own = AchievementRule(
        club=table.event.club, name="Here", description="Play {n} games here.", metric="games", thresholds=[1, 9]
    )
    save_achievement(own, context=context_of(table.olga))
    score(table, 10, 6)
    page = reverse("club_trophies", args=[table.event.club.slug])
    assert "Here Bronze : Play 1 game here. 100% Silver : Play 9 games here. no one" in text_of(visitor().get(page))


@pytest.mark.slow
def test_the_clubs_news_and_the_event_mention_it(table: Table) -> None:
    score(table, 10, 6)
    for page in (reverse("club_news", args=[table.event.club.slug]), reverse("event", args=[table.event.slug])):
        assert "Pam : First win Win a game." in text_of(visitor().get(page))
    board = visitor().get(reverse("board", args=[table.event.slug])).content.decode()
    assert 'data-panel="feats"' in board


@pytest.mark.slow
def test_the_note_is_shown_until_the_page_says_that_it_was_seen(table: Table) -> None:
    score(table, 10, 6)
    assert table.pam.user
    for client in (log_in(table.pam.user), with_link(table.event, table.olga, table.pam)):
        Unlock.objects.update(seen_at=None)
        assert "First win" in text_of(client.get(reverse("my_news")))
        answer = client.post(
            reverse("my_news"), {"seen": Unlock.objects.latest("pk").pk}, headers={"HX-Request": "true"}
        )
        assert answer.status_code == 204
        assert "First win" not in text_of(client.get(reverse("my_news")))
    assert Unlock.objects.filter(seen_at=None).exists(), "Ann has not seen hers"


@pytest.mark.parametrize("seen", ["", "x", "-1", "9" * 20])
def test_nonsense_is_refused(table: Table, seen: str) -> None:
    assert table.pam.user
    assert log_in(table.pam.user).post(reverse("my_news"), {"seen": seen}).status_code == 422


def test_ones_own_wall_leads_to_how_one_is_notified(table: Table) -> None:
    assert table.pam.user
    link = reverse("notification_settings")
    assert link in log_in(table.pam.user).get(reverse("achievements", args=[table.pam.pk])).content.decode()
    assert "Choose how you’re notified" not in wall(table)


@pytest.mark.slow
def test_they_ask_as_many_questions_as_the_table_says(table: Table) -> None:
    own = AchievementRule(club=table.event.club, name="Here", description="Play.", metric="games", thresholds=[1])
    save_achievement(own, context=context_of(table.olga))
    for points in ((10, 6), (10, 0)):
        score(table, *points)
        run()
        assert table.pam.user
        pam, slug = log_in(table.pam.user), table.event.club.slug
        found = {
            "wall": queries(pam, reverse("achievements", args=[table.pam.pk])),
            "catalogue": queries(pam, reverse("trophies")),
            "club_trophies": queries(pam, reverse("club_trophies", args=[slug])),
            "club_news": queries(pam, reverse("club_news", args=[slug])),
            "my_news": queries(pam, reverse("my_news")),
        }
        assert found == QUERIES


def queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == 200
    return len(asked)
