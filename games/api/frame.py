"""What every endpoint does the same way: who may, what is sent, which version was seen, and how it is answered."""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from django.db import transaction
from django.db.models import QuerySet
from rest_framework import exceptions
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder
from rest_framework.views import APIView

from games.api import answers
from games.api.authentication import PageSession, TokenAuthentication, account_of, has_scope
from games.api.csv import CSVRenderer
from games.api.paging import Cursor
from games.api.parsing import StrictJSONParser
from games.api.problem_words import Problem
from games.api.schema import Conventions
from games.api.serializers import Nothing, Shape
from games.api.throttling import Throttle
from games.engine.language import say
from games.models import Scope

VARY = "Accept, Authorization, Cookie, Origin"
READ_FROM = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match",
    "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
    "Access-Control-Expose-Headers": "ETag, Link, Retry-After",
}
"""Pages of other sites may ask too. Cookies do not come with that, so they ask as strangers or with a token."""


class Endpoint(APIView):
    """Reading is open to all; each view shows to everybody what the site's pages would show."""

    authentication_classes = (TokenAuthentication, PageSession)
    permission_classes = ()
    throttle_classes = (Throttle,)
    parser_classes = (StrictJSONParser,)
    renderer_classes: Sequence[type[BaseRenderer]] = (JSONRenderer, CSVRenderer)
    http_method_names: Sequence[str] = ("get", "post", "head", "options")
    schema: Any = Conventions()
    answer: type[Shape]
    """What a good answer looks like."""
    asked: ClassVar[tuple[Any, ...]] = ()
    """What may stand in the address after the question mark: parameters of the schema."""

    def get_renderers(self) -> list[BaseRenderer]:
        """Tables for spreadsheets are for reading."""
        is_read = self.request is None or self.request.method in ("GET", "HEAD")
        return [kind() for kind in self.renderer_classes if is_read or kind is JSONRenderer]

    def show(self, thing: Any) -> Any:
        """As the asker may see it."""
        return self.answer(thing, context={"request": self.request, "view": self}).data

    def version_of(self, shown: Any) -> str:
        """Of what the asker saw: it changes with everything that is shown."""
        text = json.dumps(shown, cls=JSONEncoder, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    is_open: ClassVar[bool] = True
    """Whether strangers may read it."""

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        return Response(status=204)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        if response.status_code >= 400:
            request.accepted_renderer, request.accepted_media_type = JSONRenderer(), "application/json"
        response = super().finalize_response(request, response, *args, **kwargs)
        if request.method in ("GET", "HEAD") and response.status_code == 200 and "ETag" not in response:
            self._add_version(request, response)
        for name, value in READ_FROM.items():
            response[name] = value
        response["Vary"], response["Cache-Control"] = VARY, "private, no-cache"
        return response

    def _add_version(self, request: Request, response: Response) -> None:
        """The same page of the same list has another version in another format."""
        version = self.version_of(response.data)
        kind = getattr(request.accepted_renderer, "format", "json")
        tag = f'"{version}"' if kind == "json" else f'"{version}-{kind}"'
        response["ETag"] = tag
        if tag in [one.strip() for one in request.headers.get("If-None-Match", "").split(",")]:
            response.status_code, response.data = 304, None


class Unknown(Endpoint):
    """Any address that there is not."""

    renderer_classes = (JSONRenderer,)
    schema: Any = None

    def get(self, request: Request, rest: str) -> Response:
        raise exceptions.NotFound

    post = get


def check_asked(request: Request, known: Collection[str]) -> None:
    """A filter that nobody knows is refused: passed over, it would answer another question."""
    if unknown := sorted(set(request.query_params) - set(known)):
        raise exceptions.ValidationError({name[:60]: [say("There is no such parameter.")] for name in unknown[:10]})
    if twice := [name for name, values in request.query_params.lists() if len(values) > 1]:
        raise exceptions.ValidationError({name: [say("Give it once.")] for name in twice})
    if empty := [name for name, value in request.query_params.items() if not value]:
        raise exceptions.ValidationError({name: [say("Leave it out, or say what.")] for name in empty})


class One(Endpoint):
    """GET shows one thing. `find` raises Http404 for what the asker may not know of."""

    renderer_classes: Sequence[type[BaseRenderer]] = (JSONRenderer,)

    def find(self, *args: Any, **address: Any) -> Any:
        raise NotImplementedError

    def get(self, request: Request, **address: Any) -> Response:
        check_asked(request, {one.name for one in self.asked} | {"format"})
        return Response(self.show(self.find(**address)))


class Sheet(One):
    """One thing that is a list of rows, under `list_name`: for spreadsheets too."""

    renderer_classes = (JSONRenderer, CSVRenderer)
    list_name = "rows"


class Many(Endpoint):
    """GET shows a page of rows. filters: a FilterSet; ordering: by which column the pages follow each other."""

    ordering: ClassVar[tuple[str, ...]] = ("-pk",)
    filters: Any = None
    list_name = "results"

    def rows(self, *args: Any, **address: Any) -> QuerySet[Any]:
        raise NotImplementedError

    def show_rows(self, rows: list[Any]) -> list[Any]:
        return list(self.answer(rows, many=True, context={"request": self.request, "view": self}).data)

    def get(self, request: Request, **address: Any) -> Response:
        known = {*(self.filters.base_filters if self.filters else ()), *(one.name for one in self.asked)}
        check_asked(request, known | {"cursor", "limit", "format"})
        found = self.rows(**address)
        if self.filters is not None:
            asked = self.filters(request.query_params, queryset=found, request=request)
            if not asked.is_valid():
                raise exceptions.ValidationError(asked.errors)
            found = asked.qs
        pages = Cursor()
        page = pages.paginate_queryset(found, request, view=self) or []
        answer = pages.get_paginated_response(self.show_rows(page))
        beside = (("next", answer.data["next"]), ("prev", answer.data["previous"]))
        answer["Link"] = ", ".join(f'<{address}>; rel="{way}"' for way, address in beside if address)
        return answer


class Deed(Endpoint):
    """POST does one thing. Everything a write needs: a scope, a key, the version that was seen."""

    scope: ClassVar[Scope]
    body: ClassVar[type[Shape]] = Nothing
    success: ClassVar[int] = 200
    is_versioned: ClassVar[bool] = True
    """Whether there is something that the asker saw before; a list to which something is added has no version."""

    def locked(self, *args: Any, **address: Any) -> Any:
        """What the deed is about, with its lock. Http404 for what the asker may not know of."""
        raise NotImplementedError

    def seen(self, thing: Any) -> Any:
        """The same as the asker's GET shows it."""
        return self.show(thing)

    def do(self, thing: Any, data: Mapping[str, Any], key: Any) -> Any:
        """What the answer shows."""
        raise NotImplementedError

    def post(self, request: Request, **address: Any) -> Response:
        user = account_of(request)
        if user is None:
            raise exceptions.NotAuthenticated
        if not has_scope(request, self.scope):
            sentence = say("This needs a token with the scope {scope}.", scope=self.scope.value)
            raise Problem("scope_missing", 403, sentence)
        asked = self.body(data=request.data, context={"request": request, "view": self})
        asked.is_valid(raise_exception=True)
        key = answers.key_of(request, user)
        with transaction.atomic():
            kept, is_repeat = answers.begin(user, key, answers.digest_of(request, request.data))
            if not is_repeat:
                self._do(request, kept, asked.validated_data, address)
        headers = {"ETag": f'"{kept.version}"'} if kept.version else {}
        return Response(json.loads(kept.body), kept.status, headers=headers)

    def _do(self, request: Request, kept: Any, data: Mapping[str, Any], address: Mapping[str, Any]) -> None:
        thing = self.locked(**address)
        if self.is_versioned:
            self._check_version(request, thing)
        shown = self.show(self.do(thing, data, kept.key))
        body = json.dumps(shown, cls=JSONEncoder, ensure_ascii=False)
        answers.end(kept, self.success, body, self.version_of(json.loads(body)))

    def _check_version(self, request: Request, thing: Any) -> None:
        sent = request.headers.get("If-Match", "").strip()
        if not sent:
            raise Problem("version_needed", 428, say("Send a header If-Match with the ETag of what you saw."))
        shown = self.seen(thing)
        if sent != f'"{self.version_of(shown)}"':
            sentence = say("It has changed since you saw it. How it stands now is in present.")
            raise Problem("stale", 412, sentence, present=shown)
