"""What a hall knows of itself: its address, that it changed, and that a phone got through."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings

from euchre_site.hall import state
from euchre_site.hall.addresses import EVERYWHERE, Own
from euchre_site.hall.state import Hall, opened, watched
from games.live.bus import bus
from tests.euchre_site.hall.conftest import WIFI, own

LOCAL = ["localhost", "127.0.0.1", "[::1]"]
MOVED = own("192.168.1.99", leads_out=True)
DOCKER = own("172.17.0.1", "docker0")


@pytest.fixture(autouse=True)
def no_names(settings: Any) -> None:
    settings.ALLOWED_HOSTS = [*LOCAL]


class TestHosts:
    def test_its_own_addresses_are_accepted_and_nothing_else(self, found: list[Own], hall: Hall) -> None:
        assert [*LOCAL, "192.168.1.20"] == settings.ALLOWED_HOSTS
        found.append(DOCKER)
        hall.look_again()
        assert [*LOCAL, "192.168.1.20", "172.17.0.1"] == settings.ALLOWED_HOSTS
        found.clear()
        hall.look_again()
        assert settings.ALLOWED_HOSTS == LOCAL

    def test_names_that_the_owner_gave_stay_but_not_the_one_that_means_all(self, settings: Any) -> None:
        settings.ALLOWED_HOSTS = ["euchre.local", "*"]
        with opened(Hall(EVERYWHERE, 8000, look=lambda: [WIFI])):
            assert [*LOCAL, "euchre.local", "192.168.1.20"] == settings.ALLOWED_HOSTS

    def test_afterwards_all_is_as_before(self, found: list[Own]) -> None:
        with opened(Hall(EVERYWHERE, 8000, look=lambda: found)) as hall:
            assert state.current() is hall
        assert (state.current(), settings.ALLOWED_HOSTS) == (None, LOCAL)


class TestAddress:
    def test_it_names_the_best_and_the_others_besides(self, found: list[Own], hall: Hall) -> None:
        found.insert(0, DOCKER)
        hall.look_again()
        assert (hall.address, hall.others) == ("http://192.168.1.20:8000/", ["http://172.17.0.1:8000/"])

    def test_a_phone_is_shown_the_address_at_which_it_arrived(self, found: list[Own], hall: Hall) -> None:
        found.append(DOCKER)
        hall.look_again()
        assert hall.address_for("172.17.0.1") == "http://172.17.0.1:8000/"
        assert hall.address_for("10.1.1.1") == hall.address_for("unknown") == hall.address

    @pytest.mark.parametrize(
        ("listening", "one", "address", "local"),
        [
            (EVERYWHERE, WIFI, "http://192.168.1.20/", "http://localhost/"),
            ("192.168.1.20", WIFI, "http://192.168.1.20/", "http://192.168.1.20/"),
            ("::", own("fd00::20"), "http://[fd00::20]/", "http://[::1]/"),
            (EVERYWHERE, own("fd00::20"), "", "http://localhost/"),
        ],
    )
    def test_as_a_browser_writes_it(self, listening: str, one: Own, address: str, local: str) -> None:
        with opened(Hall(listening, 80, look=lambda: [one])) as hall:
            assert (hall.address, hall.local_address) == (address, local)


class TestChange:
    def test_another_address_is_named_with_the_one_before(self, found: list[Own], hall: Hall) -> None:
        hall.note_phone()
        version = hall.version
        found[:] = [MOVED]
        assert hall.look_again()
        assert (hall.address, hall.former) == ("http://192.168.1.99:8000/", "http://192.168.1.20:8000/")
        assert hall.moved_at
        assert hall.reached_at is None, "no phone got through to this one yet"
        assert hall.version > version
        assert not hall.look_again(), "it is said once"

    def test_wifi_that_was_away_for_a_moment_is_no_change(self, found: list[Own], hall: Hall) -> None:
        found.clear()
        assert not hall.look_again()
        assert hall.address == ""
        found.append(WIFI)
        assert not hall.look_again()
        assert (hall.address, hall.former, hall.moved_at) == ("http://192.168.1.20:8000/", "", None)

    def test_the_first_network_is_news_but_no_change(self) -> None:
        found: list[Own] = []
        with opened(Hall(EVERYWHERE, 8000, look=lambda: list(found))) as hall:
            found.append(WIFI)
            assert hall.look_again()
            assert (hall.former, hall.moved_at) == ("", None)

    def test_a_second_network_changes_no_address(self, found: list[Own], hall: Hall) -> None:
        found[:] = [own("192.168.1.20"), own("10.0.0.7", "eth0", leads_out=True)]
        hall.look_again()
        found[:] = [own("10.0.0.7", "eth0", leads_out=True), own("192.168.1.20")]
        assert not hall.look_again()
        assert hall.address == "http://192.168.1.20:8000/"

    def test_but_the_hall_comes_before_a_bridge(self) -> None:
        found = [DOCKER]
        with opened(Hall(EVERYWHERE, 8000, look=lambda: list(found))) as hall:
            found.append(WIFI)
            assert hall.look_again()
            assert hall.address == "http://192.168.1.20:8000/"

    def test_it_is_noticed_while_people_play(
        self, found: list[Own], hall: Hall, monkeypatch: pytest.MonkeyPatch, wait_until: Callable[..., Any]
    ) -> None:
        monkeypatch.setattr(state, "LOOK_SECONDS", 0.01)
        said: list[str] = []
        with watched(hall, lambda: said.append(hall.address)):
            found[:] = [MOVED]
            wait_until(lambda: said)
        assert said == ["http://192.168.1.99:8000/"]
        assert not any(thread.name == "hall" for thread in threading.enumerate())


class TestPhones:
    def test_of_a_phone_only_the_time_is_kept(self, hall: Hall) -> None:
        before = dict(vars(hall))
        hall.note_phone()
        changed = {name for name, value in vars(hall).items() if before[name] != value}
        assert changed == {"reached_at", "version"}

    def test_pages_hear_of_the_first_one_only(self, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        published: list[tuple[str, int]] = []
        monkeypatch.setattr(bus(), "publish", lambda topic, version: published.append((topic, version)))
        hall.note_phone()
        first = hall.reached_at
        hall.note_phone()
        assert published == [("hall:1", hall.version)]
        assert first
        assert hall.reached_at
        assert hall.reached_at >= first

    @pytest.mark.parametrize(
        ("client", "is_here"),
        [
            ("127.0.0.1", True),
            ("::1", True),
            ("192.168.1.20", True),
            ("::ffff:192.168.1.20", True),
            ("192.168.1.30", False),
            ("", False),
        ],
    )
    def test_this_computer_is_no_phone(self, hall: Hall, client: str, is_here: bool) -> None:
        assert hall.is_here(client) is is_here
