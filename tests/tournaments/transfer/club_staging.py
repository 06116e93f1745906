"""Clubs as archives, made on a site that is not there any more."""

import datetime
from collections.abc import Callable
from random import Random

from django.db import transaction
from django.utils import timezone

from games.accounts.models import User
from tests.cast import on_phone
from tests.tournaments.online import Evening
from tests.tournaments.pages.scene import Scene
from tests.tournaments.scenes.league import FIRST_DAY, SMALL, Stage, a_member
from tournaments.access.models import Pass
from tournaments.activity_log.models import AuditLogEntry
from tournaments.attendance.commands import answer_fixture, ask_squads
from tournaments.attendance.models import Attendance
from tournaments.clubs.models import Club
from tournaments.cups import commands as cups
from tournaments.cups import draws, matches
from tournaments.cups.models import CupMatch
from tournaments.leagues import (
    closing,
    date_proposals,
    exemptions,
    fixtures,
    late_entries,
    line_ups,
    penalties,
    squads,
    transfers,
    withdrawals,
)
from tournaments.results.standings_update import settle_unsettled
from tournaments.results.table_results import take_waiting
from tournaments.rewards.queue import run_all
from tournaments.season_money import commands as season_money
from tournaments.transfer.archive import Archive
from tournaments.transfer.club_out import archive_of


def a_season() -> Club:
    """A season with handicaps, played to its end and closed, with a ruling, transfers, exceptions, its money and two
    cups, and a match online."""
    rules = {**SMALL, "pairs": 2, "meetings": "single", "handicap": 100, "handicap_most": 1, "handicap_after": 1}
    stage = Stage(rules | {"both_captains": True, "moving": "approved"}, spare=1)
    stage.open()
    _come_and_go(stage)
    _move_people(stage)
    _agree_on_dates(stage)
    _say_who_comes(stage)
    _take_money(stage)
    stage.play_all(Random(1))
    penalties.adjust(stage.squad("Wrens").pk, -1, "Late", context=stage.context_of())
    _play_cups(stage)
    evening = Evening(club=stage.club)
    evening.play_out()
    take_waiting()
    settle_unsettled()
    closing.close_season(stage.season.pk, context=stage.context_of())
    return stage.club


def _come_and_go(stage: Stage) -> None:
    """A team joins late and withdraws, with a line-up for a match to come."""
    by, names = stage.context_of(), [f"Newt {number}" for number in range(1, 5)]
    about = stage.season.sections.get().pk, "Newts", names, FIRST_DAY, late_entries.Missed.LATER, "A new pub"
    late = late_entries.enter_late(*about, context=by)
    stage.line_up(late.home_fixtures.all()[0], late)
    day = timezone.now().date() - datetime.timedelta(days=1)
    withdrawals.withdraw(late.pk, "withdrew", "keep", day, "Too few", context=by, expected_version=0)


def _move_people(stage: Stage) -> None:
    """Agreed on, declined and excepted."""
    by, day = stage.context_of(), FIRST_DAY + datetime.timedelta(days=1)
    larks, wrens = stage.squad("Larks").pk, stage.players("Wrens")
    transfers.agree_transfer(transfers.ask_transfer(larks, wrens[2], day, context=by).pk, context=by)
    transfers.decline_transfer(transfers.ask_transfer(larks, wrens[1], day, context=by).pk, context=by)
    squads.set_squad_dates(stage.season.pk, day, day, context=by)
    squads.join_squad(larks, "Zoe", day + datetime.timedelta(days=1), context=by, exception="Two are ill")
    first = stage.season.fixtures.order_by("number")[0]
    made = line_ups.exempt_player(first.pk, first.home_id, a_member(stage, "Star"), "Flu", context=by)
    exemptions.revoke_exemption(made.pk, "Well again", context=by)
    finches = stage.squad("Finches").pk
    offer = transfers.offer_transfer(finches, stage.players("Finches")[2], stage.squad("Larks"), day, context=by)
    transfers.cancel_transfer(offer.pk, context=by)


