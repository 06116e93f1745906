"""What the tests of webhooks share: settings that admit this machine, and no waiting for ten seconds."""

import pytest

from games.outgoing import wire
from tests.games.outgoing.conftest import laptop  # noqa: F401  (a fixture)
from tournaments.webhooks import sender


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> float:
    """A second in all for a request; slow begins at a tenth."""
    monkeypatch.setattr(wire, "SECONDS", 1.0)
    monkeypatch.setattr(sender, "SLOW_SECONDS", 0.1)
    return wire.SECONDS
