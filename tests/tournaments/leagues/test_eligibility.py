"""Who may be named, join and change squads as a season's rules have it, and what an organizer excepts with a reason."""

import datetime
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from tests.cast import context_of, make_user, on_phone, with_key
from tests.tournaments.scenes.league import BIRDS, FIRST_DAY, SMALL, TREES, Stage, a_member
from tournaments.errors import Conflict, NotAllowed
from tournaments.integrity import verify
from tournaments.leagues import exemptions, fixtures, line_ups, schedule, setup, squads, transfers
from tournaments.leagues.models import Exemption, Fixture, LineUpPlayer, Season, SquadPlayer, TransferRequest
from tournaments.leagues.schedule import Plan

DAY = datetime.timedelta(days=1)
WEEK = datetime.timedelta(days=7)
TODAY = timezone.localdate(timezone=ZoneInfo("America/Detroit"))
"""By the club’s clock: after midnight in Greenwich it is still yesterday there."""


def a_stage(**rules: Any) -> Stage:
    stage = Stage({**SMALL, "meetings": "single", **rules}, (BIRDS[:4], TREES[:4]), spare=1)
    stage.open()
    return stage


def first_day(stage: Stage, name: str) -> Fixture:
    """The fixture of the first week in which the squad plays."""
    squad = stage.squad(name)
    found: Fixture = (squad.home_fixtures.filter(week=1) | squad.away_fixtures.filter(week=1)).get()
    return found


def name_it(stage: Stage, fixture: Fixture, name: str, *players: Player) -> Fixture:
    return line_ups.set_line_up(fixture.pk, stage.squad(name).pk, [players], context=stage.context_of())


def others_than(fixture: Fixture, names: tuple[str, ...]) -> list[str]:
    return [name for name in names if name not in (str(fixture.home), str(fixture.away))]


@pytest.mark.slow
def test_nobody_plays_for_two_squads_on_one_day(db: None) -> None:
    """Finding 9: one player in two pubs at one hour."""
    stage = a_stage()
    wrens = first_day(stage, "Wrens")
    lender = others_than(wrens, BIRDS[:4])[0]
    star, own = stage.players(lender)[0], stage.players("Wrens")[0]
    stage.line_up(first_day(stage, lender), stage.squad(lender))
    with pytest.raises(RuleError, match=f"{star} plays for {lender} on .*ask an organizer for an exception"):
        name_it(stage, wrens, "Wrens", own, star)
    spare = stage.players(lender)[2]
    name_it(stage, wrens, "Wrens", own, spare)
    with pytest.raises(RuleError, match=f"{spare} plays for Wrens on"):
        name_it(stage, first_day(stage, lender), lender, star, spare)
    with pytest.raises(IntegrityError), transaction.atomic():
        LineUpPlayer.objects.filter(player=own).update(player=star)
    assert verify.violations() == []


@pytest.mark.slow
def test_a_fixture_that_moves_takes_its_line_ups_along(db: None) -> None:
    stage = a_stage()
    wrens = first_day(stage, "Wrens")
    stage.line_up(wrens, stage.squad("Wrens"))
    fixtures.postpone(wrens.pk, None, "Snow", context=stage.context_of())
    assert set(wrens.line_up.values_list("day", flat=True)) == {None}
    later = wrens.starts_at + 5 * WEEK + 2 * DAY
    fixtures.postpone(wrens.pk, later, "Thaw", context=stage.context_of())
    assert set(wrens.line_up.values_list("day", flat=True)) == {later.astimezone(stage.season.zone).date()}
    assert verify.violations() == []


