"""Whatever a receiver does, a request is over in its time, reads little, and says in words what happened."""

import contextlib
import socket
import ssl
import subprocess
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from games.outgoing import addresses, wire
from tests.games.outgoing import receivers
from tests.games.outgoing.receivers import Behaviour, Receiver, receiving, says

pytestmark = pytest.mark.usefixtures("laptop")
TIME = 1.0


@pytest.mark.parametrize(
    ("behaviour", "status", "words"),
    [
        pytest.param(says(200), 200, "", id="200"),
        pytest.param(says(204), 204, "", id="204"),
        pytest.param(says(500), 500, "The receiver answered 500", id="fails"),
        pytest.param(says(404), 404, "The receiver answered 404", id="not there"),
        pytest.param(says(410), 410, "The receiver answered 410: it no longer wants these deliveries", id="gone"),
        pytest.param(says(302, "Location: http://127.0.0.1:1/"), 302, "don’t follow redirects", id="redirects"),
        pytest.param(receivers.hangs_up, None, "We couldn’t connect (", id="hangs up"),
        pytest.param(receivers.talks_nonsense, None, "The receiver’s response wasn’t valid HTTP", id="nonsense"),
        pytest.param(receivers.stalls, None, "didn’t answer within 1 second", id="stalls"),
        pytest.param(receivers.drips, None, "didn’t answer within 1 second", id="drips"),
        pytest.param(receivers.drips_from_the_start, None, "didn’t answer within 1 second", id="drips from the start"),
        pytest.param(receivers.floods, 200, "", id="ten gigabytes"),
        pytest.param(receivers.floods_with_headers, 200, "", id="ten gigabytes of headers"),
        pytest.param(receivers.floods_with_promises, None, "We couldn’t connect (", id="promises without end"),
    ],
)
def test_it_is_over_in_time_and_reads_little(behaviour: Behaviour, status: int | None, words: str) -> None:
    with receiving(behaviour) as receiver:
        tracemalloc.start()
        began = time.monotonic()
        answer = wire.post(receiver.address, b'{"a":1}', {"Webhook-Id": "1"}, TIME)
        took = time.monotonic() - began
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert (answer.status, answer.error is None) == (status, words == "")
        assert words in str(answer.error or "")
        assert took < TIME + 1, "with some patience for a busy machine"
        assert peak < 2_000_000
        assert len(receiver.requests) == 1, "nothing is followed, nothing is sent twice"
    assert receiver.sent < 50_000_000, "what the system itself takes in; the rest was never taken"


def test_what_is_sent_and_what_is_not() -> None:
    with receiving(says(200, "Set-Cookie: a=b")) as receiver:
        for _ in range(2):
            wire.post(receiver.address, b'{"a":1}', {"Webhook-Id": "1"}, 5)
    headers, body = receiver.requests[1]
    assert body == b'{"a":1}'
    assert headers == {
        "": "POST /hook?club=elm HTTP/1.1",
        "Host": f"127.0.0.1:{receiver.port}",
        "Connection": "close",
        "Accept-Encoding": "identity",
        "Content-Length": "7",
        "Webhook-Id": "1",
    }


def test_only_wanted_headers_of_the_answer_are_kept() -> None:
    with receiving(says(429, "Retry-After: 7", "Set-Cookie: a=b")) as receiver:
        answer = wire.post(receiver.address, b"", {}, 5, wanted=["Retry-After", "Location"])
        assert wire.post(receiver.address, b"", {}, 5).headers == {}
    assert (answer.status, answer.headers) == (429, {"Retry-After": "7"})


def test_a_long_address_is_for_who_asks_for_it() -> None:
    with receiving(says(200)) as receiver:
        long = f"{receiver.address}&x={'x' * 600}"
        assert "at most 500" in str(wire.post(long, b"", {}, 5).error)
        assert wire.post(long, b"", {}, 5, most=1000).error is None
    assert len(receiver.requests) == 1


