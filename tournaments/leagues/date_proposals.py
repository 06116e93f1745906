"""Another date for a fixture, without an organizer: one captain proposes up to five, the other one picks, declines, or
proposes others. The season's rules say whether that's enough, and whether a missing answer is one.
"""

from collections.abc import Iterable
from datetime import datetime

from games.engine.errors import RuleError
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.commands import command, require_reason
from tournaments.context import SITE, Context
from tournaments.errors import CommandError, Conflict
from tournaments.formats.seasons.settings import Moving
from tournaments.leagues.commands import allow, check_fixture_seen, check_not_closed, lock_fixture, write
from tournaments.leagues.date_desk import is_silence_due, is_too_late
from tournaments.leagues.date_limits import check_captains_may_move, check_date
from tournaments.leagues.fixtures import move_to
from tournaments.leagues.models import LIVE, MAX_DATES, DateProposal, Fixture, ProposedDate
from tournaments.permissions import Permission, may, require

State = DateProposal.State


@command(
    Action.PROPOSE_DATES,
    lock=lock_fixture,
    permission=None,
    replay=lambda done: DateProposal.objects.get(journal=done),
)
def propose_dates(
    fixture: Fixture,
    squad_id: int,
    dates: Iterable[datetime],
    reason: str,
    *,
    context: Context,
    expected_version: int | None = None,
) -> DateProposal:
    """Propose other dates for a fixture to the other squad, as the captain of this one."""
    side = next((side for side, squad in enumerate(fixture.squads) if squad.pk == squad_id), None)
    if side is None:
        raise RuleError("This team isn’t in this match.")
    _allow(fixture, side, context)
    check_fixture_seen(fixture, expected_version)
    waiting = fixture.date_proposals.filter(state__in=LIVE).first()
    if waiting:
        waiting.fixture = fixture
        if waiting.is_live:
            raise _waits_already(waiting, side)
    chosen = _chosen(fixture, dates)
    why = require_reason(reason)
    written = write(fixture.season, context, reason=why, detail={"fixture": fixture.pk})
    if waiting:
        _end(waiting, State.EXPIRED, written)
    return _propose(fixture, side, chosen, why, written)


def lock_proposal(proposal_id: int) -> DateProposal:
    """The season's lock is that of everything in it."""
    fixture = lock_fixture(DateProposal.objects.values_list("fixture_id", flat=True).get(pk=proposal_id))
    proposal = DateProposal.objects.prefetch_related("dates").get(pk=proposal_id)
    proposal.fixture = fixture
    return proposal


def _allow_proposing(proposal: DateProposal, context: Context) -> None:
    _allow(proposal.fixture, proposal.side, context)


def _allow_answering(proposal: DateProposal, context: Context) -> None:
    _allow(proposal.fixture, 1 - proposal.side, context)


def _allow(fixture: Fixture, side: int, context: Context) -> None:
    """For the captain of that side and organizers, while the season is not closed."""
    require(context.actor, Permission.AGREE_DATE, fixture.squads[side])
    check_not_closed(fixture.season)


def _allow_ending(proposal: DateProposal, context: Context) -> None:
    """Also when the season is closed by now."""
    require(context.actor, Permission.AGREE_DATE, proposal.squad)


def _allow_deciding(proposal: DateProposal, context: Context) -> None:
    allow(proposal.fixture, context)


@command(Action.PICK_DATE, lock=lock_proposal, permission=_allow_answering)
def pick_date(proposal: DateProposal, number: int, *, context: Context) -> DateProposal:
    """Agree to one of the dates. The fixture moves, or waits for an organizer, as the season's rules say. An organizer
    who picks has approved it.

    number: of the date, from 1.
    """
    _check_waits(proposal, State.OPEN)
    proposed = next((proposed for proposed in proposal.dates.all() if proposed.number == number), None)
    if proposed is None:
        raise RuleError("Choose one of the proposed dates.")
    check_date(proposal.fixture, proposed.at)
    is_organizer = not context.actor.is_system and may(
        context.actor, Permission.RUN_SEASON, proposal.season.league.club
    )
    return _pick(proposal, proposed, context, is_approved=is_organizer)


