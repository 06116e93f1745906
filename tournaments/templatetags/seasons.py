"""What the pages of seasons need: exact halves, points with their sign, days where the club is."""

from datetime import date, datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

from django import template
from django.utils import timezone
from django.utils.formats import date_format

from tournaments.clubs.models import Club
from tournaments.formats.standings.sums import number_text

register = template.Library()


@register.filter
def halves(value: Fraction | int | str) -> str:
    """Exact: 4, 4 1/2."""
    return number_text(Fraction(value))


@register.filter
def signed(points: int) -> str:
    return f"+{points}" if points > 0 else number_text(points)


@register.filter
def iso(value: object) -> str:
    """A day as a date field sends it; anything else as it is."""
    return value.isoformat() if isinstance(value, date) else str(value)


@register.filter
def moment_field(moment: datetime | None, club: Club) -> str:
    """A moment where the club is, as a field for it sends it: 2026-10-06T19:00. Empty for none."""
    return timezone.localtime(moment, ZoneInfo(club.zone)).strftime("%Y-%m-%dT%H:%M") if moment else ""


@register.filter
def cents_field(cents: int) -> str:
    """An amount as a field for it sends it: 12.50, or 12 for whole ones."""
    return f"{cents // 100}.{cents % 100:02d}".removesuffix(".00")


@register.filter
def day_in(moment: datetime, club: Club) -> str:
    return date_format(timezone.localtime(moment, ZoneInfo(club.zone)), "SHORT_WEEKDAY_DATE")
