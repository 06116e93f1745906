"""What ranks a season's teams, and how shared places are decided before it closes."""

import datetime

import pytest
from django.urls import reverse

from games.engine.errors import RuleError
from tests.cast import context_of, make_user, with_key
from tests.tournaments.pages.browsing import form, log_in, text_of
from tests.tournaments.scenes.league import BIRDS, SMALL, TREES, Stage
from tournaments.errors import Conflict, NotAllowed
from tournaments.formats.seasons.section_table import USUAL
from tournaments.integrity import verify
from tournaments.integrity.rebuild import rebuild
from tournaments.leagues import closing, final_places, fixtures, penalties, play_offs, ranking, tables
from tournaments.leagues.models import FinalPlace, PlaceDecision, Season, SectionLine
from tournaments.results.standings_update import settle_unsettled

HOME, AWAY = [[(10, 4)]], [[(4, 10)]]
WITH_MATCH = ("points", "deciding_match")


def tied(rules: dict | None = None, criteria: tuple[str, ...] = ("points",), teams: int = 3) -> Stage:
    """A season whose squads won one match each, so that all share the first place."""
    stage = Stage({**SMALL, "meetings": "single"} | (rules or {}), (BIRDS[:teams],))
    ranking.set_order(stage.season.pk, criteria, context=stage.context_of())
    stage.open()
    for row in stage.season.fixtures.order_by("number"):
        winner = (row.home.number - row.away.number) % teams == 1
        stage.play(row, HOME if winner else AWAY)
    return stage


def places(stage: Stage) -> list[tuple[str, int, bool]]:
    rows = SectionLine.objects.filter(section__season=stage.season).order_by("place", "squad__number")
    return [(str(row.squad), row.place, row.is_shared) for row in rows]


def decide(stage: Stage, order: list[int], method: str = "organizers", seen: int = 0) -> PlaceDecision:
    section = stage.season.sections.get()
    return ranking.decide_place(
        section.pk, order, method, "Over a beer", context=stage.context_of(), expected_version=seen
    )


def test_the_order_changes_until_the_season_opens(db: None) -> None:
    stage = Stage(SMALL)
    assert stage.season.criteria == list(USUAL)
    stage.draft()
    ranking.set_order(stage.season.pk, WITH_MATCH, context=stage.context_of())
    assert Season.objects.get().criteria == list(WITH_MATCH)
    for keys in (("points", "lot"), ("deciding_match", "points"), ()):
        with pytest.raises(RuleError):
            ranking.set_order(stage.season.pk, keys, context=stage.context_of())
    with pytest.raises(Conflict):
        ranking.set_order(stage.season.pk, USUAL, context=stage.context_of(), expected_version=1)
    with pytest.raises(NotAllowed):
        ranking.set_order(stage.season.pk, USUAL, context=context_of(make_user("Sam")))
    key = with_key(stage.olga)
    for _ in range(2):
        ranking.set_order(stage.season.pk, USUAL, context=key)
    stage.open()
    with pytest.raises(RuleError, match="is in progress, so you can’t change how its teams are ranked"):
        ranking.set_order(stage.season.pk, WITH_MATCH, context=stage.context_of())


@pytest.mark.slow
@pytest.mark.heavy
def test_no_lot_decides_a_title(db: None) -> None:
    stage = tied(criteria=USUAL[:4])
    assert places(stage) == [("Wrens", 1, True), ("Larks", 1, True), ("Finches", 1, True)]
    [problem] = closing.open_ends(stage.season)
    assert problem == "Wrens, Larks and Finches are tied for 1st. Decide who ranks higher and give a reason."
    with pytest.raises(RuleError, match="are tied for 1st"):
        closing.close_season(stage.season.pk, context=stage.context_of())
    decide(stage, [2, 3, 1])
    assert places(stage) == [("Larks", 1, False), ("Finches", 2, False), ("Wrens", 3, False)]
    assert closing.open_ends(stage.season) == []
    before, after = rebuild()
    assert before == after
    closing.close_season(stage.season.pk, context=stage.context_of())
    assert str(FinalPlace.objects.get(is_champion=True).squad) == "Larks"
    assert verify.violations() == []


