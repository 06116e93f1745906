"""Who has which role in a club. An owner gives and takes roles; any member may leave; one owner always stays."""

from django.db.models import Q, QuerySet

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.locks import locked
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.clubs.identity import records_of, tell_apart
from tournaments.clubs.models import Club, Membership, Role
from tournaments.commands import command, lock_club, lock_event
from tournaments.context import Context
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Event
from tournaments.permissions import Permission, may
from tournaments.signals import members_changed, name_changed

RANKS = (Role.GUEST, Role.MEMBER, Role.SCORER, Role.ORGANIZER, Role.OWNER)
"""Each may do what those before it may, and more."""
RUNS_EVENTS = (Role.OWNER, Role.ORGANIZER)
WITH_ACCOUNT = (Role.OWNER, Role.ORGANIZER, Role.SCORER)
DONE_TO_PEOPLE = (
    Action.SET_ROLE,
    Action.REMOVE_MEMBER,
    Action.LEAVE_CLUB,
    Action.INVITE,
    Action.REVOKE_INVITATION,
    Action.JOIN_CLUB,
    Action.MERGE_PLAYERS,
    Action.UNDO_MERGE,
    Action.CLAIM_RECORD,
    Action.AGREE_CLAIM,
    Action.DECLINE_CLAIM,
    Action.ERASE_PLAYER,
    Action.RENAME_PLAYER,
)


@command(
    Action.SET_ROLE,
    lock=lock_club,
    permission=Permission.RUN_CLUB,
    replay=lambda done: Membership.objects.get(club=done.club, player=done.detail["player"]),
)
def set_role(club: Club, player_id: int, role: Role, *, context: Context, expected_version: str) -> Membership:
    """Gives a member another role. expected_version: the role that the page showed."""
    member = _member(club, player_id, expected_version)
    if role in WITH_ACCOUNT and member.player.user_id is None:
        raise RuleError(
            "{player} has no account and can’t have that role. Send an invitation link instead.", player=member.player
        )
    if member.role == role:
        return member
    if role not in RUNS_EVENTS:
        _check_nothing_hangs_on(member)
    if member.role == Role.OWNER:
        check_another_owner(member)
    member.role = role
    member.save(update_fields=["role"])
    context.log(detail={"player": player_id, "before": expected_version, "role": role.value})
    members_changed.send(Membership, club=club.pk)
    return member


@command(Action.REMOVE_MEMBER, lock=lock_club, permission=Permission.RUN_CLUB)
def remove_member(club: Club, player_id: int, *, context: Context, expected_version: str) -> None:
    """Removes a member from the club. What was played stays, with the name."""
    _end(_member(club, player_id, expected_version))
    context.log(detail={"player": player_id, "before": expected_version})
    members_changed.send(Membership, club=club.pk)


@command(Action.LEAVE_CLUB, lock=lock_club, permission=None)
def leave_club(club: Club, *, context: Context) -> None:
    """Lets the actor leave the club."""
    member = Membership.objects.filter(club=club, player=context.actor.player).first() if context.actor.user else None
    if member is None:
        raise NotAllowed("You aren’t a member of {club}.", club=club)
    _end(member)
    detail = {"player": member.player_id, "before": member.role}
    context.log(detail=detail)
    members_changed.send(Membership, club=club.pk)


@command(
    Action.RENAME_PLAYER,
    lock=lock_club,
    permission=Permission.LOOK_AFTER_PLAYERS,
    replay=lambda done: Player.objects.get(pk=done.detail["player"]),
)
def rename_player(club: Club, player_id: int, name: str, *, context: Context, expected_version: str) -> Player:
    """Corrects the name of a player without an account; people with one change it themselves. expected_version: the
    name that the page showed.

    Events that aren't over notify their pages; the log keeps no name, so that people can be erased.
    """
    player = locked(Player.objects).filter(memberships__club=club, pk=player_id).first()
    if player is None:
        raise Conflict("This person is no longer in the club. Check the list again.")
    _check_may_rename(club, player, context)
    if player.name != expected_version:
        raise Conflict("Someone changed this name to {player}. Check the list again.", player=player)
    tidy = " ".join(name.split())
    if not tidy or len(tidy) > 80 or "\0" in tidy:
        raise RuleError("Enter a name of 1 to {most} characters.", most=80)
    if tidy == player.name:
        return player
    player.name, player.mark = tidy, ""
    player.save(update_fields=["name", "mark"])
    for number in player.memberships.order_by("club").values_list("club", flat=True):
        tell_apart(number, [player.pk])
    player.refresh_from_db(fields=["mark"])
    context.log(detail={"player": player.pk})
    running = Event.objects.filter(entries__lineup__player=player, club=club, finished_at=None)
    for pk in sorted(set(running.values_list("pk", flat=True))):
        context.log(lock_event(pk), detail={"player": player.pk})
    name_changed.send(Player, player=player)
    return player


