"""What the tests of webhooks share: settings that admit this machine, and no waiting for ten seconds."""

from typing import Any

import pytest

from tournaments.webhooks import sender, wire


@pytest.fixture
def laptop(settings: Any) -> None:
    """Requests may go to this machine, in plain HTTP."""
    settings.WEBHOOKS_PLAIN = True
    settings.WEBHOOKS_ALLOWED_NETWORKS = ["127.0.0.0/8"]


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> float:
    """A second in all for a request; slow begins at a tenth."""
    monkeypatch.setattr(wire, "SECONDS", 1.0)
    monkeypatch.setattr(sender, "AT_ONCE", 0.1)
    return wire.SECONDS
