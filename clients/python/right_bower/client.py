"""Requests: keys, versions, repeats and refusals. The methods for each operation are in operations.py."""

import json
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from email.message import Message
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from right_bower.operations import Operations

ROOT = "/api/v1"
LATER = (429, 502, 503, 504)
"""Statuses after which the same request may succeed."""
MAX_WAIT = 60.0
"""Seconds."""


class Answer(dict[str, Any]):
    """What the site answered. etag: the version of the thing, to send with the next write; "" where there is none."""

    def __init__(self, data: Mapping[str, Any], headers: Mapping[str, str]) -> None:
        super().__init__(data)
        self.headers = headers
        self.etag = headers.get("etag", "")

    @property
    def is_replayed(self) -> bool:
        """Whether the site had done this before and gave its first answer again."""
        return self.headers.get("idempotent-replayed") == "true"


class Refused(Exception):
    """The site did nothing. code: for programs; detail: for people; errors: what is wrong, field by field."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        self.status, self.problem = status, problem
        self.code, self.detail = str(problem.get("code", "")), str(problem.get("detail", ""))
        self.errors: list[Any] = problem.get("errors", [])
        super().__init__(f"{status} {self.code}: {self.detail}")


class Unreachable(Exception):
    """No answer, several times. A write may have been done: ask before you send it again with another key."""


class _NoRedirects(HTTPRedirectHandler):
    """A token goes to the site that it's for and nowhere else."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class Client(Operations):
    """A site, as someone or as a stranger.

    site: its address. token: from the page API tokens. language: of what is for people, such as "fr". attempts: how
    often a request is sent while the site doesn't answer or asks to wait. sleep: waits so many seconds.
    """

    def __init__(
        self,
        site: str,
        token: str = "",
        *,
        language: str = "",
        timeout: float = 30.0,
        attempts: int = 4,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if urlsplit(site).scheme not in ("http", "https"):
            raise ValueError(f"{site!r} is no address of a site. Begin with https://.")
        self._site, self._token, self._language = site.rstrip("/"), token, language
        self._timeout, self._attempts, self._sleep = timeout, attempts, sleep
        self._opener = build_opener(_NoRedirects())

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        etag: str = "",
        key: str = "",
    ) -> Answer:
        """One request. path: below /api/v1. etag: of what was seen, for a write. key: makes a repeat of a write the
        same one; a new one if none is given. Raises Refused and Unreachable."""
        given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        address = f"{self._site}{ROOT}{path}" + (f"?{urlencode(given)}" if given else "")
        headers = {"Accept": "application/json"}
        if method != "GET":
            headers |= {"Content-Type": "application/json", "Idempotency-Key": key or uuid.uuid4().hex}
        if etag:
            headers["If-Match"] = etag
        data = None if method == "GET" else json.dumps(body or {}).encode()
        return self._sent(method, address, headers, data)

    def each(self, operation: Callable[..., Answer], *args: Any, **query: Any) -> Iterator[dict[str, Any]]:
        """Every row of a list, page after page."""
        answer = operation(*args, **query)
        while True:
            yield from answer["results"]
            following = answer.get("next")
            if not following:
                return
            address = urljoin(f"{self._site}/", following)
            if urlsplit(address)[:2] != urlsplit(self._site)[:2]:
                raise Unreachable(f"The next page is at another site: {address}")
            answer = self._sent("GET", address, {"Accept": "application/json"}, None)

    def _sent(self, method: str, address: str, headers: dict[str, str], data: bytes | None) -> Answer:
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        if self._language:
            headers["Accept-Language"] = self._language
        why = ""
        for attempt in range(1, self._attempts + 1):
            wait = min(2.0**attempt, MAX_WAIT)
            try:
                request = Request(address, data, headers, method=method)  # noqa: S310  (http or https: see __init__)
                with self._opener.open(request, timeout=self._timeout) as got:
                    return Answer(_data(got.read(), got.headers), _lower(got.headers))
            except HTTPError as refusal:
                problem = _problem(refusal)
                if refusal.code not in LATER or attempt == self._attempts:
                    raise Refused(refusal.code, problem) from None
                wait = _seconds(refusal.headers.get("Retry-After", ""), wait)
            except (URLError, TimeoutError, ConnectionError) as error:
                why = str(getattr(error, "reason", error))
            if attempt < self._attempts:
                self._sleep(wait)
        raise Unreachable(f"{self._site} doesn't answer: {why}")


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    return str(value)


def _data(body: bytes, headers: "Message") -> dict[str, Any]:
    if not body:
        return {}
    if headers.get_content_type() != "application/json":
        return {"text": body.decode()}
    data = json.loads(body)
    return data if isinstance(data, dict) else {"results": data}


def _problem(refusal: HTTPError) -> dict[str, Any]:
    """RFC 9457, or what a proxy says."""
    body = refusal.read()
    try:
        problem = json.loads(body)
    except ValueError:
        problem = None
    return problem if isinstance(problem, dict) else {"detail": body.decode(errors="replace")[:500]}


def _lower(headers: "Message") -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def _seconds(text: str, otherwise: float) -> float:
    return min(float(text), MAX_WAIT) if text.isdecimal() else otherwise
