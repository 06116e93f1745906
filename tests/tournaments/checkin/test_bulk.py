"""Many things at once: only what was shown, only the number that was typed; and back again, part by part."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import (
    NAMES,
    Table,
    context_of,
    enter,
    make_event,
    on_grid,
    on_phone,
    players_at,
    publish,
    seat_table,
    slip,
    with_key,
)
from tests.kept import kept
from tests.said import said_in
from tournaments.activity_log.models import AuditLogEntry
from tournaments.activity_log.words import sentence
from tournaments.checkin import bulk, entries
from tournaments.checkin.models import Entry
from tournaments.clubs.models import Club
from tournaments.entry_names import names_of
from tournaments.errors import Conflict, NotAllowed
from tournaments.events import boards
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.results.models import ResultEntry
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match

Kind = ResultEntry.Kind


def three_tables() -> Table:
    return seat_table(12)


table = kept(three_tables)


def claim_all(table: Table) -> list[Match]:
    matches = list(table.round.matches.order_by("pk"))
    for match in matches:
        results.record_result(match.pk, slip(10, 6), context=on_phone(players_at(match, 0)[0]))
    return list(table.round.matches.order_by("pk"))


def offer(table: Table, action: str) -> bulk.Offer:
    return bulk.Offer(action, bulk.BULKS[action].things(table.event))


def do(table: Table, action: str, **changed: Any) -> AuditLogEntry:
    shown = offer(table, action)
    asked: dict[str, Any] = {"count": shown.count, "shown": shown.shown, "context": context_of(table.olga)} | changed
    return bulk.do_all(table.event.pk, action, **asked)


def states(table: Table) -> list[str]:
    return list(table.round.matches.order_by("table").values_list("state", flat=True))


def newest(event: Event) -> str:
    return sentence(boards.happened(event)[0], names_of(event))


@pytest.mark.slow
def test_each_accepted_score_is_a_result_entry_and_all_together_one_journal_entry(table: Table) -> None:
    claim_all(table)
    before = table.event.audit_log.count()
    do(table, "accept_all")
    assert states(table) == ["standing"] * 3
    assert [list(match.results.values_list("kind", flat=True)) for match in table.round.matches.all()] == [
        [Kind.CLAIM, Kind.CONFIRM]
    ] * 3
    actions = list(table.event.audit_log.order_by("number").values_list("action", flat=True))[before:]
    assert actions == ["confirm_result"] * 3 + ["accept_all"]
    assert newest(table.event) == "Olga accepted 3 reported scores at tables 1, 2, 3 in round 1."
    settle_unsettled()
    assert violations() == []


@pytest.mark.slow
def test_missing_tables_are_voided_with_a_reason(table: Table) -> None:
    with pytest.raises(RuleError, match="short reason"):
        do(table, "void_missing")
    do(table, "void_missing", reason="The hall closes")
    assert states(table) == ["void"] * 3
    assert newest(table.event) == "Olga voided tables 1, 2, 3 in round 1 (The hall closes)."


@pytest.mark.slow
def test_missing_tables_are_forfeited_by_every_side(table: Table) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    do(table, "forfeit_missing")
    found = table.round.matches.get(table=2).standing
    assert found
    assert (found.reported.points, found.reported.forfeited) == ((0, 0), (0, 1))
    assert table.match.standing
    assert table.match.standing.score == "10–6"
    rounds.close_round(table.round.pk, context=context_of(table.olga), expected_version=2)
    assert violations() == []


@pytest.mark.parametrize("typed", [0, 2, 4])
def test_another_number_than_was_shown_does_nothing(table: Table, typed: int) -> None:
    claim_all(table)
    before = AuditLogEntry.objects.count()
    with pytest.raises(
        RuleError,
        match=f"You entered {typed}, but the list has 3 reported scores, so nothing changed. Enter 3 to continue.",
    ):
        do(table, "accept_all", count=typed)
    assert (states(table), AuditLogEntry.objects.count()) == (["waiting"] * 3, before)


def test_when_the_number_no_longer_fits_the_present_one_is_shown(table: Table) -> None:
    claim_all(table)
    shown = offer(table, "accept_all").shown
    results.confirm_result(table.match.pk, context=on_phone(table.quinn), expected_version=1)
    with pytest.raises(Conflict, match="You saw 3 reported scores, but now there are 2"):
        do(table, "accept_all", count=3, shown=shown)
    assert states(table) == ["standing", "waiting", "waiting"]


def test_the_same_number_of_other_things_is_not_what_was_shown(table: Table) -> None:
    claim_all(table)
    shown = offer(table, "accept_all").shown
    results.record_result(table.match.pk, slip(9, 7), context=on_phone(table.pam), expected_version=1)
    with pytest.raises(Conflict, match="Check it and try again"):
        do(table, "accept_all", count=3, shown=shown)


def test_with_nothing_there_nothing_is_done(table: Table) -> None:
    with pytest.raises(Conflict, match="now there are 0"):
        do(table, "accept_all")


def test_the_same_key_does_it_once(table: Table) -> None:
    claim_all(table)
    shown, key = offer(table, "accept_all").shown, with_key(table.olga)
    first = do(table, "accept_all", count=3, shown=shown, context=key)
    assert do(table, "accept_all", count=3, shown=shown, context=key) == first
    undoing = with_key(table.olga)
    assert bulk.undo(first.pk, context=undoing) == bulk.undo(first.pk, context=undoing)


def test_it_is_for_organizers(table: Table) -> None:
    claim_all(table)
    with pytest.raises(NotAllowed):
        do(table, "accept_all", context=on_phone(table.pam))
    done = do(table, "accept_all")
    with pytest.raises(NotAllowed):
        bulk.undo(done.pk, context=on_phone(table.pam))


@pytest.mark.slow
def test_undone_the_claims_wait_as_before_and_nothing_was_deleted(table: Table) -> None:
    claim_all(table)
    done = do(table, "accept_all")
    undone = bulk.undo(done.pk, context=context_of(table.olga))
    assert states(table) == ["waiting"] * 3
    kinds = list(table.match.results.values_list("kind", flat=True))
    assert kinds == [Kind.CLAIM, Kind.CONFIRM, Kind.REOPEN]
    assert newest(table.event) == f"Olga undid 3 of 3 changes from log entry {done.number}."
    assert undone.detail["kept"] == []
    settle_unsettled()
    assert violations() == []
    results.confirm_result(table.match.pk, context=on_phone(table.quinn), expected_version=3)
    assert states(table)[0] == "standing"


def test_parts_that_changed_since_stay_and_are_named(table: Table) -> None:
    claim_all(table)
    done = do(table, "accept_all")
    results.correct_result(
        table.match.pk, slip(9, 7), reason="Misread", context=on_grid(table.olga), expected_version=2
    )
    undone = bulk.undo(done.pk, context=context_of(table.olga))
    assert states(table) == ["standing", "waiting", "waiting"]
    assert said_in(undone.detail["kept"]) == ["We couldn’t undo the score at table 1 because it has since changed."]
    assert "undid 2 of 3 changes from log entry 11" in newest(table.event)
    assert newest(table.event).endswith("; We couldn’t undo the score at table 1 because it has since changed.")


def test_after_the_round_is_closed_its_tables_keep_their_decisions(table: Table) -> None:
    claim_all(table)
    done = do(table, "accept_all")
    rounds.close_round(table.round.pk, context=context_of(table.olga), expected_version=2)
    undone = bulk.undo(done.pk, context=context_of(table.olga))
    assert states(table) == ["standing"] * 3
    assert len(undone.detail["kept"]) == 3
    assert "Round 1 is closed" in said_in(undone.detail["kept"])[0]


def test_void_tables_are_open_again(table: Table) -> None:
    done = do(table, "void_missing", reason="Fire alarm")
    bulk.undo(done.pk, context=context_of(table.olga))
    assert states(table) == ["open"] * 3
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    assert states(table)[0] == "waiting"


def test_it_is_undone_once_and_this_night(table: Table) -> None:
    done = do(table, "void_missing", reason="Fire alarm")
    bulk.undo(done.pk, context=context_of(table.olga))
    with pytest.raises(Conflict, match="Olga already undid this change"):
        bulk.undo(done.pk, context=context_of(table.olga))
    again = do(table, "void_missing", reason="Fire alarm")
    [first, *_] = bulk.undoable(table.event)
    assert first == again
    AuditLogEntry.objects.filter(event=table.event).update(at=timezone.now() - timedelta(hours=13))
    assert bulk.undoable(table.event) == []
    with pytest.raises(RuleError, match="only undo changes to a whole list on the same night"):
        bulk.undo(again.pk, context=context_of(table.olga))
    other = table.event.audit_log.get(number=1)
    with pytest.raises(RuleError, match="Here you can only undo changes made to a whole list at once"):
        bulk.undo(other.pk, context=context_of(table.olga))


def expected(event: Event, olga: User, names: list[str]) -> list[Entry]:
    return [entries.register(event.pk, [entries.new_player(event, name)], context=context_of(olga)) for name in names]


def statuses(event: Event) -> list[str]:
    return list(event.entries.order_by("number").values_list("status", flat=True))


@pytest.mark.parametrize(("action", "status"), [("check_in_all", "checked_in"), ("leave_all", "dropped")])
def test_all_absent_players_at_once_and_back(club: Club, olga: User, action: str, status: str) -> None:
    event = make_event(club, olga)
    enter(event, olga, ["Ann"])
    expected(event, olga, ["Bob", "Cy", "Dee"])
    shown = bulk.Offer(action, bulk.absent(event))
    done = bulk.do_all(event.pk, action, count=3, shown=shown.shown, context=context_of(olga))
    assert statuses(event) == ["checked_in", status, status, status]
    cy = event.entries.get(number=3)
    (entries.drop_out if action == "check_in_all" else entries.check_in)(cy.pk, context=context_of(olga))
    undone = bulk.undo(done.pk, context=context_of(olga))
    assert [status == "registered" for status in statuses(event)] == [False, True, False, True]
    assert said_in(undone.detail["kept"]) == ["No. 3’s entry has since changed, so we left it as it is."]
    assert "Cy’s entry has since changed" in newest(event)
    assert violations() == []


def test_players_with_a_seat_stay_here(club: Club, olga: User) -> None:
    event = make_event(club, olga)
    expected(event, olga, list(NAMES[:4]))
    shown = bulk.Offer("check_in_all", bulk.absent(event))
    done = bulk.do_all(event.pk, "check_in_all", count=4, shown=shown.shown, context=context_of(olga))
    publish(event, olga)
    undone = bulk.undo(done.pk, context=context_of(olga))
    assert statuses(event) == ["checked_in"] * 4
    assert said_in(undone.detail["kept"])[0] == "No. 1 now has a seat in a round, so we left the entry as it is."