@pytest.mark.slow
def test_a_season_can_ask_for_a_deciding_match(db: None) -> None:
    stage = tied(criteria=WITH_MATCH)
    [problem] = closing.open_ends(stage.season)
    assert problem == "Wrens, Larks and Finches are tied for 1st. Have them play deciding matches and enter the order."
    decide(stage, [3, 1, 2], "match")
    assert [str(line.because) for line in SectionLine.objects.order_by("place")][1:] == [
        "No. 3 is above No. 1: tied on points, but No. 3 won the deciding match.",
        "No. 1 is above No. 2: tied on points, but No. 1 won the deciding match.",
    ]


@pytest.mark.slow
def test_decisions_that_cannot_be_are_refused(db: None) -> None:
    stage = tied()
    section = stage.season.sections.get()
    with pytest.raises(RuleError, match="has no deciding match"):
        decide(stage, [1, 2, 3], "match")
    with pytest.raises(RuleError, match="aren’t tied"):
        decide(stage, [1, 2])
    with pytest.raises(RuleError, match="Choose how"):
        decide(stage, [1, 2, 3], "lot")
    with pytest.raises(RuleError, match="short reason"):
        ranking.decide_place(section.pk, [1, 2, 3], "organizers", " ", context=stage.context_of(), expected_version=0)
    with pytest.raises(NotAllowed):
        ranking.decide_place(
            section.pk, [1, 2, 3], "organizers", "x", context=context_of(make_user("Sam")), expected_version=0
        )
    fixtures.rule(stage.season.fixtures.all()[0].pk, "void", "x", context=stage.context_of())
    assert not PlaceDecision.objects.exists()


@pytest.mark.slow
def test_a_decision_is_undone_by_another_row_and_decided_again(db: None) -> None:
    stage = tied()
    section = stage.season.sections.get()
    key = with_key(stage.olga)
    made = [
        ranking.decide_place(section.pk, [1, 2, 3], "organizers", "x", context=key, expected_version=0)
        for _ in range(2)
    ]
    assert made[0] == made[1]
    with pytest.raises(Conflict):
        decide(stage, [2, 1, 3])
    ranking.undo_decision(section.pk, [1, 2, 3], "They protest", context=stage.context_of(), expected_version=1)
    assert {row[1:] for row in places(stage)} == {(1, True)}
    with pytest.raises(RuleError, match="no decision about"):
        ranking.undo_decision(section.pk, [1, 2, 3], "x", context=stage.context_of(), expected_version=2)
    decide(stage, [3, 2, 1], seen=2)
    assert [row[0] for row in places(stage)] == ["Finches", "Larks", "Wrens"]
    assert PlaceDecision.objects.count() == 3
    assert verify.violations() == []


def test_a_decision_waits_for_the_last_match(db: None) -> None:
    stage = Stage({**SMALL, "meetings": "single"}, (BIRDS[:3],))
    stage.open()
    with pytest.raises(RuleError, match="3 matches in Division 1 still have to be played"):
        decide(stage, [1, 2, 3])
    assert closing.shared_places(stage.season) == []


@pytest.mark.slow
def test_a_decision_ends_with_the_tie_that_it_was_about(db: None) -> None:
    stage = tied()
    decide(stage, [2, 3, 1])
    penalties.adjust(stage.squad("Wrens").pk, 1, "Found a card", context=stage.context_of())
    assert places(stage) == [("Wrens", 1, False), ("Larks", 2, True), ("Finches", 2, True)]


