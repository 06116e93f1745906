"""The divisions of a league: renamed, added, put in another order, removed; and what seasons make of it."""

import datetime
from random import Random

import pytest
from django.urls import reverse

from games.engine.errors import RuleError
from tests.cast import context_of, make_user, with_key
from tests.kept import kept
from tests.tournaments.pages.browsing import form, log_in, text_of, visitor
from tests.tournaments.scenes.league import BIRDS, FIRST_DAY, SMALL, TREES, Stage
from tournaments.activity_log.models import AuditLogEntry
from tournaments.errors import Conflict, NotAllowed
from tournaments.integrity import verify
from tournaments.leagues import closing, divisions, penalties, setup
from tournaments.leagues.models import Division, Season


def a_stage() -> Stage:
    return Stage({**SMALL, "meetings": "single", "up": 1, "down": 1}, (BIRDS[:3], TREES[:3]))


stage = kept(a_stage)


def names(stage: Stage) -> list[str]:
    rows = stage.league.divisions.order_by("level")
    assert [row.level for row in rows] == list(range(1, len(rows) + 1))
    return [row.name for row in rows]


def division(stage: Stage, name: str) -> Division:
    return stage.league.divisions.get(name=name)


def add(stage: Stage, name: str) -> Division:
    return divisions.add_division(stage.league.pk, name, context=stage.context_of())


def test_a_division_that_is_added_is_in_the_seasons_that_are_being_set_up(stage: Stage) -> None:
    stage.open()
    planned = setup.create_season(stage.league, "Spring", SMALL, context=stage.context_of())
    key = with_key(stage.olga)
    third = divisions.add_division(stage.league.pk, " Third  one ", context=key)
    assert divisions.add_division(stage.league.pk, " Third  one ", context=key) == third
    assert names(stage) == ["Division 1", "Division 2", "Third one"]
    assert [str(one) for one in planned.sections.all()] == names(stage)
    assert not stage.season.sections.filter(division=third).exists()
    assert Season.objects.get(pk=planned.pk).version == planned.version + 1
    assert AuditLogEntry.objects.latest("pk").action == "add_division"
    squad = setup.add_squad(planned.sections.get(division=third).pk, "Newts", context=stage.context_of())
    assert squad.section.division == third


def test_a_new_name_is_in_every_season_and_only_one_division_has_it(stage: Stage) -> None:
    first = division(stage, "Division 1")
    divisions.rename_division(first.pk, "Premier", context=stage.context_of(), expected_name="Division 1")
    assert [str(one) for one in stage.season.sections.all()] == ["Premier", "Division 2"]
    with pytest.raises(Conflict, match="renamed this division to Premier"):
        divisions.rename_division(first.pk, "Top", context=stage.context_of(), expected_name="Division 1")
    for name, words in (("division 2", "another division called"), (" ", "characters"), ("x" * 41, "characters")):
        with pytest.raises(RuleError, match=words):
            divisions.rename_division(first.pk, name, context=stage.context_of())
    divisions.rename_division(first.pk, "PREMIER", context=stage.context_of())
    assert names(stage) == ["PREMIER", "Division 2"]


def test_a_division_moves_up_but_not_while_its_teams_play(stage: Stage) -> None:
    second = division(stage, "Division 2")
    divisions.raise_division(second.pk, context=stage.context_of(), expected_level=2)
    assert names(stage) == ["Division 2", "Division 1"]
    with pytest.raises(Conflict, match="order of the divisions"):
        divisions.raise_division(second.pk, context=stage.context_of(), expected_level=2)
    with pytest.raises(RuleError, match="already the top division"):
        divisions.raise_division(second.pk, context=stage.context_of(), expected_level=1)
    stage.open()
    with pytest.raises(RuleError, match="is in progress"):
        divisions.raise_division(division(stage, "Division 1").pk, context=stage.context_of(), expected_level=2)
    add(stage, "Third")
    spare = add(stage, "Fourth")
    for level in (4, 3, 2):
        divisions.raise_division(spare.pk, context=stage.context_of(), expected_level=level)
    assert names(stage) == ["Fourth", "Division 2", "Division 1", "Third"], "an empty one goes anywhere"


def test_only_a_division_without_teams_is_removed(stage: Stage) -> None:
    add(stage, "Third")
    add(stage, "Fourth")
    third = division(stage, "Third")
    divisions.remove_division(stage.league.pk, third.pk, context=stage.context_of())
    assert names(stage) == ["Division 1", "Division 2", "Fourth"]
    assert [str(one) for one in stage.season.sections.all()] == names(stage)
    with pytest.raises(RuleError, match="removed this division"):
        divisions.remove_division(stage.league.pk, third.pk, context=stage.context_of())
    with pytest.raises(RuleError, match="has teams in Fall, so you can’t remove it"):
        divisions.remove_division(stage.league.pk, division(stage, "Division 2").pk, context=stage.context_of())
    assert verify.violations() == []


def test_a_league_keeps_one_division_and_has_at_most_twelve(db: None) -> None:
    stage = Stage(SMALL, ((),))
    for number in range(2, setup.MAX_DIVISIONS + 1):
        add(stage, f"Division {number}")
    with pytest.raises(RuleError, match="at most 12"):
        add(stage, "One more")
    for number in range(1, setup.MAX_DIVISIONS):
        divisions.remove_division(stage.league.pk, division(stage, f"Division {number}").pk, context=stage.context_of())
    assert names(stage) == ["Division 12"]
    with pytest.raises(RuleError, match="at least one division"):
        divisions.remove_division(stage.league.pk, division(stage, "Division 12").pk, context=stage.context_of())


@pytest.mark.slow
def test_after_the_order_has_changed_the_next_season_still_finds_a_place_for_everyone(stage: Stage) -> None:
    stage.open()
    stage.play_all(Random(3))
    for number, squad in enumerate(stage.season.squads.order_by("number")):
        penalties.adjust(squad.pk, 20 * number + 1, "No ties", context=stage.context_of())
    closing.close_season(stage.season.pk, context=stage.context_of())
    divisions.raise_division(division(stage, "Division 2").pk, context=stage.context_of(), expected_level=2)
    new = closing.follow_season(
        stage.season.pk, "Spring", FIRST_DAY + datetime.timedelta(days=90), context=stage.context_of()
    )
    assert new.squads.count() == 6
    assert verify.violations() == []


def test_organizers_do_it_on_the_page_of_the_league_and_no_one_else(stage: Stage) -> None:
    page, browser = stage.league.get_absolute_url(), log_in(stage.olga)
    assert "Add a division" in text_of(browser.get(page))
    assert "Add a division" not in text_of(visitor().get(page))
    first = division(stage, "Division 1")

    def send(action: str, **fields: object) -> str:
        return text_of(
            browser.post(reverse("move_division", args=[stage.league.slug, action]), form(**fields), follow=True)
        )

    assert "Third added." in send("add", name="Third")
    assert "Premier saved." in send("rename", division=first.pk, name="Premier", seen_name="Division 1")
    third = division(stage, "Third")
    assert "Third moved up." in send("raise", division=third.pk, level=3)
    assert "Division removed." in send("remove", division=third.pk)
    assert names(stage) == ["Premier", "Division 2"]
    with pytest.raises(NotAllowed):
        divisions.add_division(stage.league.pk, "Theirs", context=context_of(make_user("Sam")))
