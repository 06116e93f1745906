"""A season as a series of nights: which events count, and the table of period points."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Max, Model
from django.utils import timezone

from games.engine.errors import RuleError
from games.jobs.enqueuing import enqueue_on_commit
from tournaments.activity_log.models import Action
from tournaments.checkin.models import Entry
from tournaments.clubs.identity import person_of, persons
from tournaments.clubs.models import Membership, Role
from tournaments.commands import command, lock_event
from tournaments.context import Context
from tournaments.events.models import Event
from tournaments.formats.seasons.period_points import Night, SeriesRow, award, series_table
from tournaments.formats.seasons.settings import Credit, Kind, SeasonRules
from tournaments.leagues.commands import allow, lock_part, lock_season, season_of_event, write
from tournaments.leagues.derived_rows import written_anew
from tournaments.leagues.models import Season, SeriesLine, SeriesNight
from tournaments.rounds.final_places import finish_of
from tournaments.rounds.models import Match, Round


@command(
    Action.ADD_NIGHT,
    lock=lock_season,
    permission=allow,
    replay=lambda done: SeriesNight.objects.get(pk=done.detail["night"]),
)
def add_night(season: Season, event: Event, *, context: Context) -> SeriesNight:
    """Make an event of the club the next night of the series."""
    if season.settings.kind is not Kind.NIGHTS:
        raise RuleError("{season} is made up of team matches, so it has no nights.", season=season)
    if season.state != Season.State.OPEN:
        raise RuleError("{season} isn’t open yet. Open it, then add its nights.", season=season)
    if event.club_id != season.league.club_id:
        raise RuleError("{event} isn’t one of {club}’s events.", event=event, club=season.league.club)
    if season_of_event(event):
        raise RuleError("{event} is already part of a season.", event=event)
    number = (season.nights.aggregate(last=Max("number"))["last"] or 0) + 1
    night = SeriesNight.objects.create(season=season, event=event, number=number)
    _count_matches_anew(event)
    write(season, context, detail={"night": night.pk})
    return night


def _lock(night_id: int) -> SeriesNight:
    return lock_part(SeriesNight.objects.select_related("event"), night_id)


@command(Action.COUNT_NIGHT, lock=_lock, permission=allow)
def count_night(night: SeriesNight, *, context: Context) -> SeriesNight:
    """Say that a night is over: from now on its places give period points, corrections included."""
    rounds = Round.objects.filter(stage__event=night.event)
    if not rounds.exists() or rounds.exclude(status=Round.Status.CLOSED).exists():
        raise RuleError("{event} isn’t over. Close every round first.", event=night.event)
    here = Membership.objects.filter(club=night.event.club_id, role=Role.GUEST, player__entries__event=night.event)
    night.guests = sorted(set(here.values_list("player", flat=True)))
    night.counts = True
    night.save(update_fields=["guests", "counts"])
    write(night.season, context, detail={"night": night.pk})
    settle(night.season)
    return night


def settle(season: Season) -> bool:
    """Write the table of the series where it differs, under the season's lock."""
    nights = list(season.nights.filter(counts=True).select_related("event"))
    seen = {night.pk: night.event.version for night in nights}
    changed = written_anew(SeriesLine, "player_id", line_fields(season), season=season)
    for night in nights:
        if night.seen != seen[night.pk]:
            SeriesNight.objects.filter(pk=night.pk).update(seen=seen[night.pk])
    return changed


def line_fields(season: Season) -> dict[int, dict[str, Any]]:
    """Player id → the line in the table of the series."""
    return {
        series_row.player: {
            "season_id": season.pk,
            "place": series_row.place,
            "is_shared": series_row.is_shared,
            "total": str(series_row.total),
            "nights": ["" if points is None else str(points) for points in series_row.nights],
            "dropped": list(series_row.dropped),
        }
        for series_row in table_of(season)
    }


def table_of(season: Season) -> tuple[SeriesRow, ...]:
    """The table of the series as it should be now, by player id. Guests on every night have no line."""
    rules = season.settings
    nights = list(season.nights.filter(counts=True).select_related("event").order_by("number"))
    awarded = [points_of(night, rules) for night in nights]
    members = {
        player for night, points in zip(nights, awarded, strict=True) for player in set(points) - guests_of(night)
    }
    everybody = {player for points in awarded for player in points}
    return series_table(awarded, rules.drop, everybody - members)


def points_of(night: SeriesNight, rules: SeasonRules) -> Night:
    """Player id → period points of a night. A player credited in two entries gets the better of both."""
    entries = {entry.number: entry for entry in night.event.entries.prefetch_related("lineup__player__alias")}
    levels: dict[int, list[int]] = defaultdict(list)
    placed: set[int] = set()
    for finisher in sorted(finish_of(night.event, with_lot=False).finishers, key=lambda finisher: finisher.place):
        credited = [
            player for player in credited_players(entries[finisher.entry], rules.credit) if player not in placed
        ]
        levels[finisher.place] += credited
        placed.update(credited)
    return award([levels[place] for place in sorted(levels)], rules.scale, rules.ties, guests_of(night))


def guests_of(night: SeriesNight) -> set[int]:
    """Players who were guests that night, under any of their records."""
    return set(persons(night.guests).values())


def credited_players(entry: Entry, credit: Credit) -> list[int]:
    """Who gets the points of an entry: of every chair the first player, the last, or both."""
    chairs: dict[int, list[int]] = defaultdict(list)
    for entry_player in sorted(entry.lineup.all(), key=lambda player: player.pk):
        chairs[entry_player.chair].append(person_of(entry_player.player))
    return [player for _, held in sorted(chairs.items()) for player in _of_chair(held, credit)]


def _of_chair(held: list[int], credit: Credit) -> Iterable[int]:
    if credit is Credit.BOTH:
        return dict.fromkeys((held[0], held[-1]))
    return [held[0] if credit is Credit.REGULAR else held[-1]]


def _count_matches_anew(event: Event) -> None:
    """What was played before is a game of the season too."""
    lock_event(event.pk)
    matches = Match.objects.filter(round__stage__event=event, standing__isnull=False)
    first = matches.first()
    matches.update(unsettled_since=timezone.now())
    if first:
        enqueue_on_commit("tournaments.tasks.settle_match_task", first.pk)


DERIVED: tuple[type[Model], ...] = (SeriesLine,)
