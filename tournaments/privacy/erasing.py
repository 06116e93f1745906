"""Erases a person's data. What was played stays, under a number: others' standings depend on it."""

import dataclasses
import datetime

from django.db.models import Q
from django.utils import timezone

from games import models as tables
from games.accounts.models import FORMER, Player, User
from games.engine.errors import RuleError
from games.engine.language import say
from games.locks import locked
from tournaments.activity_log.models import Action
from tournaments.cached_content import forget_names
from tournaments.clubs.identity import person_of, records_of
from tournaments.clubs.models import Club, Membership, Role
from tournaments.commands import command, lock_club, lock_event
from tournaments.context import Context
from tournaments.errors import NotAllowed
from tournaments.events.models import Event
from tournaments.permissions import SYSTEM, Actor, Permission, may
from tournaments.privacy import texts
from tournaments.privacy.personal import DELETE, LINES
from tournaments.rewards.models import SpanTotals
from tournaments.rewards.scopes import tell_boards
from tournaments.webhooks.people import forget

STILL_ON = datetime.timedelta(days=1)
"""After this long an unfinished event no longer holds up erasing."""


def obstacles(player: Player, actor: Actor) -> list[str]:
    """What has to be settled first, in plain words with what to do. Says "you" to the person themselves."""
    if player.is_bot:
        return [say("A bot has no personal data.")]
    records = records_of(player)
    is_self = actor.player is not None and actor.player.pk in records
    return [
        *_only_owner(records, is_self),
        *_still_playing(player, records, is_self),
        *_last_administrator(player, is_self),
    ]


def may_erase(actor: Actor, player: Player) -> bool:
    """The person, by their account; for whom has none, an owner of every club that knows the person."""
    if actor == SYSTEM or (actor.user and actor.user.is_superuser):
        return True
    records = records_of(player)
    if actor.user and Player.objects.filter(pk__in=records, user=actor.user).exists():
        return True
    if actor.user is None or Player.objects.filter(pk__in=records, user__isnull=False).exists():
        return False
    clubs = clubs_of(records)
    return bool(clubs) and all(may(actor, Permission.RUN_CLUB, club) for club in clubs)


@dataclasses.dataclass(frozen=True)
class _Person:
    """All that is known of the one record that is asked about. people: every record of the person."""

    player: Player
    records: list[int]
    clubs: list[Club]
    people: list[Player]


def _lock(player_id: int) -> _Person:
    player = Player.objects.select_related("alias").get(pk=player_id)
    records = records_of(player)
    clubs = [lock_club(club.pk) for club in clubs_of(records)]
    for number in Event.objects.filter(in_charge__in=records).order_by("pk").values_list("pk", flat=True):
        lock_event(number)
    return _Person(player, records, clubs, list(locked(Player.objects).filter(pk__in=records).order_by("pk")))


def _may_erase(person: _Person, context: Context) -> None:
    if not person.player.erased_at and not may_erase(context.actor, person.player):
        raise NotAllowed(
            "Only the players themselves can erase their data. If a player has no account, someone who owns all "
            "of that player’s clubs can do it."
        )


@command(
    Action.ERASE_PLAYER,
    lock=_lock,
    permission=_may_erase,
    replay=lambda done: Player.objects.get(pk=done.detail["player"]),
)
def erase_player(person: _Person, *, typed: str, context: Context) -> Player:
    """Take everything personal away, for good, of all records of the person. typed: the name, as a safety catch.

    NotAllowed for others; RuleError when the name is another one, or something has to be settled first.
    """
    player, clubs = person.player, person.clubs
    if player.erased_at:
        return player
    if typed.split() != player.name.split():
        raise RuleError("Enter the name exactly as shown here: {player}.", player=player.name)
    if reasons := obstacles(player, context.actor):
        raise RuleError(" ".join(reasons))
    _erase(person.people, clubs)
    _tell(person_of(player), person.records, clubs, context)
    player.refresh_from_db()
    return player


def clubs_of(records: list[int]) -> list[Club]:
    """Clubs at which something is known about the person, now or from earlier."""
    known = Q(memberships__player__in=records) | Q(events__entries__lineup__player__in=records)
    return list(Club.objects.filter(known).distinct().order_by("pk"))


def _erase(people: list[Player], clubs: list[Club]) -> None:
    records = [player.pk for player in people]
    account = User.objects.filter(player__in=records).first()
    _rewrite_texts(people, account, clubs)
    forget(records, name_of, [club.pk for club in clubs])
    accounts = [account.pk] if account else []
    for line in LINES:
        if line.left is DELETE:
            line.of(records, accounts).delete()
        elif line.left:
            line.of(records, accounts).update(**line.left)
    Membership.objects.filter(player__in=records).exclude(role__in=(Role.GUEST, Role.MEMBER)).update(role=Role.MEMBER)
    for person in people:
        Player.objects.filter(pk=person.pk).update(
            name=name_of(person.pk), mark="", face="", hides_name=False, is_guest=False, erased_at=timezone.now()
        )
    if account:
        _close(account)