def _check_may_rename(club: Club, player: Player, context: Context) -> None:
    if player.erased_at:
        raise RuleError("{player}’s personal data was erased, so you can’t change the name.", player=player)
    if Player.objects.filter(pk__in=records_of(player), user__isnull=False).exists():
        raise RuleError("{player} has an account, so only they can change their name.", player=player)
    for other in Club.objects.filter(memberships__player=player).exclude(pk=club.pk):
        if not may(context.actor, Permission.LOOK_AFTER_PLAYERS, other):
            raise RuleError(
                "{player} is also in {club}. Ask an organizer of both clubs to change the name.",
                player=player,
                club=other,
            )


def namesakes(club: Club, player: Player) -> int:
    """How many others in the club have the same name, but for its capitals."""
    others = Membership.objects.filter(club=club, player__name__iexact=player.name)
    return others.exclude(player=player).count()


def members_of(club: Club, words: str = "", role: str = "") -> QuerySet[Membership]:
    """Those with a role that lets them run things first, then from A to Z."""
    memberships = Membership.objects.filter(club=club, player__erased_at=None).select_related("player__user")
    if words:
        memberships = memberships.filter(Q(player__name__icontains=words) | Q(number=words))
    if role in Role.values:
        memberships = memberships.filter(role=role)
    return memberships.order_by("player__name", "player")


def in_roles(club: Club) -> list[Membership]:
    """Who runs the club: owners first."""
    memberships = Membership.objects.filter(club=club, role__in=WITH_ACCOUNT).select_related("player")
    return sorted(
        memberships, key=lambda membership: (-RANKS.index(Role(membership.role)), membership.player.name.casefold())
    )


def changes_of(club: Club, most: int = 20) -> list[AuditLogEntry]:
    """What was done about people, and which events were deleted, the newest first."""
    shown = (
        *DONE_TO_PEOPLE,
        Action.ADD_MEMBER,
        Action.DELETE_EVENT,
        Action.CHANGE_RECURRING,
        Action.ADD_REGULARS,
        Action.REMOVE_REGULAR,
        Action.SAVE_TEMPLATE,
        Action.RENAME_TEMPLATE,
        Action.DELETE_TEMPLATE,
    )
    entries = AuditLogEntry.objects.filter(club=club, event=None, action__in=shown)
    return list(entries.select_related("user__player", "player")[:most])


def may_run_events(club: Club) -> QuerySet[Player]:
    """Owners and organizers with an account."""
    players = Player.objects.filter(memberships__club=club, memberships__role__in=RUNS_EVENTS, user__is_active=True)
    return players.order_by("name", "pk")


def _member(club: Club, player_id: int, expected_version: str) -> Membership:
    member = Membership.objects.filter(club=club, player=player_id).select_related("player").first()
    if member is None:
        raise Conflict("This person is no longer in the club. Check the list again.")
    if member.role != expected_version:
        raise Conflict(
            "{player} now has a different role: {role}. Check the list again.",
            player=member.player,
            role=member.get_role_display().lower(),
        )
    return member


def _end(member: Membership) -> None:
    if member.role == Role.OWNER:
        check_another_owner(member)
    _check_nothing_hangs_on(member)
    member.delete()


def check_another_owner(member: Membership) -> None:
    """Before an owner becomes anything else."""
    others = Membership.objects.filter(club=member.club_id, role=Role.OWNER, player__user__is_active=True)
    if not others.exclude(pk=member.pk).exists():
        raise RuleError(
            "{player} is the only owner of the club. Make another member an owner first.", player=member.player
        )


def _check_nothing_hangs_on(member: Membership) -> None:
    event = Event.objects.filter(club=member.club_id, in_charge=member.player_id, finished_at=None).first()
    if event:
        raise RuleError(
            "{player} is the host of {event}. Hand that event over first.", player=member.player, event=event
        )
