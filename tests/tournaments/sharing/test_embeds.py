"""Frames on other sites: anyone may frame them. They identify no one and show what strangers see on the pages."""

import re

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from euchre_site.middleware import POLICY
from games.accounts.models import Player, User
from tests.cast import Table, enter_pairs, make_event, make_user, on_grid, publish, seat_table, slip
from tests.kept import kept
from tests.sizes import sample
from tests.tournaments.leagues.requests import two_seasons
from tests.tournaments.pages.browsing import HOSTILE, log_in, text_of, visitor, with_link
from tests.tournaments.rewards.conftest import run, score
from tests.tournaments.scenes.embed import Shown
from tests.tournaments.scenes.jackpot import won_jackpot
from tests.tournaments.scenes.league import BIRDS, SMALL, TREES
from tests.tournaments.scenes.league import Stage as LeagueStage
from tests.tournaments.scenes.stages import crowded_round
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.jackpots.models import Jackpot
from tournaments.leagues.models import Season
from tournaments.results import commands as results
from tournaments.sharing.embeddable import of_season
from tournaments.sharing.views import embeds

shown = kept(Shown)


def knowing(user: User) -> Client:
    """A browser with a session, a CSRF cookie, and a message that waits to be read."""
    client = log_in(user)
    client.get(reverse("new_club"))
    assert {"session", "csrf"} <= set(client.cookies)
    return client


@pytest.mark.slow
@pytest.mark.heavy
def test_anybody_may_frame_them_and_nothing_else(shown: Shown) -> None:
    for path in shown.paths.values():
        response = visitor().get(path)
        assert response["Content-Security-Policy"] == embeds.POLICY
        assert "X-Frame-Options" not in response
        again = visitor().get(path, headers={"If-None-Match": response["ETag"]})
        assert again.status_code == 304
        assert again["Content-Security-Policy"] == embeds.POLICY
        assert "X-Frame-Options" not in again
    others = ("standings", "event", "event_share", "event_feed", "board")
    for path in [reverse(name, args=[shown.table.event.slug]) for name in others] + [reverse("oembed")]:
        response = visitor().get(path)
        assert response["Content-Security-Policy"] == POLICY
        assert response["X-Frame-Options"] == "DENY"
    assert "frame-ancestors *" in embeds.POLICY
    assert "unsafe" not in embeds.POLICY
    assert "//" not in embeds.POLICY


def anonymous_and_known(shown: Shown) -> list[Client]:
    phone = with_link(shown.table.event, shown.olga, shown.table.quinn)
    return [visitor(), knowing(shown.olga), knowing(make_user("Steve")), phone]


@pytest.mark.slow
def test_everyone_gets_the_same_bytes_and_no_cookie(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    feeds = [reverse("club_calendar", args=[shown.club.slug]), reverse("club_feed", args=[shown.club.slug])]
    asked = f"{reverse('oembed')}?url=http://testserver{reverse('event', args=[shown.cup.slug])}"
    browsers, moment = anonymous_and_known(shown), timezone.now()
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment)  # a jackpot tells the minutes that are left
    for path in [*shown.paths.values(), *feeds, asked]:
        answers = [browser.get(path) for browser in browsers]
        assert len({answer.content for answer in answers}) == 1, path
        for answer in answers:
            assert answer.status_code == 200
            assert not answer.cookies
            assert "Set-Cookie" not in answer.headers
            assert "Cookie" not in answer.get("Vary", "")


@pytest.mark.slow
def test_no_session_is_read(shown: Shown) -> None:
    browser = log_in(shown.olga)
    for path in shown.paths.values():
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(path).status_code == 200
        assert not any("django_session" in query["sql"] or "games_user" in query["sql"] for query in asked), path


@pytest.mark.slow
def test_the_pages_themselves_do_read_it(shown: Shown) -> None:
    """The positive control."""
    with CaptureQueriesContext(connection) as asked:
        log_in(shown.olga).get(reverse("standings", args=[shown.table.event.slug]))
    assert any("django_session" in query["sql"] for query in asked)


def test_they_show_what_the_pages_show(shown: Shown) -> None:
    texts = {name: text_of(visitor().get(path)) for name, path in shown.paths.items()}
    page = text_of(visitor().get(reverse("standings", args=[shown.table.event.slug])))
    rows = re.findall(r"\b\d+ (?:= tied )?(?:Pam|Quinn|Ann|Bob)\b", page)
    assert len(rows) == 4
    assert all(row in texts["standings"] for row in rows)
    assert "Matches finished: 2 of 3" in texts["bracket"]
    assert "A1 & B1" in texts["bracket"]
    assert "in the jackpot" in texts["jackpot"]
    assert "Most points this month" in texts["leaders"]
    assert "First Rank Team Points MP W T L Games – " in texts["league"]
    assert all(f"{name} 0 0 0 0 0 0–0" in texts["league"] for name in ("Wrens", "Larks"))


