"""The web server of `manage.py serve`: uvicorn, with limited patience for requests that never arrive completely.

A request that has not come in holds a socket, and a process has only a limited number of these. So a head has to come
within some seconds, a body may not pause for longer, and of all incomplete requests the oldest goes when there are too
many. A browser's request is complete within a moment, however many incomplete ones others hold.
"""

import asyncio
import contextlib
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from games.live.bus import bus

PATIENCE_SECONDS = 10.0


def most_unfinished() -> int:
    """A quarter of the files that this process may open: streams and the database need the others."""
    with contextlib.suppress(ImportError):
        import resource

        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return 1000 if files == resource.RLIM_INFINITY else min(files // 4, 1000)
    return 1000  # Windows sets no limit


class Connection(H11Protocol):
    """A browser's connection. It is unfinished from its first moment, or the first byte of its next request, until that
    request has come in whole."""

    server_state: "State"
    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # narrower than uvicorn says
        super().connection_made(transport)
        self._look()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_whole()
        super().connection_lost(exc)

    def _look(self) -> None:
        is_resting = self.timeout_keep_alive_task is not None and self.conn.trailing_data == (b"", False)
        is_awaited = self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and not is_resting
        if not is_awaited or self.transport.is_closing():
            self._is_whole()
        elif self.conn.their_state is h11.SEND_BODY or self._patience is None:
            self._wait()

    def _wait(self) -> None:
        """From now on. Each piece of a body renews it, a piece of a head does not."""
        if self._patience:
            self._patience.cancel()
        self._patience = self.loop.call_later(PATIENCE_SECONDS, self._lose_patience)
        unfinished = self.server_state.unfinished
        unfinished.setdefault(self)
        if len(unfinished) > most_unfinished():
            next(iter(unfinished)).give_up()

    def _lose_patience(self) -> None:
        if self.flow.read_paused:  # we paused reading ourselves
            self._wait()
        else:
            self.give_up()

    def give_up(self) -> None:
        self._is_whole()
        self.transport.abort()

    def _is_whole(self) -> None:
        self.server_state.unfinished.pop(self, None)
        if self._patience:
            self._patience.cancel()
            self._patience = None


class State(uvicorn.server.ServerState):
    """unfinished: the connections that are, the oldest first."""

    def __init__(self) -> None:
        super().__init__()
        self.unfinished: dict[Connection, None] = {}


class Server(uvicorn.Server):
    def __init__(self, **options: Any) -> None:
        config = uvicorn.Config(
            "euchre_site.asgi:application",
            http=Connection,
            lifespan="off",
            access_log=False,  # addresses hold one-time tokens
            log_level="warning",
            server_header=False,
            # Whom to believe about the client is asked in one place only: TRUSTED_PROXIES.
            proxy_headers=False,
            # No more are taken at once than can be turned away.
            backlog=most_unfinished(),
            timeout_graceful_shutdown=1,
            **options,
        )
        super().__init__(config)
        self.server_state = State()

    async def shutdown(self, sockets: Any = None) -> None:
        """Ends the live streams before it waits for open connections: they would never end by themselves."""
        bus().hang_up()
        await super().shutdown(sockets)
