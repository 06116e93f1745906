"""What is put on every response, and what is refused before any view sees it. Asks the database nothing."""

import logging
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, cast

from asgiref.sync import iscoroutinefunction, markcoroutinefunction, sync_to_async
from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponseBadRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.urls import reverse
from django.utils import translation
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from euchre_site.logs import route_of
from games.api.problem_words import MEDIA_TYPE, body_of
from games.engine.language import say
from tournaments.honours.wording import write_money_in

log = logging.getLogger("euchre_site.requests")

GetResponse = Callable[[HttpRequest], Any]

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
# unfold is built on Alpine.js, which compiles the expressions in its x- attributes ('unsafe-eval'), and writes the
# theme's colours into a <style> ('unsafe-inline' for styles only). Inline scripts stay forbidden there too.
ADMIN_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-eval'").replace(
    "style-src 'self'", "style-src 'self' 'unsafe-inline'"
)


_FOR_ANYBODY = re.compile(r"^/(embed|oembed)/|\.(ics|atom)$")


class Middleware:
    """Works in both kinds of server without changing threads: `before` may answer, `after` may add to the answer."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if self.is_async:
            return self._answer(request)
        return self.before(request) or self.after(request, self.get_response(request))

    async def _answer(self, request: HttpRequest) -> HttpResponseBase:
        return self.before(request) or self.after(request, await self.get_response(request))

    def before(self, request: HttpRequest) -> HttpResponseBase | None:
        return None

    def after(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        return response


class NotedRequests(Middleware):
    """One line of the log for each request, at LOG_LEVEL=INFO: which view, how it went, how long it took. The view's
    address as it is written in the code, so without names and tokens."""

    def before(self, request: HttpRequest) -> None:
        request.began = time.perf_counter()  # type: ignore[attr-defined]  # ours

    def after(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        about = {"request": request, "status_code": response.status_code}
        log.info("%s %s: %s", request.method, route_of(request) or "(no view)", response.status_code, extra=about)
        return response


class ContentSecurityPolicy(Middleware):
    """Scripts, styles and forms from our own address only. A view that set its own policy keeps it."""

    def after(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        in_admin = request.path.startswith(reverse("admin:index"))
        response.headers.setdefault("Content-Security-Policy", ADMIN_POLICY if in_admin else POLICY)
        return response


class CompressedPages(Middleware):
    """Pages, which are a tenth of their size then, for browsers that take them so. Django adds random bytes, so that a
    length tells nothing about tokens in a page. What is streamed, and the API with its exact ETags, is left alone."""

    def __init__(self, get_response: GetResponse) -> None:
        super().__init__(get_response)
        self._gzip = GZipMiddleware(get_response)

    def after(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_page = response.headers.get("Content-Type", "").startswith("text/html") and not response.streaming
        return self._gzip.process_response(request, response) if is_page else response


class NoCurrencyYet(Middleware):
    """Amounts have no sign before the page has found its club: the thread may have answered for another one."""

    def before(self, request: HttpRequest) -> None:
        write_money_in("")


class RefuseNul(Middleware):
    """Refuses a NUL in the address: it is 200 on SQLite and a crash on PostgreSQL, and no one sends one by accident."""

    def before(self, request: HttpRequest) -> HttpResponseBase | None:
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            with translation.override(translation.get_language_from_request(request)):
                sentence = say("The address contains a character that we can’t use. Check the address and try again.")
            if request.path.startswith("/api/"):
                return JsonResponse(body_of("invalid", 400, sentence), status=400, content_type=MEDIA_TYPE)
            return HttpResponseBadRequest(sentence)
        return None


class WithoutCookies(Middleware):
    """Keeps cookies from feeds and frames on other sites: none is read and none set, so all get the same answer."""

    def before(self, request: HttpRequest) -> HttpResponseBase | None:
        if _FOR_ANYBODY.search(request.path_info):
            request.META.pop("HTTP_COOKIE", None)
        return None

    def after(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if _FOR_ANYBODY.search(request.path_info):
            response.cookies.clear()
            others = [name for name in response.headers.get("Vary", "").split(", ") if name not in ("", "Cookie")]
            del response.headers["Vary"]
            if others:
                response.headers["Vary"] = ", ".join(others)
        return response


class PrivatePages(Middleware):
    """What was made for one browser is for that browser alone: no cache on the way keeps it, and what is about an
    account's own secrets is not kept at all. A view that said so itself is left alone."""

    def after(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if request.path.startswith("/accounts/"):
            response.headers["Cache-Control"] = "private, no-store"
        elif settings.SESSION_COOKIE_NAME in request.COOKIES or settings.SESSION_COOKIE_NAME in response.cookies:
            response.headers.setdefault("Cache-Control", "private, no-cache")
        return response


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise under ASGI: no thread for requests that are not files, and files are closed before they are sent."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: GetResponse) -> None:
        super().__init__(get_response)
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if self.is_async:
            return self._answer(request)
        answer: HttpResponseBase = super().__call__(request)
        return answer

    async def _answer(self, request: HttpRequest) -> HttpResponseBase:
        if self.autorefresh:
            static_file = await sync_to_async(self.find_file)(request.path_info)
        else:
            static_file = self.files.get(request.path_info)
        if static_file is None:
            return cast(HttpResponseBase, await self.get_response(request))
        response, content = await sync_to_async(self._read)(static_file, request)
        response.streaming_content = _sent(content)
        return response

    def _read(self, static_file: StaticFile, request: HttpRequest) -> tuple[FileResponse, bytes]:
        """The response and the whole file, opened and closed in one go: of a visitor who leaves, Django forgets
        the response without closing it. Nothing of a file that the browser has already (304), nor of a HEAD."""
        response: FileResponse = self.serve(static_file, request)
        if response.file_to_stream is None:
            return response, b""
        with response.file_to_stream as file:
            return response, file.read()


async def _sent(content: bytes) -> AsyncIterator[bytes]:
    yield content
