"""Rebuild and compare: equal, or every difference in words; nothing is mended unless asked."""

import pytest

from tests.cast import Table, context_of, make_event, on_grid, on_phone, slip
from tests.said import said_in
from tournaments.errors import NotAllowed
from tournaments.integrity import compare
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.results.models import Standing
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds.models import Match


@pytest.fixture
def table(table: Table) -> Table:
    for match in table.round.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))
    settle_unsettled()
    return table


def problems_of(table: Table) -> list[str]:
    return said_in(compare.compare(table.event.pk, context=context_of(table.olga)).detail["found"])


def number(player: object) -> int:
    entry = Standing.objects.get(entry__players=player).entry
    return entry.number


@pytest.mark.slow
def test_all_is_equal_and_only_the_journal_knows_of_it(table: Table) -> None:
    before = list(Standing.objects.values())
    assert problems_of(table) == []
    assert list(Standing.objects.values()) == before
    assert violations() == []


def test_tampering_is_reported_and_stays(table: Table) -> None:
    Standing.objects.filter(entry__players=table.pam).update(place=8, points_over=3, rounds=["3"])
    Standing.objects.filter(entry__players=table.quinn).delete()
    Standing.objects.filter(entry__players=table.bob).update(because="magic")
    Match.objects.filter(pk=table.match.pk).update(state="void", standing=None)
    problems = problems_of(table)
    title = table.stage.title
    assert "Table 1 in round 1 is saved as “Void”, but the reported scores give “Counted: 10–6”." in problems
    assert any(
        f"{title}: No. {number(table.pam)} is saved as 8th with a score of 3 (3), but the results give" in t
        for t in problems
    )
    assert sum("is missing from the saved standings" in one for one in problems) == 1
    assert Standing.objects.get(entry__players=table.pam).points_over == 3


def test_another_reason_is_a_difference_too(table: Table) -> None:
    Standing.objects.filter(entry__players=table.bob).update(because="magic")
    [problems] = problems_of(table)
    assert f"the saved tiebreakers or reasons for No. {number(table.bob)} don’t match the results (" in problems
    assert "because" in problems


def test_players_without_a_place_in_them_are_named(table: Table) -> None:
    row = Standing.objects.get(entry__players=table.bob)
    other = make_event(table.event.club, table.olga, name="Friday")
    entry = table.event.entries.create(number=99)
    Standing.objects.create(stage=table.stage, entry=entry, place=9, points_over=0, values=row.values)
    assert problems_of(table) == [f"{table.stage.title}: No. 99 is in the saved standings but doesn’t belong there."]
    assert list(compare.compare(other.pk, context=context_of(table.olga)).detail["found"]) == []


def test_a_score_of_this_moment_is_no_difference_that_lasts(table: Table) -> None:
    results.correct_result(
        table.match.pk, slip(9, 7), reason="Misread", context=on_grid(table.olga), expected_version=1
    )
    [problems] = problems_of(table)
    assert problems.endswith("a score just came in and isn’t counted yet. Compare again in a moment.")
    settle_unsettled()
    assert problems_of(table) == []


@pytest.mark.slow
def test_mended_when_asked_it_is_equal_again(table: Table) -> None:
    Standing.objects.filter(entry__players=table.pam).update(points_over=3)
    Match.objects.filter(pk=table.match.pk).update(state="void", standing=None)
    done = compare.mend(table.event.pk, context=context_of(table.olga))
    assert len(done.detail["found"]) == done.detail["differences"] > 1
    assert problems_of(table) == []
    assert violations() == []


@pytest.mark.parametrize("action", [compare.compare, compare.mend])
def test_it_is_for_organizers(table: Table, action: object) -> None:
    assert callable(action)
    with pytest.raises(NotAllowed):
        action(table.event.pk, context=on_phone(table.pam))
