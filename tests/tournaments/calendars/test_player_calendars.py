"""A player's public calendar: what everyone may know of where a player plays."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.cast import context_of, make_event
from tests.tournaments.calendars.ics import ask, by_uid, uid
from tests.tournaments.pages.browsing import log_in
from tests.tournaments.scenes.league import Stage
from tournaments.checkin import entries
from tournaments.merging.models import PlayerAlias

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    stage = Stage()
    stage.open()
    return stage


class TestPlayers:
    @pytest.fixture(autouse=True)
    def scene(self, stage: Stage) -> None:
        self.stage = stage
        self.olga, self.wren = stage.olga, stage.players("Wrens")[0]
        self.path = reverse("player_calendar", args=[self.wren.pk])

    def of_squad(self, name: str) -> set[str]:
        squad = self.stage.squad(name)
        rows = [*squad.home_fixtures.all(), *squad.away_fixtures.all()]
        return {uid(row) for row in rows}

    @pytest.mark.slow
    def test_it_has_the_squads_fixtures_and_the_events_entered(self) -> None:
        event = make_event(self.stage.club, self.olga)
        entry = entries.register(event.pk, [self.wren], context=context_of(self.olga))
        assert set(by_uid(self.path)) == self.of_squad("Wrens") | {uid(event)}
        entries.drop_out(entry.pk, context=context_of(self.olga))
        assert set(by_uid(self.path)) == self.of_squad("Wrens")

    def test_it_has_no_last_modified_because_entries_go_without_a_trace(self) -> None:
        assert "Last-Modified" not in ask(self.path)

    def test_a_player_who_hides_the_name_has_no_public_one(self) -> None:
        type(self.wren).objects.update(hides_name=True)
        assert ask(self.path).status_code == 404
        assert ask(self.path, log_in(self.olga)).status_code == 404

    @pytest.mark.slow
    def test_a_record_that_was_merged_leads_to_the_persons(self) -> None:
        other = self.stage.players("Larks")[0]
        PlayerAlias.objects.create(player=other, person=self.wren)
        response = ask(reverse("player_calendar", args=[other.pk]))
        assert (response.status_code, response["Location"]) == (302, self.path)
        assert set(by_uid(self.path)) == self.of_squad("Wrens") | self.of_squad("Larks")
        type(self.wren).objects.filter(pk=self.wren.pk).update(hides_name=True)
        assert ask(self.path).status_code == 404

    def test_bots_and_the_erased_have_none(self) -> None:
        players = type(self.wren).objects
        players.filter(pk=self.wren.pk).update(is_bot=True)
        assert ask(self.path).status_code == 404
        players.filter(pk=self.wren.pk).update(
            is_bot=False, erased_at=timezone.now(), name=f"Former player {self.wren.pk}"
        )
        assert ask(self.path).status_code == 404
