"""A team joins a season that runs, in one step: with its players, its matches, and what becomes of those it missed."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Max
from django.utils import timezone

from games.engine.errors import RuleError
from games.engine.language import mark
from tournaments.activity_log.models import Action
from tournaments.clubs.models import Venue
from tournaments.commands import command, require_reason
from tournaments.context import Context
from tournaments.formats.config import Choice
from tournaments.formats.seasons.fixture_plan import Meeting
from tournaments.formats.seasons.late_entry import WeekToCome, late_meetings
from tournaments.formats.seasons.match_days import match_days
from tournaments.formats.seasons.settings import Kind
from tournaments.leagues import play_offs, tables
from tournaments.leagues.commands import allow, check_seen, day_of, lock_section, write
from tournaments.leagues.models import Fixture, Season, Section, Squad
from tournaments.leagues.schedule import moment_on, plan_from
from tournaments.leagues.setup import check_room, place, team_named, tidy
from tournaments.leagues.squads import join_squad, named_player
from tournaments.leagues.standing_facts import decided_by_withdrawal, withdrawals_of

State = Fixture.State
NEWCOMER = 0
"""What the plan calls the team that joins; others go by their ids."""


class Missed(Choice):
    """What becomes of the matches for which no week to come has room."""

    LATER = "later", mark("Play leftover matches after the last week, one a week")
    NOT_PLAYED = "not_played", mark("Don’t play leftover matches")
    AWARD = "award", mark("Opponents win leftover matches")


@dataclass(frozen=True)
class LateMatch:
    """A match of the team that joins. week: empty for one that is not played, or is awarded; so is starts_at."""

    other: Squad
    is_home: bool
    leg: int
    week: int | None
    starts_at: datetime | None


@dataclass(frozen=True)
class LatePlan:
    """week: the first in which the team can play."""

    week: int
    matches: tuple[LateMatch, ...]
    missed: tuple[LateMatch, ...]

    @property
    def last(self) -> datetime | None:
        """When the team's last match is."""
        return max((match.starts_at for match in self.matches if match.starts_at), default=None)


def plan_late_entry(section: Section, venue: Venue | None, since: date, missed: Missed) -> LatePlan:
    """Whom a team would play that joins the section from that day on, and when. venue: its home. RuleError, in words,
    when it can't join."""
    season = section.season
    if season.state != Season.State.OPEN or season.settings.kind is not Kind.FIXTURES:
        raise RuleError("{season} doesn’t have an active schedule. Add the team during season setup.", season=season)
    check_room(section)
    play_offs.check_not_drawn(section)
    if venue and venue.tables is not None and venue.tables < season.settings.pairs:
        raise RuleError(
            "A match needs {needed} tables, and {hall} has {tables}. Add tables.",
            hall=venue.name,
            tables=venue.tables,
            needed=season.settings.pairs,
        )
    gone = withdrawals_of(season)
    others = {squad.pk: squad for squad in section.squads.select_related("team__venue") if squad.pk not in gone}
    if not others:
        raise RuleError("{section} has no teams to play against.", section=section)
    calendar = _Calendar(section, venue, others)
    weeks = calendar.weeks_from(since)
    fitted, rest = late_meetings(
        NEWCOMER, list(others), season.settings.meetings.times, [week_to_come for week_to_come, _ in weeks]
    )
    moments = {week_to_come.week: moment for week_to_come, moment in weeks}
    matches = [_match(meeting, others, meeting.week, moments[meeting.week]) for meeting in fitted]
    first = weeks[0][0].week if weeks else calendar.last_week + 1
    left = [_match(meeting, others, None, None) for meeting in rest]
    if missed is not Missed.LATER or not rest:
        return LatePlan(first, tuple(matches), tuple(left))
    extra = calendar.moments_after(since, len(rest))
    matches += [
        _match(meeting, others, calendar.last_week + number, moment)
        for number, (meeting, moment) in enumerate(zip(rest, extra, strict=True), start=1)
    ]
    return LatePlan(first, tuple(matches), ())


def _match(meeting: Meeting, others: Mapping[int, Squad], week: int | None, starts_at: datetime | None) -> LateMatch:
    is_home = meeting.home == NEWCOMER
    return LateMatch(others[meeting.away if is_home else meeting.home], is_home, meeting.leg, week, starts_at)


@command(
    Action.ENTER_LATE,
    lock=lock_section,
    permission=allow,
    version=check_seen,
    replay=lambda done: Squad.objects.get(pk=done.detail["squad"]),
)
def enter_late(
    section: Section,
    name: str,
    names: Sequence[str],
    since: date,
    missed: Missed,
    reason: str,
    *,
    context: Context,
    venue: Venue | None = None,
    exception: str = "",
    expected_version: int | None = None,
) -> Squad:
    """Let a team join the running season, with its players, the captain first. Its matches are those of the plan.

    exception: why its players may join, where the last day for new players is over.
    """
    why, season = require_reason(reason), section.season
    home = venue or home_of(season, name)
    plan = plan_late_entry(section, home, since, missed)
    squad = place(season, section, team_named(season.league, name, venue))
    squad.joined_week = plan.week
    squad.save(update_fields=["joined_week"])
    for number, typed in enumerate(names):
        coming = named_player(season.league.club, typed)
        join_squad(squad.pk, coming, since, context=context, captain=not number, exception=exception)
    made = _fixtures(squad, plan, missed, f"{squad}: {why}"[:200])
    write(season, context, reason=why, detail={"squad": squad.pk, "fixtures": made, "week": plan.week})
    tables.settle(season, sections=[section.pk])
    return squad


