"""Before a league match, a place in the line-up looks for someone. The season's rules say who can be borrowed."""

from typing import Any

import pytest
from django.urls import reverse

from games.accounts.models import User
from games.engine.errors import RuleError
from games.notifications.kinds import NotificationKind
from tests.cast import PASSWORD, context_of, make_user, on_phone
from tests.kept import kept
from tests.tournaments.pages.browsing import form, log_in
from tests.tournaments.scenes.league import SMALL, Stage
from tests.tournaments.scenes.registration import member
from tests.tournaments.subs.searching import asked, reach, says_yes, titles_of
from tournaments.context import Context
from tournaments.errors import Conflict, NotAllowed
from tournaments.integrity.verify import violations
from tournaments.leagues import fixtures, line_ups
from tournaments.leagues.models import LineUpPlayer, SquadPlayer
from tournaments.subs import commands
from tournaments.subs.evenings import WEEK, set_evenings
from tournaments.subs.models import SubRequest
from tournaments.subs.sweep import sweep_requests


class Match:
    """Wrens against Larks, both line-ups set: Wren 1 leads the Wrens and plays with Wren 2. Ann and Bea are members on
    no team, who can substitute."""

    def __init__(self, **rules: Any) -> None:
        self.stage = Stage(SMALL | rules, divisions=(("Wrens", "Larks", "Finches", "Robins"),))
        self.stage.open()
        self.fixture = self.stage.season.fixtures.filter(home__team__name="Wrens", away__team__name="Larks").get()
        for squad in self.fixture.squads:
            self.stage.line_up(self.fixture, squad)
        self.home = self.stage.squad("Wrens")
        self.captain, self.other = self.stage.players("Wrens")
        self.ann, self.bea = (self.sub(name) for name in ("Ann", "Bea"))

    def sub(self, name: str) -> User:
        user = member(self.stage.club, name)
        set_evenings(self.stage.club.pk, list(WEEK), context=context_of(user))
        return user

    def ask(self, by: Context | None = None) -> SubRequest:
        context = by or on_phone(self.captain)
        return commands.find_fixture_sub(self.fixture.pk, self.home.pk, self.other, context=context)

    @property
    def names(self) -> list[str]:
        named = LineUpPlayer.objects.filter(fixture=self.fixture, squad=self.home).order_by("pair", "chair")
        return list(named.values_list("player__name", flat=True))


match = kept(Match)


def test_the_first_yes_is_in_the_line_up(match: Match) -> None:
    request = match.ask()
    assert asked(request) == ["Ann", "Bea"]
    says_yes(request, match.bea)
    assert match.names == ["Wrens 1", "Bea"]
    borrowed = LineUpPlayer.objects.get(player=match.bea.player)
    assert (borrowed.turn, borrowed.loan) == (1, 1)
    with pytest.raises(Conflict, match="Someone else said yes"):
        says_yes(request, match.ann)
    assert violations() == []


def test_the_captain_the_player_and_organizers_ask_and_no_one_else(match: Match) -> None:
    for by in (on_phone(match.other), context_of(match.stage.olga), on_phone(match.captain)):
        request = match.ask(by)
        commands.cancel_sub(request.pk, context=by)
    with pytest.raises(NotAllowed):
        match.ask(on_phone(match.stage.players("Larks")[0]))
    with pytest.raises(NotAllowed):
        match.ask(context_of(make_user("Sam")))


@pytest.mark.parametrize(("lenders", "wanted"), [("any", ["Ann", "Bea"]), ("own", [])])
def test_the_rules_of_lending_hold(db: None, lenders: str, wanted: list[str]) -> None:
    assert asked(Match(lenders=lenders).ask()) == wanted


def test_a_team_that_has_its_substitutes_asks_no_one(db: None) -> None:
    match = Match(borrowed_at_once=1)
    line_ups.set_line_up(
        match.fixture.pk, match.home.pk, [[match.ann.player, match.other]], context=context_of(match.stage.olga)
    )
    assert asked(match.ask()) == []


def test_each_is_asked_as_the_only_substitute(db: None) -> None:
    """One may be borrowed: it can be either of them."""
    assert asked(Match(borrowed_at_once=1).ask()) == ["Ann", "Bea"]


