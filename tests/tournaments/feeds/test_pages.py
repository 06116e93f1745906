"""Atom feeds: read by an independent parser, by RFC 4287; nothing in them that strangers may not read."""

from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import feedparser
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.accounts.models import Player
from tests.cast import Table, context_of, make_event
from tests.tournaments.pages.browsing import HOSTILE, Answer, log_in, visitor
from tests.tournaments.rewards.conftest import score
from tournaments.clubs.models import Club
from tournaments.events.announcements import announce, withdraw
from tournaments.events.models import Announcement, Event
from tournaments.rewards.models import Award, Unlock

ATOM = "{http://www.w3.org/2005/Atom}"


def get(path: str, **headers: str) -> Answer:
    return visitor().get(path, headers=headers)


def read(path: str) -> Any:
    """The feed as feedparser reads it, after a look at what RFC 4287 asks for."""
    response = get(path)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    found = feedparser.parse(response.content, response_headers={"content-type": response["Content-Type"]})
    assert found.bozo is False
    assert found.version == "atom10"
    root = ElementTree.fromstring(response.content)  # noqa: S314 # our own
    for element in (root, *root.findall(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            assert len(element.findall(f"{ATOM}{name}")) == 1, name
        assert element.find(f"{ATOM}author/{ATOM}name") is not None
    ids = [element.text or "" for element in root.iter(f"{ATOM}id")]
    assert len(set(ids)) == len(ids)
    assert all(one.startswith("tag:right-bower.invalid,2026-01-01:") for one in ids)
    links = {link.get("rel"): link.get("href") for link in root.findall(f"{ATOM}link")}
    assert links["self"] == f"http://testserver{path}"
    assert found.feed.updated_parsed >= max((one.updated_parsed for one in found.entries), default=(0,))
    return found


@pytest.fixture
def announcements(table: Table) -> str:
    return reverse("event_feed", args=[table.event.slug])


@pytest.fixture
def news(table: Table) -> str:
    return reverse("club_feed", args=[table.event.club.slug])


def test_announcements_come_and_go_and_keep_their_names(table: Table, announcements: str) -> None:
    assert read(announcements).entries == []
    olga = context_of(table.olga)
    said = [announce(table.event.pk, text, context=olga) for text in ("Pizza is here", "Last round at nine")]
    before = read(announcements)
    assert [one.title for one in before.entries] == ["Last round at nine", "Pizza is here"]
    assert before.feed.title == "Thursday night: announcements"
    assert before.feed.author == before.entries[0].author == "Elm Street Euchre"
    assert before.entries[0].link == "http://testserver/events/thursday-night/"
    withdraw(said[1].pk, context=olga)
    after = read(announcements)
    assert [one.id for one in after.entries] == [before.entries[1].id]
    assert after.feed.updated > before.feed.updated
    assert after.feed.id == before.feed.id
    Event.objects.update(name="Renamed", slug="renamed")
    renamed = read(reverse("event_feed", args=["renamed"]))
    assert [renamed.feed.id, renamed.entries[0].id] == [after.feed.id, after.entries[0].id]


def test_the_news_of_a_club_are_trophies_with_their_words(table: Table, news: str) -> None:
    assert read(news).entries == []
    score(table, 10, 0)
    found = read(news)
    titles = [one.title for one in found.entries]
    assert f"{table.pam.name}: Shutout (bronze)" in titles
    assert any(one.summary == "Win 1 game without giving up a point." for one in found.entries)
    assert found.feed.author == "Elm Street Euchre"
    assert "Skunked" not in str(titles)
    assert f"{table.quinn.name}: a secret achievement" in titles


def test_a_trophy_that_was_taken_back_goes_and_the_feed_grows_no_younger(table: Table, news: str) -> None:
    score(table, 10, 0)
    before = read(news)
    newest = Unlock.objects.filter(award__isnull=False).latest("at", "pk")
    Award.objects.filter(unlock=newest).delete()
    after = read(news)
    gone = {one.id for one in before.entries} - {one.id for one in after.entries}
    assert gone == {f"tag:right-bower.invalid,2026-01-01:feat-{newest.pk}"}
    assert after.feed.updated == before.feed.updated


def test_a_player_who_hides_the_name_has_none_there(table: Table, news: str) -> None:
    score(table, 10, 0)
    Player.objects.filter(pk=table.pam.pk).update(hides_name=True)
    shown = get(news).content.decode()
    assert "Hidden player: Shutout" in shown
    assert f"/players/{table.pam.pk}/" not in shown
    assert f"{table.pam.name}: " not in shown
    assert log_in(table.olga).get(news).content.decode() == shown


def test_what_was_found_in_earlier_games_is_one_entry_that_is_updated(table: Table, news: str) -> None:
    score(table, 10, 0)
    noon = datetime(2026, 11, 20, 17, tzinfo=UTC)
    Unlock.objects.update(is_late=True, at=noon)
    [one] = read(news).entries
    players = Unlock.objects.values("player").distinct().count()
    assert one.title == "Achievements from earlier games"
    assert one.summary == f"{Unlock.objects.count()} achievements for {players} players"
    Unlock.objects.filter(pk=Unlock.objects.latest("pk").pk).update(at=noon + timedelta(hours=1))
    [again] = read(news).entries
    assert again.id == one.id
    assert again.updated > one.updated


TEXTS = [
    *((name, name) for name in HOSTILE),
    ("a\x0bb\x1b\x07 ]]> &amp; <b>", "a b ]]> &amp; <b>"),
    ("\ufffe\uffffx", "x"),
]


@pytest.mark.parametrize(("name", "shown"), TEXTS)
def test_hostile_texts_stay_text(table: Table, announcements: str, news: str, name: str, shown: str) -> None:
    announce(table.event.pk, "x", context=context_of(table.olga))
    score(table, 10, 0)
    Announcement.objects.update(text=name)
    Player.objects.update(name=name)
    Club.objects.update(name=name)
    Event.objects.update(name=name)
    for path in (announcements, news):
        read(path)
        root = ElementTree.fromstring(get(path).content)  # noqa: S314 # our own
        titles = [title.text or "" for title in root.iter(f"{ATOM}title")]
        assert all(" ".join(shown.split()) in " ".join(title.split()) for title in titles)
        assert all("<" not in (summary.text or "") for summary in root.iter(f"{ATOM}summary"))
        assert "<script>" not in get(path).content.decode()


def test_they_are_asked_for_again_for_nothing(table: Table, announcements: str, news: str) -> None:
    score(table, 10, 0)
    announce(table.event.pk, "Pizza", context=context_of(table.olga))
    for path in (announcements, news):
        first = get(path)
        again = get(path, **{"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert get(path).content == first.content
    announce(table.event.pk, "More pizza", context=context_of(table.olga))
    assert get(announcements, **{"If-None-Match": get(news)["ETag"]}).status_code == 200


COUNTS = {"club": 4, "event": 3}


@pytest.mark.parametrize("rows", [1, 100])
def test_they_ask_the_same_number_of_questions(table: Table, announcements: str, news: str, rows: int) -> None:
    said = announce(table.event.pk, "Pizza", context=context_of(table.olga))
    for number in range(1, rows):
        Announcement.objects.create(event=table.event, text=f"Pizza {number}", journal=said.journal)
    for number in range(rows):
        player = Player.objects.create(name=f"Player {number}")
        unlock = Unlock.objects.create(
            player=player, achievement="winner", tier=1, club=table.event.club, is_late=False, event=table.event
        )
        Award.objects.create(
            unlock=unlock, player=player, achievement="winner", tier=1, earned_at=unlock.at, evidence=["game 1"]
        )
    stranger, counts = log_in(table.sam), {}
    for name, path in (("club", news), ("event", announcements)):
        with CaptureQueriesContext(connection) as asked:
            assert stranger.get(path).status_code == 200
        counts[name] = len(asked)
    assert counts == COUNTS
    assert len(read(announcements).entries) == rows
    assert len(read(news).entries) == min(rows, 30)


def test_they_are_announced_on_the_pages(table: Table, announcements: str, news: str) -> None:
    pages = {
        reverse("event", args=[table.event.slug]): announcements,
        reverse("club", args=[table.event.club.slug]): news,
        reverse("club_news", args=[table.event.club.slug]): news,
    }
    for page, feed in pages.items():
        links = feedparser.parse(get(page).content).feed.get("links", [])
        assert feed in [link.href for link in links if link.get("type") == "application/atom+xml"], page


def test_another_event_is_not_mentioned(table: Table, announcements: str) -> None:
    other = make_event(table.event.club, table.olga, name="Other")
    announce(other.pk, "Not here", context=context_of(table.olga))
    assert read(announcements).entries == []
