"""Captains agree on another date: proposed, picked, declined, countered, withdrawn, and what the rules forbid."""

import datetime
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from tests.cast import context_of, make_user, on_phone
from tests.kept import kept
from tests.tournaments.notifications.conftest import Read
from tests.tournaments.notifications.conftest import read as read
from tests.tournaments.scenes.league import BIRDS, SMALL, Stage, a_hall
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.clubs.models import Venue
from tournaments.context import Context
from tournaments.cups import commands as cups
from tournaments.cups import draws
from tournaments.errors import Conflict, NotAllowed
from tournaments.formats.seasons.settings import SeasonRules
from tournaments.integrity import verify
from tournaments.leagues import date_proposals, fixtures, schedule
from tournaments.leagues.date_limits import last_day_to_propose, latest_day
from tournaments.leagues.models import DateProposal, Fixture, Postponement, Season, Squad, SquadPlayer
from tournaments.tasks import sweep

DAY = datetime.timedelta(days=1)
State = DateProposal.State


class Agreeing:
    """A season of four teams whose captains may move matches, and its first match."""

    def __init__(self, **rules: Any) -> None:
        self.stage = Stage({**SMALL, "meetings": "single", "moving": "captains"} | rules)
        self.stage.open()
        SquadPlayer.objects.update(since=timezone.now().date() - 30 * DAY)
        self.pk = self.stage.season.fixtures.order_by("number")[0].pk

    @property
    def fixture(self) -> Fixture:
        return Fixture.objects.select_related("season__league__club", "home__team", "away__team").get(pk=self.pk)

    def captain(self, side: int) -> Player:
        return self.stage.players(str(self.fixture.squads[side]))[0]

    def phone(self, side: int, **more: Any) -> Context:
        """The captain's, who has no account."""
        return on_phone(self.captain(side), **more)

    def at(self, days: int = 1) -> datetime.datetime:
        """So many days after the match's date."""
        return self.fixture.starts_at + days * DAY

    def propose(self, *days: int, side: int = 0, why: str = "A wedding") -> DateProposal:
        dates, squad = [self.at(one) for one in days or (1, 2)], self.fixture.squads[side]
        return date_proposals.propose_dates(self.pk, squad.pk, dates, why, context=self.phone(side))

    def pick(self, proposal: DateProposal, number: int = 1, side: int = 1) -> DateProposal:
        return date_proposals.pick_date(proposal.pk, number, context=self.phone(side))

    def set_rules(self, **rules: Any) -> None:
        Season.objects.filter(pk=self.stage.season.pk).update(rules={**self.stage.season.rules, **rules})

    def move(self, days: int | None, why: str = "Hall closed") -> Fixture:
        """By an organizer."""
        to = None if days is None else self.at(days)
        return fixtures.postpone(self.pk, to, why, context=self.stage.context_of())


def later(days: float) -> None:
    """So many days go by for what is proposed: it was proposed earlier."""
    DateProposal.objects.update(at=timezone.now() - datetime.timedelta(days=days))


agreeing = kept(Agreeing)


def state_of(proposal: DateProposal) -> str:
    return DateProposal.objects.get(pk=proposal.pk).state


def actions() -> list[str]:
    return list(AuditLogEntry.objects.order_by("-pk").values_list("action", flat=True)[:2])


def test_the_other_captain_picks_and_the_match_moves(agreeing: Agreeing) -> None:
    proposal = agreeing.propose(2, 1)
    assert [(one.number, one.at) for one in proposal.dates.all()] == [(1, agreeing.at(1)), (2, agreeing.at(2))]
    assert (proposal.squad, proposal.answering) == agreeing.fixture.squads
    to, was = agreeing.at(2), agreeing.fixture.starts_at
    done = agreeing.pick(proposal, 2)
    assert (done.state, done.pick, agreeing.fixture.starts_at, agreeing.fixture.state) == (
        "accepted",
        to,
        to,
        "planned",
    )
    moved = Postponement.objects.get()
    assert (moved.was_at, moved.now_at, moved.reason, moved.journal) == (was, to, "A wedding", done.answered)
    assert actions() == [Action.PICK_DATE, Action.PROPOSE_DATES]
    assert done.answered
    assert done.answered.player == agreeing.captain(1)
    assert verify.violations() == []


