"""The whole night on paper: every part of it as the site has it, with the names that strangers may read."""

import io
import re
from typing import Any

import pypdf
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.accounts.models import Player, User
from games.engine.errors import RuleError
from tests.cast import context_of, make_event, on_grid, publish, slip
from tests.kept import kept
from tests.tournaments.pages.browsing import visitor
from tests.tournaments.rewards.conftest import run
from tests.tournaments.scenes.prize import PrizeNight, prize_night
from tests.tournaments.scenes.stages import begin, knock_out, pairs_event, plan_stage, play_out, play_round
from tournaments.clubs.models import Club
from tournaments.events.models import Event, Stage
from tournaments.events.stage_plans import Places
from tournaments.http import event_or_404
from tournaments.printing.documents import PAPERS, print_paper
from tournaments.printing.night import NightSheet, night_sheet
from tournaments.printing.typeset import Size
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds.finishing import finish_event


def a_night() -> PrizeNight:
    """Played to its end, with prizes published."""
    found = prize_night()
    settle_unsettled()
    found.promise()
    found.show()
    return found


night = kept(a_night)


def sheet_of(event: Event) -> NightSheet:
    sheet = night_sheet(event_or_404(event.slug))
    assert sheet
    return sheet


def read(event: Event, size: Size = Size.A4) -> str:
    made = print_paper(event_or_404(event.slug), PAPERS["night"], size=size, address="https://euchre.example/e/")
    return " ".join(" ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(made)).pages).split())


@pytest.mark.heavy
def test_it_has_standings_every_table_and_prizes(night: PrizeNight) -> None:
    said = read(night.event)
    assert said.startswith("Prize night Elm Street Euchre · ")
    assert "The whole night printed" in said
    assert "1 Ann 1 & Bob 1 3" in said
    sheet = sheet_of(night.event)
    assert [row.title for row in sheet.rounds] == ["Round 1", "Round 2", "Round 3"]
    for row in sheet.rounds:
        for one in row.tables:
            assert one.score in ("10–6", "6–10")
            assert f"{one.table} {one.people} {one.score}" in said
    assert [(one.name, one.reason, one.amount) for one in sheet.prizes][:2] == [
        ("Ann 1", "1st place", "10.00"),
        ("Bob 1", "1st place", "10.00"),
    ]
    assert "Ann 1 1st place 10.00" in said


@pytest.mark.parametrize(("size", "wide"), [(Size.A4, 210), (Size.LETTER, 216)])
def test_it_is_set_on_both_papers(night: PrizeNight, size: Size, wide: int) -> None:
    answer = visitor().get(f"{reverse('paper', args=[night.event.slug, 'night'])}?size={size}")
    [page, *_] = pypdf.PdfReader(io.BytesIO(answer.content)).pages
    assert round(float(page.mediabox.width) / 72 * 25.4) == wide


def test_prizes_are_on_it_only_once_they_are_published(db: None) -> None:
    night = prize_night()
    settle_unsettled()
    night.promise()
    assert sheet_of(night.event).prizes == ()
    assert "10.00" not in read(night.event)


def test_a_hidden_name_is_nowhere_on_it(night: PrizeNight) -> None:
    finish_event(night.event.pk, context=context_of(night.olga))
    run()
    Player.objects.filter(name="Ann 1").update(hides_name=True)
    sheet = sheet_of(night.event)
    assert sheet.achievements
    assert "Ann 1" not in repr(sheet)
    assert sheet.winner == "Winner: Hidden player & Bob 1"
    assert "Ann 1" not in read(night.event)


def test_achievements_are_listed_by_player(night: PrizeNight) -> None:
    finish_event(night.event.pk, context=context_of(night.olga))
    run()
    found = sheet_of(night.event).achievements
    names = [one.name for one in found]
    assert names == sorted(set(names), key=str.casefold)
    assert any("Event winner (bronze)" in one.what for one in found if one.name == "Ann 1")


def test_the_figures_are_counted(night: PrizeNight) -> None:
    found = {one.label: one.value for one in sheet_of(night.event).figures}
    assert (found["Rounds"], found["Matches with a score"], found["Corrected scores"]) == ("3", "6", "0")
    for label in ("First round published", "Last score"):
        assert re.fullmatch(r"\d+:\d\d\s[AP]M", found[label])


def test_a_correction_counts(db: None, club: Club, olga: User) -> None:
    event = pairs_event(club, olga, 4)
    row = publish(event, olga)
    match = row.matches.all()[0]
    results.record_result(match.pk, slip(10, 6), context=on_grid(olga))
    results.correct_result(match.pk, slip(6, 10), reason="Mixed up", context=on_grid(olga), expected_version=1)
    settle_unsettled()
    sheet = sheet_of(event)
    assert {one.label: one.value for one in sheet.figures}["Corrected scores"] == "1"
    assert [one.score for one in sheet.rounds[0].tables] == ["6–10", ""]


def test_who_sat_out_is_named(db: None, club: Club, olga: User) -> None:
    event = pairs_event(club, olga, 5)
    play_round(event.stages.get(), olga)
    settle_unsettled()
    out = event.stages.get().rounds.get().byes.get().entry.name
    assert sheet_of(event).rounds[0].out == out
    assert f"Sitting out: {out}" in read(event)


def test_of_several_stages_each_has_its_standings_and_the_last_comes_first(club: Club, olga: User) -> None:
    event = pairs_event(club, olga, 4)
    final = plan_stage(event, olga, knock_out(Places(1, 1, 2)))
    play_out(event.stages.get(number=1), olga)
    settle_unsettled()
    begin(final, olga)
    play_out(Stage.objects.get(pk=final.pk), olga)
    settle_unsettled()
    sheet = sheet_of(event)
    assert [one.title for one in sheet.standings] == ["Bracket", "Round robin"]
    assert [row.title for row in sheet.rounds][-1] == "Bracket, Round 1"
    assert sheet.finals == (("Final", "A1 & B1 beat A2 & B2 10–6"),)


def test_there_is_none_before_there_are_standings(club: Club, olga: User) -> None:
    event: Any = make_event(club, olga)
    with pytest.raises(RuleError, match="No standings yet"):
        read(event)


@pytest.mark.parametrize("pairs", [4, 8])
@pytest.mark.heavy
def test_it_asks_the_same_number_of_questions(db: None, pairs: int) -> None:
    night = prize_night(pairs=pairs)
    settle_unsettled()
    night.promise()
    night.show()
    event = event_or_404(night.event.slug)
    with CaptureQueriesContext(connection) as asked:
        night_sheet(event)
    assert len(asked) == 32
