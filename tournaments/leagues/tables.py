"""Everything of a season that follows from its facts: scores of fixtures, section tables, the table of a series.

Computed from standing results, handicaps, rulings and adjustments; written where it differs. A score remembers the
version of its event that it was made from, so that the sweep finds changes that no one woke it for. Tables are made
from scores, so that a card reads its own games, and of the season only what counts in its section.
"""

import logging
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from django.db.models import F, Model, OuterRef, Q, QuerySet, Subquery, Sum

from games.locks import locking
from tournaments.formats.base import Slip
from tournaments.formats.seasons import section_table
from tournaments.formats.seasons.section_table import FixtureFact, TableRow
from tournaments.honours.facts import Contest
from tournaments.leagues import series
from tournaments.leagues.commands import lock_season, tell
from tournaments.leagues.derived_rows import written_anew
from tournaments.leagues.models import Fixture, FixtureScore, Season, Section, SectionLine, SeriesNight, Squad
from tournaments.leagues.standing_facts import as_fact, decisions_about, gone_from
from tournaments.results.history import table_draw
from tournaments.rewards.placements import recount_places
from tournaments.rounds.models import Match, Round, Seat

log = logging.getLogger(__name__)
State = Fixture.State
Fields = dict[str, Any]
SUMS = ("home_halves", "away_halves", "home_scored", "away_scored")


@locking()
def settle_season(season_id: int) -> bool:
    """Bring a season's tables up to date with its events: those of sections in which one has moved on, or that have
    none yet. Once, five times or out of order: the same outcome. True when any changed."""
    season = lock_season(season_id)
    changed = settle(season, sections=())
    if changed:
        tell(season)
    return changed


def settle(season: Season, *, sections: Collection[int] | None = None) -> bool:
    """The same under a lock that is held already. For commands here. One that is being set up has none.

    sections: in which something else than a result has changed; None for all of them.
    """
    if season.state == Season.State.SETUP:
        return False
    behind = list(_behind(season.fixtures.all()).select_related("event", "handicap"))
    scores = written_anew(FixtureScore, "fixture_id", score_fields(season, behind), fixture__in=behind)
    meant = season.sections.all()
    if sections is not None:
        named = {*sections, *(fixture.section_id for fixture in behind if fixture.section_id)}
        meant = meant.filter(Q(pk__in=named) | Q(squads__isnull=False, squads__line=None)).distinct()
    wanted = [(section, dict(_section_lines(season, section))) for section in meant]
    lines = [written_anew(SectionLine, "squad_id", own, section=section) for section, own in wanted]
    nights = series.settle(season)
    if season.is_closed:
        recount_places(Contest.SEASON, season.pk)
    return any((scores, *lines, nights))


def settle_stale_seasons() -> int:
    """The sweep: every season with an event that has moved on since. How many there were."""
    seasons = sorted(stale_seasons())
    for season_id in seasons:
        try:
            settle_season(season_id)
        except Exception:
            # One season that cannot be settled must not keep the others waiting; `verify` names it.
            log.exception("season %s could not be settled", season_id)
    return len(seasons)


def stale_seasons() -> set[int]:
    """Seasons whose tables were made from older versions of their events, or are not made yet."""
    late = _behind(Fixture.objects.all())
    nights = SeriesNight.objects.filter(counts=True)
    behind = nights.filter(Q(seen__isnull=True) | ~Q(seen=F("event__version")))
    unranked = Squad.objects.filter(line=None).exclude(season__state=Season.State.SETUP)
    return {
        season_id
        for unsettled in (late, behind, unranked)
        for season_id in unsettled.values_list("season_id", flat=True)
    }