def test_the_visitors_may_propose_too(agreeing: Agreeing) -> None:
    proposal = agreeing.propose(side=1)
    assert (proposal.squad, proposal.answering) == (agreeing.fixture.away, agreeing.fixture.home)
    agreeing.pick(proposal, side=0)
    assert len(Postponement.objects.all()) == 1


def test_a_line_up_follows_to_the_new_day(agreeing: Agreeing) -> None:
    agreeing.stage.line_up(agreeing.fixture, agreeing.fixture.home)
    agreeing.pick(agreeing.propose(1))
    day = agreeing.fixture.starts_at.astimezone(agreeing.stage.season.zone).date()
    assert set(agreeing.fixture.line_up.values_list("day", flat=True)) == {day}


def test_the_same_key_proposes_and_picks_once(agreeing: Agreeing) -> None:
    key, squad, dates = uuid4(), agreeing.fixture.home_id, [agreeing.at(1)]
    mine = [
        date_proposals.propose_dates(agreeing.pk, squad, dates, "Ill", context=agreeing.phone(0, key=key)) for _ in "ab"
    ]
    assert mine[0] == mine[1]
    again = uuid4()
    for _ in "ab":
        date_proposals.pick_date(mine[0].pk, 1, context=agreeing.phone(1, key=again))
    assert Postponement.objects.count() == 1
    second = agreeing.propose(1)
    once = uuid4()
    new = [
        date_proposals.counter_dates(second.pk, [agreeing.at(3)], "Ill", context=agreeing.phone(1, key=once))
        for _ in "ab"
    ]
    assert new[0] == new[1] != second


def test_only_the_other_side_answers_and_only_the_own_side_withdraws(agreeing: Agreeing) -> None:
    proposal, third = agreeing.propose(), agreeing.stage.players(third_team(agreeing))[0]
    steps = (
        lambda by: date_proposals.pick_date(proposal.pk, 1, context=by),
        lambda by: date_proposals.decline_dates(proposal.pk, "", context=by),
        lambda by: date_proposals.counter_dates(proposal.pk, [agreeing.at(3)], "x", context=by),
    )
    mate = agreeing.stage.players(str(agreeing.fixture.away))[1]
    for by in (agreeing.phone(0), on_phone(third), on_phone(mate), context_of(make_user("Sam"))):
        for step in steps:
            with pytest.raises(NotAllowed, match="You can’t propose or pick another date for a match"):
                step(by)
        with pytest.raises(NotAllowed):
            date_proposals.propose_dates(agreeing.pk, agreeing.fixture.away_id, [agreeing.at(3)], "x", context=by)
    for by in (agreeing.phone(1), on_phone(third)):
        with pytest.raises(NotAllowed):
            date_proposals.withdraw_dates(proposal.pk, context=by)
        with pytest.raises(NotAllowed):
            date_proposals.approve_date(proposal.pk, context=by)
        with pytest.raises(NotAllowed):
            date_proposals.refuse_date(proposal.pk, "x", context=by)
        with pytest.raises(NotAllowed):
            date_proposals.expire_dates(proposal.pk, context=by)
    assert state_of(proposal) == "open"
    assert date_proposals.withdraw_dates(proposal.pk, context=agreeing.phone(0)).state == "withdrawn"


def test_declining_leaves_the_match_where_it_is(agreeing: Agreeing) -> None:
    was = agreeing.fixture.starts_at
    done = date_proposals.decline_dates(agreeing.propose().pk, " Exams ", context=agreeing.phone(1))
    assert (done.state, done.answer_reason, agreeing.fixture.starts_at) == ("declined", "Exams", was)
    assert agreeing.propose(3).state == "open", "another one can come"


def test_countering_declines_and_proposes_others(agreeing: Agreeing) -> None:
    first = agreeing.propose(1)
    second = date_proposals.counter_dates(first.pk, [agreeing.at(3)], "Exams", context=agreeing.phone(1))
    assert (state_of(first), second.state, second.side) == ("declined", "open", 1)
    to = agreeing.at(3)
    agreeing.pick(second, side=0)
    assert agreeing.fixture.starts_at == to
    assert verify.violations() == []


