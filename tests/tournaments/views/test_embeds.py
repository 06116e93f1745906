"""Frames on other sites: anybody may frame them, they know nobody, and they show what the pages show to strangers."""

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from euchre_site.middleware import POLICY
from games.models import Player, User
from tests.cast import Table, enter_pairs, make_event, make_user, on_grid, publish, seat_table, slip
from tests.jackpot_staging import won_jackpot
from tests.staging import crowded_round, pairs_event, play_round
from tests.tournaments.services.honours.conftest import score, work_off
from tests.tournaments.views.browsing import HOSTILE, Answer, log_in, text_of, visitor, with_link
from tournaments.models import Club, Event, Jackpot
from tournaments.services import results
from tournaments.views import embeds


class Shown:
    """A night with a score, a knock-out in its second round, a jackpot."""

    def __init__(self) -> None:
        self.table = seat_table()
        score(self.table, 10, 0)
        self.olga, self.club = self.table.olga, self.table.event.club
        self.cup = pairs_event(self.club, self.olga, 4, "elimination", name="Cup")
        play_round(self.cup.stages.get(), self.olga)
        self.jackpot = won_jackpot(self.table.event, self.olga)
        work_off()

    @property
    def paths(self) -> dict[str, str]:
        return {
            "standings": reverse("embed_standings", args=[self.table.event.slug]),
            "bracket": reverse("embed_bracket", args=[self.cup.slug]),
            "jackpot": reverse("embed_jackpot", args=[self.club.slug, self.jackpot.pk]),
            "leaders": reverse("embed_leaders", args=[self.club.slug]),
        }


@pytest.fixture
def shown(db: None) -> Shown:
    return Shown()


def knowing(user: User) -> Client:
    """A browser with a session, a CSRF cookie, and a message that waits to be read."""
    client = log_in(user)
    client.get(reverse("new_club"))
    assert {"session", "csrf"} <= set(client.cookies)
    return client


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


def test_everybody_gets_the_same_bytes_and_no_cookie(shown: Shown) -> None:
    feeds = [reverse("club_calendar", args=[shown.club.slug]), reverse("club_feed", args=[shown.club.slug])]
    asked = f"{reverse('oembed')}?url=http://testserver{reverse('event', args=[shown.cup.slug])}"
    browsers = anonymous_and_known(shown)
    for path in [*shown.paths.values(), *feeds, asked]:
        answers = [browser.get(path) for browser in browsers]
        assert len({answer.content for answer in answers}) == 1, path
        for answer in answers:
            assert answer.status_code == 200
            assert not answer.cookies
            assert "Set-Cookie" not in answer.headers
            assert "Cookie" not in answer.get("Vary", "")


def test_no_session_is_read(shown: Shown) -> None:
    browser = log_in(shown.olga)
    for path in shown.paths.values():
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(path).status_code == 200
        assert not any("django_session" in query["sql"] or "games_user" in query["sql"] for query in asked), path


def test_the_pages_themselves_do_read_it(shown: Shown) -> None:
    """The positive control."""
    with CaptureQueriesContext(connection) as asked:
        log_in(shown.olga).get(reverse("standings", args=[shown.table.event.slug]))
    assert any("django_session" in query["sql"] for query in asked)


def test_they_show_what_the_pages_show(shown: Shown) -> None:
    texts = {name: text_of(visitor().get(path)) for name, path in shown.paths.items()}
    page = text_of(visitor().get(reverse("standings", args=[shown.table.event.slug])))
    rows = re.findall(r"\b\d+ (?:= shared )?(?:Pam|Quinn|Ann|Bob)\b", page)
    assert len(rows) == 4
    assert all(row in texts["standings"] for row in rows)
    assert "2 of 3 matches are over" in texts["bracket"]
    assert "A1 & B1" in texts["bracket"]
    assert "in the pot" in texts["jackpot"]
    assert "Most points this month" in texts["leaders"]


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


