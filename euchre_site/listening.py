"""The socket on which the site is served."""

import socket


def listen(host: str = "127.0.0.1", port: int = 0) -> socket.socket:
    """Port 0 takes a free one. Connections inherit TCP_NODELAY: asyncio sets it only for sockets that name their
    protocol, and without it the body of an answer waits 40 ms for the browser's word that the head has arrived."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
    return listener
