"""The page that a table's news brings: what its address answers to the same browser, and nothing where it wouldn't."""

import gzip
import http.client
import json
import re
import threading
import zlib
from collections.abc import Iterator
from contextlib import closing
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

from games.engine.view import Viewer, Watcher
from games.live.bus import Subscription, bus
from games.live.pages import AS_LIVE
from games.tables import http as at_tables
from games.tables import presenter, watching
from games.tables.models import Table, Visibility
from tests.games.at_table import Ear, Visitor, guest
from tests.games.kinds import KINDS, short
from tests.games.played_games import PlayedGame
from tests.games.tables.cast import player
from tests.games.tables.test_two_worlds_over_http import masked, other_world

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

AS_FETCHED = {name.decode(): value.decode() for name, value in AS_LIVE}


@pytest.fixture
def game(site: str) -> Iterator[PlayedGame]:
    game = PlayedGame(site, short(KINDS["plain"]), number=3)
    with game.wires:
        game.begin()
        yield game


@pytest.fixture
def other_browser(game: PlayedGame) -> Iterator[Visitor]:
    """Another log-in of the player in the first seat, which has the table open."""
    with closing(guest(game.site, game.owner)) as visitor:
        visitor.get(game.path)
        yield visitor


def go_on(game: PlayedGame) -> None:
    game.table.refresh_from_db()
    if not game.act():
        game.let_the_site_move()
    game.table.refresh_from_db()


def news(game: PlayedGame, ear: Ear) -> str:
    """Something happens at the table; the page that the ear is sent with it."""
    game.table.refresh_from_db()
    ear.wait_for(game.table.version)
    go_on(game)
    ear.wait_for(game.table.version)
    return ear.page


