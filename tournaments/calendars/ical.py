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
    found = icalendar.Calendar()
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
        found.add(key, value)
    found.add("REFRESH-INTERVAL", vDuration(ASK_EVERY), parameters={"VALUE": "DURATION"})
    for one in calendar.dates:
        found.add_component(_event(one, site))
    if not calendar.dates:
        found.add_component(_zone(calendar.zone))
    return bytes(found.to_ical(sorted=False))


def _event(one: Dated, site: str) -> icalendar.Event:
    event = icalendar.Event()
    said: list[tuple[str, Any]] = [
        ("UID", one.uid),
        ("DTSTAMP", one.changed_at),
        ("LAST-MODIFIED", one.changed_at),
        ("SEQUENCE", one.version),
        ("DTSTART", one.starts_at),
        ("DTEND", one.starts_at + LASTS),
        ("SUMMARY", _Text(printable(one.name))),
        ("STATUS", "CANCELLED" if one.is_off else "CONFIRMED"),
        ("LOCATION", _Text(printable(one.where))),
        ("DESCRIPTION", _Text(printable(one.about))),
        ("URL", site + one.path),
    ]
    for key, value in said:
        if value != "":
            event.add(key, value)
    return event


def _zone(name: str) -> icalendar.Timezone:
    """A calendar without any date has to have something in it all the same."""
    year = month_begun().year
    return icalendar.Timezone.from_tzid(name, first_date=date(year, 1, 1), last_date=date(year + 1, 1, 1))
