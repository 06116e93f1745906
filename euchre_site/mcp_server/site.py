"""The site as its API shows it. Asks the one configured origin, follows no redirect, and gives the token to no one."""

import http.client
import json
import re
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn
from urllib.parse import quote, urlencode, urlsplit

from euchre_site.mcp_server.refusals import NO_ANSWER, Refusal, refusal_of

PREFIX = "/api/v1"
TIMEOUT = 20
"""Seconds of silence."""
DEADLINE = 60
"""Seconds that an answer may take in all."""
MAX_BYTES = 8_000_000
TOKEN = re.compile(r"[!-~]{8,200}", re.ASCII)
LOCAL = ("localhost", "127.0.0.1", "::1")


class Misconfigured(Exception):
    """The environment has no site that can be asked. Its words are for the person who set it up."""


@dataclass(frozen=True)
class Answer:
    """What the site says, and the version that its next write has to name; empty where there is none."""

    data: Any
    version: str


@dataclass(frozen=True)
class Site:
    """One origin and one token. token is never shown, not even by `repr`."""

    scheme: str
    host: str
    port: int | None
    token: str = field(repr=False)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "Site":
        """The site of RIGHT_BOWER_URL, asked with RIGHT_BOWER_TOKEN. Misconfigured when either can't be used."""
        address, token = environment.get("RIGHT_BOWER_URL", ""), environment.get("RIGHT_BOWER_TOKEN", "")
        try:
            parts = urlsplit(address.strip())
            host, port = parts.hostname or "", parts.port
        except ValueError:
            _refuse("RIGHT_BOWER_URL isn’t an address.")
        beside = parts.username or parts.password or parts.query or parts.fragment or parts.path.strip("/")
        if parts.scheme not in ("http", "https") or not host or beside:
            _refuse("Set RIGHT_BOWER_URL to your site’s address, e.g. https://euchre.example.")
        if parts.scheme == "http" and host not in LOCAL:
            _refuse("RIGHT_BOWER_URL begins with http://. Use https://, or anyone on the way can read the token.")
        if not TOKEN.fullmatch(token):
            _refuse("Set RIGHT_BOWER_TOKEN to a token from “API tokens” on your site.")
        return cls(parts.scheme, host, port, token)

    def read(self, path: str, query: Mapping[str, Any] | None = None) -> Answer:
        """What is at that address of the API. Refusal when the site gives no good answer."""
        asked = {name: value for name, value in (query or {}).items() if value is not None}
        return self._ask("GET", path + (f"?{urlencode(asked)}" if asked else ""), {}, None)

    def write(self, path: str, body: Mapping[str, Any], key: str, version: str) -> Answer:
        """Do it once, however often it is sent with this key. version: of what was read; empty for lists."""
        seen = {"If-Match": f'"{version}"'} if version else {}
        headers = {"Content-Type": "application/json", "Idempotency-Key": key, **seen}
        return self._ask("POST", path, headers, json.dumps(body).encode())

    def _ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Answer:
        connection = self._connection()
        about = {
            "Accept": "application/json",
            "Accept-Language": "en",
            "Authorization": f"Bearer {self.token}",
            "User-Agent": "right-bower-mcp",
        }
        try:
            connection.request(method, PREFIX + path, body, {**about, **headers})
            response = connection.getresponse()
            content = _read(response)
        except (OSError, http.client.HTTPException) as error:
            raise Refusal(**NO_ANSWER) from error
        finally:
            connection.close()
        return _answer(response, content)

    def _connection(self) -> http.client.HTTPConnection:
        if self.scheme == "http":
            return http.client.HTTPConnection(self.host, self.port, timeout=TIMEOUT)
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(self.host, self.port, timeout=TIMEOUT, context=context)


def in_path(value: object) -> str:
    """A slug or a number as a part of an address."""
    return quote(str(value), safe="")


def _refuse(sentence: str) -> NoReturn:
    raise Misconfigured(sentence)


def _read(response: http.client.HTTPResponse) -> bytes:
    """All of the answer, unless it is too long or takes too long."""
    content, deadline = bytearray(), time.monotonic() + DEADLINE
    while chunk := response.read1(65_536):
        content += chunk
        if len(content) > MAX_BYTES or time.monotonic() > deadline:
            raise http.client.HTTPException("too much or too slow")
    return bytes(content)


def _answer(response: http.client.HTTPResponse, content: bytes) -> Answer:
    if 300 <= response.status < 400:
        raise Refusal(
            response.status,
            "redirect",
            "The site sends you elsewhere",
            "Redirects aren’t followed, because the token would go along.",
            "Set RIGHT_BOWER_URL to the address where the site really is.",
        )
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        data = None
    if response.status >= 400 or not isinstance(data, dict):
        raise refusal_of(response.status, data, response.headers.get("Retry-After", ""))
    return Answer(data, response.headers.get("ETag", "").strip('"'))
