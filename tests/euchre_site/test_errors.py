"""Error pages know who is asking, and keep no database connection for it."""

import http.client
import io
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpResponse
from django.test import Client, override_settings

from euchre_site import urls
from tests.markup import squeezed

NOWHERE = "/static/nowhere/"
"""Answered without a turn (euchre_site/priority_asgi.py), as Django answers under ASGI."""


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
    """How many of the pool's connections have not been given back."""
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
    # The test database cannot be dropped while someone is connected to it.
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]
    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid()"
        )


# -- the database is away ----------------------------------------------------------------------------------------------


def leave(self: Any) -> None:
    """A thread that has a connection of an earlier test doesn't ask it how it is."""


@pytest.fixture
def away(site: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The site's address, and no connection of any of its threads opens any more."""

    def refuse(self: Any) -> None:
        raise OperationalError("connection refused")

    with monkeypatch.context() as patched:
        patched.setattr(BaseDatabaseWrapper, "close_if_unusable_or_obsolete", leave)
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
    assert "Back in a moment" in text
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


def test_a_program_is_answered_in_json(away: str) -> None:
    answer, text = fetch(away, "/api/v1/clubs/")
    assert (answer.status, answer.headers["Retry-After"]) == (503, "3")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert json.loads(text)["code"] == "unavailable"


@pytest.mark.parametrize(("path", "kind"), [("/", "text/html"), ("/api/v1/clubs/", "application/problem+json")])
def test_what_is_our_own_fault_is_500(path: str, kind: str, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(self: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(BaseDatabaseWrapper, "close_if_unusable_or_obsolete", leave)
        patched.setattr(BaseDatabaseWrapper, "ensure_connection", break_down)
        answer, _ = fetch(site.removeprefix("http://"), path)
    assert (answer.status, answer.headers["Retry-After"]) == (500, None)
    assert answer.headers["Content-Type"].startswith(kind)


# -- the database takes no changes -------------------------------------------------------------------------------------


@pytest.fixture
def read_only(db: None) -> Iterator[Client]:
    """A browser, of a site whose database can only be read: a standby, or a disk that was mounted so."""
    is_sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only=ON" if is_sqlite else "SET TRANSACTION READ ONLY")
    yield Client(raise_request_exception=False)
    if is_sqlite:
        connection.connection.execute("PRAGMA query_only=OFF")


def test_a_write_to_a_read_only_database_is_asked_to_come_back(read_only: Client) -> None:
    assert read_only.get("/clubs/").status_code == 200
    answer = read_only.post("/tables/play-now/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "3")
    assert "Back in a moment" in answer.content.decode()


# -- a name that the site does not know --------------------------------------------------------------------------------


class TestWrongAddress:
    @pytest.fixture
    def ask(self, settings: Any, client: Client) -> Callable[..., HttpResponse]:
        """As a stranger's browser does. hosts: what ALLOWED_HOSTS says."""

        def ask(host: str, *hosts: str, path: str = "/", **more: Any) -> HttpResponse:
            settings.ALLOWED_HOSTS = list(hosts or HERE)
            settings.PUBLIC_HOST = next((name for name in hosts if name not in HERE), "")
            return client.get(path, headers={"host": host} | more.pop("headers", {}), SERVER_PORT="8000", **more)

        return ask

    @pytest.mark.parametrize("path", ["/", "/clubs/", "/accounts/login/", "/live/?topic=a:1", "/nowhere/", "/health/"])
    def test_a_laptop_opened_by_its_number_says_what_to_set(self, ask: Callable[..., Any], path: str) -> None:
        answer = ask("192.168.1.20:8000", path=path)
        page = answer.content.decode()
        assert answer.status_code == 400
        assert "<h1>Wrong address</h1>" in squeezed(page)
        assert "<code>ALLOWED_HOSTS=localhost,127.0.0.1,[::1],192.168.1.20</code>" in squeezed(page)
        assert 'href="http://localhost:8000/"' in page
        assert "default-src 'self'" in answer["Content-Security-Policy"]

    def test_the_log_has_one_line_of_it(self, ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
        written = io.StringIO()
        monkeypatch.setattr(logging.getLogger("django").handlers[0], "stream", written)
        ask("192.168.1.20:8000")
        [line] = written.getvalue().splitlines()
        assert "You may need to add '192.168.1.20' to ALLOWED_HOSTS." in line

    def test_what_to_set_is_understood_and_lets_it_in(self, ask: Callable[..., Any], db: None) -> None:
        said = ask("192.168.1.20:8000").content.decode().partition("ALLOWED_HOSTS=")[2].partition("<")[0]
        assert ask("192.168.1.20:8000", *said.split(",")).status_code == 200
        said = ask("[fd00::1]:8000").content.decode().partition("ALLOWED_HOSTS=")[2].partition("<")[0]
        assert ask("[fd00::1]:8000", *said.split(",")).status_code == 200

    @pytest.mark.parametrize(
        "host", ["evil.example", "a<b>c", "x" * 500, "evil.example:80", "192.168.1.20.evil", "", "["]
    )
    def test_no_name_is_repeated_or_advised(self, ask: Callable[..., Any], host: str) -> None:
        answer = ask(host)
        page = answer.content.decode()
        assert answer.status_code == 400
        assert "add the name from your browser to the ALLOWED_HOSTS setting" in page
        assert not host or host[:20] not in page.replace("[]", "")
        assert "ALLOWED_HOSTS=" not in page

    def test_a_site_with_an_address_sends_there(self, ask: Callable[..., Any], settings: Any) -> None:
        names = ("localhost", "euchre.local")
        page = ask("192.168.1.20:8000", *names).content.decode()
        assert 'href="http://euchre.local:8000/"' in page
        assert "ALLOWED_HOSTS" not in page
        settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
        assert 'href="http://euchre.local/"' in ask("192.168.1.20", *names).content.decode()
        settings.HTTPS, settings.SECURE_SSL_REDIRECT = True, True
        answer = ask("192.168.1.20", *names)
        assert (answer.status_code, 'href="https://euchre.local/"' in answer.content.decode()) == (400, True)

    def test_a_program_is_answered_in_json_and_a_reader_in_their_language(self, ask: Callable[..., Any]) -> None:
        answer = ask("192.168.1.20", "euchre.local", path="/api/v1/clubs/")
        assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
        assert json.loads(answer.content)["detail"].endswith("http://euchre.local:8000/")
        french = ask("192.168.1.20", headers={"Accept-Language": "fr"})
        assert '<html lang="fr">' in squeezed(french.content.decode())

    def test_what_else_cannot_be_read_is_400_as_before(self, client: Client, db: None) -> None:
        with override_settings(DATA_UPLOAD_MAX_NUMBER_FIELDS=1):
            answer = client.post("/accounts/login/", {"login": "a", "password": "b", "next": "c"})
        assert answer.status_code == 400
        assert "We couldn’t read your request" in answer.content.decode()


HERE = ("localhost", "127.0.0.1", "[::1]")
