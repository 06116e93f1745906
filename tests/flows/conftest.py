"""What the tests in browsers share: the demo club."""

from typing import Any

import pytest

from tests.flows.demo_club import Demo


@pytest.fixture
def demo(site: str, browser: Any, tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Demo:
    own = tmp_path_factory.getbasetemp()
    return Demo(site, browser, own if worker_id == "master" else own.parent)
