"""What ranks an event: chosen when it is set up, changed later by an organizer; pools are ranked apart."""

from typing import Any

import pytest

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import Table, context_of, make_club, make_event, on_grid, slip
from tests.tournaments.pages.browsing import finish_round
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin import entries
from tournaments.clubs.models import Club
from tournaments.errors import Conflict, NotAllowed
from tournaments.events import boards
from tournaments.events.models import Event, Stage
from tournaments.events.ranking import criteria_version, set_criteria
from tournaments.integrity.rebuild import rebuild
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds import commands as rounds


def pairs_event(club: Club, olga: User, pairs: int, format_key: str = "round_robin", **more: Any) -> Event:
    """Pairs called A1 & B1, A2 & B2 …, all of them here."""
    event = make_event(club, olga, format_key, **more)
    for number in range(1, pairs + 1):
        entries.walk_in(event.pk, [f"A{number}", f"B{number}"], context=context_of(olga))
    return event


def play(event: Event, olga: User, number: int) -> Stage:
    stage = event.stages.get()
    row = rounds.draw_round(stage.pk, number, context=context_of(olga))
    rounds.publish_round(row.pk, context=context_of(olga), expected_version=row.revision)
    finish_round(stage, olga)
    return stage


def test_an_event_is_ranked_by_its_formats_criteria_unless_it_says_otherwise(club: Club, olga: User) -> None:
    usual = make_event(club, olga, "swiss").stages.get()
    assert (usual.criteria, usual.unplayed) == (list(usual.play.criteria), "2023")
    chosen = make_event(club, olga, "swiss", name="Other", criteria=["games_won", "buchholz"], unplayed="2009")
    stage = chosen.stages.get()
    assert (stage.criteria, stage.unplayed) == (["games_won", "buchholz"], "2009")


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"criteria": ["buchholz"]}, "“Buchholz” doesn’t work with the Progressive format"),
        ({"criteria": ["points", "points"]}, "twice"),
        ({"criteria": ["beauty"]}, "isn’t a ranking criterion"),
        ({"unplayed": "1066"}, "no rule “1066”"),
    ],
)
def test_what_cannot_rank_makes_no_event(club: Club, olga: User, more: dict[str, Any], why: str) -> None:
    with pytest.raises(RuleError, match=why):
        make_event(club, olga, **more)
    assert not Event.objects.exists()


@pytest.mark.slow
def test_standings_follow_other_criteria_at_once(table: Table) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    settle_unsettled()
    version = table.event.audit_log.count()
    stage = set_criteria(
        table.stage.pk, ["rounds_won", "lot"], "plain", context=context_of(table.olga), expected_version=1
    )
    assert (table.stage.criteria, table.stage.unplayed) == (["rounds_won", "lot"], "plain")
    rows = list(stage.standings.all())
    assert [row.values[0] for row in rows] == ["1", "1"] + ["0"] * (len(rows) - 2)
    last = table.event.audit_log.order_by("-number")[0]
    assert (last.action, last.number, criteria_version(table.event)) == ("set_criteria", version + 1, version + 1)
    assert last.detail["criteria"] == ["rounds_won", "lot"]
    assert violations() == []


def test_criteria_that_someone_else_changed_meanwhile_are_stale(table: Table) -> None:
    set_criteria(table.stage.pk, ["loners"], "2023", context=context_of(table.olga), expected_version=1)
    with pytest.raises(Conflict, match="Olga just changed"):
        set_criteria(table.stage.pk, ["points"], "2023", context=context_of(table.olga), expected_version=1)
    assert table.stage.criteria == ["loners"]


def test_scores_that_came_in_meanwhile_are_not(table: Table) -> None:
    seen = criteria_version(table.event)
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    set_criteria(table.stage.pk, ["loners"], "2023", context=context_of(table.olga), expected_version=seen)
    assert table.stage.criteria == ["loners"]


@pytest.mark.parametrize(("criteria", "unplayed"), [([], "2023"), (["buchholz"], "2023"), (["points"], "never")])
def test_what_cannot_rank_changes_nothing(table: Table, criteria: list[str], unplayed: str) -> None:
    before = AuditLogEntry.objects.count()
    with pytest.raises(RuleError):
        set_criteria(table.stage.pk, criteria, unplayed, context=context_of(table.olga), expected_version=1)
    assert (table.stage.criteria[0], AuditLogEntry.objects.count()) == ("points", before)


def test_strangers_change_nothing(table: Table) -> None:
    with pytest.raises(NotAllowed):
        set_criteria(table.stage.pk, ["loners"], "2023", context=context_of(table.sam), expected_version=1)


@pytest.mark.slow
def test_pools_are_ranked_apart_and_stay_who_they_are(club: Club, olga: User) -> None:
    event = pairs_event(club, olga, 7, config={"groups": 2})
    stage = play(event, olga, 1)
    groups = {
        group: [entry.number for entry in event.entries.all() if entry.standings.get().group == group]
        for group in (1, 2)
    }
    assert groups == {1: [1, 4, 5], 2: [2, 3, 6, 7]}
    entries.drop_out(event.entries.get(number=6).pk, context=context_of(olga))
    late = entries.walk_in(event.pk, ["Rose", "Sal"], context=context_of(olga))
    play(event, olga, 2)
    found = boards.rankings_of(stage)
    assert [one.name for one in found] == ["Pool A", "Pool B"]
    members = [{row.entry.number for row, _ in one.rows} for one in found]
    assert members == [{1, 4, 5, late.number}, {2, 3, 6, 7}]
    assert all(one.rows[0][0].place == 1 for one in found)
    before, after = rebuild()
    assert before == after
    assert violations() == []


def test_why_compares_within_the_group_only(club: Club, olga: User) -> None:
    event = pairs_event(club, olga, 6, config={"groups": 2, "grouping": "blocks"})
    stage = play(event, olga, 1)
    first = boards.rankings_of(stage)[0]
    numbers = [row.entry.number for row, _ in first.rows]
    found = boards.why(stage, numbers[1], None)
    assert found
    assert (found.above.entry, found.below.entry) == (numbers[0], numbers[1])
    assert found.because == first.rows[1][0].because
    chosen = boards.why(stage, numbers[0], numbers[2])
    assert chosen
    assert (chosen.above.entry, chosen.below.entry) == (numbers[0], numbers[2])
    with pytest.raises(RuleError, match="isn’t in these standings"):
        boards.why(stage, 1, 6)
    assert boards.why(stage, 99, None) is None


@pytest.mark.slow
def test_the_rule_for_unplayed_rounds_reaches_the_standings(olga: User) -> None:
    values = {}
    club = make_club(olga, "Other club")
    for rule in ("2023", "2009", "plain"):
        event = pairs_event(club, olga, 3, "swiss", name=f"By {rule}", criteria=["buchholz"], unplayed=rule)
        play(event, olga, 1)
        bye = Stage.objects.get(event=event).rounds.get().byes.get()
        values[rule] = event.entries.get(pk=bye.entry_id).standings.get().values
    assert values == {"2023": ["1/2"], "2009": ["1/2"], "plain": ["0"]}
