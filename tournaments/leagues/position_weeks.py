"""A week that is drawn by the standings, after all others: first against second, third against fourth, and so on."""

from datetime import datetime

from django.db.models import Max, Q
from django.utils import timezone

from games.engine.errors import RuleError
from games.engine.language import say_number
from tournaments.activity_log.models import Action
from tournaments.commands import command
from tournaments.context import Context
from tournaments.formats.seasons.settings import Kind
from tournaments.leagues import play_offs, tables
from tournaments.leagues.commands import allow, check_seen, lock_section, write
from tournaments.leagues.fixtures import check_day
from tournaments.leagues.models import OVER, Fixture, Season, Section, Squad
from tournaments.leagues.standing_facts import gone_from

Pair = tuple[Squad, Squad]


@command(Action.DRAW_POSITIONS, lock=lock_section, permission=allow, version=check_seen)
def draw_positions(
    section: Section, starts_at: datetime, *, context: Context, expected_version: int | None = None
) -> Section:
    """One more week for the section: each team meets its neighbor in the table, at home to the better one. An odd
    number leaves the last one out."""
    season = section.season
    if season.state != Season.State.OPEN or season.settings.kind is not Kind.FIXTURES:
        raise RuleError("{season} doesn’t have an active schedule, so you can’t draw a position week.", season=season)
    play_offs.check_not_drawn(section)
    if left := section.fixtures.exclude(state__in=OVER).count():
        raise RuleError(
            say_number(
                "{number} match in {section} still has to be played. Play it first, then draw the position week.",
                "{number} matches in {section} still have to be played. Play them first, then draw the position week.",
                left,
                section=section,
            )
        )
    if starts_at <= timezone.now():
        raise RuleError("That time has passed. Enter a later one.")
    tables.settle(season, sections=[section.pk])
    pairs = pairs_of(section)
    if not pairs:
        raise RuleError("{section} has too few teams for a position week.", section=section)
    about = season.fixtures.aggregate(number=Max("number"))
    last, week = about["number"] or 0, (section.fixtures.aggregate(last=Max("week"))["last"] or 0) + 1
    for place, (home, away) in enumerate(pairs, start=1):
        home.season = away.season = season
        fixture = Fixture(
            season=season,
            section=section,
            number=last + place,
            week=week,
            leg=_next_leg(home, away),
            home=home,
            away=away,
            starts_at=starts_at,
            venue=home.team.venue,
            state=Fixture.State.PLANNED,
        )
        check_day(fixture, starts_at)
        fixture.save()
    write(season, context, detail={"section": section.pk, "week": week})
    return section


def pairs_of(section: Section) -> list[Pair]:
    """Who would meet, by the table as it is stored: the first and the second, and so on."""
    gone = gone_from(section)
    section_lines = section.lines.select_related("squad__team__venue").order_by("place", "squad__number")
    squads = [line.squad for line in section_lines if line.squad.number not in gone]
    return list(zip(squads[::2], squads[1::2], strict=False))


def _next_leg(home: Squad, away: Squad) -> int:
    met = Fixture.objects.filter(Q(home=home, away=away) | Q(home=away, away=home))
    return int(met.aggregate(last=Max("leg"))["last"] or 0) + 1