@pytest.mark.parametrize("name", HOSTILE)
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
    for path in (reverse("embed_standings", args=["nowhere"]), reverse("embed_bracket", args=[shown.table.event.slug]),
                 reverse("embed_jackpot", args=["other", shown.jackpot.pk])):  # fmt: skip
        response = visitor().get(path)
        assert response.status_code == 404
        assert "Nothing to see here" in text_of(response)
        assert response["Content-Security-Policy"] == embeds.POLICY
        assert "X-Frame-Options" not in response


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


COUNTS = {"standings": 6, "bracket": 11, "jackpot": 6, "leaders": 3}


@pytest.mark.parametrize("tables", [1, 25])
def test_they_ask_the_same_number_of_questions(db: None, tables: int) -> None:
    olga = make_user("Olga")
    club = Club.objects.create(name="Elm", slug="elm", zone="America/Detroit")
    club.memberships.create(player=olga.player, role="owner")
    week_ago, row = crowded_round(club, olga, 1), crowded_round(club, olga, tables)
    results.record_result(week_ago.matches.get().pk, slip(8, 1), by=on_grid(olga))
    jackpot = won_jackpot(week_ago.stage.event, olga)
    for match in row.matches.all():
        results.record_result(match.pk, slip(8, 1), by=on_grid(olga))
    cup = make_event(club, olga, "elimination", name="Cup")
    enter_pairs(cup, olga, 4 if tables == 1 else 32)
    publish(cup, olga)
    work_off()
    paths = {
        "standings": reverse("embed_standings", args=[row.stage.event.slug]),
        "bracket": reverse("embed_bracket", args=[cup.slug]),
        "jackpot": reverse("embed_jackpot", args=["elm", jackpot.pk]),
        "leaders": reverse("embed_leaders", args=["elm"]),
    }
    counts = {}
    for name, path in paths.items():
        with CaptureQueriesContext(connection) as asked:
            assert visitor().get(path).status_code == 200
        counts[name] = len(asked)
    assert counts == COUNTS


