"""The demo club, as its command makes it."""

import io

import pytest
from django.core.management import call_command

from games.accounts.models import Player, User
from tests.flows.demo_club import demo_club
from tournaments.access.one_time_login import user_of
from tournaments.activity_log.models import AuditLogEntry
from tournaments.demo import ORGANIZER
from tournaments.events.models import Event, Stage
from tournaments.integrity.verify import violations
from tournaments.leagues.models import Season
from tournaments.results.standings_update import settle_unsettled

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def demo_data() -> str:
    said = io.StringIO()
    call_command("demo_data", address="http://127.0.0.1:8000", stdout=said)
    return said.getvalue()


@pytest.fixture(scope="module", autouse=True)
def said(kept_db: None, tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> str:
    """By a call that finds the club there: it was made once for all processes of this run."""
    own = tmp_path_factory.getbasetemp()
    demo_club(own if worker_id == "master" else own.parent)
    return demo_data()


@pytest.mark.heavy
def test_fills_a_believable_club_once(said: str) -> None:
    before = [list(model.objects.order_by("pk").values()) for model in (Event, Player, AuditLogEntry)]
    assert said.startswith(f"Organizer {ORGANIZER} logs in once at http://127.0.0.1:8000/")
    *_, uid, token = said.strip().rstrip("/").split("/")
    assert user_of(uid, token) == User.objects.get(email=ORGANIZER)
    demo_data()
    assert [list(model.objects.order_by("pk").values()) for model in (Event, Player, AuditLogEntry)] == before
    settle_unsettled()
    assert violations() == []


def test_has_a_night_half_played_a_finished_round_robin_and_events_to_come() -> None:
    stages = Stage.objects.filter(event__fixture=None).order_by("event__starts_at")
    statuses = [
        (stage.format, stage.event.entries.count(), [row.status for row in stage.rounds.all()]) for stage in stages
    ]
    assert statuses == [
        *[("rotation", 20, ["closed"] * 8)] * 4,
        ("round_robin", 6, ["closed"] * 5),
        ("progressive", 24, ["closed"] * 4 + ["draft"]),
        ("progressive", 0, []),
        ("elimination", 8, []),
    ]


def test_has_a_league_with_two_weeks_played() -> None:
    season = Season.objects.get()
    assert Player.objects.filter(is_bot=False).count() == 25, "members play in it"
    league = season.fixtures.filter(cup=None).order_by("number")
    assert [row.state for row in league] == ["played"] * 4 + ["planned"] * 8
    assert [line.played for line in season.sections.get().lines.all()] == [2, 2, 2, 2]
