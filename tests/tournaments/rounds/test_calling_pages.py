"""Pages of a bracket whose matches open singly: what the organizer does, and what players and the hall read."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import Player, User
from tests.cast import context_of
from tests.tournaments.api.program import Program
from tests.tournaments.pages.browsing import form, log_in, text_of, visitor, with_link
from tests.tournaments.rounds.singly import better_wins, bracket, called, entry, match_of, start
from tournaments.access.arrivals import check_in_list
from tournaments.checkin.entries import drop_out
from tournaments.events import boards
from tournaments.events.forms import config_fields
from tournaments.events.models import Event, Stage
from tournaments.formats.elimination.config import Elimination
from tournaments.results.seats import seat_now
from tournaments.rounds import wishes
from tournaments.rounds.finishing import finish_event
from tournaments.rounds.next_step import Step, next_step


@pytest.fixture
def event(olga: User) -> Event:
    """Six pairs at two tables: 4 against 5, 3 against 6; pairs 1 and 2 have byes."""
    return bracket(olga, 6, 2)


def step(event: Event) -> Step:
    stage = Stage.objects.select_related("event").get(event=event)
    return next_step(stage, boards.rounds_of(stage, with_draft=True), stage, boards.entry_counts(event))


def page(client: Client, view: str, event: Event, /, *args: Any, **asked: Any) -> str:
    answer = client.get(reverse(view, args=[event.slug, *args]), asked)
    assert answer.status_code == 200
    return text_of(answer)


def person(event: Event, number: int) -> Player:
    found = entry(event, number).players.first()
    assert found
    return found


def seat_page(event: Event, olga: User, number: int) -> str:
    return page(with_link(event, olga, person(event, number)), "my_seat", event)


def move(client: Client, event: Event, action: str) -> Any:
    return client.post(reverse("move_event", args=[event.slug, action]), form())


def test_the_next_step_from_start_to_end(event: Event, olga: User) -> None:
    assert (step(event).action, step(event).label) == ("open", "Start the bracket")
    start(event, olga)
    assert step(event).action == "grid"
    assert (
        step(event).text == "Matches are being played at tables 1 and 2. We’ll call the next matches as tables open up."
    )
    while called(event):
        better_wins(called(event)[0], olga)
    assert (step(event).action, step(event).text[:27]) == ("finish", "Every match has been played")
    finish_event(event.pk, context=context_of(olga))
    assert step(event).action == "standings"


def test_with_no_one_here_the_next_step_is_check_in(olga: User) -> None:
    event = bracket(olga, 0)
    assert (step(event).action, step(event).not_yet) == (
        "check_in",
        "You can start the bracket once people are checked in.",
    )


def test_the_next_step_names_a_table_that_is_missing_or_free(event: Event, olga: User) -> None:
    start(event, olga)
    for table in (1, 2):
        wishes.close_table(event.pk, table, context=context_of(olga))
    for match in called(event):
        better_wins(match, olga)
    assert (step(event).action, step(event).label) == ("wishes", "Open a table")
    Event.objects.filter(pk=event.pk).update(closed_tables=[])
    assert (step(event).action, step(event).label) == ("open", "Call the next matches")
    assert move(log_in(olga), event, "open").status_code == 302
    assert len(called(event)) == 2


@pytest.mark.slow
def test_the_console_starts_and_undoes_the_start(event: Event, olga: User) -> None:
    client = log_in(olga)
    assert "Start the bracket" in page(client, "console", event)
    assert move(client, event, "open").status_code == 302
    shown = page(client, "console", event)
    assert "Undo start" in shown
    assert "Start the clock" not in shown
    assert "Ann 1 & Bob 1 against winner of match 1" in shown
    assert move(client, event, "unstart").status_code == 302
    assert not event.stages.get().rounds.exists()
    move(client, event, "open")
    better_wins(match_of(event, 4, 5), olga)
    shown = page(client, "console", event)
    assert "Undo start" not in shown
    assert "Matches without a score will be canceled." in shown
    body = form(override="The hall closes")
    assert client.post(reverse("move_event", args=[event.slug, "finish"]), body).status_code == 302
    assert called(event) == []
    assert "Finish event early" not in page(client, "console", event)


def test_the_console_lists_every_round_that_is_out(event: Event, olga: User) -> None:
    start(event, olga)
    better_wins(match_of(event, 4, 5), olga)
    shown = page(log_in(olga), "console", event)
    assert shown.count("Published") == 2
    assert "Ann 3 & Bob 3 against Ann 6 & Bob 6" in shown


def test_a_phone_says_the_table_or_what_is_waited_for(event: Event, olga: User) -> None:
    start(event, olga)
    assert "Table 1 · North" in seat_page(event, olga, 4)
    assert "You’re waiting for match 1 at table 1 to finish: Ann 4 & Bob 4 against Ann 5 & Bob 5." in seat_page(
        event, olga, 1
    )
    better_wins(match_of(event, 4, 5), olga)
    assert "Table 1 · North" in seat_page(event, olga, 1)
    assert "You’ve played all your matches." in seat_page(event, olga, 5)
    better_wins(match_of(event, 1, 4), olga)
    assert "Next: Final" in seat_page(event, olga, 1)
    assert "You’re waiting for your next opponent: winner of match 4." in seat_page(event, olga, 1)


def test_a_phone_says_how_many_are_called_before(olga: User) -> None:
    event = bracket(olga, 8, 2)
    start(event, olga)
    assert "Your match against Ann 7 & Bob 7 gets the next free table." in seat_page(event, olga, 2)
    shown = seat_page(event, olga, 3)
    assert "Your match against Ann 6 & Bob 6 is waiting for a free table, with 1 ahead of it." in shown


def test_who_is_in_no_bracket_waits_for_nothing(event: Event, olga: User) -> None:
    start(event, olga)
    drop_out(entry(event, 6).pk, context=context_of(olga))
    assert "Table 2" in seat_page(event, olga, 6)


def test_everyone_finds_the_tables(event: Event, olga: User) -> None:
    start(event, olga)
    better_wins(match_of(event, 4, 5), olga)
    assert "waiting for a free table" not in page(visitor(), "bracket", event)
    seating = page(visitor(), "seating", event)
    assert seating.count("no score yet") == 2
    assert "Matches called to tables" in page(visitor(), "board", event, calls="10")
    found = page(visitor(), "find_table", event, name="Ann")
    assert found.count("no table right now") == 2
    assert found.count("Table 1 · ") == 2
    seat = seat_now(event, person(event, 1))
    assert seat
    assert seat.match.table == 1
    assert seat_now(event, person(event, 4)) == seat.match.seats.get(entry__number=4, position=1)
    assert seat_now(event, person(event, 5)) is None


@pytest.mark.slow
def test_what_waits_for_a_table_is_on_the_bracket(olga: User) -> None:
    event = bracket(olga, 4, 1)
    start(event, olga)
    shown = page(visitor(), "bracket", event)
    assert "waiting for a free table" in shown
    assert "Waiting for a table" in shown


def test_the_check_in_list_calls_no_waiting_player_late(event: Event, olga: User) -> None:
    start(event, olga)
    found = check_in_list(event)
    assert [row.place for row in found.rows] == ["no table right now"] * 2 + [
        "table 2",
        "table 1",
        "table 1",
        "table 2",
    ]
    assert found.late == []


@pytest.mark.slow
def test_the_grid_has_what_is_being_played_in_any_round(event: Event, olga: User) -> None:
    start(event, olga)
    better_wins(match_of(event, 4, 5), olga)
    shown = page(log_in(olga), "grid", event)
    assert "Matches in progress" in shown
    assert shown.count("Ann 1 & Bob 1") == 1
    assert "Ann 5 & Bob 5" not in shown
    match = match_of(event, 1, 4)
    body = form(match=match.pk, seen=0, points_0=10, points_1=3)
    assert log_in(olga).post(reverse("grid", args=[event.slug]), body).status_code == 302
    answer = log_in(olga).get(reverse("find_slip", args=[event.slug]), {"code": "2"})
    assert answer["Location"].endswith(f"#row-{match_of(event, 3, 6).pk}")


@pytest.mark.slow
def test_a_substitute_and_a_forfeit_are_about_the_table_where_the_pair_plays(event: Event, olga: User) -> None:
    """Pair 3 still plays in round 1 while round 2 is out too."""
    start(event, olga)
    better_wins(match_of(event, 4, 5), olga)
    match = match_of(event, 3, 6)
    leaving = person(event, 3)
    address = reverse("change", args=[event.slug, entry(event, 3).pk, leaving.pk])
    assert f"table {match.table}, Round 1" in text_of(log_in(olga).get(address))
    body = form(way="no_show", round=match.round_id, seen=match.round.revision)
    assert log_in(olga).post(address, body).status_code == 302
    assert [match.round.number for match in called(event)] == [2, 2]


def test_a_program_starts_it_and_reads_the_rounds(event: Event, olga: User) -> None:
    program = Program(olga)
    made = program.add(f"/events/{event.slug}/rounds/", {"stage": 1, "number": 1})
    assert (made["status"], made["opens_singly"], len(made["matches"])) == ("published", True, 2)
    better_wins(match_of(event, 4, 5), olga)
    rows = program.read(f"/events/{event.slug}/rounds/?status=published")["results"]
    assert [row["number"] for row in rows] == [2, 1]


def test_forms_propose_it_and_programs_that_do_not_name_it_play_round_by_round(olga: User) -> None:
    fields = config_fields(Elimination)
    assert fields["opens"].initial == "singly"
    assert not bracket(olga, 2, opens="rounds").stages.get().opens_singly
    assert Elimination().opens == "rounds"
