"""Time zones as people type them, and what a refusal suggests."""

import zoneinfo
from datetime import UTC, datetime

import pytest

from games import zones

WINTER, SUMMER = datetime(2026, 1, 15, tzinfo=UTC), datetime(2026, 7, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("America/Detroit", "America/Detroit"),
        (" america/new york ", "America/New_York"),
        ("Detroit", "America/Detroit"),
        ("Eastern", "America/New_York"),
        ("US Eastern Time", "America/New_York"),
        ("eastern standard time", "America/New_York"),
        ("CST", "America/Chicago"),
        ("Mountain time", "America/Denver"),
        ("pacific", "America/Los_Angeles"),
        ("London", "Europe/London"),
        ("UK", "Europe/London"),
        ("UTC", "UTC"),
        ("US/Michigan", "US/Michigan"),
        ("Indianapolis", "America/Indiana/Indianapolis"),
        ("Detriot", None),
        ("../etc/passwd", None),
        ("", None),
    ],
)
def test_a_zone_is_read_as_people_name_it(typed: str, meant: str | None) -> None:
    assert zones.zone_in(typed) == meant


@pytest.mark.parametrize("now", [WINTER, SUMMER])
def test_every_line_of_the_list_is_read_as_its_zone(now: datetime) -> None:
    lines = zones.listed(now)
    meant = [zones.zone_in(line) for line in lines]
    assert len(lines) > 400
    assert set(meant) <= zoneinfo.available_timezones()
    assert meant[: len(zones.COMMON)] == list(zones.COMMON.values())
    assert [zones.shown(zone, now) for zone in meant[len(zones.COMMON) :] if zone] == lines[len(zones.COMMON) :]


def test_a_line_says_how_far_it_is_from_utc_today() -> None:
    assert zones.shown("America/New_York", WINTER) == "America/New York (UTC−5)"
    assert zones.shown("America/New_York", SUMMER) == "America/New York (UTC−4)"
    assert zones.shown("Asia/Kolkata", SUMMER) == "Asia/Kolkata (UTC+5:30)"
    assert zones.shown("Europe/London", WINTER) == "Europe/London (UTC)"
    assert zones.shown("UTC", WINTER) == "UTC"


def test_a_refusal_suggests_the_nearest() -> None:
    assert "Did you mean America/Detroit" in zones.refusal("Detriot")
    assert "Did you mean America/New York" in zones.refusal("Estern")
    assert "Enter a large city near you" in zones.refusal("zzz")
