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
def lay_fixtures(season: Season, fixtures: Sequence[Laid], *, context: Context) -> Season:
    """Make these the draft, in the place of the one before; only organizers see it until the season opens."""
    if season.state != Season.State.SETUP:
        raise RuleError(
            "{season} is in progress, so you can’t replace its schedule. Postpone individual matches, or "
            "move later weeks.",
            season=season,
        )
    if problems := _problems(season, fixtures):
        raise LaidRefused(problems)
    season.fixtures.all().delete()
    Fixture.objects.bulk_create(
        Fixture(
            season=season,
            section_id=laid.home.section_id,
            number=laid.number,
            week=laid.week,
            leg=laid.leg,
            home=laid.home,
            away=laid.away,
            starts_at=laid.starts_at,
            venue=laid.venue,
        )
        for laid in fixtures
    )
    write(season, context, detail={"fixtures": len(fixtures)})
    return season


def _problems(season: Season, fixtures: Sequence[Laid]) -> dict[str, str]:
    problems: dict[str, str] = {}
    numbers: dict[int, str] = {}
    meetings: dict[tuple[int, int, int], str] = {}
    busy: dict[tuple[int, date], Laid] = {}
    tables: dict[tuple[Venue, date], Counter[str]] = defaultdict(Counter)
    for laid in fixtures:
        day = laid.starts_at.astimezone(season.zone).date()
        wrong = _own_problem(season, laid)
        if (first := numbers.setdefault(laid.number, laid.label)) != laid.label:
            wrong = wrong or say("{other} already uses match number {number}.", number=laid.number, other=first)
        if (first := meetings.setdefault((laid.home.pk, laid.away.pk, laid.leg), laid.label)) != laid.label:
            about = {"home": laid.home, "away": laid.away, "leg": laid.leg, "other": first}
            wrong = wrong or say("{home} – {away} in leg {leg} is already listed as {other}.", **about)
        for squad in (laid.home, laid.away):
            if (other := busy.setdefault((squad.pk, day), laid)) is not laid:
                fixture = f"{other.home} – {other.away}"
                wrong = wrong or say(
                    "{squad} already has a match on {day}: {fixture}.", squad=squad, fixture=fixture, day=day
                )
        if laid.venue and laid.venue.tables is not None:
            tables[laid.venue, day][laid.label] += season.settings.pairs
            needed = tables[laid.venue, day].total()
            if needed > laid.venue.tables:
                about = {"day": day, "venue": laid.venue, "needed": needed, "tables": laid.venue.tables}
                wrong = wrong or say("On {day}, {venue} would need {needed} tables but has {tables}.", **about)
        if wrong:
            problems[laid.label] = wrong
    return problems


def _own_problem(season: Season, laid: Laid) -> str:
    if laid.home == laid.away:
        return say("{squad} can’t play itself.", squad=laid.home)
    if season.pk not in (laid.home.season_id, laid.away.season_id) or laid.home.season_id != laid.away.season_id:
        return say("One of these teams is from another season.")
    if laid.home.section_id != laid.away.section_id:
        return say(
            "{home} and {away} play in different divisions. Choose teams from the same division.",
            home=laid.home,
            away=laid.away,
        )
    if not (laid.number and laid.week and laid.leg):
        return say("Match numbers, weeks and legs start at 1.")
    return ""
