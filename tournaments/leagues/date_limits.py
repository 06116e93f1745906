"""To which dates the captains of a fixture can move it, as the season's rules say. Reads only."""

from datetime import date, datetime, timedelta

from django.db.models import Max
from django.utils import timezone
from django.utils.formats import date_format

from games.engine.errors import RuleError
from tournaments.formats.seasons.settings import Moving
from tournaments.leagues.commands import day_of
from tournaments.leagues.fixtures import check_day, check_movable, day_words
from tournaments.leagues.models import DateProposal, Fixture

State = Fixture.State


def check_captains_may_move(fixture: Fixture) -> None:
    """RuleError when captains can't propose dates for the fixture now."""
    if fixture.season.settings.moving is Moving.ORGANIZER:
        raise RuleError("Only organizers can move matches this season. Ask one of them.")
    check_movable(fixture)
    if (last := last_day_to_propose(fixture)) and last < _today(fixture):
        raise RuleError(
            "The last day to propose other dates for {fixture} was {day}. Ask an organizer to move it.",
            fixture=fixture,
            day=day_words(last),
        )


def may_captains_move(fixture: Fixture) -> bool:
    """Whether captains can propose dates for the fixture now."""
    try:
        check_captains_may_move(fixture)
    except RuleError:
        return False
    return not fixture.season.is_closed


def last_day_to_propose(fixture: Fixture) -> date | None:
    """None for a fixture that waits for a date."""
    if fixture.state == State.POSTPONED:
        return None
    return day_of(fixture) - timedelta(days=fixture.season.settings.moving_notice)


def latest_day(fixture: Fixture) -> date:
    """The last day to which captains can move the fixture."""
    if fixture.cup_id:
        play_by = fixture.cup_match.play_by
        assert play_by, "only a bye has no deadline"
        return play_by
    if (within := fixture.season.settings.moving_within) is not None:
        return _scheduled(fixture).astimezone(fixture.season.zone).date() + timedelta(days=within)
    schedule = fixture.season.fixtures.filter(cup=None).exclude(state=State.VOID)
    last: datetime = schedule.aggregate(last=Max("starts_at"))["last"]
    return last.astimezone(fixture.season.zone).date()


def check_date(fixture: Fixture, to: datetime) -> None:
    """RuleError when captains can't move the fixture to that date, or it can't be played then."""
    if to <= timezone.now():
        raise RuleError("{day} has already passed. Choose a later date.", day=moment_words(fixture, to))
    if to == fixture.starts_at and fixture.state == State.PLANNED:
        raise RuleError(
            "{fixture} is already scheduled for {day}. Choose another date.",
            fixture=fixture,
            day=moment_words(fixture, to),
        )
    latest = latest_day(fixture)
    if to.astimezone(fixture.season.zone).date() > latest:
        raise RuleError(
            "{fixture} has to be played by {day}. Choose an earlier date, or ask an organizer.",
            fixture=fixture,
            day=day_words(latest),
        )
    check_day(fixture, to)


def moment_words(fixture: Fixture, at: datetime) -> str:
    return date_format(at.astimezone(fixture.season.zone), "SHORT_WEEKDAY_MOMENT")


def _scheduled(fixture: Fixture) -> datetime:
    """When organizers last scheduled it: captains can't go on from dates that captains agreed on. For a fixture that
    had to wait for a date, no earlier than it began to wait."""
    proposals = DateProposal.objects.filter(fixture=fixture, state=DateProposal.State.ACCEPTED)
    agreed = {entry for entries in proposals.values_list("answered", "decided") for entry in entries}
    scheduled = fixture.starts_at
    for postponement in fixture.postponements.order_by("-pk"):
        if postponement.journal_id not in agreed:
            return scheduled if postponement.now_at else max(scheduled, postponement.at)
        scheduled = postponement.was_at
    return scheduled


def _today(fixture: Fixture) -> date:
    return timezone.now().astimezone(fixture.season.zone).date()