def test_one_proposal_at_a_time(agreeing: Agreeing) -> None:
    first = agreeing.propose()
    with pytest.raises(Conflict, match=r"already proposed dates for .*Wait for an answer, or withdraw them"):
        agreeing.propose()
    with pytest.raises(Conflict, match=r"already proposed dates for .*Answer them first"):
        agreeing.propose(side=1)
    agreeing.pick(first)
    for step in (
        lambda: agreeing.pick(first),
        lambda: date_proposals.decline_dates(first.pk, "", context=agreeing.phone(1)),
        lambda: date_proposals.withdraw_dates(first.pk, context=agreeing.phone(0)),
    ):
        with pytest.raises(Conflict, match="Someone already answered: these dates are marked “agreed”"):
            step()


def test_an_organizer_who_moves_the_match_ends_the_proposal(agreeing: Agreeing, read: Read) -> None:
    proposal = agreeing.propose()
    agreeing.move(4)
    with pytest.raises(Conflict, match="It’s too late to answer"):
        agreeing.pick(proposal)
    second = agreeing.propose(1)
    assert (state_of(proposal), second.state) == ("expired", "open"), "without waiting for the sweep"
    agreeing.move(None)
    sweep()
    assert state_of(second) == "expired"
    assert not [title for _, title, _ in read(agreeing.captain(0)) if "No one picked" in title]


def test_a_form_that_was_opened_before_a_change_is_refused(agreeing: Agreeing) -> None:
    seen = agreeing.fixture.revision
    agreeing.move(4)
    about = agreeing.pk, agreeing.fixture.home_id, [agreeing.at(1)], "Ill"
    with pytest.raises(Conflict, match="Someone changed"):
        date_proposals.propose_dates(*about, context=agreeing.phone(0), expected_version=seen)


@pytest.mark.parametrize(
    ("days", "words"),
    [
        ((), None),
        ((-30,), "has already passed"),
        ((0,), "is already scheduled for"),
        ((7,), "already has a match on"),
        ((15,), "has to be played by"),
        ((1, 2, 3, 4, 5, 6), "Propose 1 to 5 dates"),
        ((1, 15), "has to be played by"),
    ],
)
def test_dates_that_cannot_be_are_refused(agreeing: Agreeing, days: Sequence[int], words: str | None) -> None:
    if words is None:
        about = agreeing.pk, agreeing.fixture.home_id, [], "Ill"
        with pytest.raises(RuleError, match="Propose 1 to 5 dates"):
            date_proposals.propose_dates(*about, context=agreeing.phone(0))
        return
    with pytest.raises(RuleError, match=words):
        agreeing.propose(*days)
    assert not DateProposal.objects.exists()


def test_a_reason_and_a_team_of_the_match_are_needed(agreeing: Agreeing) -> None:
    with pytest.raises(RuleError, match="Enter a short reason"):
        agreeing.propose(why=" ")
    other = Squad.objects.get(season=agreeing.stage.season, team__name=third_team(agreeing))
    with pytest.raises(RuleError, match="This team isn’t in this match"):
        date_proposals.propose_dates(agreeing.pk, other.pk, [agreeing.at(1)], "x", context=agreeing.phone(0))
    proposal = agreeing.propose(1)
    with pytest.raises(RuleError, match="Choose one of the proposed dates"):
        agreeing.pick(proposal, 2)
    with pytest.raises(RuleError, match="Enter a short reason"):
        date_proposals.counter_dates(proposal.pk, [agreeing.at(2)], "", context=agreeing.phone(1))


def test_a_day_that_was_taken_since_is_refused_and_another_one_can_be_picked(agreeing: Agreeing) -> None:
    proposal = agreeing.propose(1, 2)
    other = agreeing.stage.season.fixtures.exclude(pk=agreeing.pk).filter(week=2)[0]
    fixtures.postpone(other.pk, agreeing.at(1), "Swapped", context=agreeing.stage.context_of())
    with pytest.raises(RuleError, match=r"already has a match on .* Choose another date"):
        agreeing.pick(proposal, 1)
    assert state_of(proposal) == "open"
    assert agreeing.pick(proposal, 2).state == "accepted"


