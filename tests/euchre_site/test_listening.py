"""The listening socket: answers leave at once."""

import socket

from euchre_site.listening import listen


def test_what_it_accepts_sends_small_packets_at_once() -> None:
    with (
        listen() as listener,
        socket.create_connection(listener.getsockname()),
        listener.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
