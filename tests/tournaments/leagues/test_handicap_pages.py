"""What pages, papers, texts and programs say of a handicap: the rule, a forecast, what was fixed, and the total."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.kept import kept
from tests.tournaments.api.cast import Program
from tests.tournaments.leagues.requests import RULES as FORM
from tests.tournaments.leagues.test_handicaps import HOME_WINS, TIED, reached, two_days_on
from tests.tournaments.pages.browsing import form, log_in, text_of, visitor
from tests.tournaments.scenes.league import Stage
from tournaments.leagues import fixtures
from tournaments.leagues.models import Fixture, Season
from tournaments.printing.league_papers import fixture_sheet
from tournaments.sharing.league_text import league_texts

__all__ = ["reached"]


def three_days_on() -> tuple[Stage, Fixture]:
    """The match was played yesterday, and tied at the tables, so that the handicap decides it."""
    stage, coming = two_days_on()
    played = stage.play(coming, TIED)
    Fixture.objects.filter(pk=played.pk).update(starts_at=timezone.now() - timedelta(days=1))
    return stage, Fixture.objects.select_related("home__team", "away__team", "score").get(pk=played.pk)


decided = kept(three_days_on)


def parties(fixture: Fixture) -> tuple[str, str]:
    """The weaker team and the Wrens."""
    home, away = str(fixture.home), str(fixture.away)
    return (away, home) if home == "Wrens" else (home, away)


def averages_in(fixture: Fixture) -> str:
    home, away = ("4", "2") if str(fixture.home) == "Wrens" else ("2", "4")
    return f"{fixture.home} {home}, {fixture.away} {away}."


@pytest.mark.slow
def test_the_season_says_its_rule_in_words(reached: tuple[Stage, Fixture]) -> None:
    text = text_of(visitor().get(reached[0].season.get_absolute_url()))
    assert "The weaker team’s handicap is 80% of the difference in average games won." in text
    assert "The handicap is rounded down to the nearest half game and is never more than 2 games." in text
    assert "Both teams need to play 2 matches before a handicap applies." in text
    assert "Without a handicap, it takes 3 games to win a match." in text


def test_a_match_to_come_has_a_forecast(reached: tuple[Stage, Fixture]) -> None:
    stage, coming = reached
    weaker, _ = parties(coming)
    text = text_of(visitor().get(coming.get_absolute_url()))
    assert f"If the match began today, {weaker} would start 1 1/2 games ahead." in text
    assert f"Games won per match so far: {averages_in(coming)}" in text
    rules = stage.season.rules
    for changed, words in (
        ({"handicap": 20}, "there’d be no handicap: the teams are too evenly matched"),
        ({"handicap": 30}, f"{weaker} would start 1/2 game ahead."),
        ({"handicap_after": 3}, "No handicap yet: both teams need to play 3 matches first."),
    ):
        Season.objects.update(rules=rules | changed)
        assert words in text_of(visitor().get(coming.get_absolute_url()))


def test_a_match_that_has_begun_says_who_starts_with_how_much(reached: tuple[Stage, Fixture]) -> None:
    stage, coming = reached
    weaker, _ = parties(coming)
    for squad in coming.squads:
        stage.line_up(coming, squad)
    fixtures.begin(coming.pk, context=stage.context_of())
    text = text_of(visitor().get(coming.get_absolute_url()))
    assert f"{weaker} starts 1 1/2 games ahead. Games won per match so far: {averages_in(coming)}" in text
    assert "If the match" not in text
    card = log_in(stage.olga).get(reverse("card", args=[stage.season.slug, coming.number]) + "?as=organizer")
    starts = "0 3" if str(coming.away) == weaker else "3 0"
    assert f'data-card-starts="{starts}"' in card.content.decode()
    assert f"{weaker} starts 1 1/2 games ahead." in text_of(card)


@pytest.mark.slow
@pytest.mark.heavy
def test_one_that_was_ruled_on_says_nothing(decided: tuple[Stage, Fixture]) -> None:
    stage, one = decided
    fixtures.rule(one.pk, "void", "Snow", context=stage.context_of())
    assert "games won per match" not in text_of(visitor().get(one.get_absolute_url())).lower()


def test_the_total_is_shown_with_its_handicap(decided: tuple[Stage, Fixture]) -> None:
    stage, one = decided
    weaker, _ = parties(one)
    total = "2–3 1/2" if str(one.away) == weaker else "3 1/2–2"
    named = f"Handicap: {weaker} +1 1/2"
    for route in ("season", "fixtures"):
        text = text_of(visitor().get(reverse(route, args=[stage.season.slug])))
        assert f"{named} {total}" in text, route
    text = text_of(visitor().get(one.get_absolute_url()))
    assert f"Games: {total}" in text
    assert f"The score includes a handicap of 1 1/2 games for {weaker}." in text
    assert f"Games won per match before this one: {averages_in(one)}" in text
    [found] = league_texts(stage.season, "https://euchre.example/")
    assert f"{one.home} {total} {one.away} ({named})" in found.text
    sheet = fixture_sheet(stage.season)
    assert sheet
    assert sheet.note == "In parentheses: the team’s handicap, which is included in the score."
    lines = {
        (line.home, line.away): line.score
        for section in sheet.sections
        for column in section.columns
        for day in column
        for line in day.lines
    }
    home, away = (f"{name} (+1 1/2)" if name == weaker else name for name in map(str, one.squads))
    assert lines[home, away] == total
    assert visitor().get(reverse("league_paper", args=[stage.season.slug, "fixtures"])).status_code == 200


def test_programs_read_what_was_fixed(decided: tuple[Stage, Fixture]) -> None:
    stage, one = decided
    rows = {row["number"]: row for row in Program().read(f"/seasons/{stage.season.slug}/fixtures/")["results"]}
    is_home = str(one.home) == "Wrens"
    assert rows[one.number]["handicap"] == {
        "side": "away" if is_home else "home",
        "games": 1.5,
        "home_average": 4 if is_home else 2,
        "away_average": 2 if is_home else 4,
    }
    assert rows[one.number]["score"] == ({"home": 2, "away": 3.5} if is_home else {"home": 3.5, "away": 2})
    assert sum(row["handicap"] is not None for row in rows.values()) == 1


@pytest.mark.slow
@pytest.mark.heavy
def test_pages_ask_the_same_however_many_handicaps_there_are(decided: tuple[Stage, Fixture]) -> None:
    stage, one = decided
    slug = stage.season.slug
    browser, last = log_in(stage.olga), stage.season.fixtures.order_by("number").last()
    assert last
    paths = [
        one.get_absolute_url(),
        last.get_absolute_url(),
        reverse("card", args=[slug, one.number]) + "?as=organizer",
        reverse("squad", args=[slug, one.home.number]),
        *(reverse(route, args=[slug]) for route in ("season", "fixtures", "calendar")),
        f"/api/v1/seasons/{slug}/fixtures/",
    ]

    def counts() -> list[int]:
        found = []
        for path in paths:
            with CaptureQueriesContext(connection) as asked:
                assert browser.get(path).status_code == 200
            found.append(len(asked))
        return found

    counts()  # What is kept for all readers is made.
    before = counts()
    for coming in stage.season.fixtures.filter(state="planned").exclude(pk=last.pk).order_by("number"):
        stage.play(coming, HOME_WINS)
    counts()
    assert counts() == before
    assert stage.season.fixtures.filter(handicap__isnull=False).count() == 7


@pytest.mark.parametrize("most", [3, 9])
def test_a_season_is_set_up_with_one(db: None, most: int) -> None:
    stage = Stage()
    asked = form(name="Spring", **FORM | {"handicap": 80, "handicap_most": most, "handicap_after": 3})
    answer = log_in(stage.olga).post(reverse("new_season", args=[stage.league.slug]), asked, follow=True)
    made = Season.objects.filter(name="Spring").first()
    if most == 9:
        assert made is None
        assert "a team couldn’t make up a handicap of 9" in text_of(answer)
    else:
        assert made
        assert (made.settings.handicap, made.settings.handicap_most, made.settings.handicap_after) == (80, 3, 3)
