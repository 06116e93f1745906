"""Time zones as people name them: "Detroit", "Eastern time" or a line of the list, read as the zone that is meant."""

import re
import zoneinfo
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from django import forms
from django.utils import timezone

from games.engine.language import say

REGIONS = ("America", "Europe", "Australia", "Pacific", "Africa", "Asia", "Atlantic", "Indian", "Antarctica")
COMMON: Mapping[str, str] = {
    "Eastern": "America/New_York",
    "Central": "America/Chicago",
    "Mountain": "America/Denver",
    "Pacific": "America/Los_Angeles",
    "Arizona": "America/Phoenix",
    "Alaska": "America/Anchorage",
    "Hawaii": "Pacific/Honolulu",
    "Atlantic": "America/Halifax",
    "Newfoundland": "America/St_Johns",
    "UK": "Europe/London",
    "Ireland": "Europe/Dublin",
    "Central Europe": "Europe/Berlin",
    "New Zealand": "Pacific/Auckland",
}
"""What people call a zone, and which names come first in the list."""
SHORT: Mapping[str, str] = {
    "et": "Eastern",
    "est": "Eastern",
    "edt": "Eastern",
    "ct": "Central",
    "cst": "Central",
    "cdt": "Central",
    "mt": "Mountain",
    "mst": "Mountain",
    "mdt": "Mountain",
    "pt": "Pacific",
    "pst": "Pacific",
    "pdt": "Pacific",
    "gmt": "UK",
    "bst": "UK",
    "england": "UK",
    "united kingdom": "UK",
    "cet": "Central Europe",
    "cest": "Central Europe",
}
SUGGESTED = 3
FILLER = re.compile(r"\b(time|zone|standard|daylight|us|usa)\b")
OFFSET = re.compile(r"\s*\(UTC[^)]*\)\s*$")


@lru_cache(maxsize=1)
def _zones() -> Mapping[str, str]:
    """Every zone by its name in small letters with blanks, those that name a place."""
    places = (zone for zone in sorted(zoneinfo.available_timezones()) if zone.partition("/")[0] in REGIONS)
    return {_plain(zone): zone for zone in places} | {"utc": "UTC"}


@lru_cache(maxsize=1)
def _places() -> Mapping[str, Sequence[str]]:
    """The last part of a zone's name → the zones that end with it: where there are two, one is the other's old name."""
    places: dict[str, list[str]] = {}
    for plain, zone in _zones().items():
        places.setdefault(plain.rpartition("/")[2], []).append(zone)
    return places


def _plain(text: str) -> str:
    return " ".join(text.replace("_", " ").casefold().split())


def _common_name(text: str) -> str | None:
    """The zone that people call so, with "time" or "US" around it or not."""
    plain = " ".join(FILLER.sub(" ", text).split())
    common = {name.casefold(): zone for name, zone in COMMON.items()}
    return common.get(SHORT.get(plain, plain).casefold())


def zone_in(text: str) -> str | None:
    """The zone that a user typed or chose from the list; None when that is not clear."""
    words = OFFSET.sub("", text)
    for part in (words, words.rpartition("–")[2]):
        plain = _plain(part)
        if zone := _zones().get(plain) or _common_name(plain):
            return zone
        if places := _places().get(plain):
            return places[0]
    return text.strip() if text.strip() in zoneinfo.available_timezones() else None


def nearest(text: str) -> list[str]:
    """The zones most like what was typed, at most three: for a refusal."""
    plain = _plain(OFFSET.sub("", text))
    if len(plain) < 3:
        return []
    within = [zone for name, zone in _zones().items() if plain in name]
    names = {name.casefold(): zone for name, zone in COMMON.items()} | {
        place: zones[0] for place, zones in _places().items()
    }
    close = [names[match] for match in get_close_matches(plain.rpartition("/")[2], names, SUGGESTED, 0.7)]
    return list(dict.fromkeys([*within, *close]))[:SUGGESTED]


def refusal(text: str) -> str:
    """Why what was typed is no zone, and what may have been meant."""
    likely = [zone.replace("_", " ") for zone in nearest(text)]
    if not likely:
        return say("We don’t know the time zone “{zone}”. Enter a large city near you, e.g. Detroit.", zone=text)
    return say("We don’t know the time zone “{zone}”. Did you mean {zones}?", zone=text, zones=either(likely))


def either(names: Sequence[str]) -> str:
    """As in "A, B or C"."""
    *first, last = names
    return say("{names} or {last}", names=", ".join(first), last=last) if first else last


def shown(zone: str, now: datetime) -> str:
    """As the list has it: "America/Detroit (UTC−5)"; "UTC" alone says it all."""
    name, offset = zone.replace("_", " "), _offset(zone, now)
    return name if name == offset else f"{name} ({offset})"


def listed(now: datetime) -> list[str]:
    """What a field for zones offers: zones by their common names, then all of them."""
    lines = _lines(now.replace(minute=0, second=0, microsecond=0))
    by_name = [say("{name} time zone", name=name) + f" – {lines[zone]}" for name, zone in COMMON.items()]
    return [*by_name, *lines.values()]


@lru_cache(maxsize=1)
def _lines(hour: datetime) -> Mapping[str, str]:
    """Zone → its line. Every zone is a file to read, so they are read once an hour."""
    return {zone: shown(zone, hour) for zone in _zones().values()}


def _offset(zone: str, now: datetime) -> str:
    seconds = (now.astimezone(zoneinfo.ZoneInfo(zone)).utcoffset() or timedelta()).total_seconds()
    hours, minutes = divmod(int(abs(seconds)) // 60, 60)
    if not (hours or minutes):
        return "UTC"
    return f"UTC{'−' if seconds < 0 else '+'}{hours}" + (f":{minutes:02}" if minutes else "")


class ZoneField(forms.CharField):
    """A time zone as people name it. Its value is the zone; it shows it with its offset, as in the list below it."""

    def __init__(self, **about: Any) -> None:
        super().__init__(max_length=80, widget=forms.TextInput({"list": "zones", "autocomplete": "off"}), **about)

    def prepare_value(self, value: Any) -> Any:
        is_zone = isinstance(value, str) and zone_in(value) == value
        return shown(value, timezone.now()) if is_zone else value

    def clean(self, value: Any) -> str:
        typed = super().clean(value)
        if zone := zone_in(typed):
            return zone
        raise forms.ValidationError(refusal(typed))