@pytest.mark.slow
def test_a_line_up_is_set_again_where_somebody_is_busy_on_the_new_day(db: None) -> None:
    stage = a_stage()
    wrens = first_day(stage, "Wrens")
    lender = others_than(wrens, BIRDS[:4])[0]
    theirs = first_day(stage, lender)
    star, own = stage.players(lender)[0], stage.players("Wrens")[0]
    later = theirs.starts_at + 6 * WEEK
    fixtures.postpone(theirs.pk, later, "Wake", context=stage.context_of())
    stage.line_up(theirs, stage.squad(lender))
    name_it(stage, wrens, "Wrens", own, star)
    fixtures.postpone(wrens.pk, later, "Snow", context=stage.context_of())
    assert (wrens.line_up.count(), theirs.line_up.count()) == (0, 2)
    assert verify.violations() == []


@pytest.mark.slow
def test_weeks_move_with_their_line_ups(db: None) -> None:
    """Everybody is borrowed a week later by a squad that then plays on the day that was theirs."""
    stage = a_stage()
    for week in (1, 2, 3):
        for one in stage.season.fixtures.filter(week=week, section__division__level=1):
            for squad in one.squads:
                stage.line_up(one, squad)
    plan = Plan(FIRST_DAY + WEEK, datetime.time(19))
    schedule.move_weeks(stage.season.pk, plan, "Hall painted", context=stage.context_of())
    for row in LineUpPlayer.objects.select_related("fixture__season__league__club"):
        assert row.day == row.fixture.starts_at.astimezone(stage.season.zone).date()
    assert LineUpPlayer.objects.count() == 6 * 4
    assert verify.violations() == []


