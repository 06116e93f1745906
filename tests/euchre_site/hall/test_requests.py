"""Requests in hall mode: which are answered, what links they are given, and what the console says of them."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from euchre_site.hall import state
from euchre_site.hall.addresses import Own
from euchre_site.hall.state import Hall
from games.qr import qr_picture
from tests.cast import Table, context_of, make_user
from tests.euchre_site.hall.conftest import AT_HOME, asked, own
from tests.markup import squeezed
from tests.tournaments.pages.browsing import log_in
from tournaments.access.wall_code import code_on, hang_code

ADDRESS = "http://192.168.1.20:8000/"


@pytest.fixture(autouse=True)
def no_names(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "testserver"]


@pytest.fixture
def table(seated: Table) -> Table:
    return seated


def text(answer: Any) -> str:
    return squeezed(answer.content.decode())


class TestHost:
    @pytest.mark.parametrize("host", ["192.168.1.20:8000", "localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
    def test_its_own_addresses_are_answered(self, hall: Hall, db: None, host: str) -> None:
        assert Client().get("/clubs/", **asked(host)).status_code == 200

    @pytest.mark.parametrize(
        "host",
        [
            "192.168.1.20",
            "192.168.1.20:8001",
            "192.168.1.21:8000",
            "laptop:8000",
            "laptop.local:8000",
            "evil.example",
            "192.168.1.20.evil.example:8000",
            "[fd00::20]:8000",
            "",
        ],
    )
    def test_others_get_a_page_with_the_right_one(self, hall: Hall, host: str) -> None:
        answer = Client().get("/clubs/?page=2", **asked(host))
        page = text(answer)
        assert answer.status_code == 400
        assert "<h1>Wrong address</h1>" in page
        assert f'<a class="btn" href="{ADDRESS}clubs/?page=2">{ADDRESS}</a>' in page
        assert "ALLOWED_HOSTS" not in page
        assert not host or f"{host}/" not in page.replace(ADDRESS, "")

    def test_a_phone_on_another_network_of_this_computer_is_sent_where_it_came_from(
        self, found: list[Own], hall: Hall
    ) -> None:
        found.append(own("10.42.0.1", "wlan1"))
        hall.look_again()
        answer = Client().get("/", **asked("laptop:8000", server="10.42.0.1"))
        assert 'href="http://10.42.0.1:8000/"' in text(answer)

    def test_a_program_is_answered_too(self, hall: Hall) -> None:
        answer = Client().get("/api/v1/clubs/", **asked("laptop:8000"))
        assert (answer.status_code, answer.json()["detail"].rpartition(" ")[2]) == (400, ADDRESS)

    def test_without_a_network_the_page_names_the_computer_itself(self, found: list[Own], hall: Hall) -> None:
        found.clear()
        hall.look_again()
        answer = Client().get("/", **asked("laptop:8000", client="127.0.0.1", server="127.0.0.1"))
        assert 'href="http://localhost:8000/"' in text(answer)

    def test_what_was_typed_for_a_wrong_one_is_not_put_into_a_link(self, hall: Hall) -> None:
        page = text(Client().post("/accounts/login/", {"login": "a", "password": "b"}, **asked("laptop:8000")))
        assert f'href="{ADDRESS}"' in page

    def test_a_page_that_is_asked_for_cannot_lead_elsewhere(self, hall: Hall) -> None:
        answer = Client().get("/x//evil.example/%22%3E<b>", **asked("laptop:8000"))
        assert re.findall(r'class="btn" href="([^"]*)"', text(answer)) == [f"{ADDRESS}x//evil.example/%22%3E%3Cb%3E"]


class TestOtherModes:
    def test_a_number_of_this_computer_is_refused(self, db: None) -> None:
        assert Client().get("/clubs/", **asked()).status_code == 400

    def test_there_is_no_code_and_no_panel(self, table: Table) -> None:
        assert Client().get("/hall/").status_code == 404
        page = log_in(table.olga).get(reverse("console", args=[table.event.slug]))
        assert "Phones in the hall" not in text(page)

    def test_links_say_what_was_asked_for(self, table: Table) -> None:
        hang_code(table.event.pk, context=context_of(table.olga))
        page = text(log_in(table.olga).get(reverse("wall_code", args=[table.event.slug]), **AT_HOME))
        assert f"http://localhost:8000{reverse('come_in', args=[table.event.slug, code_on(table.event)])}" in page

    def test_the_administration_is_where_it_was(self, db: None) -> None:
        assert Client().get("/admin/", REMOTE_ADDR="192.168.1.30").status_code == 302


class TestLinks:
    def test_codes_of_an_organizer_at_the_computer_lead_phones_to_the_hall(self, table: Table, hall: Hall) -> None:
        hang_code(table.event.pk, context=context_of(table.olga))
        page = text(log_in(table.olga).get(reverse("wall_code", args=[table.event.slug]), **AT_HOME))
        link = f"{ADDRESS[:-1]}{reverse('come_in', args=[table.event.slug, code_on(table.event)])}"
        assert f'<p class="wall-code__address">{link}</p>' in page
        assert "http://localhost" not in page.partition("<main")[2]

    def test_mails_lead_to_the_hall(self, db: None, hall: Hall, mailoutbox: list[Any], settings: Any) -> None:
        settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
        make_user("Olga")
        client = Client()
        client.post("/accounts/password/reset/", {"email": "olga@example.org"}, **AT_HOME)
        [mail] = mailoutbox
        assert f"{ADDRESS}accounts/password/reset/key/" in mail.body

    def test_without_a_network_they_stay_on_the_computer(self, table: Table, found: list[Own], hall: Hall) -> None:
        found.clear()
        hall.look_again()
        hang_code(table.event.pk, context=context_of(table.olga))
        page = text(log_in(table.olga).get(reverse("wall_code", args=[table.event.slug]), **AT_HOME))
        assert '<p class="wall-code__address">http://localhost:8000/' in page

    def test_a_refusal_at_the_computer_still_leads_back(self, table: Table, hall: Hall) -> None:
        move = reverse("move_round", args=[table.event.slug, table.round.pk, "close"])
        console = reverse("console", args=[table.event.slug])
        for base, way in (("http://localhost:8000", AT_HOME), (ADDRESS[:-1], asked())):
            headers = way["headers"] | {"referer": f"{base}{console}"}
            answer = log_in(table.olga).post(move, {"key": "k" * 20, "seen": 1}, **way | {"headers": headers})
            assert f'href="{console}"' in text(answer)


class TestAdministration:
    def test_another_device_is_shown_where_it_opens(self, hall: Hall, db: None) -> None:
        for path in ("/admin/", "/admin/login/", "/admin/games/user/"):
            answer = Client().get(path, **asked())
            assert answer.status_code == 403
            assert "http://localhost:8000/admin/" in text(answer)
            assert "default-src 'self'" in answer["Content-Security-Policy"]

    @pytest.mark.parametrize("way", [AT_HOME, asked(client="192.168.1.20")])
    def test_it_opens_on_the_computer_itself(self, hall: Hall, db: None, way: dict[str, Any]) -> None:
        answer = Client().get("/admin/", **way)
        assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/admin/login/")


class TestConsole:
    @pytest.fixture
    def console(self, table: Table, hall: Hall) -> Any:
        """What it says to the organizer at the computer."""
        client = log_in(table.olga)
        return lambda: text(client.get(reverse("console", args=[table.event.slug]), **AT_HOME))

    def test_it_says_where_phones_go_with_the_code(self, console: Any) -> None:
        page = console()
        assert f"<strong>{ADDRESS}</strong>" in page
        assert qr_picture(ADDRESS) in page.replace("&#x27;", "'")
        assert 'href="/hall/"' in page

    def test_it_waits_for_a_phone_and_says_what_helps(self, console: Any, found: list[Own], hall: Hall) -> None:
        found.append(own("172.17.0.1", "docker0"))
        hall.look_again()
        page = console()
        assert "No phone has connected yet" in page
        for words in ("same Wi-Fi", "http:// in front", "Guest Wi-Fi", "port 8000", "VPN", "http://172.17.0.1:8000/"):
            assert words in page, words

    def test_its_own_visits_are_no_phone(self, console: Any) -> None:
        console()
        assert "No phone has connected yet" in console()

    def test_a_phone_at_the_wrong_address_is_not_through(self, console: Any) -> None:
        Client().get("/clubs/", **asked("laptop:8000"))
        assert "No phone has connected yet" in console()

    def test_a_phone_got_through(self, console: Any) -> None:
        Client().get("/clubs/", **asked())
        page = console()
        assert "Last phone connected at" in page
        assert "If phones can’t connect" not in page

    def test_the_address_changed(self, console: Any, found: list[Own], hall: Hall) -> None:
        found[:] = [own("192.168.1.99")]
        hall.look_again()
        page = console()
        assert "The address changed at" in page
        assert f"Codes and links for {ADDRESS} no longer work" in page
        assert "<strong>http://192.168.1.99:8000/</strong>" in page

    def test_there_is_no_network(self, console: Any, found: list[Own], hall: Hall) -> None:
        found.clear()
        hall.look_again()
        page = console()
        assert "This computer isn’t on a network." in page
        assert "data:image" not in page.partition('id="in-hall"')[2].partition("</section>")[0]

    def test_it_follows_by_itself(self, console: Any, hall: Hall) -> None:
        assert f'data-live-topic="hall:1" data-live-version="{hall.version}"' in console()
        way = asked()
        heard = Client().get("/live/?topic=hall:1&poll=1", **way).json()
        assert heard == {"versions": {"hall:1": hall.version}, "gone": []}

    def test_it_asks_the_database_nothing_more(self, table: Table, hall: Hall) -> None:
        client, path = log_in(table.olga), reverse("console", args=[table.event.slug])
        client.get(path, **AT_HOME)
        with CaptureQueriesContext(connection) as in_hall:
            assert "Phones in the hall" in text(client.get(path, **AT_HOME))
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(state, "_open", None)
            with CaptureQueriesContext(connection) as elsewhere:
                assert "Phones in the hall" not in text(client.get(path, **AT_HOME))
        assert len(in_hall) == len(elsewhere)


class TestCode:
    def test_it_is_large_and_for_everyone(
        self, hall: Hall, db: None, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        with django_assert_num_queries(0):
            answer = Client().get("/hall/", **asked())
        page = text(answer)
        assert answer.status_code == 200
        assert 'class="page--board"' in page
        assert qr_picture(ADDRESS) in page
        assert f">{ADDRESS}<" in page

    def test_it_is_only_read(self, hall: Hall) -> None:
        assert Client().post("/hall/", **asked()).status_code == 405


def test_no_page_hears_of_a_hall_that_is_none(db: None) -> None:
    assert Client().get("/live/?topic=hall:1&poll=1").status_code == 404