def test_a_section_of_a_league_has_its_own_frame(db: None) -> None:
    stage = LeagueStage({**SMALL, "meetings": "single"}, (BIRDS[:2], TREES[:2]))
    stage.open()
    path = reverse("embed_league", args=["fall"])
    both, second = (text_of(visitor().get(f"{path}{asked}")) for asked in ("", "?section=2"))
    assert "Wrens" in both
    assert "Elms" in both
    assert "Wrens" not in second
    assert "Elms" in second
    for asked in ("3", "x", "²", "1000"):
        assert visitor().get(f"{path}?section={asked}").status_code == 404
    assert [one.path for one in of_season(stage.season)] == [path, f"{path}?section=1", f"{path}?section=2"]
    Season.objects.update(rules={"kind": "nights"})
    assert visitor().get(path).status_code == 404


def test_nothing_can_be_done_in_them_and_links_leave_the_frame(shown: Shown) -> None:
    for path in shown.paths.values():
        body = visitor().get(path).content.decode()
        assert "<form" not in body
        assert "hx-" not in body
        links = re.findall(r"<a [^>]*>", body)
        leaving = [link for link in links if 'href="#' not in link]
        assert len(leaving) >= 2
        assert all('target="_top" rel="noopener"' in link for link in leaving)
        sources = re.findall(r'(?:src|href)="([^"#]+)"', body)
        assert all(one.startswith("/") and not one.startswith("//") for one in sources)
        assert not re.search(r"<script(?![^>]*src)|<style|\son\w+=|style=", body)


@pytest.mark.parametrize(("asked", "theme"), [("dark", "dark"), ("light", "light"), ("auto", ""), ('"><b>', "")])
def test_a_theme_may_be_asked_for(shown: Shown, asked: str, theme: str) -> None:
    body = visitor().get(shown.paths["leaders"], {"theme": asked}).content.decode()
    assert re.findall(r'<html[^>]*data-theme="([^"]*)"', body) == ([theme] if theme else [])
    assert "<b>" not in body


def test_hidden_names_are_numbers_where_the_boards_hide_them(shown: Shown) -> None:
    Player.objects.update(hides_name=True)
    jackpot, leaders = (text_of(visitor().get(shown.paths[name])) for name in ("jackpot", "leaders"))
    names = list(Player.objects.values_list("name", flat=True))
    assert "Player #" in jackpot
    assert not any(name in leaders.split() + jackpot.split() for name in names)


@pytest.mark.parametrize("name", sample(HOSTILE[0], of=HOSTILE))
def test_hostile_names_are_text(shown: Shown, name: str) -> None:
    Player.objects.update(name=name)
    Event.objects.update(name=name)
    Club.objects.update(name=name)
    Jackpot.objects.update(name=name[:60])
    for path in shown.paths.values():
        body = visitor().get(path).content.decode()
        assert "<script>" not in body
        assert "<img" not in body
        assert settings.SECRET_KEY not in body


def test_what_is_not_there_says_so_in_the_frame(shown: Shown) -> None:
    for path in (
        reverse("embed_standings", args=["nowhere"]),
        reverse("embed_bracket", args=[shown.table.event.slug]),
        reverse("embed_jackpot", args=["other", shown.jackpot.pk]),
        reverse("embed_league", args=["winter"]),
    ):
        response = visitor().get(path)
        assert response.status_code == 404
        assert "Page not available" in text_of(response)
        assert response["Content-Security-Policy"] == embeds.POLICY
        assert "X-Frame-Options" not in response


@pytest.mark.slow
def test_a_score_changes_what_they_show(table: Table) -> None:
    path = reverse("embed_standings", args=[table.event.slug])
    before = visitor().get(path)
    score(table, 10, 0)
    after = visitor().get(path, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert after.content != before.content


@pytest.fixture
def table(db: None) -> Table:
    return seat_table()


COUNTS = {"standings": 6, "bracket": 12, "jackpot": 5, "leaders": 3, "league": 5}


@pytest.mark.slow
@pytest.mark.parametrize("tables", sample(1, of=(1, 25)))
@pytest.mark.heavy
def test_they_ask_the_same_number_of_questions(db: None, tables: int) -> None:
    olga = make_user("Olga")
    club = Club.objects.create(name="Elm", slug="elm", zone="America/Detroit")
    club.memberships.create(player=olga.player, role="owner")
    week_ago, row = crowded_round(club, olga, 1), crowded_round(club, olga, tables)
    results.record_result(week_ago.matches.get().pk, slip(8, 1), context=on_grid(olga))
    jackpot = won_jackpot(week_ago.stage.event, olga)
    for match in row.matches.all():
        results.record_result(match.pk, slip(8, 1), context=on_grid(olga))
    cup = make_event(club, olga, "elimination", name="Cup")
    enter_pairs(cup, olga, 4 if tables == 1 else 32)
    publish(cup, olga)
    run()
    paths = {
        "standings": reverse("embed_standings", args=[row.stage.event.slug]),
        "bracket": reverse("embed_bracket", args=[cup.slug]),
        "jackpot": reverse("embed_jackpot", args=["elm", jackpot.pk]),
        "leaders": reverse("embed_leaders", args=["elm"]),
        "league": reverse("embed_league", args=[two_seasons(club, olga)[0].slug]),
    }
    counts = {}
    for name, path in paths.items():
        with CaptureQueriesContext(connection) as asked:
            assert visitor().get(path).status_code == 200
        counts[name] = len(asked)
    assert counts == COUNTS