def test_proxies_of_the_environment_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving(says(200)) as proxy, receiving(says(200)) as receiver:
        for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY", "https_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        assert wire.post(receiver.address, b"{}", {}, 5).error is None
        assert (len(proxy.requests), len(receiver.requests)) == (0, 1)


def test_a_port_without_a_listener() -> None:
    with receiving(says(200)) as receiver:
        address = receiver.address
    answer = wire.post(address, b"{}", {}, 5)
    assert (answer.status, str(answer.error)) == (None, "We couldn’t connect (ConnectionRefusedError).")


def test_a_receiver_that_takes_in_nothing() -> None:
    """Long enough that no buffer on the way holds it."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        began = time.monotonic()
        answer = wire.post(f"http://127.0.0.1:{listener.getsockname()[1]}/", b"x" * 50_000_000, {}, TIME)
    assert "didn’t answer within" in str(answer.error)
    assert time.monotonic() - began < TIME + 2


def test_all_addresses_share_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one of a host does not answer; the second one does."""
    with receiving(says(200)) as receiver:
        monkeypatch.setattr(addresses, "lookup", lambda host, port: ["127.0.0.9", "127.0.0.1"])
        assert wire.post(f"http://two.example.org:{receiver.port}/", b"{}", {}, 5).error is None


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """Of hooks.example.org, signed by itself."""
    file = tmp_path / "both.pem"
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=hooks.example.org",
            "-addext",
            "subjectAltName=DNS:hooks.example.org",
            "-keyout",
            tmp_path / "key.pem",
            "-out",
            file,
        ],
        check=True,
        capture_output=True,
    )
    return file


@pytest.mark.parametrize(
    ("host", "is_trusted", "words"),
    [
        ("hooks.example.org", True, ""),
        ("other.example.org", True, "We couldn’t connect securely: hostname mismatch"),
        ("hooks.example.org", False, "We couldn’t connect securely: self"),
    ],
)
def test_certificates_are_looked_at(
    certificate: Path, monkeypatch: pytest.MonkeyPatch, host: str, is_trusted: bool, words: str
) -> None:
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(certificate, certificate.with_name("key.pem"))
    if is_trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    monkeypatch.setattr(addresses, "lookup", lambda host, port: ["127.0.0.1"])
    with receiving(says(200)) as receiver:
        answered = receiver._answer
        monkeypatch.setattr(receiver, "_answer", lambda plain: _over_tls(own, plain, answered))
        answer = wire.post(f"https://{host}:{receiver.port}/", b"{}", {}, 5)
    assert words in str(answer.error or "")
    assert (answer.error is None) == (words == "") == bool(receiver.requests)


def _over_tls(own: ssl.SSLContext, plain: socket.socket, answered: Callable[[socket.socket], None]) -> None:
    with contextlib.suppress(OSError):
        answered(own.wrap_socket(plain, server_side=True))


def drips_in_a_handshake(receiver: Receiver, plain: socket.socket) -> None:
    """A long record of TLS, a byte at a time."""
    with contextlib.suppress(OSError):
        plain.sendall(b"\x16\x03\x03\x40\x00")
        while not receiver.is_over.wait(0.05):
            plain.sendall(b"\0")


def _without_reading(receiver: Receiver, plain: socket.socket, behaviour: Behaviour) -> None:
    with plain:
        behaviour(receiver, plain)


@pytest.mark.parametrize("behaviour", [receivers.stalls, drips_in_a_handshake])
def test_a_handshake_that_never_ends(behaviour: Behaviour, monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving(behaviour) as receiver:
        monkeypatch.setattr(receiver, "_answer", lambda plain: _without_reading(receiver, plain, behaviour))
        began = time.monotonic()
        answer = wire.post(receiver.address.replace("http:", "https:"), b"{}", {}, TIME)
        assert str(answer.error) == "The receiver didn’t answer within 1 seconds."
        assert time.monotonic() - began < TIME + 1
