"""Who may do what: one table of roles and verbs, asked by every door. What is not in the table is refused."""

from dataclasses import dataclass
from enum import StrEnum

from games.engine.language import mark, say
from games.models import Player, User
from tournaments.errors import NotAllowed
from tournaments.models import Club, Entry, Event, Match, Membership, Role, Round, Seat, Squad, Stage


class Verb(StrEnum):
    """In plain words: the page "Who may do what" and every refusal say them."""

    RUN_CLUB = mark("run the club")
    EXCHANGE = mark("import and export tables")
    LOOK_AFTER_PLAYERS = mark("look after the records of players")
    RUN_SEASON = mark("run the season")
    SET_LINE_UP = mark("set a line-up")
    RUN_EVENT = mark("run the event")
    REGISTER = mark("register for the event")
    ENTER_SCORES = mark("enter scores")
    REPORT_SCORE = mark("report a score")
    PLAY_ONLINE = mark("open an online table")
    ANSWER_SCORE = mark("confirm or dispute a score")
    ARRIVE = mark("check in")
    GIVE_NOTICE = mark("say that somebody comes late or leaves")

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

ALLOWED: dict[str, frozenset[Verb]] = {
    Role.OWNER: frozenset(Verb),
    Role.ORGANIZER: frozenset(Verb) - {Verb.RUN_CLUB},
    Role.SCORER: frozenset({Verb.REGISTER, Verb.ENTER_SCORES, Verb.REPORT_SCORE, Verb.ANSWER_SCORE}),
    Role.MEMBER: frozenset({Verb.REGISTER}),
    Role.GUEST: frozenset(),
    SEATED: frozenset({Verb.REPORT_SCORE, Verb.ANSWER_SCORE, Verb.PLAY_ONLINE}),
    ENTERED: frozenset({Verb.ARRIVE, Verb.GIVE_NOTICE}),
    CAPTAIN: frozenset({Verb.SET_LINE_UP}),
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
            return self.player.name
        return str(self.user) if self.user else say("nobody")


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
    found: set[str] = set()
    if actor.user and actor.user.is_active:
        if actor.user.is_superuser:
            found.add(Role.OWNER)
        found |= set(
            Membership.objects.filter(club=club_of(thing), player__user=actor.user).values_list("role", flat=True)
        )
    if isinstance(thing, Match) and side_of(actor, thing) is not None:
        found.add(SEATED)
    if isinstance(thing, Entry) and _plays_for(actor, thing):
        found.add(ENTERED)
    if isinstance(thing, Squad) and _leads(actor, thing):
        found.add(CAPTAIN)
    return found


def _plays_for(actor: Actor, entry: Entry) -> bool:
    return actor.player is not None and entry.lineup.filter(player=actor.player, is_active=True).exists()


def _leads(actor: Actor, squad: Squad) -> bool:
    if actor.player is None:
        return False
    return squad.players.filter(player=actor.player, is_captain=True, until__isnull=True).exists()


def side_of(actor: Actor, match: Match) -> int | None:
    """The side of the match that the actor's player sits on."""
    if actor.player is None:
        return None
    return Seat.objects.filter(match=match, player=actor.player).values_list("side", flat=True).first()


def may(actor: Actor, verb: Verb, thing: Thing) -> bool:
    return actor.is_system or any(verb in ALLOWED[role] for role in roles(actor, thing))


def require(actor: Actor, verb: Verb, thing: Thing) -> None:
    if not may(actor, verb, thing):
        raise NotAllowed("You may not {verb} here. Ask an organizer of {club}.", verb=verb.words, club=club_of(thing))
