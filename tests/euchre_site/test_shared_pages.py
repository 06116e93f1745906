"""Pages that are made once for all visitors: who gets them, when they are made again, and that none is ever old."""

import asyncio
from collections.abc import Hashable, Iterator
from random import Random
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import path

from euchre_site import shared_pages
from euchre_site.priority_asgi import Pages
from euchre_site.shared_pages import DatabaseState, SharedPages, SQLiteState, database_state
from games.accounts.models import Player
from tests.euchre_site.test_turns import Request
from tournaments.cached_content import same_for_visitors

pytestmark = pytest.mark.django_db(transaction=True)

MADE: list[str] = []
"""What the view was asked for, by address and cookies."""
Header = tuple[bytes, bytes]
LINE = "a line of a page " * 20


def counted(request: HttpRequest, name: str) -> HttpResponse:
    """How many players there are."""
    MADE.append(f"{name} {' '.join(sorted(request.COOKIES))}".strip())
    response = HttpResponse(f"{Player.objects.count()} {LINE}", status=404 if name == "lost" else 200)
    if name == "greeting":
        response.set_cookie("greeted", "yes")
    return response


urlpatterns = [
    path("own/", counted, {"name": "own"}),
    path("<str:name>/", same_for_visitors("page")(counted)),
]


class StillState(DatabaseState):
    """As if nothing were committed. PostgreSQL's snapshots are of all databases of a server, so whatever another test
    process commits there has a page made again."""

    async def now(self) -> Hashable | None:
        return "still"


@pytest.fixture
def asked_pages() -> Iterator[Pages]:
    """Pages that ask the database for its state."""
    MADE.clear()
    middleware = ["euchre_site.middleware.CompressedPages", "euchre_site.languages.Language"]
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=middleware):
        yield Pages(1)


@pytest.fixture
def pages(asked_pages: Pages) -> Pages:
    asked_pages._shared = SharedPages(StillState())
    return asked_pages


def cookie(*names: str) -> Header:
    return b"cookie", "; ".join(f"{name}=1" for name in names).encode()


async def ask(pages: Pages, address: str, *headers: Header, query: bytes = b"", method: str = "GET") -> Request:
    request = Request(pages, address, method, *headers, query=query)
    await request.task
    return request


async def text(pages: Pages, address: str = "/same/", *headers: Header, query: bytes = b"") -> str:
    return (await ask(pages, address, *headers, query=query)).text


new_player = sync_to_async(lambda: Player.objects.create(name="Ann"))


def test_it_is_made_once_for_all_who_ask_at_the_same_moment(pages: Pages) -> None:
    @async_to_sync
    async def crowd() -> set[str]:
        requests = [Request(pages, "/same/") for _ in range(50)]
        await asyncio.gather(*(request.task for request in requests))
        return {request.text for request in requests}

    assert crowd() == {f"0 {LINE}"}
    assert MADE == ["same"]


def test_after_any_commit_it_is_made_anew(asked_pages: Pages) -> None:
    @async_to_sync
    async def look() -> list[str]:
        found = []
        for _ in range(3):
            found += [await text(asked_pages), await text(asked_pages)]
            await new_player()
        return found

    assert [one.split()[0] for one in look()] == ["0", "0", "1", "1", "2", "2"]
    assert len(MADE) == 3 if connection.vendor == "sqlite" else len(MADE) >= 3


def test_whatever_makes_a_difference_has_a_copy_of_its_own(pages: Pages) -> None:
    different: list[dict[str, Any]] = [
        {"address": "/other/"},
        {"query": b"page=2"},
        {"headers": [(b"accept-language", b"fr")]},
        {"headers": [(b"accept-encoding", b"gzip")]},
        {"headers": [(b"hx-request", b"true")]},
        {"headers": [(b"cookie", f"{settings.LANGUAGE_COOKIE_NAME}=fr".encode()), (b"accept-language", b"en")]},
    ]

    @async_to_sync
    async def look() -> list[Request]:
        await text(pages)
        for _ in range(2):
            found = [
                await ask(pages, one.get("address", "/same/"), *one.get("headers", ()), query=one.get("query", b""))
                for one in different
            ]
        return found

    found = look()
    # The last two look alike: both are in French, for one by the browser, for the other by a choice.
    assert len(MADE) == len(different)
    assert dict(found[2].sent[0]["headers"])[b"Content-Language"] == b"fr"
    assert dict(found[3].sent[0]["headers"])[b"Content-Encoding"] == b"gzip"
    assert found[2].sent[1]["body"] == found[5].sent[1]["body"]


@pytest.mark.parametrize("query", [b"made=up", b"page=2&made=up"])
def test_an_address_that_anyone_can_make_up_is_not_kept(pages: Pages, query: bytes) -> None:
    @async_to_sync
    async def look() -> None:
        for _ in range(2):
            await text(pages, query=query)

    look()
    assert len(MADE) == 2


@pytest.mark.parametrize("name", ["own", "lost", "greeting"])
def test_neither_is_what_is_for_one_reader_or_not_there(pages: Pages, name: str) -> None:
    @async_to_sync
    async def look() -> None:
        for _ in range(2):
            await text(pages, f"/{name}/")

    look()
    assert [name, name] == MADE


