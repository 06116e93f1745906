"""The error pages. Django's own views, except that they give back the database connection they open, and that programs
are answered in JSON.

Where no turn is taken (`turns.Streams`) Django makes these answers in a thread that no request owns, so nothing else
would ever close it: each such thread kept one connection of the pool, even one that had long been dead.
"""

import ipaddress
import sys
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import connections
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import split_domain_port
from django.template.loader import render_to_string
from django.utils import translation
from django.views import defaults

from euchre_site.databases import is_away
from euchre_site.hall import state
from games.api.problem_words import MEDIA_TYPE, body_of
from games.engine.language import mark, say

ErrorView = Callable[..., HttpResponse]


def _tidy(view: ErrorView) -> ErrorView:
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        mine = [connection for connection in connections.all() if connection.connection is None]
        try:
            return view(request, *args, **kwargs)
        finally:
            for connection in mine:
                connection.close()

    return answer


def server_error(request: HttpRequest, template_name: str = "500.html") -> HttpResponse:
    """503 while the database is away: a client that sends the request again with the same key saves it once."""
    is_down = is_away(sys.exception())
    code, status = ("unavailable", 503) if is_down else ("internal_error", 500)
    if request.path.startswith("/api/"):
        response: HttpResponse = JsonResponse(
            body_of(code, status, say(SENTENCES[code])), status=status, content_type=MEDIA_TYPE
        )
    else:
        response = HttpResponse(render_to_string("503.html" if is_down else template_name), status=status)
    if is_down:
        response["Retry-After"] = "3"
    return response


SENTENCES = {
    "unavailable": mark(
        "The site can’t reach its data right now. Send the request again in a few seconds "
        "with the same Idempotency-Key."
    ),
    "internal_error": mark("Something broke on our side. Try again in a minute. Anything already confirmed is safe."),
}


@_tidy
def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, DisallowedHost):
        return _wrong_address(request)
    return defaults.bad_request(request, exception)


def _wrong_address(request: HttpRequest) -> HttpResponse:
    """In a frame of its own: our other pages hold addresses made of the very name that is refused."""
    is_behind_proxy = settings.HTTPS or settings.ALLAUTH_TRUSTED_PROXY_COUNT
    port = "" if is_behind_proxy else request.META["SERVER_PORT"]
    address = _address(settings.PUBLIC_HOST, port) if settings.PUBLIC_HOST else ""
    local = _address("localhost", request.META["SERVER_PORT"])
    page = ""
    if hall := state.current():
        address = hall.address_for(request.META["SERVER_NAME"]) or hall.local_address
        # A phone's link from before the address changed is still a good one, elsewhere.
        page = request.get_full_path()[1:] if request.method == "GET" else ""
    with translation.override(translation.get_language_from_request(request)):
        if request.path.startswith("/api/"):
            sentence = say("This site only works at this address: {address}", address=address or local)
            return JsonResponse(body_of("invalid", 400, sentence), status=400, content_type=MEDIA_TYPE)
        hosts = _hosts_with(request.META.get("HTTP_HOST", ""))
        context = {"address": address, "page": page, "local": local, "hosts": hosts}
        return HttpResponse(render_to_string("wrong_address.html", context), status=400)


def _address(host: str, port: str) -> str:
    scheme, usual = ("https", "443") if settings.HTTPS else ("http", "80")
    return f"{scheme}://{host}/" if port in ("", usual) else f"{scheme}://{host}:{port}/"


def _hosts_with(asked: str) -> str:
    """ALLOWED_HOSTS with what was asked for, if that is a number. A name may be anyone's, and is never advised."""
    host, _ = split_domain_port(asked)
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return ""
    return ",".join([*settings.ALLOWED_HOSTS, host])


permission_denied = _tidy(defaults.permission_denied)
page_not_found = _tidy(defaults.page_not_found)
