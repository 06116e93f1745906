"""Rail and tabs: a page that has no entry of its own is marked under the entry that leads to it."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import get_resolver, reverse

from games.accounts.models import User
from tests.cast import Table
from tests.tournaments.pages.browsing import form, log_in, visitor
from tests.tournaments.scenes.league import BIRDS, SMALL, TREES, Stage
from tests.tournaments.scenes.stages import knock_out, pairs_event, plan_stage
from tournaments.clubs.models import Club
from tournaments.events.stage_plans import Places

TABS = re.compile(r'<nav class="tabs.*?</nav>', re.DOTALL)
CURRENT = re.compile(r'<a\s+href="([^"]+)"\s+aria-current="([a-z]+)"')
PAGES = re.compile(r'pages="([^"]+)"')


def marked(client: Client, path: str) -> list[tuple[str, str]]:
    return marks(client.get(path).content.decode())


def marks(page: str) -> list[tuple[str, str]]:
    tabs = TABS.search(page)
    assert tabs
    return CURRENT.findall(tabs[0])


def at(table: Table, name: str, *args: Any) -> str:
    return reverse(name, args=[table.event.slug, *args])


@pytest.mark.slow
def test_the_rail_marks_the_entry_that_a_page_belongs_to(table: Table) -> None:
    client = log_in(table.olga)
    seat = table.match.seats.get(player=table.pam)
    parents = {
        at(table, "change", seat.entry_id, table.pam.pk): "check_in",
        at(table, "wall_code"): "check_in",
        at(table, "match", table.match.pk): "grid",
        at(table, "add_stage") + "?format=progressive": "stages",
        at(table, "stage_rules", table.stage.pk): "stages",
        at(table, "repeat_event"): "event_settings",
        at(table, "hand_over"): "console",
    }
    assert {path: marked(client, path) for path in parents} == {
        path: [(at(table, entry), "true")] for path, entry in parents.items()
    }


def test_a_seeding_belongs_to_the_stages(olga: User, club: Club) -> None:
    event = pairs_event(club, olga, 4)
    stage = plan_stage(event, olga, knock_out(Places(1, 1, 3)))
    path = reverse("begin_stage", args=[event.slug, stage.pk])
    assert marked(log_in(olga), path) == [(reverse("stages", args=[event.slug]), "true")]


def test_it_leads_back_to_the_next_step(table: Table) -> None:
    client, link = log_in(table.olga), f'<a href="{at(table, "console")}">Organize</a>'
    assert link in client.get(at(table, "wall_code")).content.decode()
    assert link not in client.get(at(table, "console")).content.decode()


def test_the_console_marks_itself_when_it_refuses(table: Table) -> None:
    answer = log_in(table.olga).post(at(table, "draw_round"), form(number=1))
    assert answer.status_code == 409
    assert marks(answer.content.decode()) == [(at(table, "console"), "true")]


def test_it_does_so_for_a_score_refused_in_place(table: Table) -> None:
    asked = form(seen=0, **{"from": "console"}) | {"points_0": "99", "points_1": "6"}
    answer = log_in(table.olga).post(at(table, "decide", table.match.pk, "record"), asked)
    assert answer.status_code == 422
    assert marks(answer.content.decode()) == [(at(table, "console"), "true")]


def test_how_a_round_was_paired_belongs_to_the_seating(table: Table) -> None:
    assert marked(visitor(), at(table, "round_why", 1)) == [(at(table, "seating"), "true")]


def test_a_match_and_a_team_belong_to_their_season_s_tabs(db: None) -> None:
    stage = Stage({**SMALL, "meetings": "single"}, (BIRDS[:3], TREES[:3]))
    stage.open()
    parents = {"fixture": "fixtures", "squad": "season"}
    assert {name: marked(visitor(), reverse(name, args=[stage.season.slug, 1])) for name in parents} == {
        name: [(reverse(entry, args=[stage.season.slug]), "true")] for name, entry in parents.items()
    }


def test_each_name_is_that_of_a_page() -> None:
    named = {
        name
        for path in Path(settings.BASE_DIR).glob("templates/**/*.html")
        for names in PAGES.findall(path.read_text())
        for name in names.split()
    }
    assert named
    assert {name for name in named if name not in get_resolver().reverse_dict} == set()
