"""A fixture's life through the actions: line-ups, cards, another day, rulings, late cards."""

import datetime

import pytest
from django.db.models import Q, Sum
from django.urls import reverse

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import PASSWORD, context_of, make_user, on_grid, slip, with_key
from tests.kept import kept
from tests.tournaments.pages.browsing import form, log_in, text_of
from tests.tournaments.scenes.league import BIRDS, SMALL, Stage, a_hall, a_member
from tournaments.clubs.models import Venue
from tournaments.errors import Conflict, NotAllowed
from tournaments.integrity import verify
from tournaments.integrity.rebuild import rebuild
from tournaments.leagues import card_desk, fixtures, line_ups, penalties, tables
from tournaments.leagues.models import Fixture, SectionLine
from tournaments.results import commands as results
from tournaments.results.models import ResultEntry
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards.counting import read
from tournaments.rewards.models import GameFact
from tournaments.rounds.models import Match

WEEK = datetime.timedelta(days=7)
WON = [[(10, 4)]]


def a_stage() -> Stage:
    found = Stage({**SMALL, "meetings": "single", "borrowings": 1}, spare=1)
    found.open()
    return found


stage = kept(a_stage)


@pytest.fixture
def first(stage: Stage) -> Fixture:
    return stage.season.fixtures.order_by("number")[0]


def line(squad: object) -> SectionLine:
    return SectionLine.objects.get(squad=squad)


def test_a_card_goes_through_the_one_door_and_counts_for_squad_and_person(stage: Stage, first: Fixture) -> None:
    stage.play(first, WON)
    first.refresh_from_db()
    match = Match.objects.get(round__stage__event=first.event)
    assert (first.state, match.state, match.results.count()) == ("played", "standing", 1)
    assert (line(first.home).points, line(first.away).points, str(first.score)) == (1, 0, "1–0")
    settle_unsettled()
    fact = GameFact.objects.get(match=match)
    assert fact.facts["season"] == stage.season.pk
    assert {row.player.name for row in fact.participations.all()} >= {f"{first.home} 1", f"{first.away} 2"}
    assert verify.violations() == []


@pytest.mark.parametrize(("days", "is_typed_later"), [(-1, False), (0, False), (6, True), (40, True)])
def test_a_paper_card_counts_on_the_day_on_which_it_was_played(
    stage: Stage, first: Fixture, days: int, is_typed_later: bool
) -> None:
    typed_at = first.starts_at + datetime.timedelta(days=days, hours=3)
    stage.play(first, WON)
    ResultEntry.objects.update(at=typed_at)
    Match.objects.update(unsettled_since=typed_at)
    settle_unsettled()
    fact = GameFact.objects.get()
    assert fact.ended_at == (first.starts_at if is_typed_later else typed_at)
    assert {row.ended_at for row in fact.participations.all()} == {fact.ended_at}
    results.correct_result(
        fact.match_id, slip(10, 5), reason="Misread", context=on_grid(stage.olga), expected_version=1
    )
    ResultEntry.objects.filter(version=2).update(at=typed_at + WEEK)
    Match.objects.update(unsettled_since=typed_at)
    settle_unsettled()
    tables.settle_stale_seasons()
    assert GameFact.objects.get().ended_at == fact.ended_at


def test_a_card_that_is_sent_after_midnight_counts_on_the_day_before(stage: Stage, first: Fixture) -> None:
    """The fixture is at seven in the evening where the club is."""
    stage.play(first, WON)
    begins = first.starts_at.astimezone(stage.season.zone)
    for hours in (2, 5, 11):
        ResultEntry.objects.update(at=first.starts_at + datetime.timedelta(hours=hours, minutes=30))
        Match.objects.update(unsettled_since=first.starts_at)
        settle_unsettled()
        fact = read(GameFact.objects.get())
        assert fact.day == begins.date()
        assert (fact.ended_at == ResultEntry.objects.get().at) == (hours == 2)
    assert verify.violations() == []
    before, after = rebuild()
    assert before == after
    assert verify.violations() == []