@command(Action.PICK_BY_SILENCE, lock=lock_proposal, permission=_allow_answering)
def pick_by_silence(proposal: DateProposal, *, context: Context) -> DateProposal:
    """Pick the earliest date on which the fixture can be played, because the other captain didn't answer in the days
    that the season's rules give. Leaves a proposal alone that isn't due, or has no such date."""
    if proposal.state != State.OPEN or not proposal.is_live or not is_silence_due(proposal):
        return proposal
    for proposed in proposal.dates.all():
        try:
            check_date(proposal.fixture, proposed.at)
        except RuleError:
            continue
        return _pick(proposal, proposed, context, is_approved=False)
    return proposal


@command(Action.DECLINE_DATES, lock=lock_proposal, permission=_allow_answering)
def decline_dates(proposal: DateProposal, reason: str, *, context: Context) -> DateProposal:
    """Agree to none of the dates. reason: can be empty."""
    _check_waits(proposal, State.OPEN)
    return _decline(proposal, reason, write(proposal.season, context, reason=reason, detail=_about(proposal)))


@command(
    Action.COUNTER_DATES,
    lock=lock_proposal,
    permission=_allow_answering,
    replay=lambda done: DateProposal.objects.get(journal=done),
)
def counter_dates(proposal: DateProposal, dates: Iterable[datetime], reason: str, *, context: Context) -> DateProposal:
    """Agree to none of the dates, and propose others instead. Returns the new proposal."""
    _check_waits(proposal, State.OPEN)
    chosen, why = _chosen(proposal.fixture, dates), require_reason(reason)
    written = write(proposal.season, context, reason=why, detail=_about(proposal))
    _decline(proposal, why, written)
    return _propose(proposal.fixture, 1 - proposal.side, chosen, why, written)


@command(Action.WITHDRAW_DATES, lock=lock_proposal, permission=_allow_proposing)
def withdraw_dates(proposal: DateProposal, *, context: Context) -> DateProposal:
    """Propose the dates no longer: nothing of it counts, also if a date was picked and waits for an organizer."""
    _check_waits(proposal, *LIVE)
    return _end(proposal, State.WITHDRAWN, write(proposal.season, context, detail=_about(proposal)))


@command(Action.APPROVE_DATE, lock=lock_proposal, permission=_allow_deciding)
def approve_date(proposal: DateProposal, *, context: Context) -> DateProposal:
    """Move the fixture to the date on which both captains agreed, as an organizer."""
    at = _picked(proposal)
    check_date(proposal.fixture, at)
    proposal.decided = write(proposal.season, context, reason=proposal.reason, detail=_about(proposal))
    return _accept(proposal, at, proposal.decided)


@command(Action.REFUSE_DATE, lock=lock_proposal, permission=_allow_deciding)
def refuse_date(proposal: DateProposal, reason: str, *, context: Context) -> DateProposal:
    """Leave the fixture where it is although both captains agreed, as an organizer."""
    _picked(proposal)
    proposal.answer_reason = require_reason(reason)
    written = write(proposal.season, context, reason=proposal.answer_reason, detail=_about(proposal))
    return _end(proposal, State.DECLINED, written)


@command(Action.EXPIRE_DATES, lock=lock_proposal, permission=_allow_ending)
def expire_dates(proposal: DateProposal, *, context: Context) -> DateProposal:
    """End a proposal that came to nothing: it's too late to agree. Leaves any other alone."""
    if proposal.state not in LIVE or not is_too_late(proposal):
        return proposal
    return _end(proposal, State.EXPIRED, write(proposal.season, context, detail=_about(proposal)))


