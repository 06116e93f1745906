"""The pages of cups: what everyone reads, what the secretary does on them, and errors that say what to do."""

import datetime
import re
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from tests.kept import kept
from tests.tournaments.cups.cup_stage import CUP_DAY, CupStage
from tests.tournaments.cups.test_pair_cups import Pairs
from tests.tournaments.pages.browsing import form, log_in, text_of, visitor
from tests.tournaments.scenes.league import BIRDS, TREES, a_hall
from tournaments.cups import draws
from tournaments.cups.models import Cup, CupMatch
from tournaments.leagues import fixtures

AT, BY = f"{CUP_DAY:%Y-%m-%d}T19:00", f"{CUP_DAY:%Y-%m-%d}"


def a_stage() -> CupStage:
    found = CupStage(divisions=(BIRDS[:3], TREES[:2]))
    found.enter()
    return found


stage = kept(a_stage)


@pytest.fixture
def olga(stage: CupStage) -> Client:
    return log_in(stage.olga)


def page_of(stage: CupStage) -> str:
    return stage.now.cup.get_absolute_url()


def step(stage: CupStage, action: str, **fields: object) -> tuple[str, dict]:
    cup = Cup.objects.get(pk=stage.cup.pk)
    return reverse("move_cup", args=[stage.season.slug, cup.number, action]), form(seen=cup.version, **fields)


def send(client: Client, stage: CupStage, action: str, **fields: object) -> str:
    """What the page says after the step."""
    path, body = step(stage, action, **fields)
    return text_of(client.post(path, body, follow=True))


@pytest.mark.slow
def test_everyone_follows_a_cup(stage: CupStage) -> None:
    a_hall(stage, None)
    stage.draw()
    said = text_of(visitor().get(page_of(stage)))
    assert "Preliminary round" in said
    assert said.count("starts in round 1 by random draw.") == 3
    assert "no venue yet" in said
    assert "play by" in said
    assert "Organize" not in said.split("Elm Cup", 1)[1]
    stage.play_round(Random(1))
    stage.draw()
    stage.play_round(Random(1))
    stage.draw()
    stage.play_round(Random(1))
    said = text_of(visitor().get(page_of(stage)))
    assert f"{stage.now.champion} beat {stage.now.runner_up} to win the cup." in said
    assert str(stage.now.champion) in text_of(visitor().get(reverse("cups", args=[stage.season.slug])))


def test_a_lot_is_not_called_a_seed(db: None) -> None:
    hat = CupStage(divisions=(BIRDS[:3],), opening="byes")
    hat.enter()
    hat.draw()
    said = text_of(visitor().get(page_of(hat)))
    assert "got a bye in the random draw." in said
    assert "seed" not in said


@pytest.mark.slow
def test_the_secretary_runs_a_cup_on_its_page(stage: CupStage, olga: Client) -> None:
    cups_page = reverse("move_cups", args=[stage.season.slug, "create"])
    body = form(name="Oak Cup", kind="teams", method="seeded", opening="byes", best_of=3)
    response = olga.post(cups_page, body, follow=True)
    assert "Oak Cup created. Now choose who plays in it." in text_of(response)
    stage.cup = Cup.objects.get(name="Oak Cup")
    chosen = olga.get(page_of(stage), {"top": 1}).content.decode()
    assert len(re.findall(r'name="team"[^>]*checked', chosen)) == 5, "before anything counts all are first"
    wrens, larks, finches = (stage.squad(name).pk for name in BIRDS[:3])
    fields = {"team": [wrens, larks, finches], f"seed_{finches}": 1, f"region_{wrens}": "North"}
    assert "3 teams saved." in send(olga, stage, "teams", **fields)
    assert [str(one) for one in stage.now.entrants] == ["Finches", "Wrens", "Larks"]
    assert "2 teams have seed 1" in send(olga, stage, "teams", **fields | {f"seed_{wrens}": 1})
    assert "Round drawn." in send(olga, stage, "draw", starts_at=AT, play_by=BY)
    assert str(stage.now.last.byes[0].match.home) == "Finches"
    said = send(olga, stage, "undo", reason="A team was forgotten")
    assert "Draw undone. You can draw the round again." in said
    assert "Cup saved." in send(
        olga, stage, "change", name="Ash Cup", method="hat", opening="byes", best_of=1, is_neutral="on"
    )
    assert "No venue yet" in olga.get(page_of(stage)).content.decode()
    assert "Cup canceled." in send(olga, stage, "cancel", reason="Too late")
    assert "Canceled: Too late" in text_of(visitor().get(page_of(stage)))


@pytest.mark.slow
def test_the_winners_of_each_table_meet(db: None) -> None:
    stage = CupStage(divisions=(BIRDS[:3], TREES[:3]))
    stage.play_all(Random(5))
    found = log_in(stage.olga).get(page_of(stage), {"top": 2}).content.decode()
    assert len(re.findall(r'name="team"[^>]*checked', found)) >= 4
    assert "Division 2" in found