def test_the_table_follows_a_correction_by_itself(stage: Stage, first: Fixture) -> None:
    stage.play(first, WON)
    match = Match.objects.get(round__stage__event_id=Fixture.objects.get(pk=first.pk).event_id)
    points = match.standing.reported.points
    results.correct_result(
        match.pk, slip(*points[::-1]), reason="Misread", context=on_grid(stage.olga), expected_version=1
    )
    assert tables.stale_seasons() == {stage.season.pk}
    settle_unsettled()
    assert tables.settle_stale_seasons() == 1
    assert tables.stale_seasons() == set()
    assert (line(first.home).points, line(first.away).points) == (0, 1)
    before, after = rebuild()
    assert before == after


def test_the_same_key_enters_one_card(stage: Stage, first: Fixture) -> None:
    for squad in first.squads:
        stage.line_up(first, squad)
    key = with_key(stage.olga)
    assert fixtures.enter_card(first.pk, WON, context=key) == fixtures.enter_card(first.pk, WON, context=key)
    assert Match.objects.filter(round__stage__event__fixture=first).count() == 1
    with pytest.raises(RuleError, match="already marked “played”"):
        fixtures.finish(first.pk, context=stage.context_of())


def test_a_player_is_borrowed_so_often_and_no_more(stage: Stage, first: Fixture) -> None:
    lender = next(squad for squad in BIRDS[:4] if squad not in (str(first.home), str(first.away)))
    star, own = stage.players(lender)[2], stage.players(str(first.home))
    line_ups.set_line_up(first.pk, first.home_id, [[own[0], star]], context=stage.context_of())
    assert [row.turn for row in first.line_up.order_by("chair")] == [None, 1]
    line_ups.set_line_up(first.pk, first.home_id, [[own[1], star]], context=stage.context_of())
    again = stage.season.fixtures.exclude(pk=first.pk).filter(home=first.home) | stage.season.fixtures.exclude(
        pk=first.pk
    ).filter(away=first.home)
    later = again.exclude(home__team__name=lender).exclude(away__team__name=lender)[0]
    with pytest.raises(RuleError, match=f"{star} can substitute once a season \\(so far: {first}"):
        line_ups.set_line_up(later.pk, first.home_id, [[own[0], star]], context=stage.context_of())
    fixtures.rule(first.pk, "void", "Snow", context=stage.context_of())
    line_ups.set_line_up(later.pk, first.home_id, [[own[0], star]], context=stage.context_of())


def test_line_ups_that_cannot_be_are_refused(stage: Stage, first: Fixture) -> None:
    own, others = (stage.players(str(squad)) for squad in first.squads)
    stage.line_up(first, first.away)
    for pairs, words in (
        ([own[:2], own[:2]], "Choose 1 pair"),
        ([[own[0], own[0]]], "listed twice"),
        ([[own[0], others[0]]], "plays for the other team"),
    ):
        with pytest.raises(RuleError, match=words):
            line_ups.set_line_up(first.pk, first.home_id, pairs, context=stage.context_of())
    with pytest.raises(RuleError, match="has no lineup"):
        fixtures.begin(first.pk, context=stage.context_of())
    with pytest.raises(Conflict):
        line_ups.set_line_up(first.pk, first.home_id, [own[:2]], context=stage.context_of(), expected_version=99)


def test_captains_name_their_own_squad_and_no_other(stage: Stage, first: Fixture) -> None:
    cap, own = User.objects.create_user("cap@example.org", PASSWORD), stage.players(str(first.home))
    own[0].user = cap
    own[0].save()
    line_ups.set_line_up(first.pk, first.home_id, [own[:2]], context=context_of(cap))
    with pytest.raises(NotAllowed):
        line_ups.set_line_up(first.pk, first.away_id, [stage.players(str(first.away))[:2]], context=context_of(cap))
    with pytest.raises(NotAllowed):
        fixtures.postpone(first.pk, None, "x", context=context_of(cap))