def test_a_venue_without_a_free_table_is_refused(agreeing: Agreeing) -> None:
    hall = a_hall(agreeing.stage, 1)
    Fixture.objects.filter(season=agreeing.stage.season).update(venue=hall)
    other = agreeing.stage.season.fixtures.filter(week=1).exclude(pk=agreeing.pk)[0]
    Fixture.objects.filter(pk=other.pk).update(starts_at=agreeing.at(1))
    with pytest.raises(RuleError, match="Elks Hall would need 2 tables but has 1"):
        agreeing.propose(1)
    proposal = agreeing.propose(2)
    Fixture.objects.filter(pk=other.pk).update(starts_at=agreeing.at(2))
    with pytest.raises(RuleError, match="Elks Hall would need 2 tables"):
        agreeing.pick(proposal)
    Venue.objects.update(tables=2)
    assert agreeing.pick(proposal).state == "accepted"


def test_by_default_only_organizers_move_matches() -> None:
    assert (SeasonRules().moving, SeasonRules().moving_silence) == ("organizer", None)


def test_captains_propose_nothing_where_only_organizers_move_matches(agreeing: Agreeing) -> None:
    agreeing.set_rules(moving="organizer")
    with pytest.raises(RuleError, match="Only organizers can move matches this season"):
        agreeing.propose()


def test_the_last_day_to_propose(agreeing: Agreeing) -> None:
    zone = agreeing.stage.season.zone
    left = (agreeing.fixture.starts_at.astimezone(zone).date() - timezone.now().astimezone(zone).date()).days
    agreeing.set_rules(moving_notice=left + 1)
    with pytest.raises(RuleError, match=r"The last day to propose other dates for .* Ask an organizer"):
        agreeing.propose()
    agreeing.set_rules(moving_notice=left)
    assert agreeing.propose().state == "open"


def test_a_match_without_a_date_can_be_given_one_at_any_time(agreeing: Agreeing) -> None:
    agreeing.set_rules(moving_notice=30)
    agreeing.move(None)
    assert last_day_to_propose(agreeing.fixture) is None
    agreeing.pick(agreeing.propose(1))
    assert (agreeing.fixture.state, agreeing.fixture.reason) == ("planned", "")


def test_within_so_many_days_of_the_date_that_organizers_set(agreeing: Agreeing) -> None:
    agreeing.set_rules(moving_within=3)
    was = agreeing.fixture.starts_at
    with pytest.raises(RuleError, match="has to be played by"):
        agreeing.propose(4)
    agreeing.pick(agreeing.propose(2))
    with pytest.raises(RuleError, match="has to be played by"):
        agreeing.propose(2)
    agreeing.pick(agreeing.propose(1))
    zone = agreeing.stage.season.zone
    assert latest_day(agreeing.fixture) == (was + 3 * DAY).astimezone(zone).date()
    agreeing.move(1)
    assert latest_day(agreeing.fixture) == (was + 7 * DAY).astimezone(zone).date(), "organizers begin again"


def test_a_match_that_waits_long_is_counted_from_when_it_began_to_wait(agreeing: Agreeing) -> None:
    agreeing.set_rules(moving_within=3)
    Fixture.objects.filter(pk=agreeing.pk).update(starts_at=timezone.now() - 20 * DAY)
    agreeing.move(None)
    zone, now = agreeing.stage.season.zone, timezone.now()
    assert latest_day(agreeing.fixture) == (now + 3 * DAY).astimezone(zone).date()
    soon = [now + 2 * DAY]
    proposal = date_proposals.propose_dates(
        agreeing.pk, agreeing.fixture.home_id, soon, "At last", context=agreeing.phone(0)
    )
    agreeing.pick(proposal)
    assert latest_day(agreeing.fixture) == (now + 3 * DAY).astimezone(zone).date()