@pytest.mark.slow
def test_a_squad_borrows_so_many_at_once_and_no_more(db: None) -> None:
    """Finding 9: six of six borrowed."""
    stage = a_stage(borrowed_at_once=1)
    wrens, own = first_day(stage, "Wrens"), stage.players("Wrens")
    stars = [a_member(stage, name) for name in ("Star", "Moon")]
    with pytest.raises(RuleError, match="Wrens can have 1 substitute in a match, and Moon would be one too many"):
        name_it(stage, wrens, "Wrens", *stars)
    assert wrens.line_up.count() == 0
    name_it(stage, wrens, "Wrens", own[0], stars[1])
    row = wrens.line_up.get(player=stars[1])
    assert (row.turn, row.loan, row.loans) == (1, 1, 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        LineUpPlayer.objects.filter(pk=row.pk).update(loan=2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lenders", "allowed", "words"),
    [
        ("any", {"Wrens", "Elms", None}, ""),
        ("own", {"Elms"}, "only from Division 2, but .* plays in Division 1"),
        ("own_or_lower", {"Elms"}, "only from Division 2 and below"),
        ("lower", set(), "only from divisions below Division 2"),
    ],
)
def test_a_squad_borrows_from_the_divisions_that_lend(
    db: None, lenders: str, allowed: set[str | None], words: str
) -> None:
    stage = a_stage(lenders=lenders)
    oaks = first_day(stage, "Oaks")
    if "Elms" in (str(oaks.home), str(oaks.away)):
        oaks = stage.squad("Oaks").home_fixtures.exclude(away__team__name="Elms").first() or oaks
    own = stage.players("Oaks")[0]
    for name in ("Wrens", "Elms", None):
        star = stage.players(name)[2] if name else a_member(stage, "Star")
        if name in allowed:
            name_it(stage, oaks, "Oaks", own, star)
        else:
            with pytest.raises(RuleError, match=words if name == "Wrens" else "Choose another player"):
                name_it(stage, oaks, "Oaks", own, star)


@pytest.mark.slow
def test_an_organizer_makes_an_exception_that_counts_as_no_borrowing(db: None) -> None:
    stage = a_stage(borrowed_at_once=0)
    wrens, own, star = first_day(stage, "Wrens"), stage.players("Wrens")[0], a_member(stage, "Star")
    squad, key = stage.squad("Wrens").pk, with_key(stage.olga)
    with pytest.raises(NotAllowed):
        line_ups.exempt_player(wrens.pk, squad, star, "We are short", context=on_phone(own))
    with pytest.raises(RuleError, match="short reason"):
        line_ups.exempt_player(wrens.pk, squad, star, " ", context=stage.context_of())
    made = line_ups.exempt_player(wrens.pk, squad, star, "Flu", context=key)
    assert line_ups.exempt_player(wrens.pk, squad, star, "Flu", context=key) == made
    with pytest.raises(RuleError, match=f"An exception already lets {star} play for Wrens"):
        line_ups.exempt_player(wrens.pk, squad, star, "Flu", context=stage.context_of())
    line_ups.set_line_up(wrens.pk, squad, [[own, star]], context=on_phone(own))
    row = wrens.line_up.get(player=star)
    assert (row.exemption, row.turn, row.loan, row.is_own) == (made, None, None, False)
    assert verify.violations() == []
    outsider = make_user("Nobody's").player
    with pytest.raises(RuleError, match="isn’t in"):
        line_ups.exempt_player(wrens.pk, squad, outsider, "Flu", context=stage.context_of())


@pytest.mark.slow
def test_an_exception_lets_somebody_play_twice_on_a_day(db: None) -> None:
    stage = a_stage()
    wrens = first_day(stage, "Wrens")
    lender = others_than(wrens, BIRDS[:4])[0]
    star, own = stage.players(lender)[0], stage.players("Wrens")[0]
    stage.line_up(first_day(stage, lender), stage.squad(lender))
    line_ups.exempt_player(wrens.pk, stage.squad("Wrens").pk, star, "Double header", context=stage.context_of())
    name_it(stage, wrens, "Wrens", own, star)
    stage.line_up(first_day(stage, lender), stage.squad(lender))
    assert LineUpPlayer.objects.filter(player=star).count() == 2
    assert verify.violations() == []


@pytest.mark.slow
def test_new_players_come_until_the_last_day(db: None) -> None:
    stage = a_stage()
    stage.season.refresh_from_db()
    last = FIRST_DAY + WEEK
    about = {"context": stage.context_of(), "expected_version": stage.season.version}
    squads.set_squad_dates(stage.season.pk, last, None, **about)
    with pytest.raises(Conflict):
        squads.set_squad_dates(stage.season.pk, None, None, **about)
    wrens = stage.squad("Wrens")
    squads.join_squad(wrens.pk, "Zoe", last, context=stage.context_of(), exception="not needed")
    assert not Exemption.objects.exists()
    with pytest.raises(RuleError, match="The last day for new players is"):
        squads.join_squad(wrens.pk, "Zack", last + DAY, context=stage.context_of())
    assert not Player.objects.filter(name="Zack").exists()
    row = squads.join_squad(wrens.pk, "Zack", last + DAY, context=stage.context_of(), exception="Two are ill")
    assert (row.exemption.reason, row.move) == ("Two are ill", None)
    squads.leave_squad(stage.season.pk, row.player, last + WEEK, context=stage.context_of())
    squads.join_squad(wrens.pk, row.player, last + 2 * WEEK, context=stage.context_of())
    assert verify.violations() == []


@pytest.mark.slow
def test_a_player_changes_squads_so_often_and_no_more(db: None) -> None:
    """Finding 9: two transfers in two days."""
    stage = a_stage(transfers=1)
    star = stage.players("Wrens")[2]
    larks, kites = stage.squad("Larks"), stage.squad("Finches")
    row = squads.transfer(larks.pk, star, FIRST_DAY + DAY, context=stage.context_of())
    assert (row.move, row.most) == (1, 1)
    with pytest.raises(RuleError, match=f"{star} has already changed teams once"):
        squads.transfer(kites.pk, star, FIRST_DAY + 2 * DAY, context=stage.context_of())
    squads.leave_squad(stage.season.pk, star, FIRST_DAY + 2 * DAY, context=stage.context_of())
    with pytest.raises(RuleError, match="has already changed teams once"):
        squads.join_squad(kites.pk, star, FIRST_DAY + 3 * DAY, context=stage.context_of())
    row = squads.join_squad(kites.pk, star, FIRST_DAY + 3 * DAY, context=stage.context_of(), exception="Larks folded")
    assert (row.move, row.most, row.exemption.squad) == (None, None, kites)
    with pytest.raises(IntegrityError), transaction.atomic():
        SquadPlayer.objects.filter(pk=row.pk).update(move=2, most=1)
    assert verify.violations() == []


@pytest.mark.slow
def test_a_season_without_transfers_and_one_whose_transfers_are_over(db: None) -> None:
    stage = a_stage(transfers=0)
    star, larks = stage.players("Wrens")[2], stage.squad("Larks")
    with pytest.raises(RuleError, match="doesn’t allow transfers"):
        squads.transfer(larks.pk, star, FIRST_DAY + DAY, context=stage.context_of())
    row = squads.transfer(larks.pk, star, FIRST_DAY + DAY, context=stage.context_of(), exception="Moved house")
    assert row.exemption.reason == "Moved house"
    squads.set_squad_dates(stage.season.pk, None, FIRST_DAY, context=stage.context_of())
    with pytest.raises(RuleError, match="The last day for transfers is"):
        squads.transfer(stage.squad("Finches").pk, star, FIRST_DAY + 2 * DAY, context=stage.context_of())


@pytest.mark.slow
def test_as_before_where_the_rules_say_nothing(db: None) -> None:
    stage = a_stage()
    star, names = stage.players("Wrens")[2], ("Larks", "Finches", "Robins", "Larks", "Wrens")
    for number, name in enumerate(names, start=1):
        row = squads.transfer(stage.squad(name).pk, star, FIRST_DAY + number * DAY, context=stage.context_of())
        assert (row.move, row.most) == (number, None)


class Asked:
    """The captain of the Larks asks for the third player of the Wrens."""

    def __init__(self, **rules: Any) -> None:
        self.stage = a_stage(both_captains=True, **rules)
        SquadPlayer.objects.update(since=TODAY - 30 * DAY)
        self.star = self.stage.players("Wrens")[2]
        self.old, self.new = (on_phone(self.stage.players(name)[0]) for name in ("Wrens", "Larks"))
        self.row = self.ask(TODAY)

    def ask(self, on: datetime.date) -> TransferRequest:
        return transfers.ask_transfer(self.stage.squad("Larks").pk, self.star, on, context=self.new)

    @property
    def squad(self) -> str:
        return str(SquadPlayer.objects.get(player=self.star, until=None).squad)


@pytest.mark.slow
def test_both_captains_agree_on_a_transfer(db: None) -> None:
    asked = Asked(transfers=1)
    assert asked.squad == "Wrens"
    with pytest.raises(NotAllowed):
        transfers.agree_transfer(asked.row.pk, context=asked.new)
    with pytest.raises(Conflict, match="Larks already asked for Wrens 3"):
        asked.ask(TODAY + DAY)
    done = transfers.agree_transfer(asked.row.pk, context=asked.old)
    assert (asked.squad, done.answer, done.membership.move) == ("Larks", "agreed", 1)
    for step in (transfers.agree_transfer, transfers.decline_transfer):
        with pytest.raises(Conflict, match="was already agreed"):
            step(asked.row.pk, context=asked.old)
    with pytest.raises(Conflict, match="was already agreed"):
        transfers.cancel_transfer(asked.row.pk, context=asked.new)
    assert verify.violations() == []


@pytest.mark.slow
def test_a_transfer_is_declined_cancelled_or_decided_by_an_organizer(db: None) -> None:
    asked = Asked()
    transfers.decline_transfer(asked.row.pk, context=asked.old)
    second = asked.ask(TODAY)
    with pytest.raises(NotAllowed):
        transfers.cancel_transfer(second.pk, context=asked.old)
    transfers.cancel_transfer(second.pk, context=asked.new)
    assert asked.squad == "Wrens"
    third = asked.ask(TODAY)
    stranger = context_of(make_user("Sam"))
    for step in (transfers.agree_transfer, transfers.decline_transfer, transfers.cancel_transfer):
        with pytest.raises(NotAllowed):
            step(third.pk, context=stranger)
    transfers.agree_transfer(third.pk, context=asked.stage.context_of())
    assert asked.squad == "Larks"
    assert verify.violations() == []


@pytest.mark.slow
def test_a_transfer_that_the_rules_are_against_is_not_asked_for(db: None) -> None:
    asked = Asked(transfers=1)
    transfers.agree_transfer(asked.row.pk, context=asked.old)
    with pytest.raises(RuleError, match="has already changed teams once"):
        transfers.ask_transfer(asked.stage.squad("Finches").pk, asked.star, TODAY, context=asked.stage.context_of())
    with pytest.raises(RuleError, match="That date has passed"):
        asked.ask(TODAY - DAY)
    with pytest.raises(RuleError, match="is already on Larks"):
        asked.ask(TODAY)


def test_a_captain_agrees_late_and_the_player_comes_today(db: None) -> None:
    asked = Asked()
    TransferRequest.objects.update(on=TODAY - 3 * DAY)
    today = timezone.now().astimezone(asked.stage.season.zone).date()
    assert transfers.agree_transfer(asked.row.pk, context=asked.old).membership.since == today


def test_who_was_transferred_by_an_organizer_is_not_agreed_on(db: None) -> None:
    asked = Asked()
    squads.transfer(asked.stage.squad("Robins").pk, asked.star, TODAY, context=asked.stage.context_of())
    with pytest.raises(Conflict, match="is now on Robins"):
        transfers.agree_transfer(asked.row.pk, context=asked.old)


def test_captains_ask_only_where_the_season_says_so(db: None) -> None:
    stage = a_stage()
    with pytest.raises(RuleError, match="Only organizers can transfer players"):
        transfers.ask_transfer(
            stage.squad("Larks").pk,
            stage.players("Wrens")[2],
            FIRST_DAY,
            context=on_phone(stage.players("Larks")[0]),
        )


@pytest.mark.slow
def test_a_captain_offers_a_player_and_the_other_one_accepts(db: None) -> None:
    asked = Asked(transfers=1)
    stage, larks, old = asked.stage, asked.stage.squad("Larks"), asked.stage.squad("Wrens").pk
    with pytest.raises(Conflict, match="Larks already asked for Wrens 3"):
        transfers.offer_transfer(old, asked.star, larks, TODAY, context=asked.old)
    transfers.cancel_transfer(asked.row.pk, context=asked.new)
    with pytest.raises(NotAllowed):
        transfers.offer_transfer(old, asked.star, larks, TODAY, context=asked.new)
    key = on_phone(stage.players("Wrens")[0], key=uuid4())
    offer = transfers.offer_transfer(old, asked.star, larks, TODAY, context=key)
    assert transfers.offer_transfer(old, asked.star, larks, TODAY, context=key) == offer
    assert (offer.is_offer, offer.answering, offer.asking) == (True, larks, stage.squad("Wrens"))
    with pytest.raises(Conflict, match="was already offered to Larks"):
        asked.ask(TODAY)
    for step, who in ((transfers.agree_transfer, asked.old), (transfers.cancel_transfer, asked.new)):
        with pytest.raises(NotAllowed):
            step(offer.pk, context=who)
    transfers.decline_transfer(offer.pk, context=asked.new)
    assert asked.squad == "Wrens"
    second = transfers.offer_transfer(old, asked.star, larks, TODAY, context=asked.old)
    done = transfers.agree_transfer(second.pk, context=asked.new)
    assert (asked.squad, done.answer, done.membership.move) == ("Larks", "agreed", 1)
    assert verify.violations() == []


@pytest.mark.slow
def test_what_is_no_offer_is_refused(db: None) -> None:
    asked = Asked(transfers=1)
    transfers.cancel_transfer(asked.row.pk, context=asked.new)
    stage, wrens = asked.stage, asked.stage.squad("Wrens")
    theirs = stage.players("Larks")[1]
    for player, to, on, words in (
        (asked.star, wrens, TODAY, "is already on Wrens"),
        (theirs, stage.squad("Finches"), TODAY, "isn’t on Wrens"),
        (asked.star, stage.squad("Larks"), TODAY - DAY, "That date has passed"),
    ):
        with pytest.raises(RuleError, match=words):
            transfers.offer_transfer(wrens.pk, player, to, on, context=asked.old)
    spring = setup.create_season(stage.league, "Spring", SMALL, context=stage.context_of())
    elsewhere = setup.add_squad(spring.sections.all()[0].pk, "Newts", context=stage.context_of())
    with pytest.raises(RuleError, match="isn’t in this season"):
        transfers.offer_transfer(wrens.pk, asked.star, elsewhere, TODAY, context=asked.old)
    Season.objects.filter(pk=stage.season.pk).update(rules={**stage.season.rules, "both_captains": False})
    with pytest.raises(RuleError, match="Only organizers can transfer players"):
        transfers.offer_transfer(wrens.pk, asked.star, stage.squad("Larks"), TODAY, context=stage.context_of())


@pytest.mark.slow
def test_an_exception_for_a_match_is_revoked_and_the_line_up_set_again(db: None) -> None:
    stage = a_stage(borrowed_at_once=0)
    wrens = stage.season.fixtures.filter(home__team__name="Wrens").order_by("number")[0]
    star, squad = stage.players("Larks")[2], stage.squad("Wrens").pk
    made = line_ups.exempt_player(wrens.pk, squad, star, "Flu", context=stage.context_of())
    pair = [stage.players("Wrens")[0], star]
    named = line_ups.set_line_up(wrens.pk, squad, [pair], context=stage.context_of()).home_named
    with pytest.raises(RuleError, match="short reason"):
        exemptions.revoke_exemption(made.pk, " ", context=stage.context_of())
    with pytest.raises(NotAllowed):
        exemptions.revoke_exemption(made.pk, "Well again", context=on_phone(stage.players("Wrens")[0]))
    key = with_key(stage.olga)
    for _ in range(2):
        done = exemptions.revoke_exemption(made.pk, "Well again", context=key)
    assert (done.is_revoked, done.revoked_why) == (True, "Well again")
    wrens.refresh_from_db()
    assert (wrens.line_up.filter(squad=squad).count(), wrens.home_named) == (0, named + 1)
    with pytest.raises(RuleError):
        line_ups.set_line_up(wrens.pk, squad, [pair], context=stage.context_of())
    with pytest.raises(Conflict, match="was already revoked"):
        exemptions.revoke_exemption(made.pk, "Again", context=stage.context_of())
    again = line_ups.exempt_player(wrens.pk, squad, star, "Ill again", context=stage.context_of())
    line_ups.set_line_up(wrens.pk, squad, [pair], context=stage.context_of())
    stage.line_up(wrens, wrens.away)
    fixtures.begin(wrens.pk, context=stage.context_of())
    with pytest.raises(RuleError, match="has started, so you can’t revoke the exception"):
        exemptions.revoke_exemption(again.pk, "Too late", context=stage.context_of())
    assert verify.violations() == []


@pytest.mark.slow
def test_an_exception_for_joining_is_revoked_and_the_player_leaves(db: None) -> None:
    stage = a_stage(transfers=0)
    larks, star = stage.squad("Larks"), stage.players("Wrens")[2]
    row = squads.transfer(larks.pk, star, FIRST_DAY + DAY, context=stage.context_of(), exception="Moved house")
    exemptions.revoke_exemption(row.exemption.pk, "She hasn’t", context=stage.context_of())
    row.refresh_from_db()
    assert row.until == FIRST_DAY + 2 * DAY, "the second day there"
    assert not SquadPlayer.objects.filter(player=star, until=None).exists()
    SquadPlayer.objects.filter(pk=row.pk).update(since=TODAY - 9 * DAY, until=TODAY - 3 * DAY)
    assert verify.violations() == []