def test_a_match_is_moved_and_decided_on_the_page(stage: CupStage, olga: Client) -> None:
    hall = a_hall(stage, None)
    stage.draw()
    match = stage.last[0].match
    late = (CUP_DAY + datetime.timedelta(days=30)).date()
    fields = {"match": match.pk, "starts_at": f"{late}T20:00", "play_by": late, "venue": hall.pk, "reason": "Darts"}
    assert "Match moved." in send(olga, stage, "move", **fields)
    assert "Elks Hall" in text_of(visitor().get(page_of(stage)))
    fixtures.rule(match.fixture_id, "void", "Snow", context=stage.context_of())
    assert "no winner yet" in text_of(visitor().get(page_of(stage)))
    fields = {"match": match.pk, "winner": match.home.number, "method": "organizers", "reason": "Was ahead"}
    assert "Decision recorded." in send(olga, stage, "decide", **fields)
    assert "Organizers’ decision: Was ahead" in text_of(visitor().get(page_of(stage)))
    assert "Decision undone." in send(olga, stage, "undecide", match=match.pk, reason="Misread")


def test_matches_past_their_last_day_are_listed(stage: CupStage, olga: Client) -> None:
    stage.draw()
    CupMatch.objects.filter(away__isnull=False).update(play_by="2020-01-01")
    for path in (page_of(stage), reverse("cups", args=[stage.season.slug])):
        assert "Overdue matches" in text_of(olga.get(path))
        assert "Overdue matches" not in text_of(visitor().get(path))


def test_a_draw_that_is_no_longer_right_says_so(stage: CupStage, olga: Client) -> None:
    stage.enter(BIRDS[:3] + TREES[:1])
    stage.draw()
    for one in stage.last:
        fixtures.rule(one.match.fixture_id, "walkover", "Ill", at_fault=0, context=stage.context_of())
    stage.draw()
    first = stage.now.rounds[0].matches[0].match
    fixtures.lift_ruling(first.fixture_id, "They came", context=stage.context_of())
    assert f"The draw is no longer right for {first.away}." in text_of(olga.get(page_of(stage)))
    assert "is no longer right" not in text_of(visitor().get(page_of(stage)))


def test_finals_night_on_the_page(db: None) -> None:
    stage = CupStage(divisions=(BIRDS[:4],))
    hall, browser = a_hall(stage, None), log_in(stage.olga)
    path = reverse("cups", args=[stage.season.slug])
    assert "Finals night" not in text_of(browser.get(path))
    stage.enter(BIRDS[:2])
    stage.draw()
    assert "Finals night" in text_of(browser.get(path))
    body = form(starts_at=AT.replace("19:00", "20:00"), venue=hall.pk, reason="One evening")
    said = text_of(browser.post(reverse("move_cups", args=[stage.season.slug, "finals"]), body, follow=True))
    assert "1 final scheduled." in said
    assert stage.last[0].match.where == hall


@pytest.mark.slow
def test_a_pairs_cup_on_its_page(db: None) -> None:
    pairs = Pairs()
    browser = log_in(pairs.olga)
    text = "Ann Lee & Bob Ray; North\n\nCid Fox & Dee May"
    assert "2 pairs saved." in send(browser, pairs, "pairs", pairs=text)
    assert "Ann Lee &amp; Bob Ray; North" in browser.get(page_of(pairs)).content.decode()
    assert "“Ann Lee” isn’t a pair." in send(browser, pairs, "pairs", pairs="Ann Lee")
    pairs.draw()
    match = pairs.last[0].match
    assert "games, e.g. 10-4" in send(browser, pairs, "play", match=match.pk, games="ten four")
    assert "Match started. Players can now report scores." in send(browser, pairs, "play", match=match.pk, games="")
    assert "Result recorded." in send(browser, pairs, "play", match=match.pk, games="10-4, 10–6")
    assert f"{match.home} beat {match.away} to win the cup." in text_of(visitor().get(page_of(pairs)))


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"starts_at": "", "play_by": BY}, "Enter both a date and a time"),
        ({"starts_at": AT, "play_by": "soon"}, "Enter the match deadline"),
        ({"starts_at": AT, "play_by": "2020-01-01"}, "The deadline is before the match"),
        ({"starts_at": AT, "play_by": BY, "venue": 10**6}, "Choose one of the club’s venues"),
    ],
)
def test_a_draw_with_something_missing_says_what(stage: CupStage, olga: Client, fields: dict, wrong: str) -> None:
    assert wrong in send(olga, stage, "draw", **fields)
    assert not stage.now.rounds


def test_an_older_page_is_told(stage: CupStage, olga: Client) -> None:
    path, body = step(stage, "draw", starts_at=AT, play_by=BY)
    draws.draw_round(stage.cup.pk, CUP_DAY, CUP_DAY.date(), context=stage.context_of())
    response = olga.post(path, body)
    assert response.status_code == 409
    assert "Elm Cup has changed since you opened this page." in text_of(response)


def test_a_season_that_is_closed_has_no_forms(stage: CupStage, olga: Client) -> None:
    stage.season.__class__.objects.filter(pk=stage.season.pk).update(state="closed")
    for path in (page_of(stage), reverse("cups", args=[stage.season.slug])):
        assert "<form" not in olga.get(path).content.decode().split("<main", 1)[1].split("</main", 1)[0]


def test_the_pages_of_the_league_show_cup_matches(stage: CupStage, olga: Client) -> None:
    stage.draw()
    match, slug = stage.last[0].match, stage.season.slug
    for path in (
        reverse("fixtures", args=[slug]),
        reverse("squad", args=[slug, match.home.squad.number]),
        match.fixture.get_absolute_url(),
        reverse("season_calendar", args=[slug]),
    ):
        response = olga.get(path)
        assert response.status_code == 200, path
        assert "Elm Cup" in response.content.decode(), path
