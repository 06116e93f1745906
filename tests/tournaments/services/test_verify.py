"""Every check of `verify` finds what it is for: each has planted violations, written behind the verbs' back."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from tests.cast import Table, by, on_grid, on_phone, publish, slip
from tournaments.models import (
    Bye,
    Entry,
    Event,
    JournalEntry,
    Match,
    Pass,
    PotEntry,
    ResultEntry,
    Round,
    Seat,
    Source,
    Stage,
    StageEntry,
    Standing,
)
from tournaments.services import entries, passes, results, rounds, verify
from tournaments.services.settle import settle_unsettled

Plant = Callable[[Table], object]


@pytest.fixture
def table(table: Table) -> Table:
    """Round 1 is over, corrected once and settled; round 2 is published; a fee is paid and a link is out."""
    Event.objects.update(fee=500)
    entries.take_fee(table.event.entries.get(number=1).pk, by=by(table.olga))
    passes.issue_pass(table.event.pk, table.quinn, by=by(table.olga))
    results.record_result(table.match.pk, slip(10, 6), by=on_phone(table.pam))
    results.confirm_result(table.match.pk, by=on_phone(table.quinn), seen=1)
    results.record_result(table.round.matches.get(table=2).pk, slip(9, 7), by=on_grid(table.olga))
    results.correct_result(table.match.pk, slip(11, 6), reason="Misread", by=on_grid(table.olga), seen=2)
    rounds.close_round(table.round.pk, by=by(table.olga), seen=2)
    publish(table.event, table.olga, 2)
    settle_unsettled()
    return table


def journal_entry(table: Table, verb: str, number: int) -> JournalEntry:
    return JournalEntry.objects.create(
        club=table.event.club, event=table.event, number=number, verb=verb, source=Source.PAGE, user=table.olga
    )


def swap_seats(table: Table) -> None:
    """Entries of round 2 change tables, as no movement would lead them; the players stay where they are."""
    one, other = (Seat.objects.get(round__number=2, match__table=number, position=0) for number in (1, 2))
    Seat.objects.filter(pk=one.pk).update(entry=other.entry)
    Seat.objects.filter(pk=other.pk).update(entry=one.entry)


def break_foreign_key(table: Table) -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA defer_foreign_keys = ON")
    Standing.objects.filter(pk=table.stage.standings.all()[0].pk).update(entry_id=4711)


def second_pot(table: Table) -> None:
    PotEntry.objects.create(
        event=table.event, debit="pot", credit="club", cents=501, memo="prize",
        journal=journal_entry(table, "pay", table.event.journal.count() + 1),
    )  # fmt: skip
    Event.objects.update(version=table.event.journal.count())


def second_stage(table: Table, *seeds: int) -> Stage:
    """A later stage with the first entries at these seeds."""
    stage = Stage.objects.create(event=table.event, number=2, format="progressive", rules=table.stage.rules)
    for number, seed in enumerate(seeds, start=1):
        StageEntry.objects.create(stage=stage, entry=table.event.entries.get(number=number), seed=seed)
    return stage


def sit_out_in(stage: Stage) -> None:
    row = Round.objects.create(stage=stage, number=1)
    Bye.objects.create(round=row, entry=stage.event.entries.get(number=8), reason="x")


def now_minus(minutes: int) -> datetime.datetime:
    return timezone.now() - datetime.timedelta(minutes=minutes)


# Check → planted violations and the words by which each is known.
PLANTED: dict[str, list[tuple[Plant, str]]] = {
    "results_follow_their_entries": [
        (lambda t: ResultEntry.objects.filter(match=t.match, version=2).update(version=9), "versions are not 1 to 3"),
        (lambda t: Match.objects.filter(pk=t.match.pk).update(last_version=4), "versions are not 1 to 4"),
        (lambda t: Match.objects.filter(pk=t.match.pk).update(state="void", standing=None), "stored as void"),
        (lambda t: Match.objects.filter(pk=t.match.pk).update(standing=t.match.results.get(version=1)),
         "its entries say"),
    ],
    "standing_scores_are_possible": [
        (lambda t: ResultEntry.objects.filter(match=t.match, version=3).update(slip={"points": [40, 0]}),
         "at most 32"),
        (lambda t: ResultEntry.objects.filter(match=t.match, version=3).update(slip={"points": [8, 8]}), "first"),
        (lambda t: ResultEntry.objects.filter(match=t.match, version=3).update(slip={}), "cannot be read"),
    ],
    "standings_equal_a_rebuild": [
        (lambda t: Standing.objects.filter(place=1).update(points_over=99), "standings differ"),
        (lambda t: Standing.objects.filter(place=1).delete(), "standings differ"),
        (lambda t: Standing.objects.filter(place=1).update(because="A friend of mine."), "standings differ"),
    ],
    "rounds_are_complete": [
        (lambda t: Round.objects.filter(number=2).update(number=3), "rounds are numbered [1, 3]"),
        (lambda t: Match.objects.filter(pk=t.match.pk).update(state="waiting", standing=None), "without a decision"),
        (lambda t: Bye.objects.create(round=t.round, entry=t.event.entries.get(number=1), reason="x"), "two places"),
    ],
    "published_rounds_name_their_results": [
        (lambda t: Round.objects.filter(number=2).update(based_on=[4711]), "not of earlier rounds"),
        (lambda t: Round.objects.filter(number=1).update(based_on=[t.match.standing_id]), "not of earlier rounds"),
    ],
    "open_rounds_pass_the_audit": [(swap_seats, "the movement leads to")],
    "later_stages_keep_their_field": [
        (lambda t: second_stage(t, 1, 3), "the seeds are [1, 3]"),
        (lambda t: Round.objects.create(stage=second_stage(t), number=1), "nobody was named"),
        (lambda t: sit_out_in(second_stage(t, 1, 2)), "has a place in a round, but none in the stage"),
        (lambda t: Round.objects.filter(number=2).update(stage=second_stage(t, 1, 2)), "has a place in a round, but"),
    ],
    "journals_are_dense": [
        (lambda t: journal_entry(t, "check_in", 99), "journal numbers 1–99"),
        (lambda t: JournalEntry.objects.filter(number=5).delete(), "journal numbers"),
        (lambda t: Event.objects.update(version=99), "version 99"),
    ],
    "corrections_have_reasons": [
        (lambda t: JournalEntry.objects.filter(verb="correct_result").update(reason=""), "without a reason"),
    ],
    "money_balances": [(second_pot, "does not balance")],
    "no_plain_tokens": [
        (lambda t: Pass.objects.update(token_hash="Zb3-xY_17qkW5n0pLr8TgA"), "not stored as a hash"),
    ],
    "no_old_work": [(lambda t: Match.objects.filter(pk=t.match.pk).update(unsettled_since=now_minus(3)), "unsettled")],
    "database_is_whole": [(break_foreign_key, "damaged")],
}  # fmt: skip

CASES = [
    pytest.param(
        check, plant, words, id=f"{check}-{index}",
        marks=[pytest.mark.sqlite] if check == "database_is_whole" else [],
    )
    for check, plants in PLANTED.items() for index, (plant, words) in enumerate(plants)
]  # fmt: skip


def test_every_check_has_a_planted_violation() -> None:
    assert set(PLANTED) == {check.__name__ for check in verify.CHECKS}


def test_clean_data_have_no_violation(table: Table) -> None:
    assert verify.violations() == []


@pytest.mark.parametrize(("check", "plant", "words"), CASES)
def test_check_finds_its_violation(table: Table, check: str, plant: Plant, words: str) -> None:
    plant(table)
    found = list(getattr(verify, check)())
    assert found
    assert words in found[0]
    restore_foreign_keys()


def restore_foreign_keys() -> None:
    """So that the test's own transaction can be rolled back without complaint."""
    if connection.vendor == "sqlite":
        known: Any = Entry.objects.values_list("pk", flat=True)
        Standing.objects.exclude(entry__in=list(known)).delete()


def test_work_that_waits_is_no_violation_for_two_minutes(table: Table) -> None:
    results.correct_result(table.match.pk, slip(12, 4), reason="Again", by=on_grid(table.olga), seen=3)
    assert verify.violations() == []
    Match.objects.filter(pk=table.match.pk).update(unsettled_since=now_minus(3))
    assert len(verify.violations()) == 1


def test_stages_are_checked_one_by_one(table: Table) -> None:
    Standing.objects.filter(place=1).update(points_over=99)
    Stage.objects.create(event=table.event, number=2, format="progressive", rules=table.stage.rules)
    assert len(verify.violations()) == 1
