"""One POST to somebody else's machine: ten seconds in all, four kilobytes of the answer, and nothing on the way there
that was not checked. Knows no database."""

import http.client
import io
import socket
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.errors import RuleError
from games.engine.language import mark
from tournaments.webhooks.addresses import Address, Target, resolve, target_of

SECONDS = 10.0
MAX_READ = 4096
GONE = 410
NO_ANSWER = mark("There was no answer within {seconds} seconds.")
NOT_SAFE = mark("No safe connection could be made: {reason}.")
NO_CONNECTION = mark("No connection could be made ({reason}).")
NONSENSE = mark("What came back is no answer of the web.")
ELSEWHERE = mark("The answer was {status}, leading elsewhere. That is not followed: give the address it leads to.")
UNWANTED = mark("The answer was 410: nobody wants this any more.")
NOT_TAKEN = mark("The answer was {status}; 200 to 299 would mean that it has arrived.")
SENTENCES = (NO_ANSWER, NOT_SAFE, NO_CONNECTION, ELSEWHERE, NOT_TAKEN)
"""Those with values in them."""


@dataclass(frozen=True)
class Answer:
    """status: None when there was none. error: why it is not delivered, in plain words and in English, for it is kept
    and read by several (`selectors.failure_message`); empty when it is."""

    status: int | None
    error: str
    seconds: float


def post(address: str, body: bytes, headers: Mapping[str, str], seconds: float) -> Answer:
    """Send it once. Whatever happens there, this answers within the time, and never raises."""
    began = time.monotonic()
    status, error = None, ""
    try:
        status = _post(target_of(address), body, headers, began + seconds)
    except RuleError as refusal:
        error = str(refusal)
    except TimeoutError:
        error = NO_ANSWER.format(seconds=f"{seconds:g}")
    except ssl.SSLError as wrong:
        words = getattr(wrong, "verify_message", "") or wrong.reason or "the handshake failed"
        error = NOT_SAFE.format(reason=str(words).replace("_", " ").lower())
    except OSError as wrong:
        error = NO_CONNECTION.format(reason=type(wrong).__name__)
    except (http.client.HTTPException, ValueError):
        error = NONSENSE
    if status is not None:
        error = _judged(status)
    return Answer(status, error[:200], time.monotonic() - began)


def _judged(status: int) -> str:
    if 200 <= status < 300:
        return ""
    if 300 <= status < 400:
        return ELSEWHERE.format(status=status)
    if status == GONE:
        return UNWANTED
    return NOT_TAKEN.format(status=status)


def _post(target: Target, body: bytes, headers: Mapping[str, str], deadline: float) -> int:
    """The status, which is all that is of interest."""
    stream = _Stream(_connect(target, deadline), deadline)
    try:
        # Only its words are used: the connection is made, and it must make no other.
        speaker = http.client.HTTPConnection(target.host, target.port)
        speaker.auto_open = 0
        speaker.sock = stream
        sent = {
            "Host": target.authority,
            "Connection": "close",
            "Content-Type": "application/json",
            "User-Agent": "right-bower-webhooks",
            **headers,
        }
        speaker.request("POST", target.path, body, sent)
        with speaker.getresponse() as answer:
            return answer.status
    finally:
        stream.close()


def _connect(target: Target, deadline: float) -> socket.socket:
    """To one of the addresses that were just checked, without asking for the name again."""
    addresses = resolve(target, _left(deadline))
    for number, address in enumerate(addresses):
        others = len(addresses) - number
        try:
            plain = _connect_to(address, target.port, _left(deadline) / others)
        except OSError:
            if others == 1:
                raise
            continue
        return _secured(plain, target, deadline) if target.scheme == "https" else plain
    raise AssertionError("resolve answers with one address at least")


def _connect_to(address: Address, port: int, seconds: float) -> socket.socket:
    plain = socket.socket(socket.AF_INET if address.version == 4 else socket.AF_INET6, socket.SOCK_STREAM)
    try:
        plain.settimeout(seconds)
        plain.connect((str(address), port))
    except OSError:
        plain.close()
        raise
    return plain


def _secured(plain: socket.socket, target: Target, deadline: float) -> socket.socket:
    try:
        plain.settimeout(_left(deadline))
        return ssl.create_default_context().wrap_socket(plain, server_hostname=target.host)
    except BaseException:
        plain.close()
        raise


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


class _Stream:
    """As much of a socket as `http.client` needs. Every call gets what is left of the whole time, so a receiver that
    sends a byte now and then gains nothing; after so many bytes the answer is over, whatever else would come."""

    def __init__(self, wire: socket.socket, deadline: float) -> None:
        self._wire = wire
        self._deadline = deadline

    def sendall(self, data: Any) -> None:
        rest = memoryview(data)
        while rest:
            self._wire.settimeout(_left(self._deadline))
            rest = rest[self._wire.send(rest) :]

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Reader(self._wire, self._deadline), buffer_size=512)

    def close(self) -> None:
        self._wire.close()


class _Reader(io.RawIOBase):
    def __init__(self, wire: socket.socket, deadline: float) -> None:
        self._wire = wire
        self._deadline = deadline
        self._may_read = MAX_READ

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        most = min(len(buffer), self._may_read)
        if most == 0:
            return 0
        self._wire.settimeout(_left(self._deadline))
        count = self._wire.recv_into(memoryview(buffer)[:most])
        self._may_read -= count
        return count
