"""The secretary's week and a captain's tasks: what is overdue, disputed, late, and what it costs."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from games.engine.errors import RuleError
from tests.kept import kept
from tests.tournaments.leagues.test_cards import CARD, OTHER, Match
from tests.tournaments.pages.browsing import form, log_in, text_of
from tournaments.leagues import penalties
from tournaments.leagues.card_desk import CardRow, Desk, desk_of, tasks_of
from tournaments.leagues.models import CardStep, Fixture, PointsAdjustment

DAY = datetime.timedelta(days=1)
RISING = {"late_card": 1, "late_second": 3, "late_more": 5}


def a_match() -> Match:
    return Match(**RISING)


match = kept(a_match)


def play_days_ago(match: Match, days: int) -> None:
    Fixture.objects.filter(pk=match.pk).update(starts_at=timezone.now() - days * DAY)


def desk(match: Match) -> Desk:
    return desk_of(match.stage.season)


def only(rows: tuple[CardRow, ...]) -> CardRow:
    [row] = rows
    return row


@pytest.mark.parametrize(("days", "is_overdue"), [(2, False), (3, True)])
def test_a_card_is_overdue_after_the_seasons_days(match: Match, days: int, is_overdue: bool) -> None:
    play_days_ago(match, days)
    assert [row.fixture.pk for row in desk(match).overdue] == [match.pk] * is_overdue
    if is_overdue:
        match.send(0)
        assert (desk(match).overdue, only(desk(match).reported).fixture.pk) == ((), match.pk)


@pytest.mark.slow
def test_each_card_is_in_one_list_with_the_day_it_came(match: Match) -> None:
    match.send(0)
    assert only(desk(match).reported).card.received_at == CardStep.objects.get().at
    match.dispute(1, "It was 9–10")
    row = only(desk(match).disputed)
    assert (row.card.dispute.reason, row.penalties) == ("It was 9–10", ())
    assert row.card.received_at == CardStep.objects.get(number=1).at
    match.send(0, OTHER)
    match.confirm(1)
    assert only(desk(match).confirmed).fixture.pk == match.pk
    match.approve()
    assert desk(match).count == 0


@pytest.mark.slow
def test_a_late_card_costs_more_each_time_and_is_undone_in_one_step(match: Match) -> None:
    play_days_ago(match, 5)
    match.send(0)
    match.confirm(1)
    match.approve()
    row = only(desk(match).late)
    assert [(one.squad, one.points, one.offence) for one in row.penalties] == [
        (squad, 1, 1) for squad in match.fixture.squads
    ]
    home = match.fixture.home
    others = match.stage.season.fixtures.filter(home=home) | match.stage.season.fixtures.filter(away=home)
    costs = []
    for fixture in others.distinct().order_by("number")[:3]:
        costs.append(penalties.late_card(fixture.pk, home.pk, context=match.stage.context_of()))
    assert [(one.points, one.offence) for one in costs] == [(-1, 1), (-3, 2), (-5, 3)]
    assert costs[1].why == "Late score card no. 2 this season (2-day limit)"
    assert desk(match).late == (), "decided"
    assert match.line(0).adjusted == -9
    penalties.take_back(costs[1].pk, "It was in the box", context=match.stage.context_of())
    assert match.line(0).adjusted == -6
    assert set(desk(match).applied) == {costs[0], costs[2]}
    with pytest.raises(RuleError, match="already"):
        penalties.late_card(costs[1].fixture.pk, home.pk, context=match.stage.context_of())


def test_where_late_cards_cost_nothing_none_is_proposed(db: None) -> None:
    match = Match(late_card=0, late_second=0, late_more=0)
    play_days_ago(match, 5)
    assert only(desk(match).overdue).penalties == ()
    with pytest.raises(RuleError, match="costs no points"):
        penalties.late_card(match.pk, match.fixture.home_id, context=match.stage.context_of())


def test_the_page_has_a_button_for_each_thing(match: Match) -> None:
    play_days_ago(match, 5)
    olga, address = log_in(match.stage.olga), reverse("season_cards", args=[match.stage.season.slug])
    said = text_of(olga.get(address))
    assert f"Overdue {match.fixture}" in said
    assert f"Enter card Late. Deduct points from: {match.fixture.home} −1 {match.fixture.away} −1" in said
    about = match.stage.season.slug, match.fixture.number
    late = reverse("move_fixture", args=[*about, "late"])
    answer = olga.post(late, form(side=1, back="cards"), follow=True)
    assert answer.redirect_chain == [(address, 302)]
    assert f"−1 {match.fixture.away}" in text_of(answer)
    undo = reverse("move_season", args=[about[0], "take-back"])
    row = PointsAdjustment.objects.get()
    answer = olga.post(undo, form(adjustment=row.pk, reason="In the box", back="cards"), follow=True)
    assert f"Ruling undone. {match.fixture.away} gets its points back." in text_of(answer)
    match.send(0)
    approve = reverse("move_fixture", args=[*about, "approve"])
    assert "Not confirmed" in text_of(olga.get(address))
    olga.post(approve, form(seen=1, back="cards"))
    assert match.fixture.state == "played"


def test_a_captain_sees_what_is_to_do(match: Match) -> None:
    def tasks(side: int) -> list[str]:
        squad = match.fixture.squads[side]
        squad.season = match.stage.season
        rows = match.stage.season.fixtures.filter(home=squad) | match.stage.season.fixtures.filter(away=squad)
        return [task.kind for task in tasks_of(squad, rows)]

    assert (tasks(0), tasks(1)) == (["send", "name"], ["send", "name"])
    match.send(0, CARD)
    assert (tasks(0), tasks(1)) == (["wait", "name"], ["answer", "name"])
    match.dispute(1)
    assert tasks(0) == ["send", "name"]
    match.approve()
    assert (tasks(0), tasks(1)) == (["name"], ["name"])
