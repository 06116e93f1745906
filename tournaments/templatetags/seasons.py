"""What the pages of seasons need: exact halves, points with their sign, days where the club is."""

from datetime import date, datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

from django import template
from django.utils import timezone
from django.utils.formats import date_format, get_format

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
def day_in(moment: datetime, club: Club) -> str:
    return date_format(timezone.localtime(moment, ZoneInfo(club.zone)), f"D {get_format('SHORT_DATE_FORMAT')}")
