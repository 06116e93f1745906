"""All against all: results where they belong, byes, forfeits, tables without a result, pools."""

import pytest
from django.utils import translation

from games.accounts.models import User
from tests.cast import context_of, enter_pairs, make_event, on_grid, publish, slip
from tests.tournaments.pages.browsing import finish_round
from tournaments.clubs.models import Club
from tournaments.draws import cross_tables
from tournaments.draws.cross_tables import CrossTable, cross_table_of
from tournaments.events.models import Event
from tournaments.results import commands as results
from tournaments.results.models import Standing
from tournaments.results.standings_update import settle_stage
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Round


def robin(club: Club, olga: User, pairs: int) -> Event:
    event = make_event(club, olga, "round_robin", name=f"Robin of {pairs}")
    enter_pairs(event, olga, pairs)
    return event


def table_of(event: Event) -> CrossTable:
    settle_stage(event.stages.get().pk)
    return cross_table_of(event.stages.get())


def across(event: Event) -> list[list[str]]:
    [group] = table_of(event).groups
    return [[" ".join(one.score or one.letter for one in cell) for cell in line.across] for line in group.lines]


@pytest.mark.slow
def test_a_result_stands_in_both_lines_own_points_first(club: Club, olga: User) -> None:
    event = robin(club, olga, 2)
    publish(event, olga)
    finish_round(event.stages.get(), olga, (10, 6))
    assert across(event) == [["", "10–6"], ["6–10", ""]]
    [group] = table_of(event).groups
    assert [[(one.line, one.letter) for one in line.by_round if one] for line in group.lines] == [
        [(2, "W")],
        [(1, "L")],
    ]
    with translation.override("fr"):
        [french] = table_of(event).groups
    assert [[(one.letter, one.is_won) for one in line.by_round if one] for line in french.lines] == [
        [("G", True)],
        [("P", False)],
    ]
    assert [line.standing.place for line in group.lines] == [1, 2]
    assert [criterion.name for criterion in table_of(event).columns] == ["Games won", "Points"]
    assert group.lines[0].values == ("1", "10")


def test_a_table_without_a_result_is_a_dash_and_a_draft_is_not_shown(club: Club, olga: User) -> None:
    event = robin(club, olga, 4)
    rounds.draw_round(event.stages.get().pk, 1, context=context_of(olga))
    assert table_of(event).groups == ()
    Round.objects.update(status="published")
    [group] = table_of(event).groups
    assert {one.letter for line in group.lines for one in line.by_round if one} == {"–"}
    assert sum(cell == "–" for row in across(event) for cell in row) == 4


def test_a_bye_and_a_game_that_was_awarded_are_marked(club: Club, olga: User) -> None:
    event = robin(club, olga, 3)
    row = publish(event, olga)
    results.record_result(row.matches.get().pk, slip(10, 0, forfeited=(1,)), context=on_grid(olga))
    [group] = table_of(event).groups
    assert sorted((one.letter, one.note) for line in group.lines for one in line.by_round if one) == [
        ("", "bye"),
        ("L", "not played"),
        ("W", "not played"),
    ]


def test_each_pool_has_its_own_table(club: Club, olga: User) -> None:
    event = robin(club, olga, 4)
    publish(event, olga)
    settle_stage(event.stages.get().pk)
    last = event.stages.get().standings.order_by("-place", "-entry__number")[:2]
    Standing.objects.filter(pk__in=[row.pk for row in last]).update(group=2)
    groups = cross_table_of(event.stages.get()).groups
    assert [group.number for group in groups] == [1, 2]
    assert [[line.number for line in group.lines] for group in groups] == [[1, 2], [3, 4]]
    assert all(len(line.across) == 2 for group in groups for line in group.lines)


def test_too_many_pairs_are_not_set_against_each_other(club: Club, olga: User, monkeypatch: pytest.MonkeyPatch) -> None:
    event = robin(club, olga, 4)
    publish(event, olga)
    assert table_of(event).groups[0].is_grid
    monkeypatch.setattr(cross_tables, "MAX_ACROSS", 3)
    assert not table_of(event).groups[0].is_grid


def test_only_pairs_that_meet_each_other_have_one(club: Club, olga: User) -> None:
    has = {
        key: cross_tables.has_cross_table(make_event(club, olga, key, name=key).stages.get())
        for key in ("progressive", "round_robin", "swiss", "elimination")
    }
    assert has == {"progressive": False, "round_robin": True, "swiss": True, "elimination": False}
