"""Everything derived of all seasons at once: compared with its facts, thrown away, computed again."""

from collections.abc import Iterator

from django.db.models import Count, Q

from games.tables.verify import long_ago
from tournaments.activity_log.models import JournalEntry
from tournaments.leagues import series, tables
from tournaments.leagues.models import Fixture, FixtureScore, Season, SectionLine, SeriesLine, SquadPlayer

Stored = dict[int, dict[str, object]]


def rebuild_seasons() -> None:
    """Throw the tables of all seasons away and compute them again."""
    for model in tables.DERIVED:
        model._default_manager.all().delete()
    for season_id in Season.objects.order_by("pk").values_list("pk", flat=True):
        tables.settle_season(season_id)


def season_tables_equal_a_rebuild() -> Iterator[str]:
    """Those that wait to be settled are left out for two minutes."""
    waiting = tables.stale_seasons()
    for season in Season.objects.select_related("league__club"):
        if season.pk in waiting and _is_fresh(season):
            continue
        pairs = (
            (FixtureScore, "fixture_id", tables.score_fields(season), {"fixture__season": season}),
            (SectionLine, "squad_id", tables.line_fields(season), {"section__season": season}),
            (SeriesLine, "player_id", series.line_fields(season), {"season": season}),
        )
        for model, key, wanted, among in pairs:
            rows = model._default_manager.filter(**among)
            stored = {getattr(row, key): {name: getattr(row, name) for name in _names(wanted)} for row in rows}
            if stored != wanted and (season.state != Season.State.SETUP or stored):
                yield f"{season}: {model._meta.verbose_name_plural} differ from those computed from the results."


def fixtures_follow_the_rules() -> Iterator[str]:
    """Nobody plays twice on a side of the meetings; both squads are of the section; a played one has all its rounds."""
    for fixture in Fixture.objects.select_related("home__team", "away__team", "season"):
        if {fixture.home.section_id, fixture.away.section_id} != {fixture.section_id}:
            yield f"{fixture}: a squad is not of the fixture's section."
    twice = Fixture.objects.values("home", "leg").annotate(met=Count("away"), different=Count("away", distinct=True))
    for row in twice:
        if row["met"] != row["different"]:
            yield f"Squad {row['home']} meets another twice in leg {row['leg']}."
    played = Fixture.objects.filter(state=Fixture.State.PLAYED).select_related("season", "home__team", "away__team")
    closed = Count("event__stages__rounds", filter=Q(event__stages__rounds__status="closed"))
    for fixture in played.annotate(closed=closed):
        if fixture.closed < fixture.season.settings.games:
            yield f"{fixture}: counts as played with {fixture.closed} closed rounds."


def squads_do_not_overlap() -> Iterator[str]:
    """Nobody belongs to two squads on one day."""
    last: dict[tuple[int, int], SquadPlayer] = {}
    for row in SquadPlayer.objects.select_related("player").order_by("season", "player", "since"):
        before = last.get((row.season_id, row.player_id))
        if before and (before.until is None or before.until > row.since):
            yield f"{row.player} belongs to two squads on {row.since}."
        last[row.season_id, row.player_id] = row


CHECKS = (season_tables_equal_a_rebuild, fixtures_follow_the_rules, squads_do_not_overlap)


def _is_fresh(season: Season) -> bool:
    about = Q(event__fixture__season=season) | Q(event__series_night__season=season)
    return JournalEntry.objects.filter(about, at__gt=long_ago()).exists()


def _names(wanted: Stored) -> list[str]:
    return list(next(iter(wanted.values()), {}))
