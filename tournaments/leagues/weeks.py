"""The last and the coming week of a league, as its public page shows them. Reads only."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.db.models import Max, Min, Q

from tournaments.leagues.models import OVER, Fixture, Season
from tournaments.leagues.selectors import fixtures_of

WEEK = timedelta(days=7)


@dataclass(frozen=True)
class Weeks:
    """Fixtures of seven days each, in order of time. last: up to the latest day with a result. coming: from today, else
    from the next match day. was_last_week, is_this_week: whether these days are the seven before today, or from it."""

    last: tuple[Fixture, ...] = ()
    coming: tuple[Fixture, ...] = ()
    was_last_week: bool = False
    is_this_week: bool = False

    def of_section(self, section_id: int) -> "Weeks":
        """The same of one section."""
        return Weeks(_of(section_id, self.last), _of(section_id, self.coming), self.was_last_week, self.is_this_week)


def weeks_of(season: Season, now: datetime) -> Weeks:
    """Without fixtures that have no day or are drafts."""
    today = datetime.combine(now.astimezone(season.zone).date(), time(), season.zone)
    shown = fixtures_of(season, with_draft=False).exclude(state=Fixture.State.POSTPONED)
    ends = shown.order_by().aggregate(
        last=Max("starts_at", filter=Q(starts_at__lt=today, state__in=OVER)),
        coming=Min("starts_at", filter=Q(starts_at__gte=today)),
    )
    last, coming = ends["last"], ends["coming"]
    windows = Q(pk__in=())
    if last:
        after_last = _midnight(last, season) + timedelta(days=1)
        windows |= Q(starts_at__gte=after_last - WEEK, starts_at__lt=min(after_last, today))
    if coming:
        windows |= Q(starts_at__gte=_midnight(coming, season), starts_at__lt=_midnight(coming, season) + WEEK)
    fixtures = list(shown.filter(windows)) if last or coming else []
    for fixture in fixtures:
        fixture.season = fixture.home.season = fixture.away.season = season
    return Weeks(
        tuple(match for match in fixtures if match.starts_at < today),
        tuple(match for match in fixtures if match.starts_at >= today),
        was_last_week=bool(last and last >= today - WEEK),
        is_this_week=bool(coming and coming < today + WEEK),
    )


def _midnight(moment: datetime, season: Season) -> datetime:
    return datetime.combine(moment.astimezone(season.zone).date(), time(), season.zone)


def _of(section_id: int, fixtures: Iterable[Fixture]) -> tuple[Fixture, ...]:
    return tuple(fixture for fixture in fixtures if fixture.section_id == section_id)
