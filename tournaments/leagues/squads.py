"""Who belongs to which squad from which day: joining, moving, leaving. Rows are closed, never deleted."""

from collections.abc import Sequence
from datetime import date
from typing import NoReturn

from django.db.models import Q, QuerySet

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say, say_number
from tournaments.access.passes import make_pass
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.clubs.identity import tell_apart
from tournaments.clubs.models import Club, Membership, Role, Venue
from tournaments.commands import command
from tournaments.context import Context
from tournaments.errors import KeyReused
from tournaments.formats.seasons.eligibility import free_time, is_in_time
from tournaments.leagues.commands import allow, check_seen, lock_season, lock_section, lock_squad, write
from tournaments.leagues.models import Exemption, Season, Section, Squad, SquadPlayer
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
    players = list(Player.objects.filter(memberships__club=club, name__iexact=" ".join(name.split()))[:2])
    if len(players) > 1:
        raise RuleError("{club} has several players called {name}. Choose one from the list.", club=club, name=name)
    return players[0] if players else name


@command(
    Action.JOIN_SQUAD,
    lock=lock_squad,
    permission=allow,
    replay=lambda done: SquadPlayer.objects.get(pk=done.detail["row"]),
)
def join_squad(
    squad: Squad, coming: Player | str, since: date, *, context: Context, captain: bool = False, exception: str = ""
) -> SquadPlayer:
    """Adds a player to a squad from that day on.

    coming: a player of the club, or the name of someone new. exception: why, where the season's rules are against it.
    """
    season = squad.season
    player = _known(season.league.club, coming)
    if there := _row_from(season, player, since):
        raise RuleError(
            "{player} is on {squad} on or after that date. Transfer {player} instead.",
            player=player,
            squad=there.squad,
        )
    squad_player = SquadPlayer(season=season, squad=squad, player=player, since=since, is_captain=captain)
    why = _numbered(squad_player, exception)
    squad_player.save()
    written = write(season, context, reason=why, detail={"squad": squad.pk, "row": squad_player.pk})
    _except(squad_player, why, written)
    return squad_player


@command(
    Action.TRANSFER,
    lock=lock_squad,
    permission=allow,
    replay=lambda done: SquadPlayer.objects.get(pk=done.detail["row"]),
)
def transfer(squad: Squad, player: Player, on: date, *, context: Context, exception: str = "") -> SquadPlayer:
    """Moves a player to this squad from that day on. What was played stays with the squad before.

    exception: why, where the season's rules are against it.
    """
    squad_player, why = move_over(squad, player, on, exception)
    before = SquadPlayer.objects.get(season=squad.season, player=player, until=on).squad_id
    detail = {"squad": squad.pk, "before": before, "row": squad_player.pk}
    written = write(squad.season, context, reason=why, detail=detail)
    _except(squad_player, why, written)
    return squad_player


def move_over(squad: Squad, player: Player, on: date, exception: str = "") -> tuple[SquadPlayer, str]:
    """Ends what the player belongs to and begins again in this squad. Returns the row, and the reason if it is an
    exception.

    For the commands of this package, under the season's lock.
    """
    squad_player = present(squad.season, player)
    if squad_player.squad_id == squad.pk:
        raise RuleError("{player} is already on {squad}.", player=player, squad=squad)
    new = SquadPlayer(season=squad.season, squad=squad, player=player, since=on)
    why = _numbered(new, exception)
    end_membership(squad_player, on)
    new.save()
    return new, why


@command(Action.SET_SQUAD_DATES, lock=lock_season, permission=allow, version=check_seen)
def set_squad_dates(
    season: Season,
    players_until: date | None,
    transfers_until: date | None,
    *,
    context: Context,
    expected_version: int | None = None,
) -> Season:
    """The last days for new players and for transfers; None for any day. Who came before stays."""
    season.players_until, season.transfers_until = players_until, transfers_until
    season.save(update_fields=["players_until", "transfers_until"])
    write(season, context, detail={"players_until": _iso(players_until), "transfers_until": _iso(transfers_until)})
    return season


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None


def check_may_move(squad: Squad, player: Player, on: date) -> None:
    """RuleError when the season's rules are against the player coming to the squad on that day."""
    _numbered(SquadPlayer(season=squad.season, squad=squad, player=player, since=on), "")


def _numbered(squad_player: SquadPlayer, exception: str) -> str:
    """Count the transfer that brings the player, if one does. Where the rules are against it, the reason why it is an
    exception; RuleError, if there is none."""
    try:
        squad_player.move, squad_player.most = _move(squad_player)
    except RuleError:
        if not exception.strip():
            raise
        return exception.strip()
    return ""


