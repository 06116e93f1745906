"""What the tests in browsers share: the demo club."""

from typing import Any

import pytest

from tests.flows.demo_club import Demo


@pytest.fixture
def demo(site: str, browser: Any) -> Demo:
    return Demo(site, browser)
