"""Transfers and line-ups of a season that ran before they were counted."""

import datetime
from importlib import import_module
from pkgutil import iter_modules

import pytest
from django.apps import apps
from django.db import connection

from tests.tournaments.scenes.league import FIRST_DAY, SMALL, Stage
from tournaments import migrations
from tournaments.integrity.verify import violations
from tournaments.leagues import squads
from tournaments.leagues.models import LineUpPlayer, SquadPlayer

NAME = next(one.name for one in iter_modules(migrations.__path__) if one.name.endswith("_season_eligibility"))
MIGRATION = import_module(f"{migrations.__name__}.{NAME}")


def run(step: str) -> None:
    with connection.schema_editor() as editor:
        getattr(MIGRATION, step)(apps, editor)


@pytest.fixture
def stage(transactional_db: None) -> Stage:
    found = Stage({**SMALL, "meetings": "single"}, spare=1)
    found.open()
    return found


def test_transfers_are_counted_by_player(stage: Stage) -> None:
    star = stage.players("Wrens")[2]
    for number, name in enumerate(("Larks", "Finches"), start=1):
        day = FIRST_DAY + datetime.timedelta(days=number)
        squads.transfer(stage.squad(name).pk, star, day, context=stage.context_of())
    SquadPlayer.objects.update(move=None)
    run("count_transfers")
    rows = SquadPlayer.objects.filter(player=star).order_by("since")
    assert list(rows.values_list("move", "most")) == [(None, None), (1, None), (2, None)]
    assert not SquadPlayer.objects.exclude(player=star).exclude(move=None).exists()


@pytest.mark.slow
def test_line_ups_to_come_know_their_day_once_for_each_player(stage: Stage) -> None:
    one, two = stage.season.fixtures.filter(week=1).order_by("number")
    for fixture in (one, two):
        for squad in fixture.squads:
            stage.line_up(fixture, squad)
    twice = stage.players(str(one.home))[0]
    LineUpPlayer.objects.update(day=None)
    LineUpPlayer.objects.filter(fixture=two, pair=1, chair=0, squad=two.home).update(player=twice)
    run("know_the_days")
    day = one.starts_at.astimezone(stage.season.zone).date()
    rows = LineUpPlayer.objects.filter(player=twice).order_by("pk")
    assert list(rows.values_list("day", flat=True)) == [day, None]
    assert set(LineUpPlayer.objects.exclude(player=twice).values_list("day", flat=True)) == {day}
    assert violations() == []