def name_of(number: int) -> str:
    return f"{FORMER} {number}"


def address_of(number: int) -> str:
    """In a domain that never exists."""
    return f"former-{number}@erased.invalid"


def _close(account: User) -> None:
    """The row stays, for what was done with it points at it. All its sessions end with the password."""
    account.email = address_of(account.pk)
    account.set_unusable_password()
    account.is_active = account.is_staff = account.is_superuser = account.manages_tables = False
    account.last_login = None
    account.save()


def _rewrite_texts(people: list[Player], account: User | None, clubs: list[Club]) -> None:
    """Removes the names from texts. A name that someone else in these clubs also has stays: it may be theirs."""
    records, numbers = [player.pk for player in people], [club.pk for club in clubs]
    online = _tables_of(records)
    addresses = {membership.email for membership in Membership.objects.filter(player__in=records)} - {""}
    if account:
        addresses.add(account.email)
    # Before the names: a name inside of an address would leave the rest of it.
    for address in sorted(addresses):
        texts.rewrite(address, address_of(people[0].pk), numbers, online)
    for person in people:
        others = Player.objects.filter(name__iexact=person.name, memberships__club__in=numbers).exclude(pk__in=records)
        if not others.exists():
            texts.rewrite(person.name, name_of(person.pk), numbers, online)


def _tables_of(records: list[int]) -> list[int]:
    """Tables online at which one of them ever was."""
    was_there = (
        Q(owner__in=records)
        | Q(pk__in=tables.Seat.objects.filter(player__in=records).values("table"))
        | Q(pk__in=tables.GamePlayer.objects.filter(player__in=records).values("game__table"))
        | Q(pk__in=tables.TableEntry.objects.filter(player__in=records).values("table"))
        | Q(pk__in=tables.TableLine.objects.filter(player__in=records).values("table"))
    )
    return list(tables.Table.objects.filter(was_there).values_list("pk", flat=True))


def _tell(number: int, records: list[int], clubs: list[Club], context: Context) -> None:
    """One entry in the log of each club; the first carries the key."""
    for club in clubs:
        context.log(club, detail={"player": number})
    forget_names()
    tell_boards(SpanTotals.objects.filter(player__in=records, span="all").values_list("scope", flat=True))


def _only_owner(records: list[int], is_self: bool) -> list[str]:
    """Clubs that would have no one left to run them."""
    clubs = []
    for membership in Membership.objects.filter(player__in=records, role=Role.OWNER).select_related("club"):
        others = membership.club.memberships.filter(role=Role.OWNER, player__user__is_active=True)
        if not others.exclude(player__in=records).exists():
            clubs.append(membership.club)
    if is_self:
        return [
            say("Without you, {club} would have no owner. Make another member an owner first.", club=club)
            for club in clubs
        ]
    return [
        say("Without this player, {club} would have no owner. Make another member an owner first.", club=club)
        for club in clubs
    ]


def _still_playing(player: Player, records: list[int], is_self: bool) -> list[str]:
    to_play = Event.objects.filter(finished_at=None, cancelled_at=None)
    open_events = to_play.filter(starts_at__gt=timezone.now() - STILL_ON)
    entered = Q(entries__lineup__player__in=records, entries__lineup__is_active=True)
    registered = Q(registrations__people__player__in=records, registrations__people__is_live=True)
    names = open_events.filter(entered | registered).distinct().order_by("pk").values_list("name", flat=True)
    sitting = tables.Seat.objects.filter(player__in=records, table__closed_at=None).select_related("table", "player")
    if is_self:
        return [
            *(
                say("{event} isn’t over yet. Withdraw from it first, or wait until it ends.", event=name)
                for name in names
            ),
            *(
                say("You still have a seat at the online table {table}. Give up the seat first.", table=seat.table)
                for seat in sitting
            ),
        ]
    return [
        *(
            say("{event} isn’t over yet. Withdraw {player} first, or wait until it ends.", event=name, player=player)
            for name in names
        ),
        *(
            say(
                "{player} still has a seat at the online table {table}. They have to give up the seat first.",
                player=seat.player,
                table=seat.table,
            )
            for seat in sitting
        ),
    ]


def _last_administrator(player: Player, is_self: bool) -> list[str]:
    account = player.user
    if account is None or not account.is_superuser:
        return []
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=account.pk)
    if others.exists():
        return []
    if is_self:
        return [say("Without you, the site would have no administrator. Make another person an administrator first.")]
    return [
        say("Without this player, the site would have no administrator. Make another person an administrator first.")
    ]