def test_without_a_limit_until_the_last_match_day_of_the_season(agreeing: Agreeing) -> None:
    last = agreeing.stage.season.fixtures.order_by("-starts_at")[0]
    assert latest_day(agreeing.fixture) == last.starts_at.astimezone(agreeing.stage.season.zone).date()
    fixtures.rule(last.pk, "void", "Snow", context=agreeing.stage.context_of())
    void = agreeing.stage.season.fixtures.filter(week=3).exclude(pk=last.pk)[0]
    fixtures.rule(void.pk, "void", "Snow", context=agreeing.stage.context_of())
    assert (latest_day(agreeing.fixture) - agreeing.fixture.starts_at.date()).days < 10


def test_a_match_of_a_cup_until_its_deadline(agreeing: Agreeing) -> None:
    by, at = agreeing.stage.context_of(), agreeing.at(30)
    cup = cups.create_cup(agreeing.stage.season.pk, "Elm Cup", "teams", "hat", context=by)
    squads = [(squad.pk, "") for squad in agreeing.fixture.squads]
    cups.set_teams(cup.pk, squads, context=by)
    draws.draw_round(cup.pk, at, (at + 4 * DAY).date(), context=by)
    final = Fixture.objects.get(cup=cup)
    final.season = agreeing.stage.season
    assert latest_day(final) == (at + 4 * DAY).date()
    squad = final.home
    captain = on_phone(agreeing.stage.players(str(squad))[0])
    with pytest.raises(RuleError, match="has to be played by"):
        date_proposals.propose_dates(final.pk, squad.pk, [at + 6 * DAY], "Ill", context=captain)
    proposal = date_proposals.propose_dates(final.pk, squad.pk, [at + DAY], "Ill", context=captain)
    date_proposals.pick_date(proposal.pk, 1, context=on_phone(agreeing.stage.players(str(final.away))[0]))
    assert Fixture.objects.get(pk=final.pk).starts_at == at + DAY


def test_a_match_that_started_or_is_over_stays(agreeing: Agreeing) -> None:
    proposal = agreeing.propose()
    for squad in agreeing.fixture.squads:
        agreeing.stage.line_up(agreeing.fixture, squad)
    fixtures.begin(agreeing.pk, context=agreeing.stage.context_of())
    with pytest.raises(Conflict, match="too late"):
        agreeing.pick(proposal)
    with pytest.raises(RuleError, match="so you can’t move it"):
        agreeing.propose()
    sweep()
    assert state_of(proposal) == "expired"


def test_a_closed_season_moves_nothing(agreeing: Agreeing) -> None:
    proposal = agreeing.propose()
    Season.objects.update(state=Season.State.CLOSED)
    with pytest.raises(RuleError, match="is closed"):
        agreeing.pick(proposal)
    with pytest.raises(RuleError, match="is closed"):
        agreeing.propose()


def test_an_organizer_approves_where_the_rules_want_it(agreeing: Agreeing, read: Read) -> None:
    agreeing.set_rules(moving="approved")
    was, to = agreeing.fixture.starts_at, agreeing.at(1)
    picked = agreeing.pick(agreeing.propose(1))
    assert (picked.state, picked.pick, agreeing.fixture.starts_at) == ("picked", to, was)
    organizer = agreeing.stage.olga.player
    [(kind, title, words)] = read(organizer)
    assert (kind, title) == ("date_to_approve", f"{agreeing.fixture}: a new date needs your approval")
    assert "The proposed date is" in words
    with pytest.raises(Conflict, match="already proposed dates"):
        agreeing.propose(2)
    done = date_proposals.approve_date(picked.pk, context=agreeing.stage.context_of())
    assert (done.state, agreeing.fixture.starts_at) == ("accepted", to)
    assert Postponement.objects.get().journal == done.decided
    assert read(agreeing.captain(0))[-1][:2] == ("fixture_moved", f"{agreeing.fixture} has a new date")
    assert verify.violations() == []


