"""What people are asked about: an event, or a league match. When it is, who is on the list, and when answering ends."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils.formats import date_format

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.attendance.models import Attendance, Occasion
from tournaments.clubs.identity import persons
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.leagues.models import Fixture, SquadPlayer
from tournaments.registration.commands import has_begun
from tournaments.registration.selectors import players_of


def club_of(occasion: Occasion) -> Club:
    return occasion.club if isinstance(occasion, Event) else occasion.season.league.club


def local_start(occasion: Occasion) -> datetime:
    """On the club's clock."""
    return occasion.starts_at.astimezone(ZoneInfo(club_of(occasion).zone))


def day_of(occasion: Occasion) -> date:
    return local_start(occasion).date()


def notification_key(occasion: Occasion) -> str:
    """Key of the notification that asks. One for each day the occasion is moved to."""
    kind = "event" if isinstance(occasion, Event) else "fixture"
    return f"{kind}:{occasion.pk}:{day_of(occasion)}"


def players_on_list(occasion: Occasion) -> list[int]:
    """Everyone who is entered or registered; at a match the present players of both squads. Persons, not records."""
    if isinstance(occasion, Event):
        players = players_of(occasion)
    else:
        of_squads = SquadPlayer.objects.filter(squad__in=occasion.squads, until=None, player__erased_at=None)
        players = list(of_squads.values_list("player", flat=True))
    return sorted(set(persons(players).values()))


def attendance_of(occasion: Occasion) -> QuerySet[Attendance]:
    """What was asked and answered about the day on which it is now."""
    return occasion.attendance.filter(day=day_of(occasion))


def was_asked(occasion: Occasion) -> bool:
    """Whether anyone was asked about that day."""
    return attendance_of(occasion).filter(asked__isnull=False).exists()


def answer_deadline(occasion: Occasion) -> datetime:
    """When answering ends: at the start, or with registration where that closes earlier."""
    terms = getattr(occasion, "registration", None)
    return min(occasion.starts_at, terms.closes_at) if terms and terms.closes_at else occasion.starts_at


def why_closed(occasion: Occasion, now: datetime) -> str:
    """Why no one can answer now; empty if people can."""
    if isinstance(occasion, Event):
        if occasion.cancelled_at:
            return say("{event} is canceled.", event=occasion)
        if occasion.finished_at or occasion.starts_at <= now or has_begun(occasion):
            return say("{event} has started. Tell an organizer if you can’t come.", event=occasion)
    elif occasion.state != Fixture.State.PLANNED:
        return say("{event} is marked “{state}”.", event=occasion, state=occasion.get_state_display().lower())
    elif occasion.is_begun or occasion.starts_at <= now:
        return say("{event} has started. Tell your captain if you can’t come.", event=occasion)
    if (end := answer_deadline(occasion)) <= now:
        there = end.astimezone(ZoneInfo(club_of(occasion).zone))
        return say(
            "The deadline to answer was {moment}. If you can’t come, withdraw on the registration page or tell an "
            "organizer.",
            moment=date_format(there, "SHORT_WEEKDAY_MOMENT"),
        )
    return ""


def check_open(occasion: Occasion, now: datetime) -> None:
    """RuleError when no one can answer now."""
    if reason := why_closed(occasion, now):
        raise RuleError(reason)