def test_who_is_known_gets_a_page_of_their_own(pages: Pages) -> None:
    session = cookie(settings.SESSION_COOKIE_NAME)

    @async_to_sync
    async def look() -> None:
        await text(pages, "/same/", session)
        await text(pages)
        await text(pages, "/same/", session)

    look()
    assert MADE == ["same session", "same", "same session"]


def test_a_message_that_waits_is_not_passed_over(pages: Pages) -> None:
    @async_to_sync
    async def look() -> None:
        await text(pages)
        await text(pages, "/same/", cookie("messages"))

    look()
    assert MADE == ["same", "same messages"]


def test_a_cookie_that_no_one_reads_there_gets_the_copy_and_makes_none(pages: Pages) -> None:
    @async_to_sync
    async def look() -> None:
        await text(pages, "/same/", cookie("device"))
        await text(pages)
        await text(pages, "/same/", cookie("device"))

    look()
    assert MADE == ["same device", "same"]


def test_a_part_asked_for_as_a_visitor_says_nothing_of_who_asks(pages: Pages) -> None:
    known = cookie(settings.SESSION_COOKIE_NAME, "device", settings.LANGUAGE_COOKIE_NAME)

    @async_to_sync
    async def look() -> None:
        for _ in range(2):
            await text(pages, "/same/", known, (b"authorization", b"Token 1"), (b"x-visitor", b"yes"))

    look()
    assert [f"same {settings.LANGUAGE_COOKIE_NAME}"] == MADE


def test_a_program_with_a_token_gets_its_own_answer(pages: Pages) -> None:
    token = (b"authorization", b"Token 1")

    @async_to_sync
    async def look() -> None:
        await text(pages)
        await text(pages, "/same/", token)
        await text(pages, "/same/", token)

    look()
    assert len(MADE) == 3


@pytest.mark.parametrize("name", [b"accept-language", b"x-forwarded-proto", b"host"])
def test_a_header_that_is_there_twice_decides_nothing_for_others(pages: Pages, name: bytes) -> None:
    @async_to_sync
    async def look() -> None:
        await text(pages, "/same/", (name, b"fr"), (name, b"en"))
        await text(pages)

    look()
    assert len(MADE) == 2


def test_what_is_sent_is_never_answered_with_a_copy(pages: Pages) -> None:
    @async_to_sync
    async def look() -> None:
        await text(pages)
        await ask(pages, "/same/", method="POST")
        await ask(pages, "/same/", method="HEAD")

    look()
    assert len(MADE) == 3


def test_it_grows_old_without_a_commit_too(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may say how long ago something was."""
    now = 1000.0
    monkeypatch.setattr(shared_pages.time, "monotonic", lambda: now)

    @async_to_sync
    async def look() -> None:
        await text(pages)

    look()
    now += 9
    look()
    assert len(MADE) == 1
    now += 2
    look()
    assert len(MADE) == 2


def test_while_the_database_does_not_answer_nothing_is_given_out_twice(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    @async_to_sync
    async def look() -> None:
        await text(pages)

    look()
    monkeypatch.setattr(pages._shared._state, "now", away)
    look()
    look()
    assert len(MADE) == 3


async def away() -> None:
    return None


def test_the_oldest_go_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_pages, "MAX_PAGES", 3)
    shared = SharedPages(database_state())
    response = HttpResponse("page")
    response.shared_seconds = 10  # type: ignore[attr-defined]  # as the views do
    for key in ("1", "2", "3", "1", "4"):
        shared.keep(key, "state", response)
    assert [key for key in "1234" if shared.has(key)] == ["1", "3", "4"]
    monkeypatch.setattr(shared_pages, "MAX_BYTES", 3)
    shared.keep("5", "state", response)  # larger than its share
    assert [key for key in "12345" if shared.has(key)] == ["1", "3", "4"]


def test_a_restored_database_is_another_one(tmp_path: Any) -> None:
    here, there = tmp_path / "db.sqlite3", tmp_path / "restored.sqlite3"
    for file in (here, there):
        file.touch()
    state = SQLiteState(str(here))
    before = async_to_sync(state.now)()
    assert before is not None
    there.replace(here)
    assert async_to_sync(state.now)() not in (None, before)
    here.unlink()
    assert async_to_sync(state.now)() is None
    state.close()


@pytest.mark.slow
@pytest.mark.heavy
def test_no_reader_ever_gets_what_is_older_than_the_question(asked_pages: Pages) -> None:
    """10,000 questions, and commits between them, in an order drawn by lot."""
    chance, committed = Random(11), 0

    @async_to_sync
    async def play() -> int:
        nonlocal committed
        asked, late = 0, []

        async def read() -> None:
            least = committed
            found = int((await text(asked_pages)).split()[0])
            late.append(found < least)

        while asked < 10_000:
            readers = [asyncio.create_task(read()) for _ in range(chance.randint(1, 40))]
            asked += len(readers)
            for _ in range(chance.randrange(3)):
                await asyncio.sleep(chance.choice((0, 0, 0.001)))
            if chance.random() < 0.5:
                await new_player()
                committed += 1
            if chance.random() < 0.5:
                await asyncio.gather(*readers)
        while len(late) < asked:
            await asyncio.sleep(0.01)
        return sum(late)

    assert play() == 0
    assert 100 < len(MADE) < (5_000 if connection.vendor == "sqlite" else 10_000)
