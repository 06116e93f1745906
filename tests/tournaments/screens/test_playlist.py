"""The playlist of a board: as its address says, without what has nothing to show."""

from collections.abc import Mapping

import pytest

from games.accounts.models import User
from tests.cast import Table, context_of, make_event, on_grid, slip
from tests.tournaments.pages.browsing import finish_round
from tests.tournaments.scenes.stages import pairs_event, play_round, smaller_wins
from tournaments.clubs.models import Club
from tournaments.events import announcements
from tournaments.events.models import Event
from tournaments.results import commands as results
from tournaments.rounds import clock
from tournaments.screens.playlist import PANELS, playlist
from tournaments.screens.selectors import hall_of


def shown(event: Event, asked: Mapping[str, str] | None = None) -> list[tuple[str, int]]:
    return [(one.panel.key, one.seconds) for one in playlist(hall_of(event), asked or {}, PANELS)]


def test_it_shows_everything_that_there_is(table: Table) -> None:
    assert [key for key, _ in shown(table.event)] == ["seating", "playing", "standings", "address"]
    announcements.announce(table.event.pk, "Pizza", context=context_of(table.olga))
    clock.start_clock(table.round.pk, 20, context=context_of(table.olga))
    assert [key for key, _ in shown(table.event)] == [
        "announcements",
        "seating",
        "clock",
        "playing",
        "standings",
        "address",
    ]


def test_the_address_chooses_panels_and_seconds(table: Table) -> None:
    asked = {"seating": "20", "standings": "7", "playing": "0", "colour": "blue"}
    assert shown(table.event, asked) == [("seating", 20), ("standings", 7)]


def test_seconds_are_kept_within_reason(table: Table) -> None:
    asked = {"seating": "1", "playing": "99999", "standings": "soon", "address": "-1"}
    assert shown(table.event, asked) == [("seating", 3), ("playing", 600), ("standings", 10), ("address", 8)]


def test_what_is_chosen_but_empty_is_left_out(table: Table) -> None:
    assert shown(table.event, {"clock": "5", "seating": "5"}) == [("seating", 5)]


def test_a_board_is_never_blank(table: Table) -> None:
    assert shown(table.event, {"clock": "5"}) == [("address", 8)]
    assert len(shown(table.event, {"clock": "0"})) == 4
    assert shown(make_event(table.event.club, table.olga, name="Next")) == [("address", 8)]


def test_between_rounds_no_seating_is_shown(table: Table) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    finish_round(table.stage, table.olga)
    assert [key for key, _ in shown(table.event)] == ["standings", "address"]


@pytest.mark.slow
def test_the_bracket_begins_with_what_is_being_played(club: Club, olga: User) -> None:
    event = pairs_event(club, olga, 8, "elimination")
    assert "bracket" not in dict(shown(event))
    play_round(event.stages.get(), olga, smaller_wins)
    assert "bracket" in dict(shown(event))
    assert [one.name for one in hall_of(event).bracket] == ["Semifinals", "Quarterfinals"]
    assert all(side.is_known for match in hall_of(event).bracket[0].matches for side in match.sides)
