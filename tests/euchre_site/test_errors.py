"""Error pages know who is asking, and keep no database connection for it."""

import http.client
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client

from euchre_site import urls


@pytest.fixture
def pam(transactional_db: None) -> str:
    """Her session cookie."""
    client = Client()
    client.force_login(get_user_model().objects.create_user("pam@example.org"))
    return f"session={client.cookies['session'].value}"


def ask_for_nothing(site: str, cookie: str, times: int) -> None:
    web = http.client.HTTPConnection(site.removeprefix("http://"), timeout=10)
    for _ in range(times):
        web.request("GET", "/nowhere/", headers={"Cookie": cookie})
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
