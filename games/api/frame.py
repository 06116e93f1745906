"""What every endpoint does the same way: who may, what is sent, which version was seen, and how it is answered."""

import csv
import hashlib
import io
import json
import re
import uuid
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.core.exceptions import ValidationError as Unreadable
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.urls import resolve
from django.utils import timezone
from rest_framework import exceptions, status
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder
from rest_framework.views import APIView

from games.accounts.models import ApiAnswer, Scope, User
from games.api.authentication import PageSession, TokenAuthentication, account_of, has_scope
from games.api.parsing import StrictJSONParser
from games.api.problem_words import Problem
from games.api.schema import Conventions
from games.api.serializers import Nothing, StrictSerializer, version_of
from games.api.throttling import Allowance, Throttle, give_back
from games.cells import neutral
from games.engine.language import mark, say
from games.errors import KeyReused

# Keys of writes: the same key gets the same answer, word for word, and does nothing twice.


HEADER = "Idempotency-Key"
KEY = re.compile(r"[!-~]{1,255}", re.ASCII)
"""Letters, digits and signs of ASCII, without blanks."""


def key_of(request: Request, user: User) -> uuid.UUID:
    """The header as one number per account, so that two accounts never share a key."""
    text = request.headers.get(HEADER, "")
    if not KEY.fullmatch(text):
        wanted = mark("Send the header {header} with random text and no spaces. Use new text for every request.")
        raise Problem("idempotency_key_required", 400, say(wanted, header=HEADER))
    return uuid.uuid5(uuid.NAMESPACE_URL, f"right-bower:{user.pk}:{text}")


def digest_of(request: Request, data: Any) -> str:
    """Of what is asked for. The version that was seen is no part of it: a repeat may have seen a newer one."""
    asked = json.dumps([request.method, request.path, data], sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(asked.encode()).hexdigest()


def begin(user: User, key: uuid.UUID, digest: str) -> tuple[ApiAnswer, bool]:
    """The row of this key, and whether it was asked before.

    Needs an open transaction: a request with the same key at the same moment waits here until the first one is through.
    """
    try:
        with transaction.atomic():
            return ApiAnswer.objects.create(user=user, key=key, digest=digest), False
    except IntegrityError:
        kept = ApiAnswer.objects.get(user=user, key=key)
    if kept.digest != digest:
        raise KeyReused(
            "You already used this {header} for another request. Create a new one for every request.", header=HEADER
        )
    return kept, True


def is_answered(user: User, key: uuid.UUID) -> bool:
    return ApiAnswer.objects.filter(user=user, key=key).exists()


def end(kept: ApiAnswer, status: int, body: str, version: str) -> None:
    """body: JSON as text, for a database's own JSON forgets the order of names."""
    kept.status, kept.body, kept.version, kept.at = status, body, version, timezone.now()
    kept.save(update_fields=["status", "body", "version", "at"])


# Any list as a table for spreadsheets: one line a row, and no text that a spreadsheet would take for a formula.


class CSVRenderer(BaseRenderer):
    """Of the rows of the answer."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None) -> bytes:
        rows = data["results"] if isinstance(data, Mapping) else data or []
        flat = [dict(_flat(row)) for row in rows]
        names = list(dict.fromkeys(name for row in flat for name in row))
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(map(_cell, names))
        writer.writerows([_cell(row.get(name, "")) for name in names] for row in flat)
        return out.getvalue().encode()


def _flat(data: Mapping[str, Any], before: str = "") -> Iterable[tuple[str, Any]]:
    """seat.player.name for what is inside; lists of plain values in one cell."""
    for name, value in data.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{name}.")
        elif isinstance(value, list | tuple):
            yield f"{before}{name}", "; ".join(map(_word, value))
        else:
            yield f"{before}{name}", "" if value is None else value


def _word(value: Any) -> str:
    return " ".join(f"{name}={inner}" for name, inner in value.items()) if isinstance(value, Mapping) else str(value)


def _cell(value: Any) -> Any:
    """Numbers stay numbers, also negative ones."""
    return neutral(value) if isinstance(value, str) else value


# Lists a page at a time, by where the last page ended: pages neither overlap nor skip while rows come in.


class Cursor(CursorPagination):
    """limit: how many rows a page has. The view's `ordering` names a column that no two rows share, or few."""

    page_size: int = 50
    page_size_query_param = "limit"
    page_size_query_description = "Rows a page."
    max_page_size: int = 200
    cursor_query_description = "Where the page begins: from `next` or `previous` of another page."

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        return tuple(getattr(view, "ordering", ("-pk",)))

    def get_page_size(self, request: Request) -> int:
        text = request.query_params.get("limit", str(self.page_size))
        if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= self.max_page_size):
            raise ValidationError({"limit": [say("Use a whole number from 1 to {most}.", most=self.max_page_size)]})
        return int(text)

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        try:
            return super().paginate_queryset(queryset, request, view)
        except (NotFound, ValueError, Unreadable, OverflowError) as error:
            sentence = say("Use the URLs from “next” and “previous” unchanged.")
            raise ValidationError({"cursor": [sentence]}) from error


