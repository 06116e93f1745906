"""The people and rows that tests are about: Olga organizes, Pam and Quinn play, Sam is a stranger."""

import datetime
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.db.models import Max
from django.utils import timezone

from games.accounts.models import Player, User
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.checkin.roster import import_roster
from tournaments.checkin.roster_lines import Line, Person, guess_layout, lines_of, read_text
from tournaments.clubs.identity import player_of
from tournaments.clubs.models import Club, Membership, Role
from tournaments.context import Context, Device
from tournaments.events.commands import create_event
from tournaments.events.models import Event, Stage
from tournaments.formats.base import Slip
from tournaments.permissions import Actor
from tournaments.results.models import Channel, ResultEntry
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match, Round

PASSWORD = "bower-and-kitty"


def make_user(name: str) -> User:
    user = User.objects.create_user(f"{name.lower()}@example.org", PASSWORD)
    player = player_of(user)
    player.name = name
    player.save()
    return user


def make_club(owner: User, name: str = "Elm Street Euchre") -> Club:
    club = Club.objects.create(name=name, slug=name.lower().replace(" ", "-"), zone="America/Detroit")
    Membership.objects.create(club=club, player=owner.player, role=Role.OWNER)
    return club


def context_of(
    user: User | None = None, source: Channel = Channel.PAGE, *, player: Player | None = None, key: Any = None
) -> Context:
    return Context(Actor(user, player or getattr(user, "player", None)), source, key)


def with_key(user: User | None, source: Channel = Channel.PAGE, *, player: Player | None = None) -> Context:
    return context_of(user, source, player=player, key=uuid4())


def make_event(club: Club, owner: User, format_key: str = "progressive", **more: Any) -> Event:
    starts_at = timezone.now() + datetime.timedelta(minutes=30)
    config = more.pop("config", {})
    name = more.pop("name", "Thursday night")
    return create_event(club, name, starts_at, format_key, config, context=context_of(owner), **more)


def enter(event: Event, owner: User, names: list[str]) -> list[Player]:
    """Guests who are entered and here, one entry each."""
    return [entry.players.get() for entry in enter_rows(event, owner, [[name] for name in names])]


def enter_rows(event: Event, owner: User, rows: list[list[str]]) -> list[Entry]:
    """Entries of guests who are here, in one go unless they have namesakes: on a list, a name is one person."""
    names = [name for row in rows for name in row]
    if len(rows) < 3 or len(set(names)) < len(names) or event.club.memberships.filter(player__name__in=names).exists():
        return [entries.walk_in(event.pk, row, context=context_of(owner)) for row in rows]
    newest = event.entries.aggregate(newest=Max("number"))["newest"] or 0
    lines = [Line(number, tuple(map(Person, names))) for number, names in enumerate(rows, start=1)]
    import_roster(event.pk, lines, here=True, whole=True, context=context_of(owner))
    return list(event.entries.filter(number__gt=newest).order_by("number"))


def import_list(event: Event, text: str, *, context: Context, here: bool = False) -> AuditLogEntry:
    """Enters everyone on a list, as it is pasted; the same names mean the same people."""
    pairs = entries.entry_size(event) > 1
    rows = read_text(text)
    lines = lines_of(rows, guess_layout(rows, pairs=pairs), pairs=pairs)
    return import_roster(event.pk, lines, here=here, whole=True, context=context)


def enter_pairs(event: Event, owner: User, count: int) -> list[Entry]:
    """Pairs of guests who are entered and here: Ann 1 & Bob 1, Ann 2 & Bob 2 …"""
    return enter_rows(event, owner, [[f"Ann {number}", f"Bob {number}"] for number in range(1, count + 1)])


def publish(event: Event, owner: User, number: int = 1) -> Round:
    row = rounds.draw_round(event.stages.get().pk, number, context=context_of(owner))
    return rounds.publish_round(row.pk, context=context_of(owner), expected_version=row.revision)


def first_match(row: Round) -> Match:
    return Match.objects.select_related("round__stage__event").get(round=row, table=1)


def players_at(match: Match, side: int) -> list[Player]:
    return [seat.player for seat in match.seats.select_related("player").filter(side=side) if seat.player]


@dataclass(frozen=True)
class Table:
    """Table 1 of a published round: Pam (who has an account) and Ann against Quinn and Bob (known by name only)."""

    olga: User
    sam: User
    event: Event
    round: Round
    pam: Player
    quinn: Player
    ann: Player
    bob: Player

    @property
    def match(self) -> Match:
        """As it is now."""
        return first_match(self.round)

    @property
    def stage(self) -> Stage:
        return self.event.stages.get()


NAMES = ("Cy", "Dee", "Earl", "Flo", "Gus", "Hattie", "Ike", "June", "Kit", "Lou", "Mae", "Ned")


def seat_table(players: int = 8, **more: Any) -> Table:
    """A night's first round, published. Everyone is seated at random; North at table 1 is called Pam, and so on."""
    olga, sam = make_user("Olga"), make_user("Sam")
    event = make_event(make_club(olga), olga, **more)
    enter(event, olga, list(NAMES[:players]))
    row = publish(event, olga)
    seated = [seat.player for seat in first_match(row).seats.order_by("position") if seat.player]
    for player, name in zip(seated, ("Pam", "Quinn", "Ann", "Bob"), strict=True):
        player.name = name
        player.save()
    pam, quinn, ann, bob = seated
    pam.user = User.objects.create_user("pam@example.org", PASSWORD)
    pam.save()
    return Table(olga, sam, event, row, pam, quinn, ann, bob)


def on_phone(player: Player, *, key: Any = None, device: Device | None = None) -> Context:
    """As a player's phone asks, with the account if there is one."""
    return Context(Actor(player.user, player), Channel.SLIP, key, device)


def a_device(cookie: str, *, browser: str = "Safari", days: int = 0) -> Device:
    """A phone in the hall's network, known by its cookie, which it has had for so many days."""
    return Device(cookie, timezone.now() - datetime.timedelta(days=days), "192.0.2.7", browser)


def on_grid(user: User, *, key: Any = None) -> Context:
    return context_of(user, Channel.GRID, key=key)


def slip(*points: int, **more: Any) -> Slip:
    return Slip(points, **more)


def traces(table: Table) -> tuple[object, ...]:
    """Everything that a refused write at the table must leave alone."""
    match = Match.objects.filter(pk=table.match.pk).values().get()
    return match, ResultEntry.objects.count(), AuditLogEntry.objects.count()
