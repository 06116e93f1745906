"""Questions to a provider: JSON only, no redirect is followed, and one time for all that a page has to ask.

A provider that stalls takes at most half of the threads that make pages.
"""

import http.client
import json
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings

from games.timed_sockets import TimedStream, seconds_left, within

SECONDS = 8.0
"""Until a page says that the provider doesn't answer."""
MAX_READ = 262_144
PATIENCE = 1.0
"""Seconds until a free place; then others are asking a provider that is slow."""

_places = threading.BoundedSemaphore(max(1, settings.WEB_THREADS // 2))


class NoAnswer(Exception):
    """The provider is away, stalls, or sends what is no answer. The words are for the log."""


class Wire:
    """Use as a context. The time begins with it. NoAnswer whenever an answer isn't to be had."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds

    def __enter__(self) -> "Wire":
        if not _places.acquire(timeout=PATIENCE):
            raise NoAnswer("too many are waiting for a provider")
        self._deadline = time.monotonic() + self._seconds
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        _places.release()

    def get(self, address: str, headers: Mapping[str, str] | None = None) -> dict[str, Any]:
        return self._ask("GET", address, None, headers or {})

    def post(self, address: str, fields: Mapping[str, str], headers: Mapping[str, str]) -> dict[str, Any]:
        body = urlencode(fields).encode()
        return self._ask("POST", address, body, {"Content-Type": "application/x-www-form-urlencoded", **headers})

    def _ask(self, method: str, address: str, body: bytes | None, headers: Mapping[str, str]) -> dict[str, Any]:
        try:
            status, text = self._exchange(method, address, body, headers)
            answer = json.loads(text) if status == 200 else None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise NoAnswer(f"{urlsplit(address).hostname}: {type(error).__name__}") from error
        if not isinstance(answer, dict):
            raise NoAnswer(f"{urlsplit(address).hostname} answered {status}")
        return answer

    def _exchange(self, method: str, address: str, body: bytes | None, headers: Mapping[str, str]) -> tuple[int, bytes]:
        parts = urlsplit(address)
        if parts.scheme not in ("https", "http") or not parts.hostname:
            raise ValueError("no address")
        connection = self._connect(parts.scheme, parts.hostname, parts.port)
        try:
            # It only writes and reads: the connection is made already, and it may open no other.
            speaker = http.client.HTTPConnection(parts.hostname, parts.port)
            speaker.auto_open = 0
            speaker.sock = TimedStream(connection, self._deadline, MAX_READ)
            sent = {"Host": parts.netloc.rpartition("@")[2], "Accept": "application/json", "Connection": "close"}
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            speaker.request(method, path, body, {**sent, "User-Agent": "right-bower", **headers})
            with speaker.getresponse() as answer:
                return answer.status, answer.read()
        finally:
            connection.close()

    def _connect(self, scheme: str, host: str, port: int | None) -> socket.socket:
        """To the first of the host's addresses that takes the connection."""
        number = port or (443 if scheme == "https" else 80)
        addresses = within(
            seconds_left(self._deadline), lambda: socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)
        )
        for place, (family, kind, protocol, _, address) in enumerate(addresses):
            others = len(addresses) - place
            plain = socket.socket(family, kind, protocol)
            try:
                plain.settimeout(seconds_left(self._deadline) / others)
                plain.connect(address)
                if scheme == "http":
                    return plain
                plain.settimeout(seconds_left(self._deadline))
                return ssl.create_default_context().wrap_socket(plain, server_hostname=host)
            except OSError:
                plain.close()
                if others == 1:
                    raise
        raise OSError("the name leads nowhere")