@pytest.mark.parametrize("kind", ["plain", "trickster_bid", "six in pairs"])
@pytest.mark.heavy
def test_each_reader_is_sent_what_the_address_answers(site: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this world and in one that differs in what the reader can't know: the same again."""
    game, chance, honest, compared = PlayedGame(site, short(KINDS[kind]), number=3), Random(kind), presenter.state_of, 0
    yan = player("Yan")
    with game.wires:
        game.begin()
        watching.watch(game.table.pk, yan)
        readers: list[tuple[Visitor, str, Viewer]] = [
            (game.seated[0], game.path, 0),
            (game.seated[0], f"{game.path}hand/", 0),
            (game.seated[0], f"{game.path}shared/", Watcher.FACE_DOWN),
            (game.wires.enter_context(closing(guest(site, yan))), game.path, Watcher.FACE_DOWN),
        ]
        for reader, path, _ in readers:
            assert reader.get(path).status == 200
        ears = [game.wires.enter_context(closing(Ear(site, game.table, path, reader))) for reader, path, _ in readers]
        for ear in ears:
            ear.wait_for(game.table.version)
        for step in range(60):
            acted = game.acted
            go_on(game)
            for (reader, path, viewer), ear in zip(readers, ears, strict=True):
                ear.wait_for(game.table.version)
                if step % 3 or not ear.page:
                    assert ear.page or game.acted > acted, "only who has just acted is told without a page"
                    continue
                assert masked(ear.page) == masked(reader.get(path, AS_FETCHED).text)
                for module in (presenter, watching):
                    monkeypatch.setattr(module, "state_of", other_world(honest, viewer, chance))
                assert masked(ear.page) == masked(reader.get(path, AS_FETCHED).text)
                for module in (presenter, watching):
                    monkeypatch.setattr(module, "state_of", honest)
                compared += 1
            if not game.table.games.filter(ended_at=None).exists():
                break
    assert compared > 12


def test_only_a_page_of_that_topic_is_sent(game: PlayedGame, other_browser: Visitor) -> None:
    """Not another page, nor one that isn't there."""
    for address in ("/clubs/", "/admin/", "/nowhere/", "//elsewhere.example/", "/live/"):
        with closing(Ear(game.site, game.table, address, other_browser)) as ear:
            assert news(game, ear) == ""


def test_news_that_was_lost_brings_the_page_once_it_is_found(
    game: PlayedGame, other_browser: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is said while a stream is being opened, or while Redis is away, is found by reading the versions again."""
    with closing(Ear(game.site, game.table, game.path, other_browser)) as ear:
        news(game, ear)
        with monkeypatch.context() as deaf:
            deaf.setattr(Subscription, "tell", lambda *said: None)
            go_on(game)
        for subscription in bus().subscriptions():
            subscription.ask_to_recheck()
        ear.wait_for(game.table.version)
        assert masked(ear.page) == masked(other_browser.get(game.path, AS_FETCHED).text)


def test_a_page_that_its_reader_may_no_longer_see_is_not_sent(game: PlayedGame) -> None:
    stranger = guest(game.site, player("Yan"))
    stranger.get(game.path)
    with closing(stranger), closing(Ear(game.site, game.table, game.path, stranger)) as ear:
        assert news(game, ear)
        Table.objects.update(visibility=Visibility.HIDDEN)
        assert stranger.get(game.path).status == 404
        assert news(game, ear) == ""


def test_a_page_with_a_cookie_is_fetched(game: PlayedGame, other_browser: Visitor) -> None:
    """The token of its forms counts only together with the cookie."""
    without = Visitor(game.site, {"session": other_browser.cookies["session"]})
    while "csrfmiddlewaretoken" not in other_browser.get(game.path, AS_FETCHED).text:
        go_on(game)
    with closing(Ear(game.site, game.table, game.path, without)) as ear:
        assert news(game, ear) == ""
    with closing(Ear(game.site, game.table, game.path, other_browser)) as ear:
        assert news(game, ear)


def test_who_acts_is_answered_and_told_the_number_alone(game: PlayedGame, monkeypatch: pytest.MonkeyPatch) -> None:
    is_told, shown = threading.Event(), at_tables.table_page
    with closing(Ear(game.site, game.table, game.path, game.seated[0])) as ear:

        def answered_after_the_news(*about: Any, **more: Any) -> Any:
            if about[0].method == "POST":
                assert is_told.wait(20), "the stream waits for the answer"
            return shown(*about, **more)

        def listen() -> None:
            ear.wait_for(before + 1)
            is_told.set()

        while not (page := game.seated[0].get(game.path)).actions:
            go_on(game)
        before = page.version
        ear.wait_for(before)
        monkeypatch.setattr(at_tables, "table_page", answered_after_the_news)
        listener = threading.Thread(target=listen, daemon=True)
        listener.start()
        token = {name: page.field(name) for name in ("csrfmiddlewaretoken", "key", "seen")}
        form = urlencode(token | {"action": game.choice(page.actions)})
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": game.site, "HX-Request": "true"}
        assert game.seated[0]._ask("POST", f"{game.path}act/", form, headers).status == 200
        listener.join(20)
        assert ear.page == ""
        monkeypatch.undo()
        assert news(game, ear)


@pytest.mark.heavy
def test_pages_are_sent_compressed_and_the_second_as_a_difference(game: PlayedGame, other_browser: Visitor) -> None:
    asked = urlencode({"topic": game.table.topic, "page": game.path})
    web = http.client.HTTPConnection(game.site.removeprefix("http://"), timeout=60)
    headers = {"Accept": "text/event-stream", "Accept-Encoding": "gzip"} | other_browser.cookie_header
    web.request("GET", f"/live/?{asked}", headers=headers)
    stream = web.getresponse()
    assert stream.headers["Content-Encoding"] == "gzip"
    unpacked, heard, pages, sizes = zlib.decompressobj(zlib.MAX_WBITS | 16), "", [], []
    while len(pages) < 4:
        part = stream.read1(65536)
        heard += unpacked.decompress(part).decode()
        if found := re.findall(r"^event: page\ndata: (\{.*\})\n\n", heard, re.M):
            sizes.append(len(part))
            pages.append(json.loads(found[0])["html"])
            heard = ""
        if heard.count("\n\n") != 1:  # what came first, or a page: the stream is ready for more
            go_on(game)
    assert web.sock
    web.sock.shutdown(2)
    web.close()
    alone = [len(gzip.compress(page.encode(), 6)) for page in pages]
    assert all(sent < one / 2 for sent, one in zip(sizes[1:], alone[1:], strict=True)), (sizes, alone)
