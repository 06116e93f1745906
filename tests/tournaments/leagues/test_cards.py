"""A score card between two captains and the secretary: sent, confirmed, disputed, approved, corrected."""

import datetime
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from tests.cast import a_device, context_of, on_phone, with_key
from tests.kept import kept
from tests.tournaments.scenes.league import SMALL, Stage
from tournaments.access.models import Pass, Phone
from tournaments.access.passes import LASTS_IN_SEASON, find_pass, valid_pass
from tournaments.context import Context
from tournaments.errors import Conflict, NotAllowed
from tournaments.integrity import verify
from tournaments.integrity.rebuild import rebuild
from tournaments.leagues import card_games, card_steps, cards, fixtures, line_ups, squads
from tournaments.leagues.card_steps import State
from tournaments.leagues.models import CardStep, Fixture, SectionLine, SquadPlayer
from tournaments.permissions import Actor
from tournaments.results import commands as results
from tournaments.results.models import Channel, ResultEntry
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards import queue
from tournaments.rewards.models import DayCard, GameFact
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Round

CARD = [[(10, 4), (6, 10)], [(10, 8), (10, 9)]]
OTHER = [[(10, 4), (6, 10)], [(10, 8), (9, 10)]]
RULES = {**SMALL, "pairs": 2, "games": 2, "meetings": "single"}


class Match:
    """A fixture that is played today, with both line-ups, its captains and their phones."""

    def __init__(self, **rules: Any) -> None:
        self.stage = Stage(RULES | rules)
        self.stage.open()
        self.pk = self.stage.season.fixtures.order_by("number")[0].pk
        Fixture.objects.filter(pk=self.pk).update(starts_at=timezone.now())
        SquadPlayer.objects.update(since=timezone.now().date() - datetime.timedelta(days=30))
        for squad in self.fixture.squads:
            self.stage.line_up(self.fixture, squad)

    @property
    def fixture(self) -> Fixture:
        return Fixture.objects.select_related("home__team", "away__team").get(pk=self.pk)

    @property
    def card(self) -> card_steps.Card:
        return card_steps.card_of(self.fixture)

    def captain(self, side: int) -> Player:
        return self.stage.players(str(self.fixture.squads[side]))[0]

    def phone(self, side: int) -> Context:
        """The captain's, who has no account."""
        return on_phone(self.captain(side), device=a_device(f"captain-{side}"))

    def send(self, side: int, games: Any = CARD, seen: int | None = None) -> Fixture:
        version = self.card.version if seen is None else seen
        return cards.report_card(self.pk, games, context=self.phone(side), expected_version=version)

    def confirm(self, side: int) -> Fixture:
        return cards.confirm_card(self.pk, context=self.phone(side), expected_version=self.card.version)

    def dispute(self, side: int, why: str = "Round 2, table 2 was 9–10") -> Fixture:
        return cards.dispute_card(self.pk, why, context=self.phone(side), expected_version=self.card.version)

    def approve(self) -> Fixture:
        return cards.approve_card(self.pk, context=self.stage.context_of(), expected_version=self.card.version)

    def correct(self, games: Any = OTHER, why: str = "Read out at the bar") -> Fixture:
        return cards.correct_card(
            self.pk, games, why, context=self.stage.context_of(), expected_version=self.card.version
        )

    def line(self, side: int) -> SectionLine:
        return SectionLine.objects.get(squad=self.fixture.squads[side])

    def results(self) -> list[str]:
        return list(
            ResultEntry.objects.filter(match__round__stage__event=self.fixture.event).values_list("kind", flat=True)
        )


match = kept(Match)


@pytest.mark.slow
def test_a_card_counts_when_the_other_captain_confirms_it(match: Match) -> None:
    match.send(0)
    assert (match.card.state, match.fixture.state, match.results()) == (State.REPORTED, "planned", [])
    assert match.line(0).points == 0
    match.confirm(1)
    assert (match.card.state, match.fixture.state, match.results()) == (State.CONFIRMED, "played", ["record"] * 4)
    assert (match.line(0).points, match.line(1).points, str(match.fixture.score)) == (3, 1, "3–1")
    assert [(step.kind, step.side) for step in match.card.steps] == [("reported", 0), ("confirmed", 1)]
    match.approve()
    assert (match.card.state, match.line(0).points) == (State.APPROVED, 3)
    settle_unsettled()
    assert verify.violations() == []
    before, after = rebuild()
    assert before == after