VARY = "Accept, Authorization, Cookie, Origin"
READ_FROM = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match",
    "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
    "Access-Control-Expose-Headers": "ETag, Idempotent-Replayed, Link, RateLimit, RateLimit-Policy, Retry-After",
}
"""Pages of other sites may ask too. Cookies do not come with that, so they ask as strangers or with a token."""
SHARED_SECONDS = 10
"""So long what strangers read may be given out again while nothing was saved: some of it goes by the clock."""
ASK_AGAIN_AFTER = 24 * 60 * 60
"""Seconds for which a browser remembers that they may. Browsers have limits of their own, of two hours or a day."""


class Endpoint(APIView):
    """Reading is open to all; each view shows everyone what the site's pages would show."""

    authentication_classes = (TokenAuthentication, PageSession)
    permission_classes = ()
    throttle_classes = (Throttle,)
    parser_classes = (StrictJSONParser,)
    renderer_classes: Sequence[type[BaseRenderer]] = (JSONRenderer, CSVRenderer)
    http_method_names: Sequence[str] = ("get", "post", "head", "options")
    schema: Any = Conventions()
    summary: ClassVar[str]
    """What it does, as an order of two to six words."""
    answer: type[StrictSerializer]
    """What a good answer looks like."""
    asked: ClassVar[tuple[Any, ...]] = ()
    """What may stand in the address after the question mark: parameters of the schema."""
    allowance: Allowance | None = None
    """What the asker may still ask for, once that was counted."""

    def get_renderers(self) -> list[BaseRenderer]:
        """Tables for spreadsheets are for reading."""
        is_read = self.request is None or self.request.method in ("GET", "HEAD")
        return [kind() for kind in self.renderer_classes if is_read or kind is JSONRenderer] or [JSONRenderer()]

    def show(self, thing: Any) -> Any:
        """As the asker may see it."""
        return self.answer(thing, context={"request": self.request, "view": self}).data

    def version_of(self, shown: Any) -> str:
        """The version of what the client saw. It changes with everything that is shown."""
        return version_of(shown)

    is_open: ClassVar[bool] = True
    """Whether strangers may read it."""
    is_endless: ClassVar[bool] = False
    """Whether the answer goes on as long as the program listens, so that it has no version."""

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        return Response(status=204, headers={"Access-Control-Max-Age": str(ASK_AGAIN_AFTER)})

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        if response.status_code >= 400:
            request.accepted_renderer, request.accepted_media_type = JSONRenderer(), "application/json"
        response = super().finalize_response(request, response, *args, **kwargs)
        is_read = request.method in ("GET", "HEAD") and response.status_code == 200
        if is_read and not self.is_endless and "ETag" not in response:
            self._add_version(request, response)
        for name, value in READ_FROM.items():
            response[name] = value
        response["Vary"], response["Cache-Control"] = VARY, "private, no-cache"
        if is_shared := response.status_code in (200, 304) and account_of(request) is None:
            # What strangers read is the same for all of them (euchre_site/shared_pages.py).
            response.shared_seconds = SHARED_SECONDS
        for name, value in self.allowance.headers(is_shared=is_shared).items() if self.allowance else ():
            response[name] = value
        return response

    def _add_version(self, request: Request, response: Response) -> None:
        """The same page of the same list has another version in another format."""
        version = self.version_of(response.data)
        kind = getattr(request.accepted_renderer, "format", "json")
        tag = f'"{version}"' if kind == "json" else f'"{version}-{kind}"'
        response["ETag"] = tag
        if request.headers.get("If-None-Match", "").strip() == "*" or tag in tags_in(request, "If-None-Match"):
            response.status_code, response.data = 304, None
            self.allowance = give_back(request, self.allowance)


