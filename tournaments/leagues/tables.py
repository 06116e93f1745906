"""Everything of a season that follows from its facts: scores of fixtures, section tables, the table of a series.

Computed from standing results, rulings and adjustments; written where it differs. A score remembers the version of its
event that it was made from, so that the sweep finds whatever nobody woke it for.
"""

import logging
from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import F, Model, Q, Sum

from games.locks import locking
from tournaments.formats.base import Slip
from tournaments.formats.seasons import section_table
from tournaments.formats.seasons.section_table import FixtureFact, TableRow
from tournaments.honours.facts import Contest
from tournaments.leagues import series
from tournaments.leagues.commands import lock_season, tell
from tournaments.leagues.derived_rows import written_anew
from tournaments.leagues.models import Fixture, FixtureScore, Season, Section, SectionLine, SeriesNight
from tournaments.results.history import table_draw
from tournaments.rewards.placements import recount_places
from tournaments.rounds.models import Match, Round

log = logging.getLogger(__name__)
State = Fixture.State
Fields = dict[str, Any]


@locking()
def settle_season(season_id: int) -> bool:
    """Bring a season's tables up to date. Once, five times or out of order: the same outcome. True when any changed."""
    season = lock_season(season_id)
    changed = settle(season)
    if changed:
        tell(season)
    return changed


def settle(season: Season) -> bool:
    """The same under a lock that is held already. For commands here. One that is being set up has none."""
    if season.state == Season.State.SETUP:
        return False
    scores = written_anew(FixtureScore, "fixture_id", score_fields(season), fixture__season=season)
    lines = written_anew(SectionLine, "squad_id", line_fields(season), section__season=season)
    nights = series.settle(season)
    if season.is_closed:
        recount_places(Contest.SEASON, season.pk)
    return any((scores, lines, nights))


def settle_stale_seasons() -> int:
    """The sweep: every season with an event that has moved on since. How many there were."""
    found = sorted(stale_seasons())
    for season_id in found:
        try:
            settle_season(season_id)
        except Exception:
            # One season that cannot be settled must not keep the others waiting; `verify` names it.
            log.exception("season %s could not be settled", season_id)
    return len(found)


def stale_seasons() -> set[int]:
    """Seasons whose tables were made from older versions of their events."""
    begun = Fixture.objects.filter(event__isnull=False)
    late = begun.filter(Q(score__isnull=True) | ~Q(score__seen=F("event__version")))
    nights = SeriesNight.objects.filter(counts=True)
    behind = nights.filter(Q(seen__isnull=True) | ~Q(seen=F("event__version")))
    return {season_id for rows in (late, behind) for season_id in rows.values_list("season_id", flat=True)}


def score_fields(season: Season) -> dict[int, Fields]:
    """Fixture id → its score, for those that have begun."""
    found = {}
    games = games_of(season)
    for fixture in season.fixtures.filter(event__isnull=False).select_related("event"):
        own = games.get(fixture.pk, [])
        fact = section_table.played_fact(fixture.week, 0, 1, own, season.settings)
        home, away = fact.sides
        found[fixture.pk] = {
            "seen": fixture.event.version,  # type: ignore[union-attr]  # filtered on above
            "home_halves": home.halves,
            "away_halves": away.halves,
            "home_scored": home.scored,
            "away_scored": away.scored,
        }
    return found


def line_fields(season: Season) -> dict[int, Fields]:
    """Squad id → its line in the table of its section."""
    return dict(pair for section in season.sections.all() for pair in _section_lines(season, section))


def table_of(season: Season, section: Section) -> tuple[TableRow, ...]:
    """The section's table as it should be now, by squad number."""
    numbers = list(section.squads.values_list("number", flat=True))
    given = section.squads.annotate(sum=Sum("adjustments__points")).exclude(sum=None)
    adjustments = dict(given.values_list("number", "sum"))
    facts = list(facts_of(season, section))
    return section_table.rank(numbers, facts, adjustments, int(season.seed, 16), season.criteria)


def facts_of(season: Season, section: Section) -> Iterator[FixtureFact]:
    """Every fixture of the section that counts."""
    rules, games = season.settings, games_of(season)
    for fixture in section.fixtures.select_related("home", "away").order_by("number"):
        about = fixture.number, fixture.home.number, fixture.away.number
        if fixture.state == State.PLAYED:
            yield section_table.played_fact(*about, games.get(fixture.pk, []), rules)
        elif fixture.at_fault is not None:
            yield section_table.walkover_fact(*about, fixture.at_fault, rules)


def games_of(season: Season) -> dict[int, list[tuple[int, int]]]:
    """Fixture id → the points of its games that count, home first, in the order they were played."""
    rows = Match.objects.filter(round__stage__event__fixture__season=season, standing__isnull=False)
    rows = rows.exclude(round__status=Round.Status.DRAFT).order_by("round__number", "table")
    rows = rows.select_related("standing", "round__stage__event__fixture").prefetch_related("seats__entry")
    found: dict[int, list[tuple[int, int]]] = {}
    for match in rows:
        found.setdefault(match.round.stage.event.fixture.pk, []).append(home_first(match, match.standing.reported))  # type: ignore[union-attr]  # only those with a fixture are asked for
    return found


def home_first(match: Match, slip: Slip) -> tuple[int, int]:
    """The points of a match of a fixture's event. Its odd entries are the visitors, who move."""
    one, other = slip.points
    return (one, other) if is_home(table_draw(match).sides[0][0]) else (other, one)


def is_home(number: int) -> bool:
    """Whose pair an entry of a fixture's event is: the odd numbers move, and the visitors move."""
    return number % 2 == 0


def _section_lines(season: Season, section: Section) -> Iterable[tuple[int, Fields]]:
    ids = dict(section.squads.values_list("number", "pk"))
    for row in table_of(season, section):
        yield (
            ids[row.squad],
            {
                "section_id": section.pk,
                "place": row.place,
                "is_shared": row.is_shared,
                "points_over": row.points.numerator,
                "points_under": row.points.denominator,
                "played": row.played,
                "won": row.won,
                "drawn": row.drawn,
                "lost": row.lost,
                "halves": list(row.halves),
                "scored": list(row.scored),
                "adjusted": row.adjusted,
                "because": row.because,
            },
        )


DERIVED: tuple[type[Model], ...] = (FixtureScore, SectionLine, *series.DERIVED)
"""What `rebuild` throws away."""
