"""Proposed dates that wait for someone: the other captain, silence, or an organizer. Reads only."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.formats.seasons.settings import Moving
from tournaments.leagues.models import LIVE, DateProposal, Fixture, Season, Squad

State = DateProposal.State


def live_of(fixture: Fixture) -> DateProposal | None:
    """The proposal for the fixture that someone can still answer."""
    proposal = fixture.date_proposals.filter(state__in=LIVE).prefetch_related("dates").first()
    if proposal is None:
        return None
    proposal.fixture = fixture
    return None if is_too_late(proposal) else proposal


def to_answer(squad: Squad) -> list[DateProposal]:
    """What the squad's captain has to answer."""
    if squad.season.settings.moving is Moving.ORGANIZER:
        return []
    asked = Q(fixture__home=squad, side=1) | Q(fixture__away=squad, side=0)
    return _in_time(DateProposal.objects.filter(asked, state=State.OPEN), squad.season)


def to_approve(season: Season) -> list[DateProposal]:
    """What both captains agreed on, and an organizer has to approve."""
    if season.settings.moving is not Moving.APPROVED:
        return []
    return _in_time(DateProposal.objects.filter(fixture__season=season, state=State.PICKED), season)


_SHOWN = "fixture__home__team", "fixture__away__team", "fixture__cup"


def _in_time(proposals: QuerySet[DateProposal], season: Season) -> list[DateProposal]:
    waiting = list(proposals.select_related(*_SHOWN).prefetch_related("dates").order_by("fixture__starts_at", "pk"))
    for proposal in waiting:
        proposal.fixture.season = season
    return [proposal for proposal in waiting if not is_too_late(proposal)]


def is_too_late(proposal: DateProposal) -> bool:
    """The fixture isn't where it was, its time has come, or the dates have passed: all, or the one that was picked."""
    now = timezone.now()
    has_come = not proposal.was_postponed and proposal.was_at <= now
    dates = [proposed for proposed in proposal.dates.all() if proposal.picked in (None, proposed.number)]
    return not proposal.is_live or has_come or all(proposed.at <= now for proposed in dates)


def answer_by(proposal: DateProposal) -> datetime | None:
    """When silence counts as an answer; None where it never does."""
    days = proposal.season.settings.moving_silence
    return proposal.at + timedelta(days=days) if days else None


def is_silence_due(proposal: DateProposal) -> bool:
    due = answer_by(proposal)
    return proposal.state == State.OPEN and due is not None and due <= timezone.now()
