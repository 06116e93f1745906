"""What forms and tables of the pages need: a fresh key for each form, exact points, names in the club's time."""

import uuid
from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.accounts.models import Player
from games.engine.language import decimal, percentage, score_text
from tournaments.activity_log.models import AuditLogEntry
from tournaments.activity_log.words import sentence
from tournaments.audit_log import public_actor_name
from tournaments.clubs.currencies import in_currency
from tournaments.clubs.models import Club
from tournaments.entry_names import entries_named
from tournaments.honours.wording import currency_mark, is_mark_first, money_text
from tournaments.jackpots.models import Jackpot
from tournaments.results.models import ResultEntry
from tournaments.rewards.unlocks import player_topic
from tournaments.templatetags.message import message

register = template.Library()


@register.simple_tag
def key_field(seen: int | str | None = None) -> SafeString:
    """A form's own key, so that sending it twice does it once, and the version that it was made from."""
    field = format_html('<input type="hidden" name="key" value="{}">', uuid.uuid4())
    if seen is None:
        return field
    return format_html('{}<input type="hidden" name="seen" value="{}">', field, seen)


@register.filter
def points(value: Fraction | int | str) -> str:
    """Whole points as they are, an average with two decimals; the exact fraction is what ranks."""
    exact = Fraction(value or 0)
    return str(exact.numerator) if exact.denominator == 1 else decimal(f"{float(exact):.2f}")


@register.filter("player_topic")
def topic_of(player: Player) -> str:
    return player_topic(player.pk)


@register.filter
def percent(share: float) -> str:
    return percentage(f"{100 * share:.0f}")


register.filter("money", money_text)
register.filter("in_currency", in_currency)
register.filter("score", score_text)


@register.simple_tag
def currency_affix() -> dict[str, str]:
    """What is before or after a field for an amount, in the reader's language."""
    return {"before" if is_mark_first() else "after": currency_mark()}


@register.filter
def owed(cents: int) -> str:
    """What is asked back, without its sign."""
    return money_text(abs(cents))


@register.filter
def at(names: dict[int, str], number: int) -> str:
    return names.get(number, "")


@register.filter
def item(mapping: Mapping[Any, Any], key: Any) -> Any:
    """The value under that key; empty when there is none."""
    return mapping.get(key)


@register.filter
def by_whom(entry: AuditLogEntry) -> str:
    """Who did it, for everyone to read. Fetch user__player and player with it."""
    return public_actor_name(entry)


@register.filter
def in_zone(moment: datetime, club: Club) -> str:
    """Day and time where the club is."""
    return date_format(timezone.localtime(moment, ZoneInfo(club.zone)), "LONG_MOMENT")


@register.simple_tag
def day_leaf(moment: datetime, club: Club) -> SafeString:
    """Month and day where the club is, as a leaf of a calendar; `beside_leaf` says the rest."""
    there = timezone.localtime(moment, ZoneInfo(club.zone))
    leaf = '<time class="day" datetime="{}"><small>{} </small>{}</time>'
    return format_html(leaf, there.date().isoformat(), date_format(there, "SHORT_MONTH"), date_format(there, "j"))


@register.filter
def beside_leaf(moment: datetime, club: Club) -> str:
    """Day of the week and time; the whole date when the leaf's year is not this one."""
    zone = ZoneInfo(club.zone)
    there = timezone.localtime(moment, zone)
    this_year = there.year == timezone.localtime(timezone.now(), zone).year
    return date_format(there, "WEEKDAY_TIME") if this_year else in_zone(moment, club)


@register.filter
def second_in(moment: datetime, club: Club) -> str:
    """Day and time to the second, for what comes in quick succession."""
    return date_format(timezone.localtime(moment, ZoneInfo(club.zone)), "TO_THE_SECOND")


@register.filter
def jackpot_moment(moment: datetime, jackpot: Jackpot) -> str:
    """Day and time on the jackpot's clock."""
    return date_format(timezone.localtime(moment, ZoneInfo(jackpot.zone)), "WEEKDAY_MOMENT")


@register.filter
def clock_in(moment: datetime, club: Club) -> str:
    return date_format(timezone.localtime(moment, ZoneInfo(club.zone)), "TIME_FORMAT")


@register.filter
def moment_in(moment: datetime, club: Club) -> str:
    """The time, and the day where it is not today."""
    local = timezone.localtime(moment, ZoneInfo(club.zone))
    is_today = local.date() == timezone.localtime(timezone=ZoneInfo(club.zone)).date()
    return date_format(local, "TIME_FORMAT" if is_today else "SHORT_WEEKDAY_MOMENT")


@register.filter
def whole_minutes(seconds: int) -> int:
    return seconds // 60


@register.filter
def minutes(seconds: int) -> str:
    """Seconds left as a clock shows them; past zero the time over, with a plus sign."""
    return f"{'+' if seconds < 0 else ''}{abs(seconds) // 60}:{abs(seconds) % 60:02d}"


register.filter("message", message)


@register.filter
def score_for(entry: ResultEntry, side: int | None) -> str:
    """A reported score with the points of that side first."""
    return entry.score_for(side)


@register.filter
def in_words(entry: AuditLogEntry, names: dict[int, str]) -> str:
    return sentence(entry, names)


@register.filter
def in_places(numbers: tuple[int, int], names: dict[int, str]) -> str:
    """Two places as the audit log calls them."""
    return entries_named(numbers, names)
