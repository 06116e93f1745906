"""One-time tokens stay out of the log; what helps to find an error stays in. As lines, and as JSON."""

import datetime
import io
import json
import logging
import secrets
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from euchre_site.logs import HideTokens, JsonLine, Line, hide_tokens
from tests.processes import manage


@pytest.mark.parametrize("size", [16, 32])
def test_hides_tokens_in_addresses(size: int) -> None:
    for _ in range(50):
        for token in (secrets.token_urlsafe(size), secrets.token_hex(size)):
            assert hide_tokens(f"Not Found: /t/{token}/card") == "Not Found: /t/.../card"


def test_keeps_slugs_and_names() -> None:
    text = "Internal Server Error: /e/spring-progressive-night-2026/rounds/4 in tournaments.results.commands"
    assert hide_tokens(text) == text


class TestJson:
    @pytest.fixture
    def lines(self) -> Iterator[Callable[[], list[dict[str, Any]]]]:
        """What the site's own loggers write in this format from now on."""
        stream = io.StringIO()
        handler = logging.StreamHandler(stream)
        handler.setFormatter(JsonLine())
        handler.addFilter(HideTokens())
        loggers = [logging.getLogger(name) for name in ("django", "euchre_site", "celery")]
        levels = [logger.level for logger in loggers]
        for logger in loggers:
            logger.addHandler(handler)
            logger.setLevel(logging.INFO)
        yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
        for logger, level in zip(loggers, levels, strict=True):
            logger.removeHandler(handler)
            logger.setLevel(level)

    def test_a_request_is_one_object_with_its_view_and_nothing_of_what_was_sent(
        self, client: Client, db: None, lines: Any
    ) -> None:
        client.post(
            "/accounts/login/?next=/secret-query/",
            {"login": "secret-body", "password": "x"},
            headers={"X-Thing": "secret-header"},
        )
        [logged] = [line for line in lines() if line["logger"] == "euchre_site.requests"]
        assert (logged["method"], logged["route"], logged["status"]) == ("POST", "/accounts/login/", 200)
        assert logged["level"] == "INFO"
        assert logged["ms"] >= 0
        assert datetime.datetime.fromisoformat(logged["time"]).utcoffset() == datetime.timedelta(0)
        assert "secret" not in json.dumps(lines())

    def test_an_address_with_a_token_is_logged_without_it(self, client: Client, db: None, lines: Any) -> None:
        token = secrets.token_urlsafe(32) + "A"
        client.get(f"/tables/invited/{token}/")
        assert {"/tables/invited/<str:token>/"} <= {line.get("route") for line in lines()}
        client.get(f"/nowhere/{token}/")
        assert any(line["message"] == "Not Found: /nowhere/.../" for line in lines())
        assert token not in json.dumps(lines())

    def test_a_traceback_is_a_field_and_hides_tokens_too(self, lines: Any) -> None:
        token = secrets.token_urlsafe(32) + "A"
        try:
            raise ValueError(f"cannot open /t/{token}/card")
        except ValueError:
            logging.getLogger("euchre_site").exception("failed")
        [logged] = lines()
        assert logged["message"] == "failed"
        assert "ValueError: cannot open /t/.../card" in logged["exception"]
        assert __file__ in logged["exception"]
        assert "status" not in logged

    def test_lines_hide_them_as_well(self) -> None:
        token = secrets.token_urlsafe(32) + "A"
        try:
            raise ValueError(f"cannot open /t/{token}/card")
        except ValueError:
            record = logging.LogRecord("x", 40, __file__, 1, "failed", (), sys.exc_info())
        assert "/t/.../card" in Line().format(record)
        assert token not in Line().format(record)

    @pytest.mark.slow
    def test_the_setting_names_one_of_two(self, data_folder: Path) -> None:
        done = manage("check", RIGHT_BOWER_HOME=str(data_folder), LOG_FORMAT="xml")
        assert done.returncode != 0
        assert "LOG_FORMAT is line or json" in done.stderr
