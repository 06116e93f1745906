"""What the terminal says in hall mode, and when it draws the code."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import segno

from euchre_site.hall import terminal
from euchre_site.hall.addresses import EVERYWHERE, Own
from euchre_site.hall.state import Hall, opened
from tests.euchre_site.hall.conftest import WIFI, own

ADDRESS = "http://192.168.1.20:8000/"
DARK = {" ": (1, 1), "▀": (0, 1), "▄": (1, 0), "█": (0, 0)}
"""Of the upper and the lower half of a letter: what shows the ground is a dark module."""


def modules(drawn: str) -> list[list[int]]:
    """The code as a camera sees it."""
    lines = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in drawn.splitlines()]
    return [[DARK[letter][half] for letter in line] for line in lines for half in (0, 1)]


def test_the_code_is_the_address() -> None:
    wanted = [list(row) for row in segno.make(ADDRESS, micro=False).matrix_iter(border=2)]
    seen = modules(terminal.drawn(ADDRESS))
    assert seen[: len(wanted)] == wanted
    assert len(seen) - len(wanted) <= 1, "a letter has two halves"


def test_it_is_white_on_black_whatever_the_terminals_own_colors_are() -> None:
    for line in terminal.drawn(ADDRESS).splitlines():
        assert line.startswith("\x1b[97;40m")
        assert line.endswith("\x1b[0m")


@contextmanager
def a_terminal(encoding: str) -> Iterator[Any]:
    control, end = os.openpty()
    with open(end, "w", encoding=encoding) as stream:
        yield stream
    os.close(control)


class TestWhenItIsDrawn:
    @pytest.mark.parametrize(("encoding", "draws"), [("utf-8", True), ("UTF8", True), ("latin-1", False)])
    def test_at_a_terminal_that_has_the_letters(
        self, monkeypatch: pytest.MonkeyPatch, encoding: str, draws: bool
    ) -> None:
        monkeypatch.setenv("TERM", "xterm")
        with a_terminal(encoding) as stream:
            assert terminal.can_draw(stream) is draws

    def test_not_at_one_that_knows_no_colors(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TERM", "dumb")
        with a_terminal("utf-8") as stream:
            assert not terminal.can_draw(stream)

    def test_not_in_a_file(self, tmp_path: Path) -> None:
        with (tmp_path / "log").open("w", encoding="utf-8") as stream:
            assert not terminal.can_draw(stream)


def welcome_for(*found: Own, draws: bool = False) -> str:
    with opened(Hall(EVERYWHERE, 8000, look=lambda: list(found))) as hall:
        return terminal.welcome(hall, draws=draws)


class TestWelcome:
    def test_it_says_where_phones_go_and_what_they_cannot(self) -> None:
        words = welcome_for(WIFI)
        assert f"Phones on the same network open {ADDRESS}" in words
        for one in ("without HTTPS", "installing", '"Copy"', "awake", "can read what phones send", "administration"):
            assert one in words
        assert words.isascii(), "for any terminal and any log"

    def test_it_draws_the_code_only_where_that_can_be_read(self) -> None:
        assert terminal.drawn(ADDRESS) in welcome_for(WIFI, draws=True)
        assert "█" not in welcome_for(WIFI)

    def test_it_lists_the_others_with_what_they_seem_to_be(self) -> None:
        words = welcome_for(own("10.8.0.2", "tun0"), own("172.17.0.1", "docker0"), WIFI, own("192.168.9.9", "eth0"))
        assert words.index(ADDRESS) < words.index("192.168.9.9")
        assert "  http://192.168.9.9:8000/  (eth0)" in words
        assert "  http://172.17.0.1:8000/  (docker0, a network inside this computer)" in words
        assert "  http://10.8.0.2:8000/  (tun0, a VPN)" in words
        assert "public" not in words

    @pytest.mark.parametrize(
        ("found", "words"),
        [
            (own("10.8.0.2", "wg0"), "That seems to be a VPN."),
            (own("172.17.0.1", "docker0"), "That seems to be a network inside this computer."),
            (own("169.254.7.7", "eth0"), "The network gave this computer no address."),
            (own("8.8.4.4", "eth0"), "people outside the hall may reach the site too"),
        ],
    )
    def test_it_warns_of_one_that_may_be_wrong(self, found: Own, words: str) -> None:
        assert words in welcome_for(found)

    def test_without_a_network_it_says_what_to_do(self) -> None:
        words = welcome_for(draws=True)
        assert "isn't on a network" in words
        assert "hotspot" in words
        assert "█" not in words


def test_a_change_is_said_with_what_no_longer_works() -> None:
    found = [WIFI]
    with opened(Hall(EVERYWHERE, 8000, look=lambda: list(found))) as hall:
        found[:] = [own("192.168.1.99")]
        hall.look_again()
        words = terminal.moved(hall, draws=False)
    assert f"The address changed. Codes and links for {ADDRESS} don't work any longer." in words
    assert "Phones on the same network open http://192.168.1.99:8000/" in words


def test_the_first_network_of_the_night_is_no_change() -> None:
    found: list[Own] = []
    with opened(Hall(EVERYWHERE, 8000, look=lambda: list(found))) as hall:
        found.append(WIFI)
        hall.look_again()
        words = terminal.moved(hall, draws=False)
    assert "changed" not in words
    assert ADDRESS in words
