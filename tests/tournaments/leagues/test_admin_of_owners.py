"""An owner of a club, whom the site gave no right at all, sets up a league in the admin from beginning to end; and gets
to no row of another club."""

import datetime
from typing import Any

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from tests.cast import make_club, make_user
from tests.tournaments.admin.test_admin import change_url, fields_of, save
from tests.tournaments.pages.browsing import differences, log_in, text_of, world
from tests.tournaments.scenes.league import BIRDS, FIRST_DAY, SMALL, TREES, Stage, a_hall
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Membership, Role, Venue
from tournaments.integrity import verify
from tournaments.leagues.models import League, Season, Squad, Team

pytestmark = pytest.mark.django_db

MINE = (League, Season, Squad, Venue)
"""What owners find in the admin."""
PLAYERS = 6


def list_of(model: type[Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def add_to(model: type[Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_add")


class Desk:
    """Olga, an owner of a club in Detroit, in the admin."""

    def __init__(self) -> None:
        self.olga = make_user("Olga")
        self.club = make_club(self.olga)
        self.client = log_in(self.olga)

    def save(self, path: str, **typed: Any) -> str:
        return text_of(save(self.client, path, **typed))

    def rows(self, path: str, prefix: str, *rows: dict[str, Any]) -> str:
        """Add these to the rows that the page has."""
        before = int(fields_of(self.client.get(path))[f"{prefix}-TOTAL_FORMS"])
        typed = {
            f"{prefix}-{number}-{name}": str(value)
            for number, row in enumerate(rows, start=before)
            for name, value in row.items()
        }
        return self.save(path, **{f"{prefix}-TOTAL_FORMS": str(before + len(rows))}, **typed)

    def act(self, season: Season, action: str) -> str:
        body: dict[str, Any] = {"action": action, "_selected_action": [season.pk], "index": 0}
        return text_of(self.client.post(list_of(Season), body, follow=True))


@pytest.mark.slow
@pytest.mark.heavy
def test_a_league_is_set_up_from_its_name_to_its_open_season() -> None:
    desk = Desk()
    assert not desk.olga.is_staff
    for name, tables in (("Bell", "6"), ("Anchor", "")):
        desk.save(add_to(Venue), club=str(desk.club.pk), name=name, address="Quay Street", tables=tables)
    desk.save(add_to(League), club=str(desk.club.pk), name="Town League", divisions="First\nSecond", about="Pubs")
    league = League.objects.get()
    assert [row.name for row in league.divisions.all()] == ["First", "Second"]

    path = change_url(league)
    desk.rows(path, "divisions", {"name": "Third"})
    desk.save(path, **{"divisions-0-name": "Premier"})
    assert [(row.level, row.name) for row in league.divisions.all()] == [(1, "Premier"), (2, "Second"), (3, "Third")]
    bell = Venue.objects.get(name="Bell")
    teams = [*BIRDS[:4], *TREES[:4]]
    desk.rows(path, "teams", *({"name": name, "venue": bell.pk if name in BIRDS else ""} for name in teams))
    assert sorted(Team.objects.values_list("name", flat=True)) == sorted(teams)

    desk.save(add_to(Season), league=str(league.pk), name="Winter", play_to="15", pairs="3", games="3")
    season = Season.objects.get()
    assert (season.settings.play_to, season.sections.count()) == (15, 3)
    path = change_url(season)
    desk.save(path, for_win="2", meetings="single")
    first, second, _ = season.sections.all()
    own = {name: Team.objects.get(name=name).pk for name in teams}
    desk.rows(
        path, "squads", *({"team": own[name], "section": (first if name in BIRDS else second).pk} for name in teams)
    )
    for squad in season.squads.select_related("team"):
        names = "\n".join(f"{squad} {number}" for number in range(1, PLAYERS + 1))
        desk.save(change_url(squad), players=names, since=FIRST_DAY.isoformat())
        assert [row.player.name for row in squad.players.filter(is_captain=True)] == [f"{squad} 1"]
        assert squad.players.count() == PLAYERS
    desk.save(path, **{"sections-1-days_after": "2"})
    assert [section.days_after for section in season.sections.all()] == [0, 2, 0]

    assert "Enter a date" in desk.save(path, first="soon", at="19:30")
    off = FIRST_DAY + datetime.timedelta(days=7)
    desk.save(path, first=FIRST_DAY.isoformat(), at="19:30", every="7", blackouts=off.isoformat())
    rows = season.fixtures.select_related("home__team", "section")
    days = sorted({(row.section_id, row.starts_at.astimezone(season.zone).date()) for row in rows})
    nights = [(first.pk, after) for after in (0, 14, 21)] + [(second.pk, after) for after in (2, 9, 16)]
    assert days == [(pk, FIRST_DAY + datetime.timedelta(days=after)) for pk, after in nights], "not on the day off"
    assert {row.venue for row in rows if str(row.home) in BIRDS} == {bell}
    assert {f"{row.starts_at.astimezone(season.zone):%H:%M}" for row in rows} == {"19:30"}

    assert "Discard the draft first" in desk.save(path, play_to="10")
    assert "draft discarded" in desk.act(season, "drop_draft")
    desk.save(path, play_to="10", first=FIRST_DAY.isoformat(), at="20:00")
    assert (season.fixtures.count(), Season.objects.get().settings.play_to) == (12, 10)
    assert "Winter opened." in desk.act(season, "open_season")
    assert Season.objects.get().state == Season.State.OPEN

    written = AuditLogEntry.objects.filter(club=desk.club, source="admin")
    assert set(written.values_list("user", flat=True)) == {desk.olga.pk}
    assert {
        "add_venue",
        "create_league",
        "add_division",
        "rename_division",
        "create_season",
        "set_season_rules",
        "add_squad",
        "join_squad",
        "set_nights",
        "draft_fixtures",
        "open_season",
    } <= set(written.values_list("action", flat=True))
    assert verify.violations() == []


def test_a_team_that_moves_takes_its_home_matches_along() -> None:
    stage = Stage(rules=SMALL)
    stage.open()
    hall, squad = a_hall(stage, None), stage.squad("Wrens")
    desk = log_in(stage.olga)
    path = change_url(stage.league)
    typed = fields_of(desk.get(path))
    row = next(name for name, value in typed.items() if value == "Wrens").removesuffix("-name")
    desk.post(path, typed | {f"{row}-name": "Jenny Wrens", f"{row}-venue": str(hall.pk)})
    squad.team.refresh_from_db()
    assert (squad.team.name, squad.team.venue) == ("Jenny Wrens", hall)
    assert {fixture.venue for fixture in squad.home_fixtures.all()} == {hall}


class TestOtherClubs:
    """Two clubs, each with a league, a season, teams and a venue."""

    @pytest.fixture
    def stage(self) -> Stage:
        found = Stage(rules=SMALL)
        a_hall(found, None)
        return found

    @pytest.fixture
    def stranger(self, stage: Stage) -> Client:
        """Owns another club, and plays in Olga's."""
        nora = make_user("Nora")
        club = make_club(nora, "Quarry Bank")
        Membership.objects.create(club=stage.club, player=nora.player, role=Role.ORGANIZER)
        League.objects.create(club=club, name="Quarry League", slug="quarry-league")
        return log_in(nora)

    @pytest.mark.slow
    def test_an_owner_finds_what_sets_up_leagues_and_no_more(self, stage: Stage) -> None:
        olga = log_in(stage.olga)
        assert olga.get(reverse("admin:index")).status_code == 200
        for model in admin.site._registry:
            assert olga.get(list_of(model)).status_code == (200 if model in MINE else 403), model

    def test_who_owns_no_club_is_not_let_in(self, stage: Stage) -> None:
        for role in set(Role) - {Role.OWNER}:
            player = make_user(role.label).player
            Membership.objects.create(club=stage.club, player=player, role=role)
            for path in (reverse("admin:index"), change_url(stage.league), list_of(Season)):
                assert log_in(player.user).get(path).status_code == 302

    def test_rows_of_other_clubs_are_nowhere(self, stage: Stage, stranger: Client) -> None:
        rows = [stage.league, stage.season, stage.squad("Wrens"), Venue.objects.get()]
        for row in rows:
            assert str(row) not in text_of(stranger.get(list_of(type(row))))
            for path in (change_url(row), change_url(row).replace("/change/", "/history/")):
                answer = stranger.get(path)
                assert (answer.status_code, answer["Location"]) == (302, reverse("admin:index"))
        for model in MINE:
            said = stranger.get(add_to(model)).content.decode() if model is not Squad else ""
            assert "Elm League" not in said
            assert str(stage.club) not in said

    @pytest.mark.slow
    def test_nothing_of_another_club_is_written(self, stage: Stage, stranger: Client) -> None:
        before, theirs = world(), {"club": str(stage.club.pk)}
        typed = {
            add_to(Venue): theirs | {"name": "Mine"},
            add_to(League): theirs | {"name": "Mine", "divisions": "One"},
            add_to(Season): {"league": str(stage.league.pk), "name": "Mine"},
        }
        for path, fields in typed.items():
            assert "in the list. Choose again" in text_of(save(stranger, path, **fields))
        own = log_in(stage.olga)
        for row in (stage.league, stage.season, stage.squad("Wrens"), Venue.objects.get()):
            stranger.post(change_url(row), fields_of(own.get(change_url(row))) | {"name": "Mine", "players": "Mine"})
        body: dict[str, Any] = {"action": "generate_fixtures", "_selected_action": [stage.season.pk], "index": 0}
        stranger.post(list_of(Season), body)
        assert {name for name in differences(before, world()) if name.startswith("tournaments.")} == set()

    def test_the_password_changes_at_the_sites_own_door(self, stage: Stage) -> None:
        answer = log_in(stage.olga).get(reverse("admin:password_change"))
        assert answer["Location"] == reverse("account_change_password")
