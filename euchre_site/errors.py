"""The error pages. Django's own views, except that they give back the database connection they open, and that programs
are answered in JSON.

Where no turn is taken (`turns.Streams`) Django makes these answers in a thread that no request owns, so nobody else
would ever close it: each such thread kept one connection of the pool, also one that had long been dead.
"""

import sys
from collections.abc import Callable
from typing import Any

from django.db import InterfaceError, OperationalError, connections
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views import defaults

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
    """503 while the database is away: whoever sends it again with the same key saves it once."""
    is_away = isinstance(sys.exception(), OperationalError | InterfaceError)
    code, status = ("unavailable", 503) if is_away else ("broken", 500)
    if request.path.startswith("/api/"):
        response: HttpResponse = JsonResponse(
            body_of(code, status, say(SENTENCES[code])), status=status, content_type=MEDIA_TYPE
        )
    else:
        response = HttpResponse(render_to_string("503.html" if is_away else template_name), status=status)
    if is_away:
        response["Retry-After"] = "3"
    return response


SENTENCES = {
    "unavailable": mark(
        "The site cannot reach its data at the moment. Send it again in a few seconds, with the same key."
    ),
    "broken": mark("Something broke on our side. Nothing that was acknowledged is lost."),
}

bad_request = _tidy(defaults.bad_request)
permission_denied = _tidy(defaults.permission_denied)
page_not_found = _tidy(defaults.page_not_found)
