"""Who belongs to which squad from which day: joining, moving, leaving. Rows are closed, never deleted."""

from collections.abc import Sequence
from datetime import date

from django.db import transaction
from django.db.models import Q, QuerySet

from games.engine.errors import RuleError
from games.models import Player
from tournaments.models import Club, Membership, Role, Season, Section, Squad, SquadPlayer, Venue
from tournaments.services import journal
from tournaments.services.journal import By
from tournaments.services.leagues.door import allow, lock_season, write
from tournaments.services.leagues.setup import add_squad, tidy


@transaction.atomic
def enter_squad(
    section_id: int, team: str, names: Sequence[str], since: date, *, by: By, venue: Venue | None = None
) -> Squad:
    """A team with its players at once, the captain first. Known names are the club's players, others are new."""
    season = lock_season(Section.objects.values_list("season_id", flat=True).get(pk=section_id))
    body = {"section": section_id, "team": team, "names": list(names), "since": since, "venue": venue and venue.pk}
    if done := journal.replayed(by, "enter_squad", body):
        return Squad.objects.get(pk=done.detail["squad"])
    inner = By(by.actor, by.source)
    squad = add_squad(section_id, team, by=inner, venue=venue)
    for number, name in enumerate(names):
        join_squad(squad.pk, named_player(season.league.club, name), since, by=inner, captain=not number)
    season.refresh_from_db(fields=["version"])
    write(season, "enter_squad", by, body, detail={"squad": squad.pk})
    return squad


def named_player(club: Club, name: str) -> Player | str:
    """The club's player of that name, else the name. RuleError when several are called so."""
    found = list(Player.objects.filter(memberships__club=club, name__iexact=" ".join(name.split()))[:2])
    if len(found) > 1:
        raise RuleError("Several players of {club} are called {name}. Choose one from the list.", club=club, name=name)
    return found[0] if found else name


@transaction.atomic
def join_squad(squad_id: int, coming: Player | str, since: date, *, by: By, captain: bool = False) -> SquadPlayer:
    """Somebody belongs to a squad from that day on. coming: a player of the club, or the name of somebody new."""
    season, squad = _lock(squad_id)
    named = coming if isinstance(coming, str) else coming.pk
    body = {"squad": squad_id, "coming": named, "since": since, "captain": captain}
    if done := journal.replayed(by, "join_squad", body):
        return SquadPlayer.objects.get(pk=done.detail["row"])
    allow(season, by)
    player = _known(season.league.club, coming)
    if there := _row_from(season, player, since):
        raise RuleError(
            "{player} belongs to {squad} then. Transfer {player} instead, with a day.", player=player, squad=there.squad
        )
    row = SquadPlayer.objects.create(season=season, squad=squad, player=player, since=since, is_captain=captain)
    write(season, "join_squad", by, body, detail={"squad": squad.pk, "row": row.pk})
    return row


@transaction.atomic
def transfer(squad_id: int, player: Player, on: date, *, by: By) -> SquadPlayer:
    """Somebody belongs to this squad from that day on, and to the one before no more. What was played stays there."""
    season, squad = _lock(squad_id)
    body = {"squad": squad_id, "player": player.pk, "on": on}
    if done := journal.replayed(by, "transfer", body):
        return SquadPlayer.objects.get(pk=done.detail["row"])
    allow(season, by)
    row = _present(season, player)
    if row.squad_id == squad.pk:
        raise RuleError("{player} belongs to {squad} already.", player=player, squad=squad)
    _end(row, on)
    new = SquadPlayer.objects.create(season=season, squad=squad, player=player, since=on)
    write(season, "transfer", by, body, detail={"squad": squad.pk, "before": row.squad_id, "row": new.pk})
    return new


@transaction.atomic
def leave_squad(season_id: int, player: Player, on: date, *, by: By) -> SquadPlayer:
    """Somebody belongs to no squad any more from that day on."""
    season, body = lock_season(season_id), {"season": season_id, "player": player.pk, "on": on}
    if done := journal.replayed(by, "leave_squad", body):
        return SquadPlayer.objects.get(pk=done.detail["row"])
    allow(season, by)
    row = _present(season, player)
    _end(row, on)
    write(season, "leave_squad", by, body, detail={"squad": row.squad_id, "row": row.pk})
    return row


def on_day(day: date) -> Q:
    """Rows that hold on that day."""
    return Q(since__lte=day) & (Q(until__isnull=True) | Q(until__gt=day))


def squad_on(season: Season, day: date) -> QuerySet[SquadPlayer]:
    """Everybody of the season who belongs to a squad on that day."""
    return SquadPlayer.objects.filter(on_day(day), season=season).select_related("player", "squad__team")


def _lock(squad_id: int) -> tuple[Season, Squad]:
    season = lock_season(Squad.objects.values_list("season_id", flat=True).get(pk=squad_id))
    squad = Squad.objects.select_related("team").get(pk=squad_id)
    squad.season = season
    return season, squad


def _row_from(season: Season, player: Player, since: date) -> SquadPlayer | None:
    """What the player belongs to on that day or later."""
    rows = SquadPlayer.objects.filter(season=season, player=player).select_related("squad__team")
    return rows.filter(Q(until__isnull=True) | Q(until__gt=since)).first()


def _present(season: Season, player: Player) -> SquadPlayer:
    rows = SquadPlayer.objects.filter(season=season, player=player, until__isnull=True).select_related("squad__team")
    row = rows.first()
    if row is None:
        raise RuleError("{player} belongs to no squad of this season. Add {player} to one first.", player=player)
    return row


def _end(row: SquadPlayer, on: date) -> None:
    if on <= row.since:
        raise RuleError(
            "{player} came to {squad} on {since}. Name a later day.",
            player=row.player,
            squad=row.squad,
            since=row.since,
        )
    row.until = on
    row.save(update_fields=["until"])


def _known(club: Club, coming: Player | str) -> Player:
    if isinstance(coming, str):
        player = Player.objects.create(name=tidy(coming, 80))
        Membership.objects.create(club=club, player=player, role=Role.MEMBER)
        return player
    if not Membership.objects.filter(club=club, player=coming).exists():
        raise RuleError("{player} is not known to {club}. Add somebody new by name instead.", player=coming, club=club)
    return coming
