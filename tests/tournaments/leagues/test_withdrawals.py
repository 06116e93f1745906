"""A team leaves its season: what becomes of its matches, what the table says, and that undone."""

import datetime
from itertools import product
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from games.engine.errors import RuleError
from tests.cast import context_of, make_user, with_key
from tests.kept import kept
from tests.tournaments.formats.seasons.slow_table import slow_points
from tests.tournaments.pages.browsing import form, log_in, text_of, visitor
from tests.tournaments.scenes.league import BIRDS, FIRST_DAY, SMALL, Stage, a_card
from tournaments.errors import Conflict, NotAllowed
from tournaments.integrity import verify
from tournaments.integrity.rebuild import rebuild
from tournaments.leagues import closing, fixtures, penalties, play_offs, schedule, squads, withdrawals
from tournaments.leagues.models import Fixture, SectionLine, Withdrawal
from tournaments.leagues.schedule import Plan

TODAY = timezone.now().date() - datetime.timedelta(days=1)
HOME = [[(10, 4)]]
ALL = ("expunge", "keep", "award")


def a_stage() -> Stage:
    """Four squads, half of whose matches are played by dice."""
    found = Stage({**SMALL, "meetings": "double"})
    found.open()
    return found


stage = kept(a_stage)


def play_some(stage: Stage, count: int, dice: Random) -> dict[int, list[list[tuple[int, int]]]]:
    found = {}
    for row in stage.season.fixtures.order_by("number")[:count]:
        found[row.pk] = a_card(stage.season, dice)
        stage.play(row, found[row.pk])
    return found


def leave(stage: Stage, name: str, results: str = "expunge", kind: str = "withdrew", seen: int = 0) -> Withdrawal:
    squad = stage.squad(name)
    return withdrawals.withdraw(
        squad.pk, kind, results, TODAY, "Too few players", context=stage.context_of(), expected_version=seen
    )


def come_back(stage: Stage, name: str, seen: int = 1) -> Withdrawal:
    squad = stage.squad(name)
    return withdrawals.undo_withdrawal(squad.pk, "Found two", context=stage.context_of(), expected_version=seen)


def state(stage: Stage) -> list[tuple]:
    return list(stage.season.fixtures.order_by("pk").values_list("pk", "state", "at_fault", "reason"))


def lines(stage: Stage) -> list[tuple]:
    rows = SectionLine.objects.filter(section__season=stage.season).order_by("place", "squad__number")
    return [(str(row.squad), row.place, row.points, row.played, row.halves) for row in rows]


@pytest.mark.slow
@pytest.mark.parametrize(("results", "seed"), list(product(ALL, [1, 2, 3])))
@pytest.mark.heavy
def test_the_table_equals_a_count_by_hand(stage: Stage, results: str, seed: int) -> None:
    cards = play_some(stage, 6, Random(seed))
    before = state(stage), lines(stage)
    leave(stage, "Larks", results)
    counted, walkovers = [], dict.fromkeys(BIRDS[:4], 0)
    for row in stage.season.fixtures.select_related("home__team", "away__team"):
        names = str(row.home), str(row.away)
        if row.pk in cards and (results != "expunge" or "Larks" not in names):
            counted.append((*names, cards[row.pk][0]))
        elif row.pk not in cards and "Larks" in names and results == "award":
            walkovers[names[names[0] == "Larks"]] += stage.season.settings.unplayed
    points = slow_points(BIRDS[:4], counted, walkovers)
    table = lines(stage)
    assert {name: found for name, _, found, *_ in table} == points
    assert (table[-1][0], table[-1][1]) == ("Larks", 4)
    assert not stage.season.fixtures.filter(state__in=["planned", "postponed"], home__team__name="Larks").exists()
    rest = stage.season.fixtures.exclude(home__team__name="Larks").exclude(away__team__name="Larks")
    assert set(rest.exclude(pk__in=cards).values_list("state", flat=True)) <= {"planned"}
    first, again = rebuild()
    assert first == again
    assert verify.violations() == []
    come_back(stage, "Larks")
    assert (state(stage), lines(stage)) == before
    assert verify.violations() == []
    leave(stage, "Larks", "keep", "expelled", seen=2)
    assert [row.kind for row in Withdrawal.objects.all()] == ["withdrew", "returned", "expelled"]


