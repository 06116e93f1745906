"""One POST to someone else's machine: ten seconds in all, four kilobytes of the answer.

Every step on the way is checked. Knows no database.
"""

import http.client
import socket
import ssl
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from games.engine.errors import RuleError
from games.engine.messages import Message, message
from games.outgoing.addresses import MAX_LETTERS, Address, Barred, Target, resolve, target_of
from games.timed_sockets import TimedStream, seconds_left

SECONDS = 10.0
MAX_READ = 4096
GONE = 410
NO_ANSWER = message("The receiver didn’t answer within {seconds} seconds.")
NOT_SAFE = message("We couldn’t connect securely: {reason}.")
NO_CONNECTION = message("We couldn’t connect ({reason}).")
NONSENSE = message("The receiver’s response wasn’t valid HTTP.")
ELSEWHERE = message(
    "The receiver answered {status}, a redirect. We don’t follow redirects: enter the address it leads to."
)
UNWANTED = message("The receiver answered 410: it no longer wants these deliveries.")
NOT_TAKEN = message("The receiver answered {status}. A delivery needs a status from 200 to 299.")
MAX_REASON = 100
"""Characters of what others say of a certificate."""


@dataclass(frozen=True)
class Answer:
    """status: None when there was none. error: why it is not delivered; None when it is. headers: of the answer, those
    that were asked for and came, under the names they were asked by. is_barred: nothing is ever sent there."""

    status: int | None
    error: Message | None
    seconds: float
    headers: Mapping[str, str] = field(default_factory=dict)
    is_barred: bool = False


def post(
    address: str,
    body: bytes,
    headers: Mapping[str, str],
    seconds: float,
    *,
    wanted: Collection[str] = (),
    most: int = MAX_LETTERS,
) -> Answer:
    """Send it once. Whatever happens there, this answers within the time, and never raises.

    wanted: names of headers of the answer. most: characters of the address.
    """
    began = time.monotonic()
    status, error = None, None
    kept: Mapping[str, str] = {}
    is_barred = False
    try:
        status, kept = _post(target_of(address, most), body, headers, began + seconds, wanted)
    except RuleError as refusal:
        error, is_barred = refusal.words, isinstance(refusal, Barred)
    except TimeoutError:
        error = NO_ANSWER(seconds=f"{seconds:g}")
    except ssl.SSLError as wrong:
        words = getattr(wrong, "verify_message", "") or wrong.reason or "the handshake failed"
        error = NOT_SAFE(reason=str(words).replace("_", " ").lower()[:MAX_REASON])
    except OSError as wrong:
        error = NO_CONNECTION(reason=type(wrong).__name__)
    except (http.client.HTTPException, ValueError):
        error = NONSENSE
    if status is not None:
        error = _judged(status)
    return Answer(status, error, time.monotonic() - began, kept, is_barred)


def _judged(status: int) -> Message | None:
    if 200 <= status < 300:
        return None
    if 300 <= status < 400:
        return ELSEWHERE(status=status)
    if status == GONE:
        return UNWANTED
    return NOT_TAKEN(status=status)


def _post(
    target: Target, body: bytes, headers: Mapping[str, str], deadline: float, wanted: Collection[str]
) -> tuple[int, dict[str, str]]:
    """The status and the headers that are wanted, which is all that is of interest."""
    connection = _connect(target, deadline)
    try:
        # It only writes and reads: the connection is made already, and it may open no other.
        speaker = http.client.HTTPConnection(target.host, target.port)
        speaker.auto_open = 0
        speaker.sock = TimedStream(connection, deadline, MAX_READ)
        speaker.request("POST", target.path, body, {"Host": target.authority, "Connection": "close", **headers})
        with speaker.getresponse() as answer:
            return answer.status, {name: answer.headers[name] for name in wanted if name in answer.headers}
    finally:
        connection.close()


def _connect(target: Target, deadline: float) -> socket.socket:
    """To one of the addresses that were just checked, without asking for the name again."""
    addresses = resolve(target, seconds_left(deadline))
    for number, address in enumerate(addresses):
        others = len(addresses) - number
        try:
            plain = _connect_to(address, target.port, seconds_left(deadline) / others)
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
        plain.settimeout(seconds_left(deadline))
        return ssl.create_default_context().wrap_socket(plain, server_hostname=target.host)
    except BaseException:
        plain.close()
        raise