@pytest.mark.slow
def test_a_card_of_both_waits_for_an_organizer_where_the_season_says_so(db: None) -> None:
    match = Match(approval="organizer")
    match.send(1)
    match.confirm(0)
    assert (match.card.state, match.fixture.state, match.line(0).points) == (State.CONFIRMED, "planned", 0)
    with pytest.raises(RuleError, match="Approve or correct it"):
        fixtures.finish(match.pk, context=match.stage.context_of())
    fixtures.rule(match.pk, "void", "Snow", context=match.stage.context_of())
    fixtures.lift_ruling(match.pk, "No snow", context=match.stage.context_of())
    assert match.fixture.state == "planned", "a ruling that is lifted approves nothing"
    match.approve()
    assert (match.card.state, match.fixture.state, match.line(0).points) == (State.APPROVED, "played", 3)


@pytest.mark.slow
@pytest.mark.heavy
def test_cards_that_are_typed_in_later_count_on_the_nights_they_were_played(db: None) -> None:
    stage = Stage()
    stage.open()
    nights = {}
    for fixture in stage.season.fixtures.all():
        night = timezone.now().replace(hour=12) - datetime.timedelta(days=100 - 7 * fixture.week)
        nights[fixture.pk] = fixture.starts_at = night
        fixture.save()
    SquadPlayer.objects.update(since=min(nights.values()).date())
    stage.play_all(Random(1))
    settle_unsettled()
    queue.run_all()
    counted = GameFact.objects.values_list("match__round__stage__event__fixture", "ended_at")
    assert dict(counted) == nights
    days = {night.astimezone(stage.season.zone).date() for night in nights.values()}
    assert len(days) == 6
    assert set(DayCard.objects.values_list("day", flat=True)) == days, "a month's boards read the cards of its days"


def test_the_same_card_from_both_captains_is_a_confirmation(match: Match) -> None:
    match.send(0)
    match.send(1, seen=0)
    assert (match.card.state, match.fixture.state) == (State.CONFIRMED, "played")


@pytest.mark.slow
def test_two_cards_that_differ_are_disputed_and_both_kept(match: Match) -> None:
    match.send(0)
    match.send(1, OTHER, seen=0)
    assert (match.card.state, [claim.side for claim in match.card.claims]) == (State.DISPUTED, [0, 1])
    with pytest.raises(RuleError, match="different cards"):
        match.approve()
    match.send(1, CARD)
    assert match.card.state is State.CONFIRMED


@pytest.mark.slow
def test_a_disputed_card_is_sent_again_or_decided_by_the_secretary(match: Match) -> None:
    match.send(0)
    with pytest.raises(RuleError, match="short reason"):
        match.dispute(1, " ")
    match.dispute(1)
    assert (match.card.state, match.card.dispute.reason) == (State.DISPUTED, "Round 2, table 2 was 9–10")
    with pytest.raises(Conflict):
        match.confirm(1)
    match.send(0, OTHER)
    assert match.card.state is State.REPORTED
    match.dispute(1, "No")
    match.approve()
    assert (match.card.state, match.fixture.state, match.line(0).points) == (State.APPROVED, "played", 2)


@pytest.mark.slow
def test_a_whole_card_is_corrected_with_one_reason(match: Match) -> None:
    match.send(0)
    match.confirm(1)
    match.correct()
    settle_unsettled()
    assert (match.line(0).points, match.line(1).points) == (2, 2)
    assert sorted(match.results()) == ["correction", *["record"] * 4]
    assert match.card.steps[-1].reason == "Read out at the bar"
    again = match.results()
    match.correct()
    assert match.results() == again, "what is right stays as it is"
    assert verify.violations() == []


@pytest.mark.slow
def test_a_correction_of_a_card_that_does_not_count_yet(match: Match) -> None:
    match.send(0)
    match.dispute(1)
    match.correct()
    assert (match.fixture.state, match.results(), match.line(0).points) == ("played", ["record"] * 4, 2)
    with pytest.raises(Conflict, match="is final"):
        match.send(0)


def test_wrong_games_are_named_each(match: Match) -> None:
    with pytest.raises(card_games.WrongGames) as refused:
        match.send(0, [[(10, 10), (6, 10)], [(10, 8), (99, 9)]])
    assert set(refused.value.games) == {(1, 1), (2, 2)}
    assert str(refused.value).startswith("Round 1, table 1: ")
    assert not match.fixture.is_begun
    with pytest.raises(RuleError, match="Fill in every line"):
        match.send(0, CARD[:1])


@pytest.mark.slow
def test_what_counts_from_the_phones_already_is_not_changed_by_a_card(match: Match) -> None:
    fixtures.begin(match.pk, context=match.phone(0))
    row = match.fixture.event.stages.get().rounds.get()
    first = row.matches.get(table=1)
    results.record_result(first.pk, fixtures.slip_of(first, (10, 5)), context=match.stage.context_of())
    with pytest.raises(card_games.WrongGames, match="already counts with the score 10–5"):
        match.send(0)
    match.send(0, [[(10, 5), (6, 10)], CARD[1]])
    match.confirm(1)
    assert match.line(0).points == 3


