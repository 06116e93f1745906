"""Rebuilding throws derived rows away and must find the same again; it mends what was different."""

import pytest

from tests.cast import Table, make_event, on_grid, slip
from tournaments.activity_log.models import AuditLogEntry
from tournaments.integrity.rebuild import derived_digest, rebuild
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.results.models import ResultEntry, Standing
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards.queue import run_all
from tournaments.rounds.models import Match


def facts() -> list[object]:
    return [list(model.objects.order_by("pk").values()) for model in (Match, ResultEntry, AuditLogEntry)]


def settled(table: Table) -> Table:
    for match in table.round.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))
    settle_unsettled()
    run_all()
    return table


@pytest.mark.slow
def test_changes_nothing_when_all_is_well(table: Table) -> None:
    settled(table)
    make_event(table.event.club, table.olga, name="Friday")
    before, facts_before = derived_digest(), facts()
    assert rebuild() == (before, before)
    assert derived_digest() == before
    assert facts() == facts_before


@pytest.mark.slow
def test_mends_what_was_tampered_with(table: Table) -> None:
    settled(table)
    right = derived_digest()
    Standing.objects.filter(place=1).update(points_over=99)
    Standing.objects.filter(place=8).delete()
    wrong = derived_digest()
    assert wrong != right
    assert rebuild() == (wrong, right)
    assert violations() == []


def test_settles_what_was_waiting(table: Table) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    before, after = rebuild()
    assert before != after
    assert not Match.objects.filter(unsettled_since__isnull=False).exists()


@pytest.mark.slow
def test_digest_sees_every_field_but_no_row_id(table: Table) -> None:
    settled(table)
    digests = {derived_digest()}
    row = Standing.objects.order_by("pk")[0]
    changes = {
        "group": 7,
        "place": 7,
        "place_before": 7,
        "is_shared": not row.is_shared,
        "points_over": 99,
        "points_under": 7,
        "rounds": ["x"],
        "values": ["x"],
        "because": "x",
    }
    for name, value in changes.items():
        Standing.objects.filter(pk=row.pk).update(**{name: value})
        digests.add(derived_digest())
    assert len(digests) == 1 + len(changes)
    fields = {field.name for field in Standing._meta.get_fields()}
    assert fields - set(changes) == {"id", "stage", "entry"}
    rebuild()
    assert derived_digest() in digests
    assert not Standing.objects.filter(pk=row.pk).exists()
