"""What happens in a club, for programs that ask: page by page, or as a stream that stays open. For members of the club,
as long as they are."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, ClassVar

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import DatabaseError
from django.http import StreamingHttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games import counters, live
from games.accounts import second_factor, sessions, tokens
from games.accounts.models import User
from games.api.authentication import account_of
from games.api.frame import DetailEndpoint, Endpoint, check_asked
from games.api.problem_words import Problem
from games.engine.language import say
from games.live.bus import bus
from tournaments.api_requests import club_or_404
from tournaments.clubs.models import Club, Membership
from tournaments.errors import NotAllowed
from tournaments.happenings.serializers import HappeningSerializer, HappeningsSerializer
from tournaments.happenings.stream import Stretch, listen, read_after, topic_of

log = logging.getLogger(__name__)

ROWS, MAX_ROWS = 50, 200
AT_ONCE = 100
"""Of a stream, read at a time."""
PAUSE_SECONDS = 0.25
MAX_NUMBER = 2**63 - 1
AFTER = OpenApiParameter(
    "after", {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER}, description="The number that was read last."
)
LIMIT = OpenApiParameter(
    "limit", {"type": "integer", "minimum": 1, "maximum": MAX_ROWS}, description="At most so many."
)
LAST_EVENT = OpenApiParameter(
    "Last-Event-ID",
    {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER},
    OpenApiParameter.HEADER,
    description="The same, as browsers send it when they come back.",
)


class Happenings(DetailEndpoint):
    """What happened in a club after a number, for its members: what webhooks send, kept for seven days."""

    summary = "List a club's happenings"
    answer = HappeningsSerializer
    is_open = False
    asked: ClassVar = (AFTER, LIMIT)

    def find(self, slug: str) -> Stretch:
        club = followed_or_refused(self.request, slug)
        after, most = number_in(self.request, "after"), number_in(self.request, "limit", 1, MAX_ROWS)
        return read_after(listen(club), after, ROWS if most is None else most)


class EventStream(BaseRenderer):
    """Only to be asked for: the stream renders itself."""

    media_type = "text/event-stream"
    format = "sse"
    charset = None


class StreamOfHappenings(Endpoint):
    """The same as it happens (`text/event-stream`), from now on or after the number that was read last."""

    summary = "Stream a club's happenings"
    answer = HappeningSerializer
    renderer_classes = (EventStream,)
    http_method_names = ("get", "options")
    is_open, is_endless = False, True
    asked: ClassVar = (AFTER, LAST_EVENT)

    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        check_asked(request, {"after"})
        after = number_in(request, "after")
        club = followed_or_refused(request, slug)
        if EventStream.media_type not in request.headers.get("Accept", ""):
            # What never ends is for those who ask for it by name.
            raise exceptions.NotAcceptable(say("Send the header {header}.", header=f"Accept: {EventStream.media_type}"))
        if not isinstance(request._request, ASGIRequest):
            sentence = say("We can’t stream here. Ask for the list of happenings instead.")
            raise Problem("unavailable", 503, sentence)
        address = counters.address_of(request._request)
        if live.is_full(address):
            raise exceptions.Throttled(30)
        last = sent_last(request)
        begin = last if last is not None else after
        follower = Follower.of(request, club)
        stream = listen(club)
        live.give_connections_back()
        return StreamingHttpResponse(
            live.counted(address, tell(follower, stream.last if begin is None else begin)),
            content_type="text/event-stream",
            headers={"X-Accel-Buffering": "no"},
        )


@dataclass(frozen=True)
class Follower:
    """Who reads a stream, and by what: a token, or a browser's session."""

    user: int
    club: int
    token: int | None
    session: str | None

    @classmethod
    def of(cls, request: Request, club: Club) -> "Follower":
        user, token = account_of(request), request.auth
        assert user
        session = None if token else request._request.session.session_key
        return cls(user.pk, club.pk, token.pk if token else None, session)

    def may_go_on(self) -> bool:
        user = User.objects.select_related("player").filter(pk=self.user, is_active=True).first()
        if user is None:
            return False
        if self.token is None:
            is_in = sessions.is_logged_in(user, self.session)
        else:
            token = tokens.still_good(self.token)
            is_in = token is not None and not second_factor.is_missing(user, token.second_step)
        return is_in and follows(user, self.club)


async def tell(follower: Follower, after: int) -> AsyncIterator[str]:
    """The stream itself. Ends when the program leaves, the site stops, or whoever asks may no longer."""
    yield f"retry: {live.RETRY_MILLISECONDS}\n\n"
    own = live.log_ins_of(follower.user)
    with bus().subscribe([topic_of(follower.club), own]) as subscription:
        while True:
            try:
                stretch = await _read(follower, after)
            except DatabaseError:
                log.warning("happenings could not be read, asked again with the next beats", exc_info=True)
                stretch = Stretch([], after, missed=False)
            if stretch is None:
                return
            if stretch.missed:
                yield f"event: missed\ndata: {json.dumps({'last': stretch.last})}\n\n"
                after = stretch.last if not stretch.results else after
            for happening in stretch.results:
                after = happening["id"]
                yield _message(happening)
            if len(stretch.results) == AT_ONCE:
                continue
            if stretch.results:
                await asyncio.sleep(PAUSE_SECONDS)
            for _ in range(live.BEATS_PER_RECHECK):
                news = await subscription.wait(live.HEARTBEAT_SECONDS)
                if subscription.is_hung_up or own in news.versions:
                    return
                if news.versions or news.recheck:
                    break
                yield ":\n\n"


@sync_to_async
def _read(follower: Follower, after: int) -> Stretch | None:
    """None once it may not. No connection is kept between two readings."""
    try:
        if not follower.may_go_on():
            return None
        return read_after(listen(Club.objects.get(pk=follower.club)), after, AT_ONCE)
    finally:
        live.give_connections_back()


def _message(happening: dict[str, Any]) -> str:
    body = {name: part for name, part in happening.items() if name != "id"}
    return f"id: {happening['id']}\ndata: {json.dumps(body, sort_keys=True, separators=(',', ':'))}\n\n"


def followed_or_refused(request: Request, slug: str) -> Club:
    """The club, for its members."""
    club = club_or_404(slug)
    user = account_of(request)
    if user is None:
        raise exceptions.NotAuthenticated
    if not follows(user, club.pk):
        raise NotAllowed("Only members of {club} can do this. Join the club first.", club=club)
    return club


def follows(user: User, club_id: int) -> bool:
    return user.is_superuser or Membership.objects.filter(club=club_id, player__user=user).exists()


def number_in(request: Request, name: str, least: int = 0, most: int = MAX_NUMBER) -> int | None:
    """A whole number in the address. ValidationError for what is none."""
    text = request.query_params.get(name)
    return None if text is None else _whole(name, text, least, most)


def sent_last(request: Request) -> int | None:
    text = request.headers.get("Last-Event-ID", "")
    return _whole("Last-Event-ID", text, 0, MAX_NUMBER) if text else None


def _whole(name: str, text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= most):
        raise exceptions.ValidationError(
            {name: [say("Use a whole number from {least} to {most}.", least=least, most=most)]}
        )
    return int(text)
