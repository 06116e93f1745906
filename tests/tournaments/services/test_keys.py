"""The browser's key: the same request sent twice is done once and answered alike; a key is good for one request."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from tests.cast import NAMES, Table, make_event, on_grid, on_phone, slip
from tournaments.errors import KeyReused
from tournaments.models import Event, JournalEntry, Wish
from tournaments.services.attendance import entries
from tournaments.services.attendance.roster import import_roster
from tournaments.services.entrance import passes
from tournaments.services.events import setup
from tournaments.services.events.ranking import set_criteria
from tournaments.services.journal import By
from tournaments.services.nights import drafts, rounds, wishes
from tournaments.services.scores import results

CSV = b"name,paid\nJosef Novak,yes\n"


def by(table: Table, key: UUID | None) -> By:
    return on_grid(table.olga, key=key)


def claimed(table: Table) -> Table:
    results.record_result(table.match.pk, slip(10, 6), by=on_phone(table.pam))
    return table


def finished(table: Table) -> Table:
    for match in table.round.matches.all():
        results.record_result(match.pk, slip(10, 6), by=on_grid(table.olga))
    return table


def closed(table: Table) -> Table:
    rounds.close_round(finished(table).round.pk, by=on_grid(table.olga), seen=table.round.revision)
    return table


def drafted(table: Table) -> Table:
    rounds.draw_round(closed(table).stage.pk, 2, by=on_grid(table.olga))
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


# verb → (what is there before, the verb asked with a key, the same verb with another body)
VERBS: dict[str, tuple[Callable[[Table], Table], Callable[..., Any], Callable[..., Any]]] = {
    "record_result": (
        lambda t: t, lambda t, k: results.record_result(t.match.pk, slip(10, 6), by=by(t, k), seen=0),
        lambda t, k: results.record_result(t.match.pk, slip(6, 10), by=by(t, k))),
    "confirm_result": (
        claimed, lambda t, k: results.confirm_result(t.match.pk, by=by(t, k), seen=1),
        lambda t, k: results.confirm_result(t.match.pk, by=by(t, k), seen=2)),
    "dispute_result": (
        claimed, lambda t, k: results.dispute_result(t.match.pk, by=by(t, k), seen=1),
        lambda t, k: results.confirm_result(t.match.pk, by=by(t, k), seen=1)),
    "correct_result": (
        finished, lambda t, k: results.correct_result(t.match.pk, slip(9, 7), reason="Misread", by=by(t, k), seen=1),
        lambda t, k: results.correct_result(t.match.pk, slip(9, 7), reason="Other", by=by(t, k), seen=2)),
    "void_result": (
        finished, lambda t, k: results.void_result(t.match.pk, reason="Left early", by=by(t, k), seen=1),
        lambda t, k: results.void_result(t.match.pk, reason="Other", by=by(t, k), seen=2)),
    "draw_round": (
        closed, lambda t, k: rounds.draw_round(t.stage.pk, 2, by=by(t, k)),
        lambda t, k: rounds.draw_round(t.stage.pk, 2, by=by(t, k), seen=1)),
    "publish_round": (
        drafted, lambda t, k: rounds.publish_round(t.stage.rounds.get(number=2).pk, by=by(t, k), seen=1),
        lambda t, k: rounds.publish_round(t.stage.rounds.get(number=2).pk, by=by(t, k), seen=2)),
    "unpublish_round": (
        lambda t: t, lambda t, k: rounds.unpublish_round(t.round.pk, by=by(t, k), seen=2),
        lambda t, k: rounds.unpublish_round(t.round.pk, by=by(t, k), seen=3)),
    "close_round": (
        finished, lambda t, k: rounds.close_round(t.round.pk, by=by(t, k), seen=2),
        lambda t, k: rounds.close_round(t.round.pk, by=by(t, k), seen=3)),
    "swap": (
        drafted, lambda t, k: drafts.swap(second(t), 1, 2, by=by(t, k), seen=1),
        lambda t, k: drafts.swap(second(t), 1, 3, by=by(t, k), seen=2)),
    "move_table": (
        drafted, lambda t, k: drafts.move_table(second(t), 1, 3, by=by(t, k), seen=1),
        lambda t, k: drafts.move_table(second(t), 3, 1, by=by(t, k), seen=2)),
    "set_wish": (
        rotation, lambda t, k: wishes.set_wish(t.event.pk, entry(t), entry(t) + 1, Wish.Kind.APART, by=by(t, k)),
        lambda t, k: wishes.set_wish(t.event.pk, entry(t), entry(t) + 1, Wish.Kind.TOGETHER, by=by(t, k))),
    "set_stationary": (
        rotation, lambda t, k: wishes.set_stationary(entry(t), True, by=by(t, k)),
        lambda t, k: wishes.set_stationary(entry(t), False, by=by(t, k))),
    "close_table": (
        lambda t: t, lambda t, k: wishes.close_table(t.event.pk, 3, by=by(t, k)),
        lambda t, k: wishes.open_table(t.event.pk, 3, by=by(t, k))),
    "walk_in": (
        lambda t: t, lambda t, k: entries.walk_in(t.event.pk, ["Rose"], by=by(t, k)),
        lambda t, k: entries.walk_in(t.event.pk, ["Sal"], by=by(t, k))),
    "drop_out": (
        lambda t: t, lambda t, k: entries.drop_out(entry(t), by=by(t, k)),
        lambda t, k: entries.check_in(entry(t), by=by(t, k))),
    "take_fee": (
        priced, lambda t, k: entries.take_fee(entry(t), by=by(t, k)),
        lambda t, k: entries.take_fee(entry(t) + 1, by=by(t, k))),
    "import_roster": (
        lambda t: t, lambda t, k: import_roster(t.event.pk, CSV, by=by(t, k)),
        lambda t, k: import_roster(t.event.pk, CSV + b"Rose,no\n", by=by(t, k))),
    "create_club": (
        lambda t: t, lambda t, k: setup.create_club("North Side", by=by(t, k)),
        lambda t, k: setup.create_club("South Side", by=by(t, k))),
    "set_criteria": (
        lambda t: t, lambda t, k: set_criteria(t.stage.pk, ["loners"], "2023", by=by(t, k), seen=1),
        lambda t, k: set_criteria(t.stage.pk, ["points"], "2023", by=by(t, k), seen=1)),
    "create_event": (
        lambda t: t, lambda t, k: _create(t, k, fee=500), lambda t, k: _create(t, k, fee=600)),
}  # fmt: skip


def _create(table: Table, key: UUID, **more: Any) -> Event:
    at = table.event.starts_at
    return setup.create_event(table.event.club, "Friday", at, "progressive", {}, by=by(table, key), **more)


@pytest.mark.parametrize("verb", VERBS)
def test_same_key_gives_the_same_answer_and_writes_once(table: Table, verb: str) -> None:
    given, ask, _ = VERBS[verb]
    given(table)
    key = uuid4()
    first = ask(table, key)
    before = list(JournalEntry.objects.values())
    assert ask(table, key) == first
    assert list(JournalEntry.objects.values()) == before


@pytest.mark.parametrize("verb", VERBS)
def test_same_key_with_another_body_is_refused(table: Table, verb: str) -> None:
    given, ask, other = VERBS[verb]
    given(table)
    key = uuid4()
    ask(table, key)
    before = list(JournalEntry.objects.values())
    with pytest.raises(KeyReused):
        other(table, key)
    assert list(JournalEntry.objects.values()) == before


def test_same_key_from_another_actor_is_refused(table: Table) -> None:
    key = uuid4()
    results.record_result(table.match.pk, slip(10, 6), by=on_phone(table.pam, key=key))
    for by_other in (on_phone(table.ann, key=key), on_phone(table.quinn, key=key), on_grid(table.olga, key=key)):
        with pytest.raises(KeyReused):
            results.record_result(table.match.pk, slip(10, 6), by=by_other)
    assert table.match.last_version == 1


def test_key_answers_even_after_the_score_was_corrected(table: Table) -> None:
    key = uuid4()
    first = results.record_result(table.match.pk, slip(10, 6), by=on_grid(table.olga, key=key))
    results.correct_result(table.match.pk, slip(9, 7), reason="Misread", by=on_grid(table.olga), seen=1)
    assert results.record_result(table.match.pk, slip(10, 6), by=on_grid(table.olga, key=key)) == first
    assert table.match.standing != first


def test_key_of_one_event_is_no_key_of_another(table: Table) -> None:
    key = uuid4()
    entries.walk_in(table.event.pk, [NAMES[-1]], by=on_grid(table.olga, key=key))
    other = make_event(table.event.club, table.olga, name="Friday")
    with pytest.raises(KeyReused):
        entries.walk_in(other.pk, [NAMES[-1]], by=on_grid(table.olga, key=key))
    assert not other.entries.exists()


def test_personal_link_is_not_shown_twice_for_one_key(table: Table) -> None:
    key = uuid4()
    token = passes.issue_pass(table.event.pk, table.quinn, by=on_grid(table.olga, key=key))
    with pytest.raises(KeyReused):
        passes.issue_pass(table.event.pk, table.quinn, by=on_grid(table.olga, key=key))
    found = passes.find_pass(token)
    assert found
    assert found.player == table.quinn
