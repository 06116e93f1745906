"""Teams that come with fewer players than they have chairs: line-ups, cards, tables, and what the pages say."""

from typing import Any

import pytest
from django.urls import reverse

from games.engine.errors import RuleError
from tests.cast import on_grid, slip
from tests.sizes import sample
from tests.tournaments.pages.browsing import form, log_in, text_of, visitor
from tests.tournaments.scenes.league import BIRDS, SMALL, Stage
from tournaments.formats.seasons.settings import SeasonRules
from tournaments.integrity import verify
from tournaments.integrity.rebuild import rebuild
from tournaments.leagues import cards, fixtures, line_ups, tables
from tournaments.leagues.card_games import missing_games
from tournaments.leagues.models import Fixture, FixtureScore, SectionLine
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards.models import GameFact
from tournaments.rounds.models import Match

RULES = {**SMALL, "pairs": 3, "games": 3, "meetings": "single", "least": 4}
ONE_GONE = ("2-2-0", "2-2-2", 3)
BOTH_SHORT = [("2-2-0", "2-2-0", 5), ("2-2-1", "2-2-1", 5)]
CARD = [[(10, 4), (10, 5), (10, 6)], [(4, 10), (10, 5), (3, 10)], [(10, 1), (2, 10), (10, 3)]]


def a_stage(**rules: Any) -> tuple[Stage, Fixture]:
    stage = Stage(RULES | rules, (BIRDS[:2],))
    stage.open()
    return stage, stage.season.fixtures.get()


def name(stage: Stage, fixture: Fixture, side: int, shape: str) -> None:
    """shape: how many players each pair has, like 2-2-0."""
    squad, found = fixture.squads[side], iter(stage.players(str(fixture.squads[side])))
    pairs = [[next(found) for _ in range(int(size))] for size in shape.split("-")]
    line_ups.set_line_up(fixture.pk, squad.pk, pairs, context=stage.context_of())


def games_of(fixture: Fixture) -> tuple[str, list[list[int]]]:
    score = FixtureScore.objects.get(fixture=fixture)
    lines = SectionLine.objects.order_by("squad__number")
    return str(score), [line.halves for line in lines]


def by_hand(card: list[Any], missing: dict[tuple[int, int], tuple[int, int]], *, is_played: bool) -> tuple[int, int]:
    """Games won of both sides, each game looked at singly."""
    home = away = 0
    for number, row in enumerate(card, start=1):
        for table, game in enumerate(row, start=1):
            a, b = missing.get((number, table), game)
            if (number, table) in missing and (not is_played or (a, b) == (0, 0)):
                continue
            home, away = home + (a > b), away + (b > a)
    return home, away


@pytest.mark.slow
@pytest.mark.parametrize("missing", sample("lost", of=["lost", "not_played"]))
@pytest.mark.parametrize(
    ("home", "away", "count"),
    sample(ONE_GONE, of=[ONE_GONE, ("2-1-2", "2-2-2", 3), ("2-2-2", "0-2-2", 3), *BOTH_SHORT]),
)
@pytest.mark.heavy
def test_missing_pairs_lose_their_games_or_do_not_play_them(
    db: None, missing: str, home: str, away: str, count: int
) -> None:
    stage, fixture = a_stage(missing=missing)
    name(stage, fixture, 0, home)
    name(stage, fixture, 1, away)
    played = fixtures.enter_card(fixture.pk, CARD, context=stage.context_of())
    gone = missing_games(Fixture.objects.get(pk=fixture.pk))
    assert len(gone) == count
    won = by_hand(CARD, gone, is_played=missing == "lost")
    assert games_of(fixture)[0] == f"{won[0]}–{won[1]}"
    assert played.state == "played"
    settle_unsettled()
    real = 9 - count
    forfeits = GameFact.objects.count() - real
    assert forfeits == (0 if missing == "not_played" else sum(points != (0, 0) for points in gone.values()))
    first, again = rebuild()
    assert first == again
    assert verify.violations() == []
    fixed = [[(9 - 0, 10) for _ in row] for row in CARD]
    cards.correct_card(fixture.pk, fixed, "All wrong", context=stage.context_of(), expected_version=1)
    won = by_hand(fixed, gone, is_played=missing == "lost")
    assert games_of(fixture)[0] == f"{won[0]}–{won[1]}"
    assert verify.violations() == []


