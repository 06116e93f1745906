"""A draft of fixtures that people laid out themselves, in a file for example, in the place of a generated one."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.activity_log.models import Action
from tournaments.clubs.models import Venue
from tournaments.commands import command
from tournaments.context import Context
from tournaments.leagues.commands import allow, lock_season, write
from tournaments.leagues.models import Fixture, Season, Squad


@dataclass(frozen=True)
class Laid:
    """A fixture as it is to be. label: what to call it when something is wrong with it."""

    number: int
    week: int
    leg: int
    home: Squad
    away: Squad
    starts_at: datetime
    venue: Venue | None
    label: str = ""

    @property
    def data(self) -> list[Any]:
        at = self.starts_at.isoformat()
        return [self.number, self.week, self.leg, self.home.pk, self.away.pk, at, self.venue and self.venue.pk]


class LaidRefused(RuleError):
    """problems: label → what is wrong with that fixture."""

    def __init__(self, problems: Mapping[str, str]) -> None:
        self.problems = dict(problems)
        super().__init__(" ".join(f"{label}: {wrong}" for label, wrong in self.problems.items()))


@command(Action.LAY_FIXTURES, lock=lock_season, permission=allow)
def lay_fixtures(season: Season, found: Sequence[Laid], *, context: Context) -> Season:
    """Make these the draft, in the place of the one before; only organizers see it until the season opens."""
    if season.state != Season.State.SETUP:
        raise RuleError(
            "{season} is in progress, so you can’t replace its schedule. Postpone individual matches, or "
            "move later weeks.",
            season=season,
        )
    if problems := _problems(season, found):
        raise LaidRefused(problems)
    season.fixtures.all().delete()
    Fixture.objects.bulk_create(
        Fixture(
            season=season,
            section_id=one.home.section_id,
            number=one.number,
            week=one.week,
            leg=one.leg,
            home=one.home,
            away=one.away,
            starts_at=one.starts_at,
            venue=one.venue,
        )
        for one in found
    )
    write(season, context, detail={"fixtures": len(found)})
    return season


def _problems(season: Season, found: Sequence[Laid]) -> dict[str, str]:
    problems: dict[str, str] = {}
    numbers: dict[int, str] = {}
    meetings: dict[tuple[int, int, int], str] = {}
    busy: dict[tuple[int, date], Laid] = {}
    tables: dict[tuple[Venue, date], Counter[str]] = defaultdict(Counter)
    for one in found:
        day = one.starts_at.astimezone(season.zone).date()
        wrong = _own_problem(season, one)
        if (first := numbers.setdefault(one.number, one.label)) != one.label:
            wrong = wrong or say("{other} already uses match number {number}.", number=one.number, other=first)
        if (first := meetings.setdefault((one.home.pk, one.away.pk, one.leg), one.label)) != one.label:
            about = {"home": one.home, "away": one.away, "leg": one.leg, "other": first}
            wrong = wrong or say("{home} – {away} in leg {leg} is already listed as {other}.", **about)
        for squad in (one.home, one.away):
            if (other := busy.setdefault((squad.pk, day), one)) is not one:
                fixture = f"{other.home} – {other.away}"
                wrong = wrong or say(
                    "{squad} already has a match on {day}: {fixture}.", squad=squad, fixture=fixture, day=day
                )
        if one.venue and one.venue.tables is not None:
            tables[one.venue, day][one.label] += season.settings.pairs
            needed = tables[one.venue, day].total()
            if needed > one.venue.tables:
                about = {"day": day, "venue": one.venue, "needed": needed, "tables": one.venue.tables}
                wrong = wrong or say("On {day}, {venue} would need {needed} tables but has {tables}.", **about)
        if wrong:
            problems[one.label] = wrong
    return problems


def _own_problem(season: Season, one: Laid) -> str:
    if one.home == one.away:
        return say("{squad} can’t play itself.", squad=one.home)
    if season.pk not in (one.home.season_id, one.away.season_id) or one.home.season_id != one.away.season_id:
        return say("One of these teams is from another season.")
    if one.home.section_id != one.away.section_id:
        return say(
            "{home} and {away} play in different divisions. Choose teams from the same division.",
            home=one.home,
            away=one.away,
        )
    if not (one.number and one.week and one.leg):
        return say("Match numbers, weeks and legs start at 1.")
    return ""
