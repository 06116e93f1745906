"""The error pages. Django's own views, except that they give back the database connection they open.

Under ASGI Django makes these answers in a thread that no request owns, so nobody else would ever close it:
each such thread kept one connection of the pool, also one that had long been dead.
"""

from collections.abc import Callable
from typing import Any

from django.db import connections
from django.http import HttpRequest, HttpResponse
from django.views import defaults

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


bad_request = _tidy(defaults.bad_request)
permission_denied = _tidy(defaults.permission_denied)
page_not_found = _tidy(defaults.page_not_found)
server_error = _tidy(defaults.server_error)
