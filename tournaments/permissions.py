"""Who may do what: one table of roles and verbs, asked by every door. What is not in the table is refused."""

from dataclasses import dataclass
from enum import StrEnum

from games.models import Player, User
from tournaments.errors import NotAllowed
from tournaments.models import Club, Entry, Event, Match, Membership, Role, Round, Seat, Stage


class Verb(StrEnum):
    RUN_CLUB = "run the club"
    RUN_EVENT = "run the event"
    ENTER_SCORES = "enter scores"
    REPORT_SCORE = "report a score"
    ANSWER_SCORE = "confirm or dispute a score"


SEATED = "seated"
"""Not a club role: the actor's player sits at the match in question."""

ALLOWED: dict[str, frozenset[Verb]] = {
    Role.OWNER: frozenset(Verb),
    Role.ORGANIZER: frozenset(Verb) - {Verb.RUN_CLUB},
    Role.SCORER: frozenset({Verb.ENTER_SCORES, Verb.REPORT_SCORE, Verb.ANSWER_SCORE}),
    Role.MEMBER: frozenset(),
    Role.GUEST: frozenset(),
    SEATED: frozenset({Verb.REPORT_SCORE, Verb.ANSWER_SCORE}),
}

Thing = Club | Event | Stage | Round | Match | Entry


@dataclass(frozen=True)
class Actor:
    """Who is acting: an account, a player (through a personal link or an account), or the site itself."""

    user: User | None = None
    player: Player | None = None
    is_system: bool = False

    @property
    def name(self) -> str:
        if self.is_system:
            return "the site"
        if self.player:
            return self.player.name
        return str(self.user) if self.user else "nobody"


SYSTEM = Actor(is_system=True)
NOBODY = Actor()


def club_of(thing: Thing) -> Club:
    if isinstance(thing, Club):
        return thing
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
    return found


def side_of(actor: Actor, match: Match) -> int | None:
    """The side of the match that the actor's player sits on."""
    if actor.player is None:
        return None
    return Seat.objects.filter(match=match, player=actor.player).values_list("side", flat=True).first()


def may(actor: Actor, verb: Verb, thing: Thing) -> bool:
    return actor.is_system or any(verb in ALLOWED[role] for role in roles(actor, thing))


def require(actor: Actor, verb: Verb, thing: Thing) -> None:
    if not may(actor, verb, thing):
        raise NotAllowed(f"You may not {verb} here. Ask an organizer of {club_of(thing)}.")