def tags_in(request: Request, header: str) -> list[str]:
    """The ETags in a header. A proxy that compresses marks them as weak: they still name the same content."""
    return [tag.strip().removeprefix("W/") for tag in request.headers.get(header, "").split(",")]


class Unknown(Endpoint):
    """Any address that there is not. One that is there with a slash at its end leads to that."""

    renderer_classes = (JSONRenderer,)
    schema: Any = None

    def get(self, request: Request, rest: str) -> Response:
        if rest.endswith("/") or issubclass(getattr(resolve(f"{request.path_info}/").func, "cls", Unknown), Unknown):
            raise exceptions.NotFound
        address = request._request.get_full_path(force_append_slash=True)
        return Response(status=status.HTTP_308_PERMANENT_REDIRECT, headers={"Location": address})

    post = get


def check_asked(request: Request, known: Collection[str]) -> None:
    """Refuses unknown filters: ignoring one would answer another question."""
    if unknown := sorted(set(request.query_params) - set(known)):
        raise exceptions.ValidationError(
            {name[:60]: [say("This parameter doesn’t exist. Check its spelling.")] for name in unknown[:10]}
        )
    if twice := [name for name, values in request.query_params.lists() if len(values) > 1]:
        raise exceptions.ValidationError({name: [say("Send this parameter only once.")] for name in twice})
    if empty := [name for name, value in request.query_params.items() if not value]:
        raise exceptions.ValidationError({name: [say("Send a value, or leave this parameter out.")] for name in empty})


class DetailEndpoint(Endpoint):
    """GET shows one thing. `find` raises Http404 for what the asker may not know of."""

    renderer_classes: Sequence[type[BaseRenderer]] = (JSONRenderer,)

    def find(self, *args: Any, **address: Any) -> Any:
        raise NotImplementedError

    def get(self, request: Request, **address: Any) -> Response:
        check_asked(request, {parameter.name for parameter in self.asked} | {"format"})
        return Response(self.show(self.find(**address)))


class TableEndpoint(DetailEndpoint):
    """A whole list, under `results`, with what is said of it beside: for spreadsheets too."""

    renderer_classes = (JSONRenderer, CSVRenderer)


@dataclass(frozen=True)
class Expansion:
    """Things that rows name, which come along when `expand` asks for them. find: the things, from the request and the
    rows as they are shown; as often as they are named, each comes once."""

    shape: type[StrictSerializer]
    find: Callable[[Request, list[Any]], Iterable[Any]]


class ListEndpoint(Endpoint):
    """GET shows a page of rows. filters: a FilterSet; ordering: by which column the pages follow each other."""

    ordering: ClassVar[tuple[str, ...]] = ("-pk",)
    filters: Any = None
    expansions: ClassVar[Mapping[str, Expansion]] = {}
    """By what `expand` calls them."""

    def rows(self, *args: Any, **address: Any) -> QuerySet[Any]:
        raise NotImplementedError

    def show_rows(self, rows: list[Any]) -> list[Any]:
        return list(self.answer(rows, many=True, context={"request": self.request, "view": self}).data)

    def get(self, request: Request, **address: Any) -> Response:
        known = {*(self.filters.base_filters if self.filters else ()), *(parameter.name for parameter in self.asked)}
        check_asked(request, known | {"cursor", "limit", "format"} | ({"expand"} if self.expansions else set()))
        expanded = self._asked_along(request)
        queryset = self.rows(**address)
        if self.filters is not None:
            asked = self.filters(request.query_params, queryset=queryset, request=request)
            if not asked.is_valid():
                raise exceptions.ValidationError(asked.errors)
            queryset = asked.qs
        pages = Cursor()
        page = pages.paginate_queryset(queryset, request, view=self) or []
        answer = pages.get_paginated_response(self.show_rows(page))
        if expanded:
            answer.data["expanded"] = {
                name: self._along(self.expansions[name], answer.data["results"]) for name in expanded
            }
        beside = (("next", answer.data["next"]), ("prev", answer.data["previous"]))
        answer["Link"] = ", ".join(f'<{address}>; rel="{way}"' for way, address in beside if address)
        return answer

    def _asked_along(self, request: Request) -> list[str]:
        names = sorted({*request.query_params.get("expand", "").split(",")} - {""})
        if not set(names) <= set(self.expansions):
            sentence = say(
                "Use one or more of these, separated by commas: {allowed}.", allowed=", ".join(self.expansions)
            )
            raise ValidationError({"expand": [sentence]})
        return names

    def _along(self, expansion: Expansion, rows: list[Any]) -> Any:
        things = expansion.find(self.request, rows)
        return expansion.shape(things, many=True, context={"request": self.request, "view": self}).data