def sweep_proposals() -> int:
    """For the sweep: silence answers where the rules say so, and what is too late expires. How many were ended, or
    answered."""
    swept = 0
    waiting = DateProposal.objects.filter(state__in=LIVE).select_related("fixture__season__league__club")
    for proposal in waiting.prefetch_related("dates").order_by("pk"):
        try:
            if is_too_late(proposal):
                before, after = proposal, expire_dates(proposal.pk, context=SITE)
            elif is_silence_due(proposal):
                before, after = proposal, pick_by_silence(proposal.pk, context=SITE)
            else:
                continue
        except (CommandError, RuleError):
            continue
        swept += before.state != after.state
    return swept


def _chosen(fixture: Fixture, dates: Iterable[datetime]) -> list[datetime]:
    """The dates in their order. RuleError when captains can't propose them."""
    check_captains_may_move(fixture)
    chosen = sorted(set(dates))
    if not 1 <= len(chosen) <= MAX_DATES:
        raise RuleError("Propose 1 to {most} dates.", most=MAX_DATES)
    for at in chosen:
        check_date(fixture, at)
    return chosen


def _propose(fixture: Fixture, side: int, chosen: list[datetime], why: str, written: AuditLogEntry) -> DateProposal:
    proposal = DateProposal.objects.create(
        fixture=fixture,
        side=side,
        was_at=fixture.starts_at,
        was_postponed=fixture.state == Fixture.State.POSTPONED,
        reason=why,
        journal=written,
    )
    ProposedDate.objects.bulk_create(
        ProposedDate(proposal=proposal, number=number, at=at) for number, at in enumerate(chosen, start=1)
    )
    return proposal


def _pick(proposal: DateProposal, proposed: ProposedDate, context: Context, *, is_approved: bool) -> DateProposal:
    proposal.picked = proposed.number
    proposal.answered = write(proposal.season, context, reason=proposal.reason, detail=_about(proposal))
    if proposal.season.settings.moving is Moving.APPROVED and not is_approved:
        return _save(proposal, State.PICKED)
    return _accept(proposal, proposed.at, proposal.answered)


def _accept(proposal: DateProposal, at: datetime, written: AuditLogEntry) -> DateProposal:
    move_to(proposal.fixture, at, proposal.reason, written)
    return _save(proposal, State.ACCEPTED)


def _decline(proposal: DateProposal, reason: str, written: AuditLogEntry) -> DateProposal:
    proposal.answer_reason = reason.strip()
    return _end(proposal, State.DECLINED, written)


def _end(proposal: DateProposal, state: DateProposal.State, written: AuditLogEntry) -> DateProposal:
    if proposal.state == State.PICKED:
        proposal.decided = written
    else:
        proposal.answered = written
    return _save(proposal, state)


def _save(proposal: DateProposal, state: DateProposal.State) -> DateProposal:
    proposal.state = state
    proposal.save(update_fields=["state", "picked", "answer_reason", "answered", "decided"])
    return proposal


def _about(proposal: DateProposal) -> dict[str, int]:
    return {"fixture": proposal.fixture_id}


def _picked(proposal: DateProposal) -> datetime:
    """The date that waits for an organizer."""
    _check_waits(proposal, State.PICKED)
    assert proposal.pick, "it was picked"
    return proposal.pick


def _check_waits(proposal: DateProposal, *states: DateProposal.State) -> None:
    if proposal.state not in states:
        raise Conflict(
            "Someone already answered: these dates are marked “{state}”. Reload the page.",
            state=proposal.get_state_display(),
        )
    if is_too_late(proposal):
        raise Conflict(
            "It’s too late to answer: {fixture} has another date, or it’s about to start. Reload the page.",
            fixture=proposal.fixture,
        )


def _waits_already(proposal: DateProposal, side: int) -> Conflict:
    if proposal.side == side:
        return Conflict(
            "{squad} already proposed dates for {fixture}. Wait for an answer, or withdraw them.",
            squad=proposal.squad,
            fixture=proposal.fixture,
        )
    return Conflict(
        "{squad} already proposed dates for {fixture}. Answer them first.",
        squad=proposal.squad,
        fixture=proposal.fixture,
    )
