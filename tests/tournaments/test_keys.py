"""The browser's key: the same request sent twice is done once and answered alike; a key is good for one request."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from tests.cast import NAMES, Table, make_event, on_grid, on_phone, slip
from tournaments.access import passes
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin import entries
from tournaments.checkin.models import Wish
from tournaments.checkin.roster import import_roster
from tournaments.checkin.roster_lines import Line, Person
from tournaments.context import Context
from tournaments.errors import KeyReused
from tournaments.events import commands as setup
from tournaments.events.models import Event
from tournaments.events.ranking import set_criteria
from tournaments.results import commands as results
from tournaments.rounds import commands as rounds
from tournaments.rounds import drafts, wishes

LIST = [Line(2, (Person("Zoe"),))]


def context_of(table: Table, key: UUID | None) -> Context:
    return on_grid(table.olga, key=key)


def claimed(table: Table) -> Table:
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    return table


def finished(table: Table) -> Table:
    for match in table.round.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))
    return table


def closed(table: Table) -> Table:
    rounds.close_round(finished(table).round.pk, context=on_grid(table.olga), expected_version=table.round.revision)
    return table


def drafted(table: Table) -> Table:
    rounds.draw_round(closed(table).stage.pk, 2, context=on_grid(table.olga))
    return table


def priced(table: Table) -> Table:
    Event.objects.filter(pk=table.event.pk).update(fee=500)
    return table


def rotation(table: Table) -> Table:
    table.event.stages.update(format="rotation", config={})
    return table


def second(table: Table) -> int:
    return int(table.stage.rounds.get(number=2).pk)


def entry(table: Table) -> int:
    return int(table.event.entries.get(number=1).pk)


# action → (what is there before, the action asked with a key, the same action with another body)
ACTIONS: dict[str, tuple[Callable[[Table], Table], Callable[..., Any], Callable[..., Any]]] = {
    "record_result": (
        lambda t: t,
        lambda t, k: results.record_result(t.match.pk, slip(10, 6), context=context_of(t, k), expected_version=0),
        lambda t, k: results.record_result(t.match.pk, slip(6, 10), context=context_of(t, k)),
    ),
    "confirm_result": (
        claimed,
        lambda t, k: results.confirm_result(t.match.pk, context=context_of(t, k), expected_version=1),
        lambda t, k: results.confirm_result(t.match.pk, context=context_of(t, k), expected_version=2),
    ),
    "dispute_result": (
        claimed,
        lambda t, k: results.dispute_result(t.match.pk, context=context_of(t, k), expected_version=1),
        lambda t, k: results.confirm_result(t.match.pk, context=context_of(t, k), expected_version=1),
    ),
    "correct_result": (
        finished,
        lambda t, k: results.correct_result(
            t.match.pk, slip(9, 7), reason="Misread", context=context_of(t, k), expected_version=1
        ),
        lambda t, k: results.correct_result(
            t.match.pk, slip(9, 7), reason="Other", context=context_of(t, k), expected_version=2
        ),
    ),
    "void_result": (
        finished,
        lambda t, k: results.void_result(t.match.pk, reason="Left early", context=context_of(t, k), expected_version=1),
        lambda t, k: results.void_result(t.match.pk, reason="Other", context=context_of(t, k), expected_version=2),
    ),
    "draw_round": (
        closed,
        lambda t, k: rounds.draw_round(t.stage.pk, 2, context=context_of(t, k)),
        lambda t, k: rounds.draw_round(t.stage.pk, 2, context=context_of(t, k), expected_version=1),
    ),
    "publish_round": (
        drafted,
        lambda t, k: rounds.publish_round(
            t.stage.rounds.get(number=2).pk, context=context_of(t, k), expected_version=1
        ),
        lambda t, k: rounds.publish_round(
            t.stage.rounds.get(number=2).pk, context=context_of(t, k), expected_version=2
        ),
    ),
    "unpublish_round": (
        lambda t: t,
        lambda t, k: rounds.unpublish_round(t.round.pk, context=context_of(t, k), expected_version=2),
        lambda t, k: rounds.unpublish_round(t.round.pk, context=context_of(t, k), expected_version=3),
    ),
    "close_round": (
        finished,
        lambda t, k: rounds.close_round(t.round.pk, context=context_of(t, k), expected_version=2),
        lambda t, k: rounds.close_round(t.round.pk, context=context_of(t, k), expected_version=3),
    ),
    "swap": (
        drafted,
        lambda t, k: drafts.swap(second(t), 1, 2, context=context_of(t, k), expected_version=1),
        lambda t, k: drafts.swap(second(t), 1, 3, context=context_of(t, k), expected_version=2),
    ),
    "move_table": (
        drafted,
        lambda t, k: drafts.move_table(second(t), 1, 3, context=context_of(t, k), expected_version=1),
        lambda t, k: drafts.move_table(second(t), 3, 1, context=context_of(t, k), expected_version=2),
    ),
    "set_wish": (
        rotation,
        lambda t, k: wishes.set_wish(t.event.pk, entry(t), entry(t) + 1, Wish.Kind.APART, context=context_of(t, k)),
        lambda t, k: wishes.set_wish(t.event.pk, entry(t), entry(t) + 1, Wish.Kind.TOGETHER, context=context_of(t, k)),
    ),
    "set_stationary": (
        rotation,
        lambda t, k: wishes.set_stationary(entry(t), True, context=context_of(t, k)),
        lambda t, k: wishes.set_stationary(entry(t), False, context=context_of(t, k)),
    ),
    "close_table": (
        lambda t: t,
        lambda t, k: wishes.close_table(t.event.pk, 3, context=context_of(t, k)),
        lambda t, k: wishes.open_table(t.event.pk, 3, context=context_of(t, k)),
    ),
    "walk_in": (
        lambda t: t,
        lambda t, k: entries.walk_in(t.event.pk, ["Rose"], context=context_of(t, k)),
        lambda t, k: entries.walk_in(t.event.pk, ["Sal"], context=context_of(t, k)),
    ),
    "drop_out": (
        lambda t: t,
        lambda t, k: entries.drop_out(entry(t), context=context_of(t, k)),
        lambda t, k: entries.check_in(entry(t), context=context_of(t, k)),
    ),
    "take_fee": (
        priced,
        lambda t, k: entries.take_fee(entry(t), context=context_of(t, k)),
        lambda t, k: entries.take_fee(entry(t) + 1, context=context_of(t, k)),
    ),
    "import_roster": (
        lambda t: t,
        lambda t, k: import_roster(t.event.pk, LIST, context=context_of(t, k)),
        lambda t, k: import_roster(t.event.pk, [*LIST, Line(3, (Person("Rose"),))], context=context_of(t, k)),
    ),
    "create_club": (
        lambda t: t,
        lambda t, k: setup.create_club("North Side", context=context_of(t, k)),
        lambda t, k: setup.create_club("South Side", context=context_of(t, k)),
    ),
    "set_criteria": (
        lambda t: t,
        lambda t, k: set_criteria(t.stage.pk, ["loners"], "2023", context=context_of(t, k), expected_version=1),
        lambda t, k: set_criteria(t.stage.pk, ["points"], "2023", context=context_of(t, k), expected_version=1),
    ),
    "create_event": (lambda t: t, lambda t, k: _create(t, k, fee=500), lambda t, k: _create(t, k, fee=600)),
}


def _create(table: Table, key: UUID, **more: Any) -> Event:
    at = table.event.starts_at
    return setup.create_event(table.event.club, "Friday", at, "progressive", {}, context=context_of(table, key), **more)


@pytest.mark.parametrize("action", ACTIONS)
def test_same_key_gives_the_same_answer_and_writes_once(table: Table, action: str) -> None:
    given, ask, _ = ACTIONS[action]
    given(table)
    key = uuid4()
    first = ask(table, key)
    before = list(AuditLogEntry.objects.values())
    assert ask(table, key) == first
    assert list(AuditLogEntry.objects.values()) == before


@pytest.mark.parametrize("action", ACTIONS)
def test_same_key_with_another_body_is_refused(table: Table, action: str) -> None:
    given, ask, other = ACTIONS[action]
    given(table)
    key = uuid4()
    ask(table, key)
    before = list(AuditLogEntry.objects.values())
    with pytest.raises(KeyReused):
        other(table, key)
    assert list(AuditLogEntry.objects.values()) == before


def test_same_key_from_another_actor_is_refused(table: Table) -> None:
    key = uuid4()
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam, key=key))
    for by_other in (on_phone(table.ann, key=key), on_phone(table.quinn, key=key), on_grid(table.olga, key=key)):
        with pytest.raises(KeyReused):
            results.record_result(table.match.pk, slip(10, 6), context=by_other)
    assert table.match.last_version == 1


def test_key_answers_even_after_the_score_was_corrected(table: Table) -> None:
    key = uuid4()
    first = results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga, key=key))
    results.correct_result(
        table.match.pk, slip(9, 7), reason="Misread", context=on_grid(table.olga), expected_version=1
    )
    assert results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga, key=key)) == first
    assert table.match.standing != first


def test_key_of_one_event_is_no_key_of_another(table: Table) -> None:
    key = uuid4()
    entries.walk_in(table.event.pk, [NAMES[-1]], context=on_grid(table.olga, key=key))
    other = make_event(table.event.club, table.olga, name="Friday")
    with pytest.raises(KeyReused):
        entries.walk_in(other.pk, [NAMES[-1]], context=on_grid(table.olga, key=key))
    assert not other.entries.exists()


def test_personal_link_is_not_shown_twice_for_one_key(table: Table) -> None:
    key = uuid4()
    token = passes.issue_pass(table.event.pk, table.quinn, context=on_grid(table.olga, key=key))
    with pytest.raises(KeyReused):
        passes.issue_pass(table.event.pk, table.quinn, context=on_grid(table.olga, key=key))
    found = passes.find_pass(token)
    assert found
    assert found.player == table.quinn