def test_another_day_is_on_record_and_nobody_plays_twice_that_day(stage: Stage, first: Fixture) -> None:
    at = first.starts_at
    fixtures.postpone(first.pk, None, "Snow", context=stage.context_of())
    fixtures.postpone(first.pk, at + datetime.timedelta(days=1), "Ploughed", context=stage.context_of())
    moved = Fixture.objects.get(pk=first.pk)
    assert (moved.state, moved.starts_at) == ("planned", at + datetime.timedelta(days=1))
    assert [row.now_at is None for row in moved.postponements.all()] == [True, False]
    with pytest.raises(RuleError, match="Choose another date"):
        fixtures.postpone(first.pk, at + WEEK, "x", context=stage.context_of())
    with pytest.raises(RuleError, match="short reason"):
        fixtures.postpone(first.pk, None, " ", context=stage.context_of())


def test_a_venue_has_so_many_tables_on_the_new_day_too(stage: Stage, first: Fixture) -> None:
    hall = a_hall(stage, 1)
    stage.season.fixtures.update(venue=hall)
    other = stage.season.fixtures.filter(week=first.week).exclude(pk=first.pk)[0]
    fixtures.postpone(first.pk, first.starts_at + datetime.timedelta(days=1), "x", context=stage.context_of())
    with pytest.raises(RuleError, match="Elks Hall would need 2 tables but has 1"):
        fixtures.postpone(other.pk, first.starts_at + datetime.timedelta(days=1), "x", context=stage.context_of())


def test_walkovers_unfulfilled_and_void(stage: Stage, first: Fixture) -> None:
    with pytest.raises(RuleError, match="Choose the team that didn’t play"):
        fixtures.rule(first.pk, "walkover", "Ill", context=stage.context_of())
    fixtures.rule(first.pk, "unfulfilled", "Nobody came", context=stage.context_of(), at_fault=1)
    assert (line(first.home).points, line(first.home).won, line(first.away).lost) == (5, 1, 1)
    fixtures.lift_ruling(first.pk, "They did", context=stage.context_of())
    assert (line(first.home).points, Fixture.objects.get(pk=first.pk).state) == (0, "planned")
    stage.play(first, WON)
    fixtures.rule(first.pk, "void", "Not a member", context=stage.context_of())
    assert line(first.home).points == 0
    fixtures.lift_ruling(first.pk, "A member after all", context=stage.context_of())
    assert (line(first.home).points, Fixture.objects.get(pk=first.pk).state) == (1, "played")


@pytest.mark.parametrize(("state", "at_fault"), [("walkover", 0), ("void", None)])
def test_a_postponed_match_waits_again_when_its_ruling_is_undone(
    stage: Stage, first: Fixture, state: str, at_fault: int | None
) -> None:
    fixtures.postpone(first.pk, None, "Snow", context=stage.context_of())
    fixtures.rule(first.pk, state, "Never met", context=stage.context_of(), at_fault=at_fault)
    fixtures.lift_ruling(first.pk, "The wrong match", context=stage.context_of())
    found = Fixture.objects.get(pk=first.pk)
    assert (found.state, found.at_fault, found.reason) == ("postponed", None, "Snow")
    Fixture.objects.filter(pk=first.pk).update(starts_at=first.starts_at - 20 * WEEK)
    assert card_desk.desk_of(stage.season).overdue == ()
    fixtures.postpone(first.pk, first.starts_at, "Thaw", context=stage.context_of())
    fixtures.rule(first.pk, state, "Never met", context=stage.context_of(), at_fault=at_fault)
    fixtures.lift_ruling(first.pk, "The wrong match", context=stage.context_of())
    assert Fixture.objects.get(pk=first.pk).state == "planned", "it had a day by then"


