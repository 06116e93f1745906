"""From match days to fixtures: previewed, drafted, opened; afterwards only weeks to come get other days."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from django.utils import timezone

from games.engine.errors import RuleError
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.commands import command
from tournaments.context import Context
from tournaments.formats.seasons.fixture_plan import Calendar, Days, Hall, PlannedFixture, dates_of_night, plan_fixtures
from tournaments.formats.seasons.settings import Kind
from tournaments.leagues import tables
from tournaments.leagues.commands import allow, check_seen, lock_season, save_fixture, write
from tournaments.leagues.line_ups import follow_days
from tournaments.leagues.models import Fixture, Postponement, Season, Squad
from tournaments.leagues.setup import check_set_up
from tournaments.leagues.standing_facts import decided_by_withdrawal

State = Fixture.State
SEED_BITS = 64
LATEST_NIGHT = 6
"""How many days after the match day a section can play."""


@dataclass(frozen=True)
class Plan:
    """When a season is played. at: on the club's clock. every: days from one match day to the next."""

    first: date
    at: time
    every: int = 7
    blackouts: tuple[date, ...] = ()

    @property
    def data(self) -> dict[str, Any]:
        return {
            "first": self.first.isoformat(),
            "at": f"{self.at:%H:%M}",
            "every": self.every,
            "blackouts": [day.isoformat() for day in self.blackouts],
        }


@dataclass(frozen=True)
class Proposed:
    """A fixture as it would be."""

    week: int
    leg: int
    home: Squad
    away: Squad
    starts_at: datetime


def plan_from(data: dict[str, Any]) -> Plan | None:
    """What `Plan.data` wrote; None where nothing was planned yet."""
    if not data:
        return None
    blackouts = tuple(map(date.fromisoformat, data["blackouts"]))
    return Plan(date.fromisoformat(data["first"]), time.fromisoformat(data["at"]), data["every"], blackouts)


def preview(season: Season, plan: Plan) -> list[Proposed]:
    """The fixtures as they would be drafted, in order. RuleError, in words, when they cannot be."""
    rules = season.settings
    if rules.kind is not Kind.FIXTURES:
        raise RuleError("{season} is a series of nights, so it has no schedule. Add its nights instead.", season=season)
    squads = {
        squad.number: squad for squad in season.squads.select_related("team__venue", "section").order_by("number")
    }
    nights = dict(season.sections.values_list("pk", "days_after"))
    sections: dict[int, list[int]] = {pk: [] for pk in nights}
    for squad in squads.values():
        sections[squad.section_id].append(squad.number)
    filled = tuple(tuple(numbers) for numbers in sections.values() if numbers)
    if not filled:
        raise RuleError("This season has no teams yet. Add the teams first.")
    homes = {squad.number: _hall(squad) for squad in squads.values() if squad.team.venue}
    own_nights = tuple(nights[pk] for pk, numbers in sections.items() if numbers)
    calendar = Calendar(filled, homes, rules.pairs, rules.meetings, own_nights)
    days = Days(plan.first, plan.every, plan.blackouts)
    planned = plan_fixtures(calendar, days, int(season.seed, 16) >> (256 - SEED_BITS))
    ordered = sorted(
        planned,
        key=lambda planned_fixture: (planned_fixture.day, planned_fixture.section, planned_fixture.meeting.home),
    )
    return [_proposed(season, planned_fixture, squads, plan) for planned_fixture in ordered]


@command(Action.SET_NIGHTS, lock=lock_season, permission=allow, version=check_seen)
def set_nights(
    season: Season, nights: Mapping[int, int], *, context: Context, expected_version: int | None = None
) -> Season:
    """Sets how many days after the match day each section plays. nights: section id → days; others stay. Until the
    schedule is drafted."""
    check_set_up(season)
    for section in season.sections.all():
        days = nights.get(section.pk, section.days_after)
        if not 0 <= days <= LATEST_NIGHT:
            raise RuleError(
                "A division can play 0 to {most} days after the match day. Choose a number in that range.",
                most=LATEST_NIGHT,
            )
        section.days_after = days
        section.save(update_fields=["days_after"])
    write(season, context)
    return season


@command(Action.DRAFT_FIXTURES, lock=lock_season, permission=allow, version=check_seen)
def draft_fixtures(season: Season, plan: Plan, *, context: Context, expected_version: int | None = None) -> Season:
    """Generate the fixtures as a draft, in the place of the one before; only organizers see it."""
    if season.state != Season.State.SETUP:
        raise RuleError(
            "{season} is in progress, so you can’t create a new schedule. Move later weeks instead.", season=season
        )
    proposed = preview(season, plan)
    season.fixtures.all().delete()
    Fixture.objects.bulk_create(
        Fixture(
            season=season,
            section_id=meeting.home.section_id,
            number=number,
            week=meeting.week,
            leg=meeting.leg,
            home=meeting.home,
            away=meeting.away,
            starts_at=meeting.starts_at,
            venue=meeting.home.team.venue,
        )
        for number, meeting in enumerate(proposed, start=1)
    )
    _keep_days(season, plan)
    write(season, context, detail={"fixtures": len(proposed)})
    return season