def _move(squad_player: SquadPlayer) -> tuple[int | None, int | None]:
    """Number and limit of the transfer; both empty for a player who is new or comes back."""
    season, player, most = squad_player.season, squad_player.player, squad_player.season.settings.transfers
    is_the_person = Q(player=player) | Q(player__alias__person=player)
    earlier = list(SquadPlayer.objects.filter(is_the_person, season=season).order_by("since").select_related("squad"))
    if not earlier:
        if not is_in_time(squad_player.since, season.players_until):
            raise RuleError(
                "The last day for new players is {day}. Enter a reason to make an exception.", day=season.players_until
            )
        return None, None
    if earlier[-1].squad_id == squad_player.squad_id:
        return None, None
    if not is_in_time(squad_player.since, season.transfers_until):
        raise RuleError(
            "The last day for transfers is {day}. Organizers can enter a reason to make an exception.",
            day=season.transfers_until,
        )
    move = free_time([player.move for player in earlier if player.move], most)
    if move is None and not most:
        raise RuleError("This season doesn’t allow transfers. Organizers can enter a reason to make an exception.")
    if move is None:
        raise RuleError(
            "{player} has already changed teams {times}, the most this season allows. Organizers can enter a reason "
            "to make an exception.",
            player=player,
            times=say("once") if most == 1 else say_number("{number} time", "{number} times", most or 0),
        )
    return move, most


def _except(squad_player: SquadPlayer, why: str, written: AuditLogEntry) -> None:
    if why:
        about = {"season": squad_player.season, "squad": squad_player.squad, "player": squad_player.player}
        Exemption.objects.create(**about, membership=squad_player, reason=why, journal=written)


@command(
    Action.LEAVE_SQUAD,
    lock=lock_season,
    permission=allow,
    replay=lambda done: SquadPlayer.objects.get(pk=done.detail["row"]),
)
def leave_squad(season: Season, player: Player, on: date, *, context: Context) -> SquadPlayer:
    """Ends a player's time in a squad from that day on."""
    squad_player = present(season, player)
    end_membership(squad_player, on)
    write(season, context, detail={"squad": squad_player.squad_id, "row": squad_player.pk})
    return squad_player


def on_day(day: date) -> Q:
    """Rows that hold on that day."""
    return Q(since__lte=day) & (Q(until__isnull=True) | Q(until__gt=day))


def squad_on(season: Season, day: date) -> QuerySet[SquadPlayer]:
    """Everyone in the season who belongs to a squad on that day."""
    return SquadPlayer.objects.filter(on_day(day), season=season).select_related("player", "squad__team")


def _row_from(season: Season, player: Player, since: date) -> SquadPlayer | None:
    """What the player belongs to on that day or later."""
    squad_players = SquadPlayer.objects.filter(season=season, player=player).select_related("squad__team")
    return squad_players.filter(Q(until__isnull=True) | Q(until__gt=since)).first()


def present(season: Season, player: Player) -> SquadPlayer:
    squad_players = SquadPlayer.objects.filter(season=season, player=player, until__isnull=True).select_related(
        "squad__team"
    )
    squad_player = squad_players.first()
    if squad_player is None:
        raise RuleError("{player} isn’t on a team in this season. Add {player} to one first.", player=player)
    return squad_player


def end_membership(squad_player: SquadPlayer, on: date) -> None:
    """Ends the player's time in the squad from that day on. For the commands of this package."""
    if on <= squad_player.since:
        raise RuleError(
            "{player} joined {squad} on {since}. Choose a later date.",
            player=squad_player.player,
            squad=squad_player.squad,
            since=squad_player.since,
        )
    squad_player.until = on
    squad_player.save(update_fields=["until"])


def _known(club: Club, coming: Player | str) -> Player:
    if isinstance(coming, str):
        player = Player.objects.create(name=tidy(coming, 80))
        Membership.objects.create(club=club, player=player, role=Role.MEMBER)
        tell_apart(club.pk, [player.pk])
        return player
    if not Membership.objects.filter(club=club, player=coming).exists():
        raise RuleError("{player} isn’t in {club}. Add a new player by name instead.", player=coming, club=club)
    return coming


def _used_up(done: AuditLogEntry) -> NoReturn:
    raise KeyReused("This link was already created, and we show it only once. Create a new one.")


@command(Action.ISSUE_SEASON_PASS, lock=lock_squad, permission=allow, replay=_used_up)
def issue_season_pass(squad: Squad, player: Player, *, context: Context) -> str:
    """The token of a captain's personal link for the season; an older one stops working. It is shown once only."""
    if not squad.players.filter(player=player, is_captain=True, until__isnull=True).exists():
        raise RuleError("{player} isn’t a captain of {squad}. Only captains get a link.", player=player, squad=squad)
    token, _ = make_pass(squad.season, player)
    write(squad.season, context, detail={"squad": squad.pk})
    return token