def test_those_who_play_for_the_other_team_are_not_asked(match: Match) -> None:
    larks, (first, _) = match.stage.squad("Larks"), match.stage.players("Larks")
    line_ups.set_line_up(match.fixture.pk, larks.pk, [[first, match.ann.player]], context=context_of(match.stage.olga))
    assert asked(match.ask()) == ["Bea"]


def test_those_who_play_for_another_team_that_day_are_not_asked(match: Match) -> None:
    elsewhere = match.stage.season.fixtures.filter(week=match.fixture.week).exclude(pk=match.fixture.pk).get()
    squad = elsewhere.home
    first = match.stage.players(squad.team.name)[0]
    line_ups.set_line_up(elsewhere.pk, squad.pk, [[first, match.ann.player]], context=context_of(match.stage.olga))
    assert asked(match.ask()) == ["Bea"]


def test_an_answer_after_the_match_has_started_is_refused(match: Match) -> None:
    request = match.ask()
    fixtures.begin(match.fixture.pk, context=context_of(match.stage.olga))
    with pytest.raises(Conflict, match="no longer needs a substitute"):
        says_yes(request, match.ann)
    sweep_requests()
    request.refresh_from_db()
    assert request.state == SubRequest.State.WITHDRAWN
    with pytest.raises(Conflict, match="doesn’t have a seat"):
        match.ask()


def test_a_match_on_another_day_asks_again(match: Match) -> None:
    request = match.ask()
    fixtures.postpone(match.fixture.pk, None, "Snow", context=context_of(match.stage.olga))
    sweep_requests()
    request.refresh_from_db()
    assert request.state == SubRequest.State.WITHDRAWN


def test_the_captain_and_the_player_are_told(match: Match) -> None:
    request = match.ask(on_phone(match.other))
    reach(NotificationKind.SUB_WANTED)
    says_yes(request, match.ann)
    assert titles_of(NotificationKind.SUB_FOUND) == {
        "Ann": "You’re substituting for Wrens 2 at Wrens – Larks",
        "Wrens 1": "Ann is substituting for Wrens 2 at Wrens – Larks",
        "Wrens 2": "Ann is substituting for you at Wrens – Larks",
        "Bea": "Someone else is substituting for Wrens 2",
    }


def test_a_player_who_is_not_named_has_no_seat_to_give(match: Match) -> None:
    spare = SquadPlayer.objects.filter(squad=match.stage.squad("Robins")).first()
    assert spare
    with pytest.raises(Conflict):
        commands.find_fixture_sub(match.fixture.pk, match.home.pk, spare.player, context=context_of(match.stage.olga))
    with pytest.raises(RuleError, match="isn’t in this match"):
        commands.find_fixture_sub(match.fixture.pk, spare.squad_id, spare.player, context=context_of(match.stage.olga))


@pytest.mark.slow
def test_captains_and_players_get_there_from_the_page_of_the_match(match: Match) -> None:
    season = match.stage.season
    link = reverse("find_fixture_sub", args=[season.slug, match.fixture.number, match.other.pk])
    own = reverse("find_fixture_sub", args=[season.slug, match.fixture.number, match.captain.pk])
    for player, seen in ((match.captain, {link, own}), (match.other, {link}), (match.ann.player, set())):
        if player.user is None:
            player.user = User.objects.create_user(f"{player.pk}@example.org", PASSWORD)
            player.save()
        page = log_in(player.user).get(match.fixture.get_absolute_url()).content.decode()
        assert {one for one in (link, own) if one in page} == seen
    assert match.other.user
    phone = log_in(match.other.user)
    assert phone.get(own).status_code == 404
    assert phone.post(link, form(reason="Ill"), follow=True).status_code == 200
    request = SubRequest.objects.get()
    assert (request.squad, request.player, request.reason) == (match.home, match.other, "Ill")
    says_yes(request, match.bea)
    assert "<strong>Bea</strong> is substituting for Wrens 2." in phone.get(link).content.decode()
    assert link not in log_in(match.stage.olga).get(match.fixture.get_absolute_url()).content.decode()
