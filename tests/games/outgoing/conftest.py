"""Settings that admit this machine."""

from typing import Any

import pytest


@pytest.fixture
def laptop(settings: Any) -> None:
    """Requests may go to this machine, in plain HTTP."""
    settings.WEBHOOKS_PLAIN = True
    settings.WEBHOOKS_ALLOWED_NETWORKS = ["127.0.0.0/8"]
