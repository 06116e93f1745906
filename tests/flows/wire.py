"""The wire between a phone and the site, which a test can really cut: nothing here tells the browser that it is off."""

import contextlib
import socket
import threading
import time
from types import TracebackType


class Wire:
    """A port of its own that passes bytes on to the site. `cut` it, `mend` it, or let it `swallow` answers: what is
    asked arrives, what is answered does not. With a `lag`, answers take so many seconds longer."""

    lag = 0.0

    def __init__(self, site: str):
        host, port = site.removeprefix("http://").split(":")
        self.behind = (host, int(port))
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.is_cut = self.swallows = False
        self.open: set[socket.socket] = set()
        self.thread = threading.Thread(target=self._listen, name="wire")
        self.thread.start()

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self._hang_up()
        self.thread.join(5)

    def cut(self) -> None:
        self.is_cut = True
        self._hang_up()

    def mend(self) -> None:
        self.is_cut = self.swallows = False

    def swallow(self) -> None:
        self.swallows = True

    def _hang_up(self) -> None:
        for one in list(self.open):
            _close(one)

    def _listen(self) -> None:
        while True:
            try:
                phone, _ = self.listener.accept()
            except OSError:
                return
            if self.is_cut:
                _close(phone)
                continue
            site = socket.create_connection(self.behind)
            self.open |= {phone, site}
            for pair in ((phone, site, False), (site, phone, True)):
                threading.Thread(target=self._pass_on, args=pair, daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket, is_answer: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if is_answer and self.swallows:
                    break
                if is_answer:
                    time.sleep(self.lag)
                target.sendall(data)
        for one in (source, target):
            _close(one)
        self.open -= {source, target}


def _close(one: socket.socket) -> None:
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
