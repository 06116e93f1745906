"""The read side: what pages show, and that it takes the same number of queries however much there is to show."""

from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.accounts.models import User
from tests.cast import NAMES, Table, context_of, enter, make_club, make_event, on_grid, on_phone, publish, slip
from tournaments.checkin import entries
from tournaments.events import boards
from tournaments.events.models import Stage
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match, Round


def play(table: Table) -> Round:
    for match in table.round.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))
    return rounds.close_round(table.round.pk, context=context_of(table.olga), expected_version=2)


def test_seat_card_says_where_with_whom_and_against_whom(table: Table) -> None:
    [card] = boards.seat_cards(table.event, table.pam)
    assert (card.match, card.seat.compass, card.partners, card.opponents) == (
        table.match,
        "North",
        ("Ann",),
        (("Quinn", "Bob"),),
    )


def test_draft_is_on_no_seat_card_and_not_in_the_public_rounds(table: Table) -> None:
    play(table)
    rounds.draw_round(table.stage.pk, 2, context=context_of(table.olga))
    assert [card.round.number for card in boards.seat_cards(table.event, table.pam)] == [1]
    assert [row.number for row in boards.rounds_of(table.stage, with_draft=False)] == [1]
    assert [row.number for row in boards.rounds_of(table.stage, with_draft=True)] == [2, 1]


def test_stranger_has_no_seat(table: Table) -> None:
    assert boards.seat_cards(table.event, table.sam.player) == []
    assert boards.sitting_out(table.event, table.sam.player) is None


def test_players_who_sit_out_are_named_while_the_round_is_played(table: Table) -> None:
    play(table)
    [late] = enter(table.event, table.olga, ["Rose"])
    row = publish(table.event, table.olga, 2)
    out = row.byes.get().entry.players.get()
    bye = boards.sitting_out(table.event, out)
    assert bye
    assert (bye.round, bye.points) == (row, 7)
    others = [player for entry in table.event.entries.all() for player in entry.players.all() if player != out]
    assert late in [*others, out]
    assert [boards.sitting_out(table.event, player) for player in others] == [None] * 8


def test_score_is_said_winners_first(table: Table) -> None:
    claim = results.record_result(table.match.pk, slip(6, 10), context=on_phone(table.pam))
    sides = boards.sides_of(table.match)
    assert sides == [{"index": 0, "name": "Pam & Ann"}, {"index": 1, "name": "Quinn & Bob"}]
    assert boards.score_lines(sides, claim) == ["Quinn & Bob 10", "Pam & Ann 6"]
    assert boards.score_lines(sides, None) == []


def test_counts_and_free_members(table: Table) -> None:
    entries.drop_out(table.event.entries.get(number=1).pk, context=context_of(table.olga))
    entries.register(table.event.pk, [entries.new_player(table.event, "Rose")], context=context_of(table.olga))
    assert boards.entry_counts(table.event) == {"registered": 1, "checked_in": 7, "dropped": 1}
    assert {member.player.name for member in boards.free_members(table.event)} == {"Olga"}


def test_wall_list_is_by_name(table: Table) -> None:
    [row] = boards.rounds_of(table.stage, with_draft=False)
    listed = boards.seats_by_name(row.matches.all())
    assert len(listed) == 8
    assert [name for name, *_ in listed] == sorted(name for name, *_ in listed)
    assert ("Pam", table.pam.pk, 1, "North") in listed


def test_is_settled_and_criteria(table: Table) -> None:
    assert boards.is_settled(table.stage)
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    assert not boards.is_settled(table.stage)
    settle_unsettled()
    assert boards.is_settled(table.stage)
    assert [row.key for row in boards.criteria_of(table.stage)] == table.stage.criteria


READS: dict[str, tuple[Callable[[Stage], object], int]] = {
    "rounds": (
        lambda s: [
            seat.name
            for row in boards.rounds_of(s, with_draft=True)
            for match in row.matches.all()
            for seat in match.seats.all()
        ],
        4,
    ),
    "standings": (lambda s: [row.entry.name for row in boards.standings_of(s)], 3),
    "entries": (lambda s: [(row.name, list(row.pot.all())) for row in boards.entries_of(s.event)], 4),
    "journal": (lambda s: [(row.entry and row.entry.number, row.round) for row in boards.happened(s.event)], 4),
    "free members": (lambda s: [row.player.name for row in boards.free_members(s.event)], 1),
}


@pytest.mark.parametrize("read", READS)
def test_queries_do_not_grow_with_the_field(olga: User, read: str) -> None:
    ask, most = READS[read]
    club, counts = make_club(olga), []
    for players in (4, 12):
        event = make_event(club, olga, name=f"Night of {players}")
        enter(event, olga, list(NAMES[:players]))
        publish(event, olga)
        stage = Stage.objects.select_related("event__club").get(event=event)
        counts.append(queries(partial(ask, stage)))
    assert len(set(counts)) == 1
    assert counts[0] <= most


def queries(read: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        read()
    return len(captured)


def test_results_of_a_match_newest_first(table: Table) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    results.confirm_result(table.match.pk, context=on_phone(table.quinn), expected_version=1)
    assert [row.version for row in boards.results_of(Match.objects.get(pk=table.match.pk))] == [2, 1]