class TestOembed:
    def ask(self, url: str, **more: Any) -> Answer:
        return visitor().get(reverse("oembed"), {"url": url, **more})

    def page(self, name: str, *args: Any) -> str:
        return f"http://testserver{reverse(name, args=args)}"

    def test_json_has_what_the_specification_asks_of_rich_content(self, shown: Shown) -> None:
        response = self.ask(self.page("standings", shown.table.event.slug), format="json")
        assert response["Content-Type"] == "application/json"
        answer = json.loads(response.content)
        assert answer == {
            "version": "1.0", "type": "rich", "title": "Standings of Thursday night", "provider_name": "Right Bower",
            "provider_url": "http://testserver/", "cache_age": 3600, "width": 600, "height": 440,
            "html": f'<iframe src="http://testserver{shown.paths["standings"]}" title="Standings of Thursday night" '
                    'width="600" height="440" style="border:0;max-width:100%" loading="lazy"></iframe>',
        }  # fmt: skip

    def test_xml_says_the_same(self, shown: Shown) -> None:
        url = self.page("bracket", shown.cup.slug)
        response = self.ask(url, format="xml")
        assert response["Content-Type"] == "text/xml; charset=utf-8"
        root = ElementTree.fromstring(response.content)  # noqa: S314 # our own
        assert root.tag == "oembed"
        said = {one.tag: one.text for one in root}
        assert said == {name: str(value) for name, value in json.loads(self.ask(url).content).items()}

    def test_every_page_leads_to_its_frame_and_so_does_the_frame(self, shown: Shown) -> None:
        night, cup, club = shown.table.event.slug, shown.cup.slug, shown.club.slug
        pages = {
            self.page("event", night): "standings", self.page("standings", night): "standings",
            self.page("bracket", cup): "bracket", self.page("jackpot", club, shown.jackpot.pk): "jackpot",
            self.page("club_leaderboards", club): "leaders",
            **{f"http://testserver{path}": name for name, path in shown.paths.items()},
        }  # fmt: skip
        for url, name in pages.items():
            assert f'src="http://testserver{shown.paths[name]}"' in json.loads(self.ask(url).content)["html"]
            assert f'src="http://testserver{shown.paths[name]}"' in json.loads(
                self.ask(url.replace("http:", "https:")).content)["html"]  # fmt: skip

    def test_it_keeps_within_the_size_asked_for(self, shown: Shown) -> None:
        url = self.page("event", shown.table.event.slug)
        small = json.loads(self.ask(url, maxwidth=320, maxheight=200).content)
        assert (small["width"], small["height"]) == (320, 200)
        assert 'width="320" height="200"' in small["html"]
        for odd in ("5000", "-3", "x", "", "0", "9" * 4000, "½"):
            usual = json.loads(self.ask(url, maxwidth=odd, maxheight=odd).content)
            assert (usual["width"], usual["height"]) == (600, 440)

    def test_a_stage_goes_along(self, shown: Shown) -> None:
        url = self.page("bracket", shown.cup.slug)
        assert "/bracket/?stage=1" in json.loads(self.ask(f"{url}?stage=1").content)["html"]
        assert "stage" not in json.loads(self.ask(f"{url}?stage=1%22").content)["html"]

    def test_what_is_not_ours_or_not_there_is_404(self, shown: Shown) -> None:
        night = shown.table.event.slug
        for url in ("", "x", "http://elsewhere/events/thursday-night/", "http://testserver:81/events/thursday-night/",
                    "http://testserver@elsewhere/events/thursday-night/", "ftp://testserver/events/thursday-night/",
                    "//testserver/events/thursday-night/", "http://[", self.page("event", "nowhere"),
                    self.page("bracket", night), self.page("console", night), self.page("home"),
                    self.page("jackpot", "other", shown.jackpot.pk), self.page("club_leaderboards", "other"),
                    "http://testserver/events/%00/", "http://testserver/" + "x" * 5000):  # fmt: skip
            assert self.ask(url).status_code == 404, url

    @pytest.mark.parametrize("wanted", ["yaml", "JSON", "", "json;"])
    def test_another_format_is_501(self, shown: Shown, wanted: str) -> None:
        assert self.ask(self.page("event", shown.table.event.slug), format=wanted).status_code == 501

    @pytest.mark.parametrize("name", [*HOSTILE, "a\x0bb\x1b"])
    def test_hostile_titles_stay_titles(self, shown: Shown, name: str) -> None:
        Event.objects.filter(pk=shown.table.event.pk).update(name=name)
        url = self.page("event", shown.table.event.slug)
        html = json.loads(self.ask(url).content)["html"]
        assert html.count("<") == html.count(">") == 2
        root = ElementTree.fromstring(self.ask(url, format="xml").content)  # noqa: S314 # our own
        assert len(root) == 9

    def test_the_pages_say_where_to_ask(self, shown: Shown) -> None:
        for page in (self.page("standings", shown.table.event.slug), self.page("bracket", shown.cup.slug),
                     self.page("jackpot", shown.club.slug, shown.jackpot.pk),
                     self.page("club_leaderboards", shown.club.slug)):  # fmt: skip
            body = visitor().get(page.removeprefix("http://testserver")).content.decode()
            links = dict(re.findall(r'<link rel="alternate" type="(\w+/\w+\+oembed)" href="([^"]+)"', body))
            assert set(links) == {"application/json+oembed", "text/xml+oembed"}
            for kind, href in links.items():
                response = visitor().get(href.replace("&amp;", "&"))
                assert response.status_code == 200
                assert response["Content-Type"].startswith(kind.replace("+oembed", ""))
        seating = visitor().get(reverse("seating", args=[shown.table.event.slug])).content.decode()
        assert "oembed" not in seating