@pytest.mark.slow
@pytest.mark.heavy
def test_places_that_matter_to_nobody_stay_shared(db: None) -> None:
    stage = Stage({**SMALL, "meetings": "single", "up": 1, "down": 1}, (BIRDS[:4], TREES[:4]))
    ranking.set_order(stage.season.pk, ("points",), context=stage.context_of())
    stage.open()
    for row in stage.season.fixtures.order_by("number"):
        numbers = [(squad.number - 1) % 4 for squad in row.squads]
        strength = [{0: 3, 1: 2, 2: 2, 3: 0}[number] for number in numbers]
        if strength[0] == strength[1]:
            fixtures.rule(row.pk, "void", "Snow", context=stage.context_of())
        else:
            stage.play(row, HOME if strength[0] > strength[1] else AWAY)
    assert [row[1:] for row in places(stage)] == 2 * [(1, False)] + 4 * [(2, True)] + 2 * [(4, False)]
    assert closing.open_ends(stage.season) == []
    assert [one.matters for one in closing.shared_places(stage.season)] == [False, False]
    closing.close_season(stage.season.pk, context=stage.context_of())
    found = sorted((row.place, row.field) for row in final_places.placings_of_season(stage.season.pk) if row.player)
    assert found == sorted(2 * 2 * [(1, 4)] + 2 * 4 * [(2, 4)] + 2 * 2 * [(4, 4)])
    settle_unsettled()
    assert verify.violations() == []


@pytest.mark.slow
@pytest.mark.heavy
def test_the_last_place_of_the_play_offs_is_decided_before_they_are_drawn(db: None) -> None:
    stage = tied({"play_offs": 2})
    [shared] = closing.shared_places(stage.season)
    assert (shared.place, shared.matters, shared.about) == (1, True, "1,2,3")
    section, now = stage.season.sections.get(), datetime.datetime.now(datetime.UTC)
    with pytest.raises(RuleError, match="Break the tie first"):
        play_offs.make_play_offs(section.pk, now, context=stage.context_of())
    decide(stage, [3, 1, 2])
    made = play_offs.make_play_offs(section.pk, now, context=stage.context_of())
    assert [seat.squad.number for seat in made.seats.all()] == [3, 1]


def test_a_running_season_without_lines_is_settled_by_the_sweep(db: None) -> None:
    stage = Stage(SMALL)
    stage.open()
    SectionLine.objects.all().delete()
    assert tables.settle_stale_seasons() == 1
    assert SectionLine.objects.count() == 4
    assert tables.stale_seasons() == set()


@pytest.mark.slow
@pytest.mark.heavy
def test_pages_choose_the_order_and_decide_a_place(db: None) -> None:
    stage = Stage({**SMALL, "meetings": "single"}, (BIRDS[:3],))
    browser, setup = log_in(stage.olga), reverse("season_setup", args=[stage.season.slug])

    def send(action: str, **fields: object) -> str:
        path = reverse("move_season", args=[stage.season.slug, action])
        stage.season.refresh_from_db()
        answer = browser.post(path, form(**{"seen": stage.season.version} | fields), follow=True)
        return text_of(answer)

    assert "Percentage of games won" in text_of(browser.get(setup))
    chosen = {"criterion_1": "points", "criterion_2": "games_percentage", "criterion_3": "games_behind"}
    assert "Standings order saved." in send("order", **chosen, criterion_4="deciding_match")
    assert "Move it to the end" in send("order", **chosen | {"criterion_2": "deciding_match"})
    stage.open()
    page = reverse("season", args=[stage.season.slug])
    said = text_of(browser.get(page))
    assert "decided by random draw" not in said
    assert "= tied" not in said
    for row in stage.season.fixtures.order_by("number"):
        stage.play(row, HOME if (row.home.number - row.away.number) % 3 == 1 else AWAY)
    said = text_of(browser.get(page))
    assert "50.0%" in said
    assert "= tied" in said
    said = text_of(browser.get(setup))
    assert "Have them play deciding matches and enter the order." in said
    order = {"squad_1": 2, "squad_2": 3, "squad_3": 1, "count": 3, "section": stage.season.sections.get().pk}
    assert "Tie broken. Standings updated." in send("decide", seen=0, **order, method="match", reason="7–2 at the Elks")
    assert "7–2 at the Elks" in text_of(browser.get(page))
    decision = PlaceDecision.objects.get()
    assert "Decision undone. The teams are tied again." in send(
        "undecide", seen=1, decision=decision.pk, reason="Misread"
    )
