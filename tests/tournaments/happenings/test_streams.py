"""The stream that programs hold open: resumable, as fresh as the rows, and over for who may no longer."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.db import DatabaseError
from django.test import AsyncClient, Client

from euchre_site.priority_asgi import PriorityHandler
from games import live
from games.accounts import tokens
from games.accounts.models import ApiToken, Player, User
from games.live.bus import bus
from tests.games.live.streams import SSE
from tests.tournaments.api.program import ROOT, Program
from tests.tournaments.happenings.scenes import happen
from tournaments.clubs.models import Club, Membership, Role
from tournaments.happenings import api
from tournaments.happenings.models import ClubStream
from tournaments.happenings.stream import listen, topic_of
from tournaments.webhooks import queue
from tournaments.webhooks.models import Happening

pytestmark = pytest.mark.django_db


class Opened:
    """An open stream, read message by message."""

    def __init__(self, response: Any) -> None:
        self.response = response
        self.parts = aiter(response.streaming_content)

    async def next(self) -> tuple[str, Any]:
        """A number or a name, and what was told."""
        text = (await asyncio.wait_for(anext(self.parts), 5)).decode()
        lines = dict(line.split(": ", 1) for line in text.strip().splitlines() if ": " in line)
        return lines.get("id", lines.get("event", "")), json.loads(lines["data"]) if "data" in lines else text

    async def is_over(self) -> bool:
        try:
            await self.next()
        except StopAsyncIteration:
            return True
        return False


async def open_stream(club: Club, program: Program, asked: str = "", **headers: str) -> Opened:
    address = f"{ROOT}/clubs/{club.slug}/happenings/stream/{asked}"
    response: Any = await AsyncClient().get(address, headers=program.headers | SSE | headers)
    assert response.status_code == 200, response.content
    assert response["Content-Type"] == "text/event-stream"
    assert response["X-Accel-Buffering"] == "no"
    assert "ETag" not in response
    opened = Opened(response)
    assert (await opened.next())[1].startswith("retry: ")
    return opened


def say_number(club: Club) -> None:
    """As the commit does, which no test here comes to."""
    bus().publish(topic_of(club.pk), ClubStream.objects.get(club=club).last)


@pytest.fixture
def program(olga: User) -> Program:
    return Program(olga)


@pytest.fixture
def play(club: Club) -> Callable[[Any], Any]:
    """Two are there before any stream is opened."""
    happen(listen(club), 2)
    return async_to_sync


async def settle() -> None:
    await asyncio.sleep(0.05)


def test_it_begins_now_and_tells_what_comes(club: Club, program: Program, play: Any) -> None:
    @play
    async def night() -> None:
        stream = await open_stream(club, program)
        waiting = asyncio.create_task(stream.next())
        await settle()
        assert not waiting.done()
        await sync_to_async(happen)(await sync_to_async(listen)(club))
        await sync_to_async(say_number)(club)
        number, told = await waiting
        assert (number, told["type"], told["data"]) == ("3", "event.finished", {"number": 2})
        assert told.keys() == {"type", "timestamp", "data"}

    night()


@pytest.mark.parametrize(
    ("asked", "headers"),
    [
        pytest.param("?after=1", {}, id="asked for"),
        pytest.param("", {"Last-Event-ID": "1"}, id="as browsers do"),
        pytest.param("?after=0", {"Last-Event-ID": "1"}, id="what was read last wins"),
    ],
)
def test_it_goes_on_where_it_broke_off(
    club: Club, program: Program, play: Any, asked: str, headers: dict[str, str]
) -> None:
    @play
    async def night() -> None:
        stream = await open_stream(club, program, asked, **headers)
        assert (await stream.next())[0] == "2"

    night()


def test_more_than_are_read_at_a_time_come_one_after_the_other(
    club: Club, program: Program, play: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "AT_ONCE", 2)
    happen(listen(club), 3)

    @play
    async def night() -> None:
        stream = await open_stream(club, program, "?after=0")
        assert [(await stream.next())[0] for _ in range(5)] == ["1", "2", "3", "4", "5"]

    night()


def test_it_says_that_some_are_no_longer_kept(club: Club, program: Program, play: Any) -> None:
    listen(club).happenings.filter(number=1).delete()

    @play
    async def night() -> None:
        stream = await open_stream(club, program, "?after=0")
        assert await stream.next() == ("missed", {"last": 2})
        assert (await stream.next())[0] == "2"
        ahead = await open_stream(club, program, "?after=7")
        assert await ahead.next() == ("missed", {"last": 2})

    night()


def test_a_name_that_was_hidden_meanwhile_is_a_number(club: Club, program: Program, play: Any, olga: User) -> None:
    stream = listen(club)
    person = {"player": olga.player.pk, "name": "Olga"}
    queue.put([], Happening.ACHIEVEMENT, "feat:1", {"person": person}, [stream.pk])
    happen(stream)
    Player.objects.filter(pk=olga.player.pk).update(hides_name=True)

    @play
    async def night() -> None:
        opened = await open_stream(club, program, "?after=2")
        _, told = await opened.next()
        assert told["data"]["person"]["name"].startswith("Player #")
        assert told["data"]["person"]["player"] != person["player"]

    night()


def end_token(olga: User) -> None:
    tokens.end_token(olga, ApiToken.objects.get(user=olga).pk)


def expire_token(olga: User) -> None:
    row = ApiToken.objects.get(user=olga)
    ApiToken.objects.update(expires_at=row.created_at + (row.expires_at - row.created_at) / 10**9)


def leave(olga: User) -> None:
    Membership.objects.filter(player=olga.player).delete()


def close_account(olga: User) -> None:
    User.objects.filter(pk=olga.pk).update(is_active=False)


@pytest.mark.parametrize("lose", [end_token, expire_token, leave, close_account])
def test_it_ends_before_it_tells_more_to_who_may_no_longer(
    club: Club, program: Program, play: Any, olga: User, lose: Any
) -> None:
    @play
    async def night() -> None:
        stream = await open_stream(club, program)
        waiting = asyncio.create_task(stream.is_over())
        await settle()
        await sync_to_async(lose)(olga)
        await sync_to_async(happen)(await sync_to_async(ClubStream.objects.get)(club=club))
        await sync_to_async(say_number)(club)
        assert await waiting is True

    night()


def test_a_token_that_is_revoked_ends_it_at_once(
    club: Club, program: Program, play: Any, olga: User, django_capture_on_commit_callbacks: Any
) -> None:
    @play
    async def night() -> None:
        stream = await open_stream(club, program)
        waiting = asyncio.create_task(stream.is_over())
        await settle()

        def revoke() -> None:
            with django_capture_on_commit_callbacks(execute=True):
                end_token(olga)

        await sync_to_async(revoke)()
        assert await waiting is True

    night()


def test_without_any_message_it_asks_again_and_notices(
    club: Club, program: Program, play: Any, olga: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 0.01)

    @play
    async def night() -> None:
        stream = await open_stream(club, program)
        assert (await stream.next())[1] == ":\n\n"
        await sync_to_async(happen)(await sync_to_async(listen)(club))
        told = [await stream.next() for _ in range(2 * live.BEATS_PER_RECHECK)]
        assert "3" in [number for number, _ in told]
        await sync_to_async(leave)(olga)
        for _ in range(3 * live.BEATS_PER_RECHECK):
            if await stream.is_over():
                return
        pytest.fail("it goes on")

    night()


def test_a_database_that_is_away_for_a_moment_ends_nothing(
    club: Club, program: Program, play: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 0.01)
    read, away = api.read_after, [True]

    def once_away(*about: Any) -> Any:
        if away.pop() if away else False:
            raise DatabaseError
        return read(*about)

    monkeypatch.setattr(api, "read_after", once_away)

    @play
    async def night() -> None:
        stream = await open_stream(club, program, "?after=1")
        told = [await stream.next() for _ in range(live.BEATS_PER_RECHECK + 1)]
        assert "2" in [number for number, _ in told]

    night()


def test_a_browser_that_is_logged_in_may_and_after_logging_out_no_longer(club: Club, olga: User, play: Any) -> None:
    browser = Client()
    browser.force_login(olga)
    key = browser.session.session_key

    @play
    async def night() -> None:
        client = AsyncClient()
        client.cookies = browser.cookies
        response: Any = await client.get(f"{ROOT}/clubs/{club.slug}/happenings/stream/?after=1", headers=SSE)
        opened = Opened(response)
        await opened.next()
        assert (await opened.next())[0] == "2"
        waiting = asyncio.create_task(opened.is_over())
        await settle()
        await sync_to_async(browser.logout)()
        await sync_to_async(say_number)(club)
        assert await waiting is True

    assert key
    night()


def test_strangers_and_people_of_other_clubs_open_none(club: Club, sam: User, play: Any) -> None:
    address = f"{ROOT}/clubs/{club.slug}/happenings/stream/"
    theirs = Program(sam)

    @play
    async def night() -> list[int]:
        return [(await AsyncClient().get(address, headers=who | SSE)).status_code for who in ({}, theirs.headers)]

    assert night() == [401, 403]


def test_one_address_opens_so_many(
    club: Club, program: Program, play: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.FLOOD_LIMITS = True
    monkeypatch.setattr(live, "MAX_STREAMS", 1)

    @play
    async def night() -> Any:
        stream = await open_stream(club, program)
        waiting = asyncio.create_task(stream.next())
        await settle()
        address = f"{ROOT}/clubs/{club.slug}/happenings/stream/"
        refused = await AsyncClient().get(address, headers=program.headers | SSE)
        waiting.cancel()
        return refused

    refused = night()
    assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
    assert int(refused["Retry-After"]) >= 30


def test_a_stopping_server_ends_it(club: Club, program: Program, play: Any) -> None:
    @play
    async def night() -> None:
        stream = await open_stream(club, program)
        waiting = asyncio.create_task(stream.is_over())
        await settle()
        bus().hang_up()
        assert await waiting is True

    night()


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/api/v1/clubs/elm/happenings/stream/", "streams"),
        ("/api/v1/clubs/elm/happenings/", "pages"),
        ("/api/v1/clubs/elm/x/happenings/stream/", "pages"),
        ("/clubs/elm/happenings/stream/", "pages"),
        ("/live/", "streams"),
    ],
)
def test_it_takes_no_thread_from_the_pages(path: str, expected: str) -> None:
    handler, went = PriorityHandler(), []

    def noting(where: str) -> Any:
        async def note(scope: Any, receive: Any, send: Any) -> None:
            went.append(where)

        return note

    handler.pages, handler.streams = noting("pages"), noting("streams")
    asyncio.run(handler({"type": "http", "method": "GET", "path": path}, None, None))  # type: ignore[arg-type]
    assert went == [expected]


def test_a_guest_may_too(club: Club, sam: User, play: Any) -> None:
    Membership.objects.create(club=club, player=sam.player, role=Role.GUEST)
    program = Program(sam)

    @play
    async def night() -> None:
        assert (await (await open_stream(club, program, "?after=1")).next())[0] == "2"

    night()
