"""Who belongs to which squad from which day: joining, moving, leaving. Rows are closed, never deleted."""

from collections.abc import Sequence
from datetime import date

from django.db.models import Q, QuerySet

from games.accounts.models import Player
from games.engine.errors import RuleError
from tournaments.activity_log.models import Action
from tournaments.clubs.models import Club, Membership, Role, Venue
from tournaments.commands import command
from tournaments.context import Context
from tournaments.leagues.commands import allow, lock_season, lock_section, lock_squad, write
from tournaments.leagues.models import Season, Section, Squad, SquadPlayer
from tournaments.leagues.setup import add_squad, tidy


@command(
    Action.ENTER_SQUAD,
    lock=lock_section,
    permission=None,
    replay=lambda done: Squad.objects.get(pk=done.detail["squad"]),
)
def enter_squad(
    section: Section, team: str, names: Sequence[str], since: date, *, context: Context, venue: Venue | None = None
) -> Squad:
    """A team with its players at once, the captain first. Known names are the club's players, others are new."""
    season = section.season
    squad = add_squad(section.pk, team, context=context, venue=venue)
    for number, name in enumerate(names):
        join_squad(squad.pk, named_player(season.league.club, name), since, context=context, captain=not number)
    write(season, context, detail={"squad": squad.pk})
    return squad


def named_player(club: Club, name: str) -> Player | str:
    """The club's player of that name, else the name. RuleError when several are called so."""
    found = list(Player.objects.filter(memberships__club=club, name__iexact=" ".join(name.split()))[:2])
    if len(found) > 1:
        raise RuleError("Several players of {club} are called {name}. Choose one from the list.", club=club, name=name)
    return found[0] if found else name


@command(
    Action.JOIN_SQUAD,
    lock=lock_squad,
    permission=allow,
    replay=lambda done: SquadPlayer.objects.get(pk=done.detail["row"]),
)
def join_squad(
    squad: Squad, coming: Player | str, since: date, *, context: Context, captain: bool = False
) -> SquadPlayer:
    """Somebody belongs to a squad from that day on. coming: a player of the club, or the name of somebody new."""
    season = squad.season
    player = _known(season.league.club, coming)
    if there := _row_from(season, player, since):
        raise RuleError(
            "{player} belongs to {squad} then. Transfer {player} instead, with a day.", player=player, squad=there.squad
        )
    row = SquadPlayer.objects.create(season=season, squad=squad, player=player, since=since, is_captain=captain)
    write(season, context, detail={"squad": squad.pk, "row": row.pk})
    return row


@command(
    Action.TRANSFER,
    lock=lock_squad,
    permission=allow,
    replay=lambda done: SquadPlayer.objects.get(pk=done.detail["row"]),
)
def transfer(squad: Squad, player: Player, on: date, *, context: Context) -> SquadPlayer:
    """Somebody belongs to this squad from that day on, and to the one before no more. What was played stays there."""
    season = squad.season
    row = _present(season, player)
    if row.squad_id == squad.pk:
        raise RuleError("{player} belongs to {squad} already.", player=player, squad=squad)
    _end(row, on)
    new = SquadPlayer.objects.create(season=season, squad=squad, player=player, since=on)
    write(season, context, detail={"squad": squad.pk, "before": row.squad_id, "row": new.pk})
    return new


@command(
    Action.LEAVE_SQUAD,
    lock=lock_season,
    permission=allow,
    replay=lambda done: SquadPlayer.objects.get(pk=done.detail["row"]),
)
def leave_squad(season: Season, player: Player, on: date, *, context: Context) -> SquadPlayer:
    """Somebody belongs to no squad any more from that day on."""
    row = _present(season, player)
    _end(row, on)
    write(season, context, detail={"squad": row.squad_id, "row": row.pk})
    return row


def on_day(day: date) -> Q:
    """Rows that hold on that day."""
    return Q(since__lte=day) & (Q(until__isnull=True) | Q(until__gt=day))


def squad_on(season: Season, day: date) -> QuerySet[SquadPlayer]:
    """Everybody of the season who belongs to a squad on that day."""
    return SquadPlayer.objects.filter(on_day(day), season=season).select_related("player", "squad__team")


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
