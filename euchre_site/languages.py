"""Which language a page speaks: the one chosen in this browser, else the one the browser asks for, else the site's."""

from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header

from euchre_site.middleware import Middleware

DAY_FIRST = {"en-au", "en-ca", "en-ie", "en-nz", "en-za"}
"""English of countries that write the day first, as Britain does."""


def language_of(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Of a request that Django does not see, by its headers as a server has them."""
    said = {name.lower(): value.decode("latin-1") for name, value in headers}
    request = HttpRequest()
    request.COOKIES = parse_cookie(said.get(b"cookie", ""))
    request.META["HTTP_ACCEPT_LANGUAGE"] = said.get(b"accept-language", "")
    return asked_for(request)


def asked_for(request: HttpRequest) -> str:
    """The language of a request. English from these countries has their dates, unless another was chosen."""
    language = translation.get_language_from_request(request)
    if language == "en" and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
        asked = parse_accept_lang_header(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
        return "en-gb" if asked and asked[0][0] in DAY_FIRST else language
    return language


class Language(Middleware):
    """Asks the database nothing: a cookie holds the choice. `User.language` is for mails."""

    def before(self, request: HttpRequest) -> None:
        translation.activate(asked_for(request))

    def after(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        patch_vary_headers(response, ["Accept-Language"])
        response.headers.setdefault("Content-Language", translation.get_language() or "")
        translation.deactivate()
        return response
