"""Error pages know who is asking, and keep no database connection for it."""

import http.client
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client

from euchre_site import urls

NOWHERE = "/static/nowhere/"
"""Answered without a turn (euchre_site/turns.py), as Django answers under ASGI."""


@pytest.fixture
def pam(transactional_db: None) -> str:
    """Her session cookie."""
    client = Client()
    client.force_login(get_user_model().objects.create_user("pam@example.org"))
    return f"session={client.cookies['session'].value}"


def ask_for_nothing(site: str, cookie: str, times: int) -> None:
    web = http.client.HTTPConnection(site.removeprefix("http://"), timeout=10)
    for _ in range(times):
        web.request("GET", NOWHERE, headers={"Cookie": cookie})
        answer = web.getresponse()
        answer.read()
        assert answer.status == 404
    web.close()


def connections_out() -> int:
    """How many of the pool's connections nobody has given back."""
    connection.close()
    stats = connection.pool.get_stats()  # type: ignore[attr-defined]
    return int(stats["pool_size"] - stats["pool_available"])


@pytest.mark.postgres
def test_not_found_gives_its_connection_back(site: str, pam: str, wait_until: Any) -> None:
    ask_for_nothing(site, pam, times=8)
    wait_until(lambda: connections_out() == 0)


@pytest.mark.postgres
def test_djangos_own_page_keeps_it(site: str, pam: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The positive control: when this fails, euchre_site.errors is no longer needed."""
    monkeypatch.delattr(urls, "handler404")
    ask_for_nothing(site, pam, times=8)
    assert connections_out() > 0
    # The test database cannot be dropped while somebody sits on it.
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]
    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid()"
        )


# -- the database is away ----------------------------------------------------------------------------------------------


@pytest.fixture
def away(site: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The site's address, and no connection of any of its threads opens any more."""

    def refuse(self: Any) -> None:
        raise OperationalError("connection refused")

    with monkeypatch.context() as patched:
        patched.setattr(BaseDatabaseWrapper, "ensure_connection", refuse)
        yield site.removeprefix("http://")


def fetch(address: str, path: str) -> tuple[http.client.HTTPResponse, str]:
    web = http.client.HTTPConnection(address, timeout=10)
    web.request("GET", path, headers={"Cookie": f"session={'x' * 32}"})
    answer = web.getresponse()
    text = answer.read().decode()
    web.close()
    return answer, text


def test_a_page_says_that_the_site_is_away_and_when_to_come_back(away: str) -> None:
    answer, text = fetch(away, "/")
    assert (answer.status, answer.headers["Retry-After"]) == (503, "3")
    assert "Away for a moment" in text
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


def test_a_program_is_told_in_json(away: str) -> None:
    answer, text = fetch(away, "/api/v1/clubs/")
    assert (answer.status, answer.headers["Retry-After"]) == (503, "3")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert json.loads(text)["code"] == "unavailable"


@pytest.mark.parametrize(("path", "kind"), [("/", "text/html"), ("/api/v1/clubs/", "application/problem+json")])
def test_what_is_our_own_fault_is_500(path: str, kind: str, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(self: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(BaseDatabaseWrapper, "ensure_connection", break_down)
        answer, _ = fetch(site.removeprefix("http://"), path)
    assert (answer.status, answer.headers["Retry-After"]) == (500, None)
    assert answer.headers["Content-Type"].startswith(kind)