def _agree_on_dates(stage: Stage) -> None:
    """Declined with other dates, of which one was picked and approved."""
    by, planned = stage.context_of(), stage.season.fixtures.filter(cup=None, state="planned")
    first = planned.order_by("-starts_at", "number")[0]
    dates = [first.starts_at - datetime.timedelta(days=days) for days in (1, 2)]
    declined = date_proposals.propose_dates(first.pk, first.home_id, dates[:1], "A wedding", context=by)
    proposed = date_proposals.counter_dates(declined.pk, dates, "Exams", context=by)
    captain = on_phone(stage.players(str(first.home))[0])
    date_proposals.approve_date(date_proposals.pick_date(proposed.pk, 2, context=captain).pk, context=by)


def _say_who_comes(stage: Stage) -> None:
    """Both teams of a match were asked, and someone answered."""
    fixture = stage.season.fixtures.filter(cup=None, state="planned").order_by("starts_at", "number")[0]
    ask_squads(fixture.pk, fixture.squads, context=stage.context_of())
    answering = on_phone(stage.players(str(fixture.home))[0])
    answer_fixture(fixture.pk, Attendance.Answer.MAYBE, context=answering)


def _play_cups(stage: Stage) -> None:
    """One of teams, with a match that was decided, and one of pairs. Both are over."""
    by, day = stage.context_of(), timezone.now() + datetime.timedelta(days=300)
    teams = cups.create_cup(stage.season.pk, "Elm Cup", "teams", "seeded", context=by)
    cups.set_teams(teams.pk, [(stage.squad(name).pk, "North") for name in ("Wrens", "Larks")], context=by)
    draws.draw_round(teams.pk, day, day.date(), context=by)
    final = CupMatch.objects.get(round__cup=teams)
    fixtures.rule(final.fixture_id or 0, "void", "Snow", context=by)
    matches.decide_match(final.pk, 1, "organizers", "Fewer points lost", context=by)
    pairs = cups.create_cup(stage.season.pk, "Pairs Cup", "pairs", "hat", context=by, best_of=1)
    chosen = [stage.players(name)[:2] for name in ("Wrens", "Larks")]
    cups.set_pairs(pairs.pk, [(one.name, other.name, "") for one, other in chosen], context=by)
    draws.draw_round(pairs.pk, day, day.date(), context=by)
    matches.play_match(CupMatch.objects.get(round__cup=pairs).pk, [(10, 4)], context=by)


def _take_money(stage: Stage) -> None:
    by, wrens = stage.context_of(), stage.squad("Wrens").pk
    season_money.set_fees(stage.season.pk, season_money.Fees(2000, 500, 0), context=by)
    season_money.charge_team_fees(stage.season.pk, context=by)
    season_money.dismiss_charge(wrens, context=by, player=stage.players("Wrens")[0])
    fine = season_money.fine(wrens, 300, "No scorer", context=by)
    paid = season_money.take_payment(wrens, 1000, "cash", context=by, player=stage.players("Wrens")[0])
    season_money.undo_posting(paid[0].pk, "It was more", context=by)
    season_money.take_payment(wrens, 1500, "bank", context=by)
    season_money.waive(fine.pk, "First time", context=by)
    season_money.spend(stage.season.pk, 900, "A cup", context=by)


def everything(secret: set[str]) -> Club:
    """Events in every state, prizes shown and being changed, a jackpot that was won, two seasons. secret: gets what
    must not leave the site."""
    club = Scene().club
    secret.update(Pass.objects.values_list("token_hash", flat=True))
    secret.update(str(key) for key in AuditLogEntry.objects.exclude(key=None).values_list("key", flat=True))
    secret.update(User.objects.values_list("password", flat=True))
    return club


def elsewhere(make: Callable[[], Club]) -> Archive:
    """The archive of a club of another site: here is nothing of it."""
    with transaction.atomic():
        club = make()
        settle_unsettled()
        run_all()
        archive = archive_of(club)
        transaction.set_rollback(True)
    return archive
