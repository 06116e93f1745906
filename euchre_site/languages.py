"""Which language a page speaks: the one chosen in this browser, else the one the browser asks for, else the site's."""

from collections.abc import Iterable

from django.http import HttpRequest, parse_cookie
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers

from euchre_site.middleware import Middleware


def language_of(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Of a request that Django does not see, by its headers as a server has them."""
    said = {name.lower(): value.decode("latin-1") for name, value in headers}
    request = HttpRequest()
    request.COOKIES = parse_cookie(said.get(b"cookie", ""))
    request.META["HTTP_ACCEPT_LANGUAGE"] = said.get(b"accept-language", "")
    return translation.get_language_from_request(request)


class Language(Middleware):
    """Asks the database nothing: a cookie holds the choice. `User.language` is for mails."""

    def before(self, request: HttpRequest) -> None:
        translation.activate(translation.get_language_from_request(request))

    def after(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        patch_vary_headers(response, ["Accept-Language"])
        response.headers.setdefault("Content-Language", translation.get_language() or "")
        translation.deactivate()
        return response