@pytest.mark.slow
def test_a_game_that_counts_otherwise_since_is_not_confirmed(match: Match) -> None:
    match.send(0)
    first = match.fixture.event.stages.get().rounds.get().matches.get(table=1)
    results.record_result(first.pk, fixtures.slip_of(first, (10, 5)), context=match.stage.context_of())
    for act in (lambda: match.confirm(1), match.approve):
        with pytest.raises(
            card_games.WrongGames, match="Round 1, table 1: This game already counts with the score 10–5"
        ):
            act()
    match.correct([[(10, 5), (6, 10)], CARD[1]])
    assert match.fixture.state == "played"


def test_the_phone_that_sent_a_card_does_not_confirm_it(match: Match) -> None:
    match.send(0)
    same = on_phone(match.captain(1), device=a_device("captain-0"))
    with pytest.raises(NotAllowed, match="You sent the card from this phone"):
        cards.confirm_card(match.pk, context=same, expected_version=1)
    assert Phone.objects.count() == 1
    match.confirm(1)


def test_the_same_key_sends_one_card(match: Match) -> None:
    key = with_key(None, Channel.SLIP, player=match.captain(0))
    for _ in range(2):
        cards.report_card(match.pk, CARD, context=key, expected_version=0)
    assert CardStep.objects.count() == 1
    match.send(0)
    assert CardStep.objects.count() == 1, "said already"


def test_two_captains_of_one_team_do_not_write_over_each_other(match: Match) -> None:
    match.send(0)
    with pytest.raises(Conflict):
        match.send(0, OTHER, seen=0)
    match.send(0, OTHER)
    assert [step.kind for step in match.card.steps] == ["reported", "reported"]


@pytest.mark.slow
def test_captains_do_nothing_for_other_teams_or_seasons_or_a_closed_card(match: Match) -> None:
    names = {str(squad) for squad in match.fixture.squads}
    stranger = next(name for name in ("Wrens", "Larks", "Finches", "Robins") if name not in names)
    other = on_phone(match.stage.players(stranger)[0])
    mate = on_phone(match.stage.players(str(match.fixture.home))[1])
    for who in (other, mate, context_of(player=None, user=None)):
        for action in (
            lambda who=who: cards.report_card(match.pk, CARD, context=who, expected_version=0),
            lambda who=who: cards.confirm_card(match.pk, context=who, expected_version=0),
            lambda who=who: cards.dispute_card(match.pk, "x", context=who, expected_version=0),
            lambda who=who: cards.approve_card(match.pk, context=who, expected_version=0),
            lambda who=who: cards.correct_card(match.pk, CARD, "x", context=who, expected_version=0),
            lambda who=who: fixtures.begin(match.pk, context=who),
        ):
            with pytest.raises(NotAllowed):
                action()
    match.send(0)
    with pytest.raises(NotAllowed, match="Your own team sent this card"):
        match.confirm(0)
    for action in (
        lambda: cards.approve_card(match.pk, context=match.phone(1), expected_version=1),
        lambda: cards.correct_card(match.pk, CARD, "x", context=match.phone(1), expected_version=1),
        lambda: fixtures.enter_card(match.pk, CARD, context=match.phone(1)),
        lambda: fixtures.finish(match.pk, context=match.phone(1)),
        lambda: cards.report_card(match.pk, CARD, context=match.stage.context_of(), expected_version=1),
    ):
        with pytest.raises(NotAllowed):
            action()
    match.confirm(1)
    for action in (
        lambda: match.send(1, OTHER),
        lambda: match.dispute(1),
        lambda: match.confirm(1),
    ):
        with pytest.raises(Conflict):
            action()
    match.stage.season.state = "closed"
    match.stage.season.save()
    with pytest.raises(RuleError, match="is closed"):
        match.correct()


def test_captains_begin_on_the_day_and_not_before(match: Match) -> None:
    Fixture.objects.filter(pk=match.pk).update(starts_at=timezone.now() + datetime.timedelta(days=2))
    with pytest.raises(RuleError, match="Come back on that day"):
        fixtures.begin(match.pk, context=match.phone(0))
    with pytest.raises(RuleError, match="Come back on that day"):
        match.send(0)
    fixtures.begin(match.pk, context=match.stage.context_of())
    assert match.fixture.is_begun