def test_an_organizer_can_say_no(agreeing: Agreeing, read: Read) -> None:
    agreeing.set_rules(moving="approved")
    was = agreeing.fixture.starts_at
    picked = agreeing.pick(agreeing.propose(1))
    with pytest.raises(RuleError, match="Enter a short reason"):
        date_proposals.refuse_date(picked.pk, "", context=agreeing.stage.context_of())
    done = date_proposals.refuse_date(picked.pk, "Cup week", context=agreeing.stage.context_of())
    assert (done.state, done.answer_reason, agreeing.fixture.starts_at) == ("declined", "Cup week", was)
    for side in (0, 1):
        kind, title, words = read(agreeing.captain(side))[-1]
        assert (kind, words) == ("dates_proposed", "Reason: Cup week")
        assert title == f"An organizer declined the new date for {agreeing.fixture}"
    with pytest.raises(Conflict, match="declined"):
        date_proposals.approve_date(picked.pk, context=agreeing.stage.context_of())


def test_an_open_proposal_is_not_an_organizers_to_approve(agreeing: Agreeing) -> None:
    proposal = agreeing.propose()
    with pytest.raises(Conflict, match="waiting for the other captain"):
        date_proposals.approve_date(proposal.pk, context=agreeing.stage.context_of())


def test_an_organizer_who_picks_for_a_captain_has_approved_it(agreeing: Agreeing) -> None:
    agreeing.set_rules(moving="approved")
    done = date_proposals.pick_date(agreeing.propose(1).pk, 1, context=agreeing.stage.context_of())
    assert (done.state, done.decided) == ("accepted", None)


def test_a_picked_date_can_be_withdrawn_and_falls_when_it_has_passed(agreeing: Agreeing) -> None:
    agreeing.set_rules(moving="approved")
    picked = agreeing.pick(agreeing.propose(1))
    done = date_proposals.withdraw_dates(picked.pk, context=agreeing.phone(0))
    assert (done.state, done.decided is None, done.picked) == ("withdrawn", False, 1)
    second = agreeing.pick(agreeing.propose(1, 5))
    second.dates.filter(number=1).update(at=timezone.now() - DAY)
    sweep()
    assert state_of(second) == "expired", "the other date wasn't picked"


def test_silence_is_no_answer_unless_the_rules_say_so(agreeing: Agreeing) -> None:
    proposal = agreeing.propose()
    later(6)
    sweep()
    assert state_of(proposal) == "open"


def test_silence_picks_the_earliest_possible_date(agreeing: Agreeing, read: Read) -> None:
    agreeing.set_rules(moving_silence=3)
    proposal = agreeing.propose(1, 2, 3)
    later(2.9)
    sweep()
    assert state_of(proposal) == "open"
    other, to = agreeing.stage.season.fixtures.exclude(pk=agreeing.pk).filter(week=2)[0], agreeing.at(2)
    fixtures.postpone(other.pk, agreeing.at(1), "Swapped", context=agreeing.stage.context_of())
    later(3.1)
    sweep()
    done = DateProposal.objects.get(pk=proposal.pk)
    assert (done.state, done.pick, agreeing.fixture.starts_at) == ("accepted", to, to)
    assert done.answered
    assert (done.answered.is_system, done.answered.action) == (True, Action.PICK_BY_SILENCE)
    assert read(agreeing.captain(1))[-1][:2] == ("fixture_moved", f"{agreeing.fixture} has a new date")
    sweep()
    assert Postponement.objects.filter(fixture=agreeing.pk).count() == 1
    assert verify.violations() == []


def test_silence_waits_for_an_organizer_where_the_rules_want_one(agreeing: Agreeing, read: Read) -> None:
    agreeing.set_rules(moving="approved", moving_silence=3)
    was = agreeing.fixture.starts_at
    proposal = agreeing.propose(1)
    later(4)
    sweep()
    assert (state_of(proposal), agreeing.fixture.starts_at) == ("picked", was)
    assert read(agreeing.stage.olga.player)[-1][0] == "date_to_approve"
    later(30)
    sweep()
    assert state_of(proposal) == "picked", "an organizer's silence is no answer"


def test_silence_picks_nothing_that_cannot_be(agreeing: Agreeing) -> None:
    agreeing.set_rules(moving_silence=3)
    proposal = agreeing.propose(1)
    other = agreeing.stage.season.fixtures.exclude(pk=agreeing.pk).filter(week=2)[0]
    fixtures.postpone(other.pk, agreeing.at(1), "Swapped", context=agreeing.stage.context_of())
    later(4)
    assert date_proposals.sweep_proposals() == 0
    assert state_of(proposal) == "open"


