"""Periods as rows: whatever the clocks of eleven zones do, they follow each other without a gap, in UTC, for good."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from tests.cast import context_of, make_club, make_user
from tests.sizes import SOAK, size
from tests.tournaments.honours.jackpots.test_periods import ZONES
from tests.tournaments.scenes.jackpot import WEEK, JackpotClub
from tournaments.clubs.models import Club
from tournaments.honours.jackpots.rules import JackpotRules
from tournaments.jackpots.checks import periods_follow_each_other
from tournaments.jackpots.models import JackpotPeriod
from tournaments.jackpots.periods import begin_periods
from tournaments.jackpots.terms import Terms, Turns, create_jackpot

FROM, UNTIL = datetime(2024, 1, 1, tzinfo=UTC), datetime(2033, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("kind", "zones"),
    [
        ("month", size(3, 11)),
        ("quarter", 11),
        ("season", 11),
        ("custom", 11),
        ("week", size(1, 11)),
        ("night", size(1, 11)),
    ],
)  # fmt: skip
@pytest.mark.slow
@pytest.mark.heavy
def test_every_period_from_2024_to_2032_in_eleven_zones(db: None, kind: str, zones: int) -> None:
    """Nights are many: but for the soak, those of the next 400 days."""
    first, until = FROM, UNTIL
    if kind == "night" and not SOAK:
        first = timezone.now()
        until = first + timedelta(days=400)
    olga = make_user("Olga")
    club = make_club(olga)
    for zone in ZONES[-zones:]:
        Club.objects.update(zone=zone)
        turns = Turns(kind, turns_at=0, days=30, seasons=((1, 15), (9, 1)))
        jackpot = create_jackpot(club, Terms(zone, JackpotRules()), turns, context=context_of(olga), begins_at=first)
        begin_periods(jackpot.pk, until)
        spans = [row.span for row in jackpot.periods.select_related("jackpot")]
        wanted = [jackpot.calendar.period_of(span.start) for span in spans]
        assert spans == wanted
        assert first in spans[0]
        assert until in spans[-1]
    assert [text for text in periods_follow_each_other() if "not closed" not in text] == []


def test_another_zone_of_the_club_leaves_no_gap(db: None) -> None:
    scene = JackpotClub()
    Club.objects.update(zone="Asia/Kathmandu")
    begin_periods(scene.jackpot.pk, timezone.now() + 3 * WEEK)
    assert [text for text in periods_follow_each_other() if "not closed" not in text] == []
    assert scene.jackpot.zone == "America/Detroit"


def test_rows_are_made_once(db: None) -> None:
    scene = JackpotClub(2)
    before = list(JackpotPeriod.objects.values())
    begin_periods(scene.jackpot.pk)
    assert list(JackpotPeriod.objects.values()) == before
    assert len(before) == 3


def test_terms_that_speak_of_official_games_are_read_without(db: None) -> None:
    """Backups and archives of clubs have them; every game of a club is official, so they never changed anything."""
    terms = JackpotClub().jackpot.terms.get()
    before = terms.agreed
    terms.rules |= {"official_only": True}
    terms.save()
    terms.refresh_from_db()
    assert terms.agreed == before
