"""What a format says beforehand about a number of entries is what a whole event of that many then is."""

from collections import Counter
from typing import Any

import pytest

from games.engine.errors import RuleError
from tests.sizes import sample
from tournaments.formats.base import DrawRequest
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.config import config_from
from tournaments.formats.duplicate import draw as duplicate
from tournaments.formats.outlook import MAX_ENTRIES, Outlook
from tournaments.formats.simulation import Attendance, Event, SimulatedRound, play

EVENTS: list[tuple[str, dict[str, Any]]] = [
    ("progressive", {}),
    ("progressive", {"short_table": "three_handed", "rounds": 3}),
    ("progressive", {"short_table": "house_player", "rounds": 3}),
    ("rotation", {"rounds": 5}),
    ("rotation", {"rounds": 7, "tables": 2}),
    ("seat_movement", {}),
    ("grand_prix", {}),
    ("round_robin", {}),
    ("round_robin", {"cycles": "double"}),
    ("round_robin", {"groups": 3}),
    ("round_robin", {"groups": 2, "grouping": "blocks"}),
    ("swiss", {"rounds": 3}),
    ("duplicate", {"rounds": 3}),
]
KNOCK_OUTS: list[dict[str, Any]] = [
    {},
    {"third_place": True},
    {"consolation": True},
    {"survivors": 3},
    {"best_of": 3, "best_of_final": 5},
    {"kind": "double"},
    {"kind": "double", "reset": False},
]


def night(key: str, settings: dict[str, Any], entries: int, seed: int = 1) -> list[SimulatedRound]:
    return list(play(Event(key, config_from(FORMATS[key].config, settings), Attendance(entries), seed)))


def games(rounds: list[SimulatedRound], entries: int) -> list[int]:
    """Of each entry."""
    seated = Counter(entry for row in rounds for table in row.draw.tables for entry in table.entries)
    return [seated[entry] for entry in range(1, entries + 1)]


@pytest.mark.parametrize(("key", "settings"), EVENTS)
@pytest.mark.parametrize("entries", sample(6, 9, 12, of=(*range(6, 14), 19)))
def test_it_is_so(key: str, settings: dict[str, Any], entries: int) -> None:
    play_format = FORMATS[key]
    said = play_format.outlook(config_from(play_format.config, settings), entries)
    rounds = night(key, settings, entries)
    first = rounds[0].draw
    played = games(rounds, entries)
    assert said.entries == entries
    assert said.rounds == len(rounds)
    assert said.games == (min(played), max(played))
    assert said.tables == max(len(row.draw.tables) for row in rounds)
    assert said.sit_outs == len(first.byes)
    assert said.threes == sum(len(table.entries) == 3 and len(table.sides) == 3 for table in first.tables)
    assert said.house == sum(entry < 1 for table in first.tables for entry in table.entries)
    assert said.caution == ""


@pytest.mark.parametrize("settings", KNOCK_OUTS)
@pytest.mark.parametrize("entries", sample(4, 5, 6, of=(4, 5, 6, 8, 11)))
def test_in_a_knock_out_the_bounds_are_reached_and_never_passed(settings: dict[str, Any], entries: int) -> None:
    said = FORMATS["elimination"].outlook(config_from(FORMATS["elimination"].config, settings), entries)
    nights = [night("elimination", settings, entries, seed) for seed in range(40)]
    counts = [count for rounds in nights for count in games(rounds, entries)]
    assert said.games[0] == min(counts)
    assert said.games[1] >= max(counts) >= said.games[1] - 2
    assert said.rounds >= max(map(len, nights))
    assert said.tables >= max(len(row.draw.tables) for rounds in nights for row in rounds)
    assert said.sit_outs == len(nights[0][0].draw.byes)


@pytest.mark.parametrize(
    ("key", "settings", "entries"),
    [
        ("progressive", {}, 3),
        ("progressive", {"short_table": "three_handed"}, 5),
        ("rotation", {}, 3),
        ("seat_movement", {}, 3),
        ("grand_prix", {}, 1),
        ("round_robin", {}, 1),
        ("round_robin", {"groups": 4}, 7),
        ("swiss", {}, 1),
        ("elimination", {}, 1),
        ("elimination", {"survivors": 4}, 4),
        ("duplicate", {}, 3),
    ],
)
def test_it_refuses_in_the_words_of_the_draw(key: str, settings: dict[str, Any], entries: int) -> None:
    play_format = FORMATS[key]
    config = config_from(play_format.config, settings)
    with pytest.raises(RuleError) as said:
        play_format.outlook(config, entries)
    with pytest.raises(RuleError) as drawn:
        play_format.draw(config, DrawRequest(1, tuple(range(1, entries + 1)), (), 1))
    assert str(said.value) == str(drawn.value)


def test_a_swiss_that_must_run_out_of_opponents_is_refused_and_one_that_may_is_marked() -> None:
    play_format = FORMATS["swiss"]
    with pytest.raises(RuleError, match="4 pairs can play at most 3 rounds"):
        play_format.outlook(config_from(play_format.config, {"rounds": 4}), 4)
    said = play_format.outlook(config_from(play_format.config, {"rounds": 5}), 8)
    assert said.caution.startswith("Starting in round 5,")
    for seed in range(12):
        assert len(list(play(Event("swiss", config_from(play_format.config, {"rounds": 4}), Attendance(8), seed)))) == 4


@pytest.mark.parametrize("key", FORMATS)
def test_every_format_answers_for_its_largest_field(key: str) -> None:
    most = duplicate.MAX_PAIRS if key == "duplicate" else MAX_ENTRIES
    assert FORMATS[key].outlook(FORMATS[key].config(), most).entries == most


def test_what_cannot_be_drawn_has_no_outlook() -> None:
    with pytest.raises(RuleError, match="at most 200 pairs"):
        duplicate.outlook(FORMATS["duplicate"].config(), duplicate.MAX_PAIRS + 1)


@pytest.mark.parametrize(("games", "said"), [((8, 8), "8"), ((7, 8), "7 or 8"), ((1, 5), "1 to 5")])
def test_it_says_how_many_games_each_plays(games: tuple[int, int], said: str) -> None:
    assert Outlook(entries=9, rounds=8, tables=2, games=games).each == said