def test_what_no_one_answers_expires_with_the_match(agreeing: Agreeing, read: Read) -> None:
    agreeing.set_rules(moving_silence=3)
    proposal = agreeing.propose()
    past = timezone.now() - datetime.timedelta(minutes=1)
    Fixture.objects.filter(pk=agreeing.pk).update(starts_at=past)
    DateProposal.objects.update(was_at=past)
    later(4)
    with pytest.raises(Conflict, match="too late"):
        agreeing.pick(proposal)
    assert date_proposals.sweep_proposals() == 1
    assert state_of(proposal) == "expired"
    assert read(agreeing.captain(0))[-1][:2] == (
        "dates_proposed",
        f"No one picked a date for {agreeing.fixture} in time",
    )
    assert date_proposals.sweep_proposals() == 0


def test_what_no_one_answers_expires_with_its_last_date(agreeing: Agreeing) -> None:
    agreeing.move(None)
    proposal = agreeing.propose(1, 2)
    proposal.dates.filter(number=1).update(at=timezone.now() - DAY)
    assert date_proposals.sweep_proposals() == 0
    proposal.dates.filter(number=2).update(at=timezone.now() - DAY / 2)
    assert date_proposals.sweep_proposals() == 1
    assert state_of(proposal) == "expired"


def test_the_other_teams_captain_is_told(agreeing: Agreeing, read: Read) -> None:
    agreeing.propose(1)
    [(kind, title, words)] = read(agreeing.captain(1))
    assert (kind, title) == ("dates_proposed", f"{agreeing.fixture.home} proposes other dates for {agreeing.fixture}")
    assert words == "Reason: A wedding"
    mate = agreeing.stage.players(str(agreeing.fixture.away))[1]
    assert read(mate) == read(agreeing.captain(0)) == []


def test_what_was_withdrawn_at_once_is_told_to_no_one(agreeing: Agreeing, read: Read) -> None:
    date_proposals.withdraw_dates(agreeing.propose(1).pk, context=agreeing.phone(0))
    assert read(agreeing.captain(1)) == []


def test_an_answer_is_told_to_who_proposed(agreeing: Agreeing, read: Read) -> None:
    date_proposals.decline_dates(agreeing.propose(1).pk, "Exams", context=agreeing.phone(1))
    kind, title, words = read(agreeing.captain(0))[-1]
    assert (kind, words) == ("dates_proposed", "Reason: Exams")
    assert title == f"{agreeing.fixture.away} declined your dates for {agreeing.fixture}"
    date_proposals.decline_dates(agreeing.propose(1).pk, "", context=agreeing.phone(1))
    assert read(agreeing.captain(0))[-1][2] == ""
    first = agreeing.propose(1)
    date_proposals.counter_dates(first.pk, [agreeing.at(2)], "Exams", context=agreeing.phone(1))
    title = read(agreeing.captain(0))[-1][1]
    assert title == f"{agreeing.fixture.away} proposes other dates for {agreeing.fixture}"
    agreeing.pick(DateProposal.objects.get(state="open"), side=0)
    for player in (*agreeing.stage.players(str(agreeing.fixture.home)), agreeing.captain(1)):
        assert read(player)[-1][:2] == ("fixture_moved", f"{agreeing.fixture} has a new date")


def test_a_draft_and_a_schedule_made_again_have_no_proposals(agreeing: Agreeing) -> None:
    Fixture.objects.filter(pk=agreeing.pk).update(state="draft")
    with pytest.raises(RuleError, match="so you can’t move it"):
        agreeing.propose()


def test_weeks_that_move_end_what_was_proposed(agreeing: Agreeing) -> None:
    proposal = agreeing.propose()
    plan = schedule.Plan(agreeing.at(9).date(), datetime.time(19))
    schedule.move_weeks(agreeing.stage.season.pk, plan, "Hall painted", context=agreeing.stage.context_of())
    assert date_proposals.sweep_proposals() == 1
    assert state_of(proposal) == "expired"


def third_team(agreeing: Agreeing) -> str:
    playing = {str(squad) for squad in agreeing.fixture.squads}
    return next(name for name in BIRDS if name not in playing)