@command(Action.DROP_DRAFT, lock=lock_season, permission=allow, version=check_seen)
def drop_draft(season: Season, *, context: Context, expected_version: int | None = None) -> Season:
    """Throw the drafted fixtures away, so that squads and rules can change again."""
    if season.state != Season.State.SETUP:
        raise RuleError("{season} is in progress, so you can’t discard its schedule.", season=season)
    season.fixtures.all().delete()
    write(season, context)
    return season


@command(Action.OPEN_SEASON, lock=lock_season, permission=allow, version=check_seen)
def open_season(season: Season, *, context: Context, expected_version: int | None = None) -> Season:
    """Open the season: its fixtures are published, and its rules and squads are fixed."""
    if season.state != Season.State.SETUP:
        raise RuleError("{season} is already open.", season=season)
    if season.settings.kind is Kind.FIXTURES and not season.fixtures.exists():
        raise RuleError("There’s no schedule yet. Create it first and check the draft.")
    season.state = Season.State.OPEN
    season.save(update_fields=["state"])
    season.fixtures.update(state=State.PLANNED, changed_at=timezone.now())
    write(season, context)
    tables.settle(season)
    return season


@command(Action.MOVE_WEEKS, lock=lock_season, permission=allow, version=check_seen)
def move_weeks(
    season: Season, plan: Plan, reason: str, *, context: Context, expected_version: int | None = None
) -> Season:
    """Moves the weeks to come to other days, in their order. Fixtures that were played or postponed are left alone.

    A week is to come while none of its fixtures has begun or is over and none starts in the past. Fixtures of a squad
    that left are not looked at, and matches of cups keep their days.
    """
    if not reason.strip():
        raise RuleError("Enter a reason for changing the dates. Players will want to know.")
    weeks = _weeks_to_come(season)
    if not weeks:
        raise RuleError("There are no weeks left to move.")
    days = Days(plan.first, plan.every, plan.blackouts)
    nights = set(season.sections.values_list("days_after", flat=True))
    dates = {night: dates_of_night(days, len(weeks), night) for night in nights}
    written = write(season, context, reason=reason.strip(), detail={"weeks": len(weeks)})
    for number, fixtures in enumerate(weeks):
        for fixture in fixtures:
            assert fixture.section, "matches of cups keep their days"
            day = dates[fixture.section.days_after][number]
            move(fixture, moment_on(season, day, plan.at), reason.strip(), written)
    follow_days(fixture for fixtures in weeks for fixture in fixtures)
    _keep_days(season, plan)
    return season


def move(fixture: Fixture, now_at: datetime | None, reason: str, written: AuditLogEntry) -> None:
    """Another day for a fixture, or none yet, on record. For the commands of this package."""
    Postponement.objects.create(
        fixture=fixture, was_at=fixture.starts_at, now_at=now_at, reason=reason, journal=written
    )
    fixture.state = State.PLANNED if now_at else State.POSTPONED
    fixture.reason = "" if now_at else reason
    fixture.starts_at = now_at or fixture.starts_at
    save_fixture(fixture, "state", "reason", "starts_at")


def _weeks_to_come(season: Season) -> list[list[Fixture]]:
    weeks: dict[int, list[Fixture]] = defaultdict(list)
    withdrawn = decided_by_withdrawal(season)
    fixtures = season.fixtures.filter(cup=None).exclude(state=State.POSTPONED).exclude(pk__in=withdrawn)
    for fixture in fixtures.select_related("section").order_by("week", "number"):
        weeks[fixture.week].append(fixture)
    now = timezone.now()
    return [
        of_week
        for _, of_week in sorted(weeks.items())
        if all(
            fixture.state == State.PLANNED and not fixture.is_begun and fixture.starts_at > now for fixture in of_week
        )
    ]


def _keep_days(season: Season, plan: Plan) -> None:
    season.days = plan.data
    season.save(update_fields=["days"])


def _hall(squad: Squad) -> Hall:
    assert squad.team.venue, "asked for squads with a venue only"
    return Hall(squad.team.venue.name, squad.team.venue.tables, squad.section.days_after)


def _proposed(season: Season, planned_fixture: PlannedFixture, squads: dict[int, Squad], plan: Plan) -> Proposed:
    meeting = planned_fixture.meeting
    starts_at = moment_on(season, planned_fixture.day, plan.at)
    return Proposed(meeting.week, meeting.leg, squads[meeting.home], squads[meeting.away], starts_at)


def moment_on(season: Season, day: date, at: time) -> datetime:
    """That time of that day where the club is."""
    return datetime.combine(day, at, season.zone).astimezone(timezone.get_default_timezone())


def weeks_of(fixtures: Sequence[Proposed]) -> list[tuple[int, list[Proposed]]]:
    """The same, by week."""
    weeks: dict[int, list[Proposed]] = defaultdict(list)
    for fixture in fixtures:
        weeks[fixture.week].append(fixture)
    return sorted(weeks.items())
