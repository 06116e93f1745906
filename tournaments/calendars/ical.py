"""A calendar as RFC 5545 has it.

Every date has its own start, none is a rule that repeats, so starts are written in UTC: that is what is stored, it is
right on every phone whatever the clocks do, and it can name both hours that a clock shows twice.
"""

from datetime import date, timedelta
from typing import Any

import icalendar
from icalendar import vDuration, vText

from tournaments.calendars.selectors import Calendar, Dated, month_begun
from tournaments.feeds.characters import one_line, printable

PRODUCT = "-//Right Bower//Calendars 1//EN"
LASTS = timedelta(hours=3)
"""An evening, as far as a phone should keep it free; when play ends is not known before."""
ASK_EVERY = timedelta(hours=1)


class _Text(vText):
    """Escaped as the RFC says and no further: the library would take a backslash before an N for a line break."""

    def to_ical(self) -> bytes:
        text = str(self).replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")
        return text.encode()


def written(calendar: Calendar, site: str) -> bytes:
    """site: its address, without a slash at the end."""
    ical = icalendar.Calendar()
    name = _Text(one_line(calendar.name))
    head: list[tuple[str, Any]] = [
        ("PRODID", PRODUCT),
        ("VERSION", "2.0"),
        ("CALSCALE", "GREGORIAN"),
        ("NAME", name),
        ("X-WR-CALNAME", name),
        ("X-WR-TIMEZONE", _Text(calendar.zone)),
        ("URL", site + calendar.path),
        ("X-PUBLISHED-TTL", vDuration(ASK_EVERY)),
    ]
    for key, value in head:
        ical.add(key, value)
    ical.add("REFRESH-INTERVAL", vDuration(ASK_EVERY), parameters={"VALUE": "DURATION"})
    for dated in calendar.dates:
        ical.add_component(_event(dated, site))
    if not calendar.dates:
        ical.add_component(_zone(calendar.zone))
    return bytes(ical.to_ical(sorted=False))


def _event(dated: Dated, site: str) -> icalendar.Event:
    event = icalendar.Event()
    said: list[tuple[str, Any]] = [
        ("UID", dated.uid),
        ("DTSTAMP", dated.changed_at),
        ("LAST-MODIFIED", dated.changed_at),
        ("SEQUENCE", dated.version),
        ("DTSTART", dated.starts_at),
        ("DTEND", dated.starts_at + LASTS),
        ("SUMMARY", _Text(printable(dated.name))),
        ("STATUS", "CANCELLED" if dated.is_off else "CONFIRMED"),
        ("LOCATION", _Text(printable(dated.where))),
        ("DESCRIPTION", _Text(printable(dated.about))),
        ("URL", site + dated.path),
    ]
    for key, value in said:
        if value != "":
            event.add(key, value)
    return event


def _zone(name: str) -> icalendar.Timezone:
    """A calendar without any date has to have something in it all the same."""
    year = month_begun().year
    return icalendar.Timezone.from_tzid(name, first_date=date(year, 1, 1), last_date=date(year + 1, 1, 1))