def test_what_was_ruled_and_postponed_before_comes_back(stage: Stage) -> None:
    own = stage.season.fixtures.filter(home__team__name="Larks").order_by("number")
    fixtures.rule(own[0].pk, "walkover", "Ill", context=stage.context_of(), at_fault=1)
    fixtures.postpone(own[1].pk, None, "Snow", context=stage.context_of())
    stage.line_up(own[2], stage.squad("Larks"))
    before = state(stage)
    named = own[2].home_named
    leave(stage, "Larks")
    assert {row.state for row in own} == {"void"}
    assert not own[2].line_up.exists()
    assert str(own[0].reason) == "Larks: Too few players"
    come_back(stage, "Larks")
    assert state(stage) == before
    assert [row.player for row in own[2].line_up.order_by("chair")] == stage.players("Larks")
    assert Fixture.objects.get(pk=own[2].pk).home_named == named + 1, "whoever has the old form open is told"
    assert verify.violations() == []


@pytest.mark.slow
def test_a_line_up_comes_back_only_where_its_players_are_free(db: None) -> None:
    """One plays elsewhere that day by now, one belongs to another team, one has another record."""
    stage = Stage({**SMALL, "meetings": "double", "borrowings": 5}, (BIRDS[:4],), spare=1)
    stage.open()
    rows = list(stage.season.fixtures.filter(home__team__name="Larks").order_by("week"))
    for row in rows:
        stage.line_up(row, row.home)
        stage.line_up(row, row.away)
    leave(stage, "Larks")
    first, second, third = rows
    busy = first.away.players.order_by("pk")[0].player
    other = stage.season.fixtures.filter(week=first.week).exclude(pk=first.pk).get()
    stage.line_up(other, other.home, [busy, stage.players(str(other.home))[0]])
    moved = second.away.players.order_by("pk")[0].player
    squads.transfer(
        stage.season.squads.exclude(pk__in=[second.home_id, second.away_id]).first().pk,  # type: ignore[union-attr]  # there are four
        moved,
        FIRST_DAY + datetime.timedelta(days=1),
        context=stage.context_of(),
    )
    come_back(stage, "Larks")
    back = {row.pk: {one.squad_id for one in row.line_up.all()} for row in rows}
    assert back == {
        first.pk: {first.home_id},
        second.pk: {second.home_id},
        third.pk: {third.home_id} | ({third.away_id} if third.away_id != second.away_id else set()),
    }
    assert verify.violations() == []


def test_a_second_team_leaves_and_comes_back_first(stage: Stage) -> None:
    before = state(stage)
    leave(stage, "Larks", "award")
    middle = state(stage)
    leave(stage, "Wrens", "expunge")
    assert verify.violations() == []
    with pytest.raises(RuleError, match="Wrens left after Larks"):
        come_back(stage, "Larks")
    come_back(stage, "Wrens")
    assert state(stage) == middle
    come_back(stage, "Larks")
    assert state(stage) == before


def test_what_cannot_be_is_refused_and_changes_nothing(stage: Stage) -> None:
    squad, own = stage.squad("Larks"), stage.season.fixtures.filter(home__team__name="Larks").order_by("number")
    before = state(stage)

    def ask(**more: object) -> object:
        about = {"kind": "withdrew", "results": "keep", "on": TODAY, "reason": "x", "expected_version": 0}
        about |= {"context": stage.context_of()} | more
        return withdrawals.withdraw(squad.pk, **about)  # type: ignore[arg-type]

    for more, words in (
        ({"kind": "returned"}, "withdrew or was expelled"),
        ({"results": ""}, "Choose which of the team’s results count"),
        ({"reason": " "}, "short reason"),
        ({"on": TODAY + datetime.timedelta(days=4)}, "in the future"),
    ):
        with pytest.raises(RuleError, match=words):
            ask(**more)
    with pytest.raises(Conflict):
        ask(expected_version=1)
    with pytest.raises(NotAllowed):
        ask(context=context_of(make_user("Sam")))
    with pytest.raises(RuleError, match="nothing to undo"):
        come_back(stage, "Larks", 0)
    assert (state(stage), Withdrawal.objects.count()) == (before, 0)
    for one in own[0].squads:
        stage.line_up(own[0], one)
    fixtures.begin(own[0].pk, context=stage.context_of())
    with pytest.raises(RuleError, match="is being played"):
        ask()
    fixtures.rule(own[0].pk, "void", "x", context=stage.context_of())
    key = with_key(stage.olga)
    assert ask(context=key) == ask(context=key)
    with pytest.raises(RuleError, match="already left the season"):
        ask(expected_version=1)
    for move in (
        lambda: fixtures.lift_ruling(own[1].pk, "x", context=stage.context_of()),
        lambda: fixtures.rule(own[1].pk, "walkover", "x", context=stage.context_of(), at_fault=0),
    ):
        with pytest.raises(RuleError, match="was decided when Larks left the season"):
            move()