def test_a_team_with_too_few_or_spread_out_players_is_told_what_to_do(db: None) -> None:
    stage, fixture = a_stage()
    for shape, words in (
        ("2-1-0", "at least 4 players, but you chose 3"),
        ("2-1-1", "Put the 2 players in one pair"),
    ):
        with pytest.raises(RuleError, match=words):
            name(stage, fixture, 0, shape)


def test_where_all_players_are_needed_no_chair_stays_empty(db: None) -> None:
    stage, fixture = a_stage(least=0)
    with pytest.raises(RuleError, match="Choose 3 pairs"):
        name(stage, fixture, 0, "2-2-0")
    assert "Empty seat" not in text_of(log_in(stage.olga).get(fixture.get_absolute_url()))


@pytest.mark.slow
def test_a_short_match_is_played_round_by_round_and_its_pages_open(db: None) -> None:
    stage, fixture = a_stage()
    name(stage, fixture, 0, "2-2-0")
    name(stage, fixture, 1, "2-2-2")
    event = fixtures.begin(fixture.pk, context=stage.context_of()).event
    assert event
    browser = log_in(stage.olga)
    for route in ("console", "check_in", "standings", "grid"):
        assert browser.get(reverse(route, args=[event.slug])).status_code == 200, route
    for _ in range(3):
        for match in Match.objects.filter(round__stage__event=event, round__status="published").exclude(
            state__in=["standing", "void"]
        ):
            results.record_result(match.pk, slip(10, 4), context=on_grid(stage.olga))
        fixtures.next_round(fixture.pk, context=stage.context_of())
    fixtures.finish(fixture.pk, context=stage.context_of())
    assert Match.objects.filter(round__stage__event=event, standing__isnull=False).count() == 9
    settle_unsettled()
    tables.settle_stale_seasons()
    assert verify.violations() == []


@pytest.mark.parametrize("least", [1, 7])
def test_as_many_as_there_are_chairs_can_be_needed(least: int) -> None:
    with pytest.raises(RuleError, match="Choose 2 to 6"):
        SeasonRules(least=least)
    assert (SeasonRules().fewest, SeasonRules(least=4).fewest) == (6, 4)


@pytest.mark.slow
def test_pages_name_an_empty_chair_and_show_the_card_with_it(db: None) -> None:
    stage, fixture = a_stage()
    name(stage, fixture, 1, "2-2-2")
    browser, page = log_in(stage.olga), fixture.get_absolute_url()
    assert "Empty seat" in text_of(browser.get(page))
    players = stage.players(str(fixture.home))
    chairs = {f"p{index // 2 + 1}_{index % 2}": player.pk for index, player in enumerate(players[:4])}
    path = reverse("move_fixture", args=[stage.season.slug, fixture.number, "line-up"])
    answer = browser.post(path, form(side=0, seen=0, p3_0="", p3_1="", **chairs), follow=True)
    assert "incomplete pair" in text_of(answer)
    assert "A missing pair loses its games by the maximum score" in text_of(answer)
    card = reverse("card", args=[stage.season.slug, fixture.number])
    shown = text_of(browser.get(card))
    assert shown.count("This pair was missing.") == 3
    typed = {
        f"{letter}{number}_{table}": 10 if letter == "h" else 2
        for number in (1, 2, 3)
        for table in (1, 2, 3)
        for letter in ("h", "a")
    }
    fixture.refresh_from_db()
    answer = browser.post(card, form(seen=0, revision=fixture.revision, **typed), follow=True)
    assert "It now counts" in text_of(answer)
    assert games_of(fixture)[0] == "6–3"
    for path in (page, Fixture.objects.get().event.get_absolute_url()):
        assert visitor().get(path).status_code == 200
    assert "No pair" in text_of(visitor().get(page))
