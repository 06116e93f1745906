"""A hall whose computer has the addresses that a test gives it."""

from collections.abc import Iterator
from ipaddress import ip_address
from typing import Any

import pytest

from euchre_site.hall import state
from euchre_site.hall.addresses import EVERYWHERE, Own
from euchre_site.hall.state import Hall

PORT = "8000"


def own(ip: str, interface: str = "wlan0", **more: Any) -> Own:
    return Own(ip_address(ip), interface, **more)


WIFI = own("192.168.1.20", leads_out=True)


@pytest.fixture
def found() -> list[Own]:
    """What the system says; a test may change it."""
    return [WIFI]


@pytest.fixture
def hall(found: list[Own]) -> Iterator[Hall]:
    with state.opened(Hall(EVERYWHERE, int(PORT), look=lambda: list(found))) as hall:
        yield hall


def asked(host: str = "192.168.1.20:8000", *, client: str = "192.168.1.30", server: str = "192.168.1.20") -> Any:
    """What a request says about its way; the client is a phone."""
    return {"headers": {"host": host}, "REMOTE_ADDR": client, "SERVER_NAME": server, "SERVER_PORT": PORT}


AT_HOME = asked("localhost:8000", client="127.0.0.1", server="127.0.0.1")
"""What a browser on the hall's own computer says."""
