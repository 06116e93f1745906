"""A squad leaves its season, with all its fixtures decided in one step; and that undone, by another row."""

from datetime import date

from django.db.models import Q
from django.utils import timezone

from games.engine.errors import RuleError
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.commands import command, require_reason
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.leagues import play_offs, tables
from tournaments.leagues.commands import allow, day_of, lock_squad, save_fixture, write
from tournaments.leagues.line_ups import keep_line_up, restore_line_up
from tournaments.leagues.models import Fixture, Season, Squad, Withdrawal, WithdrawnFixture
from tournaments.leagues.schedule import move
from tournaments.leagues.standing_facts import decided_by_withdrawal, withdrawals_of

State, Kind, Results = Fixture.State, Withdrawal.Kind, Withdrawal.Results


@command(
    Action.WITHDRAW_SQUAD,
    lock=lock_squad,
    permission=allow,
    replay=lambda done: Withdrawal.objects.get(journal=done),
)
def withdraw(
    squad: Squad, kind: str, results: str, on: date, reason: str, *, context: Context, expected_version: int
) -> Withdrawal:
    """Take a squad out of its season, because it withdrew or was expelled. results: what becomes of its fixtures.

    expected_version: how often it had left or returned on the page that was seen.
    """
    why, season = require_reason(reason), squad.season
    if season.state != Season.State.OPEN:
        raise RuleError("{season} isn’t in progress, so no team can leave it.", season=season)
    if kind not in (Kind.WITHDREW, Kind.EXPELLED):
        raise RuleError("Choose whether the team withdrew or was expelled.")
    if results not in Results.values:
        raise RuleError("Choose which of the team’s results count.")
    if on > timezone.now().astimezone(season.zone).date():
        raise RuleError("That date is in the future. Enter the date the team left.")
    play_offs.check_not_drawn(squad.section)
    if squad.pk in withdrawals_of(season):
        raise RuleError("{squad} already left the season.", squad=squad)
    fixtures = _fixtures_of(squad)
    if playing := next((fixture for fixture in fixtures if fixture.is_begun and not fixture.is_over), None):
        raise RuleError("{fixture} is being played. Enter its score card or record a ruling first.", fixture=playing)
    withdrawal = _append(squad, Kind(kind), Results(results), on, why, context, expected_version)
    for fixture in fixtures:
        _decide(withdrawal, fixture, 0 if fixture.home_id == squad.pk else 1)
    tables.settle(season)
    return withdrawal


@command(
    Action.UNDO_WITHDRAWAL,
    lock=lock_squad,
    permission=allow,
    replay=lambda done: Withdrawal.objects.get(journal=done),
)
def undo_withdrawal(squad: Squad, reason: str, *, context: Context, expected_version: int) -> Withdrawal:
    """Let a squad that left play on: its fixtures are again what they were, with the line-ups of those to come, where
    the players are still free. A fixture whose squads play others that day by now waits for another day.

    Of several squads of a section, the last one that left comes back first.
    """
    why, standing = require_reason(reason), withdrawals_of(squad.season)
    withdrawal = standing.get(squad.pk)
    if withdrawal is None:
        raise RuleError("{squad} hasn’t left the season, so there’s nothing to undo.", squad=squad)
    play_offs.check_not_drawn(squad.section)
    later = [left.squad_id for left in standing.values() if left.pk > withdrawal.pk]
    if other := Squad.objects.filter(pk__in=later, section=squad.section_id).select_related("team").first():
        raise RuleError("{other} left after {squad}. Undo the later withdrawal first.", other=other, squad=squad)
    written = _append(squad, Kind.RETURNED, None, None, why, context, expected_version)
    for was in withdrawal.fixtures.select_related(
        "fixture__home__team", "fixture__away__team", "fixture__section__division"
    ):
        fixture = was.fixture
        fixture.season = fixture.home.season = fixture.away.season = squad.season
        if fixture.section:
            fixture.home.section = fixture.away.section = fixture.section
        fixture.state, fixture.at_fault, fixture.reason = State(was.state), was.at_fault, was.reason
        save_fixture(fixture, "state", "at_fault", "reason")
        if fixture.state == State.PLANNED and not fixture.is_begun:
            _plan_again(was, fixture, why, written.journal)
    tables.settle(squad.season)
    return written


def _plan_again(was: WithdrawnFixture, fixture: Fixture, why: str, written: AuditLogEntry) -> None:
    """Line-ups for a fixture that is played after all; no day, where its squads play others on it."""
    day, season = day_of(fixture), fixture.season
    if day < timezone.now().astimezone(season.zone).date():
        return
    others = season.fixtures.filter(Q(home__in=fixture.squads) | Q(away__in=fixture.squads)).exclude(pk=fixture.pk)
    others = others.exclude(state__in=[State.POSTPONED, State.VOID]).exclude(pk__in=decided_by_withdrawal(season))
    if any(day == other.starts_at.astimezone(season.zone).date() for other in others):
        move(fixture, None, why, written)
    else:
        restore_line_up(was, fixture)


def _fixtures_of(squad: Squad) -> list[Fixture]:
    fixtures = squad.home_fixtures.all() | squad.away_fixtures.all()
    return list(fixtures.select_related("home__team", "away__team").order_by("number"))


def _append(
    squad: Squad,
    kind: Withdrawal.Kind,
    results: Withdrawal.Results | None,
    on: date | None,
    why: str,
    context: Context,
    expected_version: int,
) -> Withdrawal:
    number = squad.withdrawals.count() + 1
    if expected_version != number - 1:
        raise Conflict("Someone just changed {squad}. Check the team again.", squad=squad)
    written = write(squad.season, context, reason=why, detail={"squad": squad.pk})
    return Withdrawal.objects.create(
        season=squad.season,
        squad=squad,
        number=number,
        kind=kind,
        results=results or "",
        on=on,
        reason=why,
        journal=written,
    )


def _decide(withdrawal: Withdrawal, fixture: Fixture, side: int) -> None:
    """Rule on a fixture of a squad that left, where its leaving changes it, and keep what it was. What was played in a
    cup stays, and the rest of it is the opponents'."""
    is_of_cup = fixture.cup_id is not None
    if fixture.state == State.VOID or (fixture.is_over and (is_of_cup or withdrawal.results != Results.EXPUNGE)):
        return
    was = WithdrawnFixture.objects.create(
        withdrawal=withdrawal, fixture=fixture, state=fixture.state, at_fault=fixture.at_fault, reason=fixture.reason
    )
    is_awarded = is_of_cup or withdrawal.results == Results.AWARD
    fixture.state, fixture.at_fault = (State.WALKOVER, side) if is_awarded else (State.VOID, None)
    fixture.reason = f"{withdrawal.squad}: {withdrawal.reason}"[:200]
    save_fixture(fixture, "state", "at_fault", "reason")
    if not fixture.is_begun:
        keep_line_up(was)
