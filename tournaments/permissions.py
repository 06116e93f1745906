"""Who may do what: one table of roles and permissions, asked by every command. What is not in the table is refused."""

from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import AnonymousUser

from games.accounts.models import Player, User
from games.engine.language import mark, say
from tournaments.checkin.models import Entry
from tournaments.clubs.models import Club, Membership, Role
from tournaments.errors import NotAllowed
from tournaments.events.models import Event, Stage
from tournaments.leagues.models import Squad
from tournaments.rounds.models import Match, Round


class Permission(StrEnum):
    """In plain words: the page "Who may do what" and every refusal say them."""

    RUN_CLUB = mark("run the club")
    EXCHANGE = mark("import or export club data")
    LOOK_AFTER_PLAYERS = mark("manage player records")
    RUN_SEASON = mark("run the season")
    SET_LINE_UP = mark("set a lineup")
    SEND_CARD = mark("start a match and submit its score card")
    AGREE_TRANSFER = mark("request or approve a transfer")
    AGREE_DATE = mark("propose or pick another date for a match")
    RUN_EVENT = mark("run the event")
    REGISTER = mark("register for the event")
    ENTER_SCORES = mark("enter scores")
    REPORT_SCORE = mark("report a score")
    PLAY_ONLINE = mark("open an online table")
    OPEN_CLUB_TABLE = mark("open an online table for the club")
    RUN_CLUB_TABLE = mark("run the club’s online tables")
    ANSWER_SCORE = mark("confirm or dispute a score")
    CALL_ORGANIZER = mark("call an organizer to the table")
    ARRIVE = mark("check in")
    GIVE_NOTICE = mark("report that someone is late or has to leave")

    @property
    def words(self) -> str:
        """In the reader's language."""
        return say(self.value)


SEATED = "seated"
"""Not a club role: the actor's player sits at the match in question."""

ENTERED = "entered"
"""Not a club role either: the actor's player plays for the entry in question."""

CAPTAIN = "captain"
"""Nor is this: the actor's player is captain of the squad in question, today."""

ALLOWED: dict[str, frozenset[Permission]] = {
    Role.OWNER: frozenset(Permission),
    Role.ORGANIZER: frozenset(Permission) - {Permission.RUN_CLUB},
    Role.SCORER: frozenset(
        {
            Permission.REGISTER,
            Permission.ENTER_SCORES,
            Permission.REPORT_SCORE,
            Permission.ANSWER_SCORE,
            Permission.OPEN_CLUB_TABLE,
        }
    ),
    Role.MEMBER: frozenset({Permission.REGISTER, Permission.OPEN_CLUB_TABLE}),
    Role.GUEST: frozenset(),
    SEATED: frozenset(
        {Permission.REPORT_SCORE, Permission.ANSWER_SCORE, Permission.PLAY_ONLINE, Permission.CALL_ORGANIZER}
    ),
    ENTERED: frozenset({Permission.ARRIVE, Permission.GIVE_NOTICE}),
    CAPTAIN: frozenset(
        {Permission.SET_LINE_UP, Permission.SEND_CARD, Permission.AGREE_TRANSFER, Permission.AGREE_DATE}
    ),
}

Thing = Club | Event | Stage | Round | Match | Entry | Squad


@dataclass(frozen=True)
class Actor:
    """Who is acting: an account, a player (through a personal link or an account), or the site itself."""

    user: User | None = None
    player: Player | None = None
    is_system: bool = False

    @property
    def name(self) -> str:
        if self.is_system:
            return say("the site")
        if self.player:
            return self.player.called
        return str(self.user) if self.user else say("no one")


SYSTEM = Actor(is_system=True)
NOBODY = Actor()


def club_of(thing: Thing) -> Club:
    if isinstance(thing, Club):
        return thing
    if isinstance(thing, Squad):
        return thing.season.league.club
    if isinstance(thing, Event):
        return thing.club
    if isinstance(thing, Match):
        return club_of(thing.round)
    if isinstance(thing, Round):
        return club_of(thing.stage)
    return club_of(thing.event)


def roles(actor: Actor, thing: Thing) -> set[str]:
    """Everything the actor is in relation to the thing. A personal link never carries a club role."""
    held: set[str] = set()
    if actor.user and actor.user.is_active:
        if actor.user.is_superuser:
            held.add(Role.OWNER)
        held |= _roles_in(club_of(thing), actor.user)
    if isinstance(thing, Match) and side_of(actor, thing) is not None:
        held.add(SEATED)
    if isinstance(thing, Entry) and _plays_for(actor, thing):
        held.add(ENTERED)
    if isinstance(thing, Squad) and _leads(actor, thing):
        held.add(CAPTAIN)
    return held


def clubs_where(user: User | AnonymousUser, permission: Permission) -> set[int]:
    """Keys of the clubs whose members' roles let the user do that in the whole club, in one query."""
    if not isinstance(user, User):
        return set()
    if user.is_superuser:
        return set(Club.objects.values_list("pk", flat=True))
    allowed = [role for role in Role if permission in ALLOWED[role]]
    return set(Membership.objects.filter(player__user=user, role__in=allowed).values_list("club", flat=True))


def _roles_in(club: Club, user: User) -> set[str]:
    """Asked once of each row of a club that is in memory: it lives as long as a request, or a command."""
    known: dict[int, set[str]] = club.__dict__.setdefault("_roles_in", {})
    if user.pk not in known:
        known[user.pk] = set(Membership.objects.filter(club=club, player__user=user).values_list("role", flat=True))
    return known[user.pk]


def _plays_for(actor: Actor, entry: Entry) -> bool:
    return actor.player is not None and entry.lineup.filter(player=actor.player, is_active=True).exists()


def _leads(actor: Actor, squad: Squad) -> bool:
    if actor.player is None:
        return False
    return squad.players.filter(player=actor.player, is_captain=True, until__isnull=True).exists()


def side_of(actor: Actor, match: Match) -> int | None:
    """The side of the match that the actor's player sits on. Asks nothing where the seats are fetched already."""
    if actor.player is None:
        return None
    return next((seat.side for seat in match.seats.all() if seat.player_id == actor.player.pk), None)


def may(actor: Actor, permission: Permission, thing: Thing) -> bool:
    return actor.is_system or any(permission in ALLOWED[role] for role in roles(actor, thing))


def require(actor: Actor, permission: Permission, thing: Thing) -> None:
    if not may(actor, permission, thing):
        raise NotAllowed(
            "You can’t {action}. Ask an organizer of {club}.", action=permission.words, club=club_of(thing)
        )