class WriteEndpoint(Endpoint):
    """POST does one thing. Everything a write needs: a scope, a key, the version that was seen."""

    scope: ClassVar[Scope]
    body: ClassVar[type[StrictSerializer]] = Nothing
    success: ClassVar[int] = 200
    is_versioned: ClassVar[bool] = True
    """Whether there is something that the asker saw before; a list to which something is added has no version."""
    made: ClassVar[type[StrictSerializer] | None] = None
    """What is added to a list, as GET shows it at its own address; the list's rows say less of it."""
    summary_of_adding: ClassVar[str]
    """The summary of POST where GET lists."""
    is_found_again: ClassVar[bool] = True
    """Whether what was done has a GET, of which the answer carries the ETag."""

    @property
    def shown(self) -> type[StrictSerializer]:
        """What the answer of a write looks like."""
        return self.made or self.answer

    def show(self, thing: Any) -> Any:
        return self.shown(thing, context={"request": self.request, "view": self}).data

    def locked(self, *args: Any, **address: Any) -> Any:
        """What the write is about, with its lock. Http404 for what the asker may not know of."""
        raise NotImplementedError

    def seen(self, thing: Any) -> Any:
        """The same as the asker's GET shows it."""
        return self.show(thing)

    def do(self, thing: Any, data: Mapping[str, Any], key: Any) -> Any:
        """What the answer shows."""
        raise NotImplementedError

    def prepare(self, data: Mapping[str, Any], key: Any, address: Mapping[str, Any]) -> None:
        """What has to be asked before the transaction, because it may take long. Once a request was answered, it isn't
        asked again."""

    def as_sent(self, body: dict[str, Any]) -> dict[str, Any]:
        """The answer, with what isn't kept with it. It comes after what the version is of."""
        return body

    def post(self, request: Request, **address: Any) -> Response:
        user = account_of(request)
        if user is None:
            raise exceptions.NotAuthenticated
        if not has_scope(request, self.scope):
            sentence = say("This request needs a token with the {scope} scope.", scope=self.scope.value)
            raise Problem("scope_missing", 403, sentence)
        asked = self.body(data=request.data, context={"request": request, "view": self})
        asked.is_valid(raise_exception=True)
        key = key_of(request, user)
        if type(self).prepare is not WriteEndpoint.prepare and not is_answered(user, key):
            self.prepare(asked.validated_data, key, address)
        with transaction.atomic():
            kept, is_repeat = begin(user, key, digest_of(request, request.data))
            if not is_repeat:
                self._do(request, kept, asked.validated_data, address)
        headers = {"ETag": f'"{kept.version}"'} if kept.version else {}
        if is_repeat:
            headers["Idempotent-Replayed"] = "true"
        return Response(self.as_sent(json.loads(kept.body)), kept.status, headers=headers)

    def _do(self, request: Request, kept: Any, data: Mapping[str, Any], address: Mapping[str, Any]) -> None:
        thing = self.locked(**address)
        if self.is_versioned:
            self._check_version(request, thing)
        shown = self.show(self.do(thing, data, kept.key))
        body = json.dumps(shown, cls=JSONEncoder, ensure_ascii=False)
        version = self.version_of(json.loads(body)) if self.is_found_again else ""
        end(kept, self.success, body, version)

    def _check_version(self, request: Request, thing: Any) -> None:
        sent = request.headers.get("If-Match", "").strip()
        if not sent:
            raise Problem("precondition_required", 428, say("Send an If-Match header with the ETag you read."))
        shown = self.seen(thing)
        # An asterisk stands for whatever is there (RFC 9110, 13.1.1).
        if sent != "*" and f'"{self.version_of(shown)}"' not in tags_in(request, "If-Match"):
            sentence = say("The resource changed after you read it. Its current state is in the field “present”.")
            raise Problem("precondition_failed", 412, sentence, present=shown)
