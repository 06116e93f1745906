"""Three letters find a table, whatever the accents; drafts and closed rounds are not looked at."""

import pytest

from games.cells import plain
from tests.cast import Table, on_grid, seat_table
from tournaments.results.seats import Found, find_names, in_words, rounds_out, seat_now
from tournaments.rounds import commands as rounds


def names_found(table: Table, letters: str) -> list[str]:
    rounds = rounds_out(table.event)
    assert rounds
    return [one.name for one in find_names(rounds, letters)]


@pytest.fixture
def table(table: Table) -> Table:
    for player, name in ((table.pam, "Zoë Ångström"), (table.quinn, "Seán O’Brien"), (table.bob, "Al Zoeller")):
        player.name = name
        player.save()
    return table


@pytest.mark.parametrize(
    ("letters", "names"),
    [
        ("zoe", ["Al Zoeller", "Zoë Ångström"]),
        ("ZOË", ["Al Zoeller", "Zoë Ångström"]),
        ("zoe ang", ["Zoë Ångström"]),
        ("o'b", ["Seán O’Brien"]),
        ("al", ["Al Zoeller"]),
        ("zo", []),
        ("brien", []),
        ("   ", []),
        ("xyz", []),
    ],
)
def test_words_begin_with_the_letters(table: Table, letters: str, names: list[str]) -> None:
    assert names_found(table, letters) == names


def test_it_says_where(table: Table) -> None:
    [one] = find_names([table.round], "ann")
    assert one.seat
    assert in_words(one.seat) == "table 1, South"
    assert seat_now(table.event, table.ann) == one.seat


def test_a_player_who_sits_out_is_found_too(db: None) -> None:
    table = seat_table(9)
    name = table.round.byes.get().entry.players.get().name
    assert find_names([table.round], name) == [Found(name, None)]


def test_a_draft_seats_no_one(table: Table) -> None:
    rounds.unpublish_round(table.round.pk, context=on_grid(table.olga), expected_version=table.round.revision)
    assert rounds_out(table.event) == []
    assert seat_now(table.event, table.ann) is None
    assert seat_now(table.event, None) is None


def test_plain_letters() -> None:
    assert plain("Łukasz Straße Ø’Þ") == "lukasz strasse o'þ"