def home_of(season: Season, name: str) -> Venue | None:
    """The home that a team of that name has already."""
    team = season.league.teams.filter(name=tidy(name, 60)).select_related("venue").first()
    return team.venue if team else None


def _fixtures(squad: Squad, plan: LatePlan, missed: Missed, why: str) -> int:
    """Make the fixtures of the plan. How many there are."""
    season = squad.season
    late_matches = [*plan.matches, *(plan.missed if missed is Missed.AWARD else ())]
    last = season.fixtures.aggregate(last=Max("number"))["last"] or 0
    now = timezone.now()
    for number, late_match in enumerate(late_matches, start=last + 1):
        home, away = (squad, late_match.other) if late_match.is_home else (late_match.other, squad)
        about = {"season": season, "section": squad.section, "number": number, "leg": late_match.leg}
        about |= {"home": home, "away": away, "venue": home.team.venue}
        if late_match.starts_at:
            Fixture.objects.create(
                **about, week=late_match.week or plan.week, starts_at=late_match.starts_at, state=State.PLANNED
            )
        else:
            fault = {"state": State.WALKOVER, "at_fault": 0 if late_match.is_home else 1, "reason": why}
            Fixture.objects.create(**about, **fault, week=plan.week, starts_at=now)
    return len(late_matches)


class _Calendar:
    """The season's days for a section: which week is when, who plays, and how many tables each venue has left."""

    def __init__(self, section: Section, venue: Venue | None, others: Mapping[int, Squad]) -> None:
        self.section, self.season, self.others = section, section.season, others
        self.homes = {NEWCOMER: venue} | {pk: squad.team.venue for pk, squad in others.items()}
        fixtures = self.season.fixtures.select_related("section").order_by("week", "number")
        self.rows = list(fixtures.exclude(pk__in=decided_by_withdrawal(self.season)))
        self.playing: dict[date, set[int]] = defaultdict(set)
        self.tables: Counter[tuple[int | None, date]] = Counter()
        for fixture in self._live():
            day = day_of(fixture)
            self.playing[day] |= {fixture.home_id, fixture.away_id}
            self.tables[fixture.venue_id, day] += self.season.settings.pairs
        self.last_week = self.season.fixtures.filter(cup=None).aggregate(last=Max("week"))["last"] or 0

    def weeks_from(self, since: date) -> list[tuple[WeekToCome, datetime]]:
        """The weeks to come on that day or later, with the moment at which the section plays."""
        weeks = []
        for week, moment in sorted(self._moments().items()):
            day = moment.astimezone(self.season.zone).date()
            if moment > timezone.now() and day >= since:
                free = frozenset({*self.others, NEWCOMER} - self.playing[day])
                weeks.append((WeekToCome(week, free, self._full(day)), moment))
        return sorted(weeks, key=lambda pair: pair[1])

    def moments_after(self, since: date, count: int) -> list[datetime]:
        """So many match days of the section after the season's last one."""
        season, plan = self.season, plan_from(self.season.days)
        every, blackouts = (plan.every, plan.blackouts) if plan else (7, ())
        last = max(self._moments().values(), default=timezone.now()).astimezone(season.zone)
        first, today = last.date() + timedelta(days=every), timezone.now().astimezone(season.zone).date()
        while first < since or first <= today:
            first += timedelta(days=every)
        busy = [day for day, playing in self.playing.items() if playing & self.others.keys()]
        return [moment_on(season, day, last.time()) for day in match_days(first, count, [*blackouts, *busy], every)]

    def _live(self) -> Iterable[Fixture]:
        """What is played, or was."""
        for fixture in self.rows:
            if fixture.state not in (State.VOID, State.POSTPONED):
                fixture.season = self.season
                yield fixture

    def _moments(self) -> dict[int, datetime]:
        """When the section plays in each week: as most of its own matches do, else as those of others, on its own
        night."""
        own: dict[int, Counter[datetime]] = defaultdict(Counter)
        others: dict[int, Counter[datetime]] = defaultdict(Counter)
        for fixture in self._live():
            if fixture.section_id == self.section.pk:
                own[fixture.week][fixture.starts_at] += 1
            elif fixture.section:
                shift = timedelta(days=self.section.days_after - fixture.section.days_after)
                others[fixture.week][fixture.starts_at + shift] += 1
        return {week: (own.get(week) or others[week]).most_common(1)[0][0] for week in {*own, *others}}

    def _full(self, day: date) -> frozenset[int]:
        needed = self.season.settings.pairs
        return frozenset(
            squad
            for squad, venue in self.homes.items()
            if venue and venue.tables is not None and self.tables[venue.pk, day] + needed > venue.tables
        )