def test_no_one_plays_twice_on_a_day_when_a_void_match_counts_after_all(stage: Stage, first: Fixture) -> None:
    fixtures.rule(first.pk, "void", "Snow", context=stage.context_of())
    fixtures.lift_ruling(first.pk, "No snow", context=stage.context_of())
    assert Fixture.objects.get(pk=first.pk).state == "planned", "its day is still free"
    fixtures.rule(first.pk, "void", "Snow", context=stage.context_of())
    home = stage.season.fixtures.exclude(pk=first.pk).filter(Q(home=first.home) | Q(away=first.home))
    other = next(row for row in home.order_by("number") if row.starts_at.date() != first.starts_at.date())
    blocking = {other.home_id, other.away_id} - {first.home_id}
    for row in stage.season.fixtures.filter(week=first.week).filter(Q(home__in=blocking) | Q(away__in=blocking)):
        fixtures.postpone(row.pk, None, "Makes room", context=stage.context_of())
    fixtures.postpone(other.pk, first.starts_at, "A free day", context=stage.context_of())
    fixtures.lift_ruling(first.pk, "No snow", context=stage.context_of())
    found = Fixture.objects.get(pk=first.pk)
    assert (found.state, found.reason, found.postponements.last().now_at) == ("postponed", "No snow", None)
    with pytest.raises(RuleError, match="Choose another date"):
        fixtures.postpone(first.pk, first.starts_at, "x", context=stage.context_of())


def test_a_void_match_waits_for_a_day_when_its_table_is_taken_by_then(stage: Stage, first: Fixture) -> None:
    hall, later = a_hall(stage, 1), first.starts_at + datetime.timedelta(days=1)
    other = stage.season.fixtures.filter(week=first.week).exclude(pk=first.pk)[0]
    fixtures.postpone(first.pk, later, "x", context=stage.context_of())
    Fixture.objects.filter(pk__in=[first.pk, other.pk]).update(venue=hall)
    fixtures.rule(first.pk, "void", "Snow", context=stage.context_of())
    fixtures.postpone(other.pk, later, "A free table", context=stage.context_of())
    fixtures.lift_ruling(first.pk, "No snow", context=stage.context_of())
    assert Fixture.objects.get(pk=first.pk).state == "postponed"


def test_a_forfeit_keeps_its_day_when_it_is_undone(stage: Stage, first: Fixture) -> None:
    """Nothing was put on it: a venue that has fewer tables by now changes nothing."""
    hall = a_hall(stage, 2)
    stage.season.fixtures.update(venue=hall)
    fixtures.rule(first.pk, "walkover", "Ill", context=stage.context_of(), at_fault=0)
    Venue.objects.update(tables=1)
    fixtures.lift_ruling(first.pk, "They came", context=stage.context_of())
    assert Fixture.objects.get(pk=first.pk).state == "planned"


def test_the_page_says_that_a_match_waits_for_a_day(stage: Stage, first: Fixture) -> None:
    fixtures.postpone(first.pk, None, "Snow", context=stage.context_of())
    seen = fixtures.rule(first.pk, "void", "Never met", context=stage.context_of()).revision
    address = reverse("move_fixture", args=[stage.season.slug, first.number, "lift"])
    answer = log_in(stage.olga).post(address, form(seen=seen, reason="They do"), follow=True)
    assert "Ruling undone. The match needs a new date." in text_of(answer)


def test_a_late_card_costs_once_and_can_be_taken_back(stage: Stage, first: Fixture) -> None:
    stage.play(first, WON)
    row = penalties.late_card(first.pk, first.home_id, context=stage.context_of())
    assert (line(first.home).points, line(first.home).adjusted) == (0, -1)
    with pytest.raises(RuleError, match="already"):
        penalties.late_card(first.pk, first.home_id, context=stage.context_of())
    penalties.take_back(row.pk, "It was in the box", context=stage.context_of())
    assert line(first.home).points == 1
    assert first.home.adjustments.aggregate(sum=Sum("points"))["sum"] == 0
    with pytest.raises(RuleError, match="already undone"):
        penalties.take_back(row.pk, "again", context=stage.context_of())


def test_strangers_do_nothing(stage: Stage, first: Fixture) -> None:
    sam = context_of(make_user("Sam"))
    for action in (
        lambda: fixtures.postpone(first.pk, None, "x", context=sam),
        lambda: fixtures.rule(first.pk, "void", "x", context=sam),
        lambda: fixtures.enter_card(first.pk, WON, context=sam),
        lambda: penalties.adjust(first.home_id, 1, "x", context=sam),
        lambda: line_ups.set_line_up(
            first.pk, first.home_id, [[a_member(stage, "A"), a_member(stage, "B")]], context=sam
        ),
    ):
        with pytest.raises(NotAllowed):
            action()
