"""An event that is over has places that are facts; they follow corrections, and go when it is opened again."""

import pytest

from games.engine.errors import RuleError
from tests.cast import Table, context_of, on_grid, slip
from tests.tournaments.pages.browsing import finish_round
from tournaments.errors import NotAllowed
from tournaments.events.models import Event
from tournaments.results import commands as results
from tournaments.results.models import ResultEntry
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards.models import PlacementFact
from tournaments.rewards.placements import places_are_counted
from tournaments.rounds import commands as rounds
from tournaments.rounds import finishing


def places(*names: str) -> list[int]:
    found = dict(PlacementFact.objects.values_list("player__name", "place"))
    return [found[name] for name in names]


@pytest.fixture
def over(table: Table) -> Table:
    """Pam and Ann won at table 1, ten to six; seven rounds of the plan are not played."""
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    finish_round(table.stage, table.olga, (9, 7))
    return table


def finish(table: Table, override: str = "Everyone is tired") -> Event:
    return finishing.finish_event(table.event.pk, context=context_of(table.olga), override=override)


def test_it_says_what_is_missing(table: Table) -> None:
    with pytest.raises(RuleError, match=r"No round has been closed yet.*Round 1 is still open"):
        finish(table)
    with pytest.raises(NotAllowed):
        finishing.finish_event(table.event.pk, context=context_of(table.sam))


def test_an_early_end_needs_a_reason(over: Table) -> None:
    with pytest.raises(RuleError, match="planned rounds to play"):
        finish(over, " ")
    assert finish(over).finished_at
    assert finish(over).finished_at, "who comes second finds it finished"


def test_places_count_from_when_the_last_table_reported(over: Table) -> None:
    finish(over)
    assert places("Pam", "Ann") == [1, 1]
    assert PlacementFact.objects.count() == 8
    assert set(PlacementFact.objects.values_list("ended_at", "field", "contest")) == {
        (ResultEntry.objects.latest("at").at, 8, "event")
    }


@pytest.mark.slow
def test_a_correction_moves_them_and_a_rebuild_agrees(over: Table) -> None:
    finish(over)
    results.correct_result(
        over.match.pk, slip(6, 10), reason="Mixed up", context=on_grid(over.olga), expected_version=1
    )
    settle_unsettled()
    assert places("Quinn", "Bob") == [1, 1]
    assert not list(places_are_counted())
    PlacementFact.objects.filter(place=1).delete()
    assert len(list(places_are_counted())) == 1


def test_no_round_is_drawn_until_it_is_opened_again(over: Table) -> None:
    finish(over)
    with pytest.raises(RuleError, match="Reopen it"):
        rounds.draw_round(over.stage.pk, 2, context=context_of(over.olga))
    finishing.reopen_event(over.event.pk, context=context_of(over.olga))
    assert not PlacementFact.objects.exists()
    assert rounds.draw_round(over.stage.pk, 2, context=context_of(over.olga)).number == 2