def _behind(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """Those whose score was made from an older version of their event, or not at all yet."""
    return fixtures.filter(Q(score__isnull=True) | ~Q(score__seen=F("event__version")), event__isnull=False)


def score_fields(season: Season, fixtures: Iterable[Fixture] | None = None) -> dict[int, Fields]:
    """Fixture id → its score, for those that have begun. fixtures: only these, with their events and handicaps."""
    begun = season.fixtures.filter(event__isnull=False)
    counted = list(begun.select_related("event", "handicap") if fixtures is None else fixtures)
    games = (
        games_of(begun if fixtures is None else begun.filter(pk__in=[fixture.pk for fixture in counted]))
        if counted
        else {}
    )
    fields = {}
    for fixture in counted:
        handicap = getattr(fixture, "handicap", None)
        starts = handicap.given.starts if handicap else (0, 0)
        fact = section_table.played_fact(fixture.week, 0, 1, games.get(fixture.pk, []), season.settings, starts)
        home, away = fact.sides
        fields[fixture.pk] = {
            "seen": fixture.event.version,  # type: ignore[union-attr]  # it has begun
            "home_halves": home.halves,
            "away_halves": away.halves,
            "home_scored": home.scored,
            "away_scored": away.scored,
        }
    return fields


def line_fields(season: Season) -> dict[int, Fields]:
    """Squad id → its line in the table of its section, from the results themselves."""
    scores = score_fields(season)
    return dict(pair for section in season.sections.all() for pair in _section_lines(season, section, scores))


def table_of(
    season: Season, section: Section, scores: Mapping[int, Fields] | None = None, *, with_decisions: bool = True
) -> tuple[TableRow, ...]:
    """The section's table as it should be now, by squad number. scores: in the place of those that are stored.
    with_decisions: about places that are shared."""
    numbers = list(section.squads.values_list("number", flat=True))
    given = section.squads.annotate(sum=Sum("adjustments__points")).exclude(sum=None)
    adjustments = dict(given.values_list("number", "sum"))
    facts = list(facts_of(season, section, scores))
    decisions = [as_fact(place_decision) for place_decision in decisions_about(section)] if with_decisions else []
    seed, gone = int(season.seed, 16), gone_from(section)
    return section_table.rank(numbers, facts, adjustments, seed, season.criteria, decisions, gone)


def facts_of(season: Season, section: Section, scores: Mapping[int, Fields] | None = None) -> Iterator[FixtureFact]:
    """Every fixture of the section that counts."""
    rules = season.settings
    counted = section.fixtures.filter(Q(state=State.PLAYED) | Q(at_fault__isnull=False)).order_by("number")
    stored = [f"score__{name}" for name in SUMS]
    for pk, number, home, away, at_fault, *sums in counted.values_list(
        "pk", "number", "home__number", "away__number", "at_fault", *stored
    ):
        if at_fault is not None:
            yield section_table.walkover_fact(number, home, away, at_fault, rules)
        else:
            own = sums if scores is None else [scores[pk][name] for name in SUMS]
            yield section_table.counted_fact(number, home, away, (own[0], own[1]), (own[2], own[3]), rules)


def games_of(fixtures: QuerySet[Fixture]) -> dict[int, list[tuple[int, int]]]:
    """Fixture id → the points of its games that count, home first, in the order they were played."""
    of_first_side = Seat.objects.filter(match=OuterRef("pk"), side=0).order_by("position").values("entry__number")[:1]
    matches = Match.objects.filter(round__stage__event__fixture__in=fixtures, standing__isnull=False)
    matches = matches.exclude(round__status=Round.Status.DRAFT).order_by("round__number", "table")
    read = matches.annotate(number=Subquery(of_first_side)).values_list(
        "round__stage__event__fixture", "number", "standing__slip"
    )
    games: dict[int, list[tuple[int, int]]] = {}
    for fixture, number, slip in read:
        first, second = slip["points"]
        games.setdefault(fixture, []).append((first, second) if is_home(number) else (second, first))
    return games


def home_first(match: Match, slip: Slip) -> tuple[int, int]:
    """The points of a match of a fixture's event. Its odd entries are the visitors, who move."""
    first, second = slip.points
    return (first, second) if is_home(table_draw(match).sides[0][0]) else (second, first)


def is_home(number: int) -> bool:
    """Whose pair an entry of a fixture's event is: the odd numbers move, and the visitors move."""
    return number % 2 == 0


def _section_lines(
    season: Season, section: Section, scores: Mapping[int, Fields] | None = None
) -> Iterable[tuple[int, Fields]]:
    ids = dict(section.squads.values_list("number", "pk"))
    for table_row in table_of(season, section, scores):
        yield (
            ids[table_row.squad],
            {
                "section_id": section.pk,
                "place": table_row.place,
                "is_shared": table_row.is_shared,
                "points_over": table_row.points.numerator,
                "points_under": table_row.points.denominator,
                "played": table_row.played,
                "won": table_row.won,
                "drawn": table_row.drawn,
                "lost": table_row.lost,
                "halves": list(table_row.halves),
                "scored": list(table_row.scored),
                "adjusted": table_row.adjusted,
                "because": table_row.because,
            },
        )


DERIVED: tuple[type[Model], ...] = (FixtureScore, SectionLine, *series.DERIVED)
"""What `rebuild` throws away."""