@pytest.mark.slow
def test_captains_go_from_round_to_round_when_the_phones_reported(match: Match) -> None:
    fixtures.begin(match.pk, context=match.phone(0))
    stage = match.fixture.event.stages.get()
    for number in (1, 2):
        row = stage.rounds.get(number=number)
        with pytest.raises(RuleError, match="don’t have a final result yet"):
            fixtures.next_round(match.pk, context=match.phone(1))
        for table in row.matches.all():
            score = fixtures.slip_of(table, CARD[number - 1][table.table - 1])
            results.record_result(table.pk, score, context=match.stage.context_of())
        fixtures.next_round(match.pk, context=match.phone(1))
        row.refresh_from_db()
        assert row.status == "closed"
    with pytest.raises(Conflict, match="All rounds"):
        fixtures.next_round(match.pk, context=match.phone(1))
    match.send(0)
    match.confirm(1)
    assert match.line(0).points == 3


def drafted(match: Match) -> Round:
    """The second round as a draft: an organizer closed the first one and drew on the event's console."""
    olga = match.stage.context_of()
    fixtures.begin(match.pk, context=match.phone(0))
    stage = match.fixture.event.stages.get()
    first = stage.rounds.get()
    for table in first.matches.all():
        results.record_result(table.pk, fixtures.slip_of(table, CARD[0][table.table - 1]), context=olga)
    first.refresh_from_db()
    rounds.close_round(first.pk, context=olga, expected_version=first.revision)
    return rounds.draw_round(stage.pk, 2, context=olga)


@pytest.mark.slow
def test_a_card_is_taken_while_the_console_has_a_draft(match: Match) -> None:
    draft = drafted(match)
    match.send(0)
    match.confirm(1)
    assert (match.fixture.state, str(match.fixture.score)) == ("played", "3–1")
    draft.refresh_from_db()
    assert draft.status == "closed"
    assert verify.violations() == []


@pytest.mark.slow
def test_an_organizer_approves_a_card_while_the_console_has_a_draft(match: Match) -> None:
    drafted(match)
    match.send(0)
    match.approve()
    assert (match.fixture.state, str(match.fixture.score)) == ("played", "3–1")


@pytest.mark.slow
def test_an_organizer_enters_a_card_while_the_console_has_a_draft(match: Match) -> None:
    drafted(match)
    fixtures.enter_card(match.pk, CARD, context=match.stage.context_of())
    assert (match.fixture.state, str(match.fixture.score)) == ("played", "3–1")


@pytest.mark.slow
def test_a_draft_from_before_a_correction_is_drawn_again(match: Match) -> None:
    drafted(match)
    first = match.fixture.event.stages.get().rounds.get(number=1).matches.get(table=1)
    why = {"reason": "Misread", "context": match.stage.context_of(), "expected_version": first.last_version}
    results.correct_result(first.pk, fixtures.slip_of(first, (10, 5)), **why)
    match.send(0, [[(10, 5), (6, 10)], CARD[1]])
    match.confirm(1)
    assert (match.fixture.state, str(match.fixture.score)) == ("played", "3–1")


def test_an_event_that_a_captain_begins_has_no_host_and_the_log_knows_who_asked(match: Match) -> None:
    fixtures.begin(match.pk, context=match.phone(1))
    event = match.fixture.event
    assert event.in_charge is None
    assert event.entries.count() == 4
    asked = match.stage.club.audit_log.get(action="begin_fixture")
    assert asked.player == match.captain(1)


def test_both_captains_name_their_line_ups_from_pages_opened_before(match: Match) -> None:
    seen = match.fixture.named
    for side, squad in enumerate(match.fixture.squads):
        players = match.stage.players(str(squad))
        pairs = [players[2:4], players[:2]]
        line_ups.set_line_up(match.pk, squad.pk, pairs, context=match.phone(side), expected_version=seen[side])
    assert match.fixture.named == (seen[0] + 1, seen[1] + 1)
    with pytest.raises(Conflict, match="just set the lineup"):
        line_ups.set_line_up(match.pk, squad.pk, pairs, context=match.phone(1), expected_version=seen[1])


def test_a_captains_link_lasts_for_the_season_and_a_newer_one_ends_it(match: Match) -> None:
    squad, season = match.fixture.home, match.stage.season
    first = squads.issue_season_pass(squad.pk, match.captain(0), context=match.stage.context_of())
    token = squads.issue_season_pass(squad.pk, match.captain(0), context=match.stage.context_of())
    assert find_pass(first) is None
    found = find_pass(token)
    assert found == Pass.objects.get()
    assert (found.event, found.season, found.player) == (None, season, match.captain(0))
    last = season.fixtures.order_by("-starts_at")[0].starts_at
    assert found.expires_at == last + LASTS_IN_SEASON
    assert valid_pass(found.pk, season) == found
    mate = match.stage.players(str(squad))[1]
    with pytest.raises(RuleError, match="isn’t a captain"):
        squads.issue_season_pass(squad.pk, mate, context=match.stage.context_of())
    with pytest.raises(NotAllowed):
        squads.issue_season_pass(
            squad.pk, match.captain(0), context=Context(Actor(player=match.captain(0)), Channel.PAGE)
        )