@pytest.mark.slow
def test_nobody_leaves_a_season_that_is_set_up_or_in_its_play_offs(db: None) -> None:
    stage = Stage({**SMALL, "meetings": "single", "play_offs": 2}, (BIRDS[:3],))
    with pytest.raises(RuleError, match="isn’t in progress"):
        leave(stage, "Larks")
    stage.open()
    leave(stage, "Larks", "keep")
    stage.play(stage.season.fixtures.get(state="planned"), HOME)
    section, now = stage.season.sections.get(), timezone.now()
    made = play_offs.make_play_offs(section.pk, now, context=stage.context_of())
    assert "Larks" not in [str(seat.squad) for seat in made.seats.all()]
    for move in (lambda: come_back(stage, "Larks"), lambda: leave(stage, "Wrens")):
        with pytest.raises(RuleError, match="Division 1 playoffs are already drawn"):
            move()


@pytest.mark.slow
def test_weeks_to_come_still_move_and_the_next_season_goes_on_without_it(stage: Stage) -> None:
    leave(stage, "Larks")
    plan = Plan(FIRST_DAY + datetime.timedelta(days=70), datetime.time(20))
    schedule.move_weeks(stage.season.pk, plan, "The hall is painted", context=stage.context_of())
    planned = stage.season.fixtures.filter(state="planned")
    first = min(planned.values_list("starts_at", flat=True))
    assert first.astimezone(stage.season.zone).date() == plan.first
    stage.play_all(Random(4))
    for number, squad in enumerate(stage.season.squads.order_by("number")):
        penalties.adjust(squad.pk, 20 * number + 1, "No ties", context=stage.context_of())
    closing.close_season(stage.season.pk, context=stage.context_of())
    assert stage.season.final_places.count() == 3
    new = closing.follow_season(stage.season.pk, "Spring", FIRST_DAY, context=stage.context_of())
    assert "Larks" not in [str(squad) for squad in new.squads.all()]
    assert verify.violations() == []


def test_everybody_sees_it_on_the_pages(stage: Stage) -> None:
    squad, browser = stage.squad("Larks"), log_in(stage.olga)
    page = reverse("squad", args=[stage.season.slug, squad.number])
    assert "Confirm departure" in text_of(browser.get(page))
    assert "Confirm departure" not in text_of(visitor().get(page))

    def send(action: str, **fields: object) -> str:
        path = reverse("move_season", args=[stage.season.slug, action])
        answer = browser.post(path, form(to=squad.pk, back="squad", **fields), follow=True)
        assert answer.request["PATH_INFO"] == page
        return text_of(answer)

    about = {"kind": "expelled", "results": "award", "on": TODAY.isoformat(), "reason": "Two no-shows"}
    assert "Larks left the season. Its matches have been updated." in send("withdraw", seen=0, **about)
    for path in (reverse("season", args=[stage.season.slug]), page):
        said = text_of(visitor().get(path))
        assert "expelled" in said
        assert "Two no-shows" in said
    feed = visitor().get(reverse("squad_calendar", args=[stage.season.slug, squad.number])).content.decode()
    assert feed.count("STATUS:CANCELLED") == 6
    assert "STATUS:CONFIRMED" not in feed
    assert "Larks is back in the season" in send("return", seen=1, reason="On appeal")
    assert "On appeal" in text_of(visitor().get(page))
    assert Fixture.objects.filter(state="planned").count() == 12
