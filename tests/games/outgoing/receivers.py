"""A receiver on this machine that behaves as the test says."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator

Behaviour = Callable[["Receiver", socket.socket], None]


class Receiver:
    """Listens on a port of this machine; every connection is recorded and answered by `behaviour`."""

    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour
        self.requests: list[tuple[dict[str, str], bytes]] = []
        self.most_at_once = 0
        self.sent = 0
        self.is_over = threading.Event()
        self._now = 0
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?club=elm"

    def close(self) -> None:
        self.is_over.set()
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _listen(self) -> None:
        while not self.is_over.is_set():
            try:
                wire, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._answer, args=[wire], daemon=True).start()

    def _answer(self, wire: socket.socket) -> None:
        with self._lock:
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
        try:
            with wire, contextlib.suppress(OSError):
                self.requests.append(read_request(wire))
                self.behaviour(self, wire)
        finally:
            with self._lock:
                self._now -= 1


def read_request(wire: socket.socket) -> tuple[dict[str, str], bytes]:
    """Headers, with the first line under "", and body."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += wire.recv(4096) or b"\r\n\r\n"
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = {"": first, **dict(line.split(": ", 1) for line in lines if line)}
    while len(body) < int(headers.get("Content-Length", 0)):
        body += wire.recv(4096)
    return headers, body


def says(status: int, *headers: str) -> Behaviour:
    lines = [f"HTTP/1.1 {status} Whatever", "Content-Length: 0", *headers]
    return lambda receiver, wire: wire.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())


def stalls(receiver: Receiver, wire: socket.socket) -> None:
    receiver.is_over.wait(60)


def drips(receiver: Receiver, wire: socket.socket) -> None:
    """A head that is never complete, a letter at a time."""
    wire.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while not receiver.is_over.wait(0.05):
        wire.sendall(b"z")


def drips_from_the_start(receiver: Receiver, wire: socket.socket) -> None:
    for letter in b"HTTP/1.1 200 " + b"O" * 1000:
        wire.sendall(bytes([letter]))
        if receiver.is_over.wait(0.05):
            return


def floods(receiver: Receiver, wire: socket.socket) -> None:
    """Ten gigabytes, as fast as they are taken."""
    wire.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n")
    pour(receiver, wire, b"x" * 65_536, 10_000_000_000)


def floods_with_headers(receiver: Receiver, wire: socket.socket) -> None:
    wire.sendall(b"HTTP/1.1 200 OK\r\n")
    pour(receiver, wire, b"X-More: " + b"y" * 1000 + b"\r\n", 10_000_000_000)


def floods_with_promises(receiver: Receiver, wire: socket.socket) -> None:
    """Always one more “100 Continue”, so that the real answer never comes."""
    pour(receiver, wire, b"HTTP/1.1 100 Continue\r\n\r\n" * 100, 10_000_000_000)


def pour(receiver: Receiver, wire: socket.socket, drop: bytes, most: int) -> None:
    while receiver.sent < most and not receiver.is_over.is_set():
        wire.sendall(drop)
        receiver.sent += len(drop)


def hangs_up(receiver: Receiver, wire: socket.socket) -> None:
    pass


def talks_nonsense(receiver: Receiver, wire: socket.socket) -> None:
    wire.sendall(b"220 mail.example.org ESMTP\r\n")


def after(seconds: float, behaviour: Behaviour) -> Behaviour:
    def late(receiver: Receiver, wire: socket.socket) -> None:
        time.sleep(seconds)
        behaviour(receiver, wire)

    return late


@contextlib.contextmanager
def receiving(behaviour: Behaviour) -> Iterator[Receiver]:
    receiver = Receiver(behaviour)
    try:
        yield receiver
    finally:
        receiver.close()
