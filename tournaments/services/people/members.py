"""Who has which role in a club. An owner gives and takes roles; whoever is there may leave; one owner always stays."""

from django.db import transaction
from django.db.models import Q, QuerySet

from games.engine.errors import RuleError
from games.models import Player
from tournaments.errors import NotAllowed, Stale
from tournaments.models import Club, Event, JournalEntry, Membership, Role
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.jackpots.races import members_changed
from tournaments.services.journal import By

RANKS = (Role.GUEST, Role.MEMBER, Role.SCORER, Role.ORGANIZER, Role.OWNER)
"""Each may do what those before it may, and more."""
RUNS_EVENTS = (Role.OWNER, Role.ORGANIZER)
WITH_ACCOUNT = (Role.OWNER, Role.ORGANIZER, Role.SCORER)
VERBS = (
    "set_role", "remove_member", "leave_club", "invite", "revoke_invitation", "join_club", "merge_players",
    "undo_merge", "claim_record", "agree_claim", "decline_claim", "erase_player",
)  # fmt: skip


@transaction.atomic
def set_role(club_id: int, player_id: int, role: Role, *, by: By, seen: str) -> Membership:
    """Give somebody another role. seen: the role that the page showed."""
    club, body = journal.lock_club(club_id), {"club": club_id, "player": player_id, "role": role.value, "seen": seen}
    if journal.replayed(by, "set_role", body):
        return Membership.objects.get(club=club, player=player_id)
    require(by.actor, Verb.RUN_CLUB, club)
    member = _member(club, player_id, seen)
    if role in WITH_ACCOUNT and member.player.user_id is None:
        raise RuleError(
            "{player} has no account, so nobody can act in that role. Send an invitation by link.", player=member.player
        )
    if member.role == role:
        return member
    if role not in RUNS_EVENTS:
        _check_nothing_hangs_on(member)
    if member.role == Role.OWNER:
        check_another_owner(member)
    member.role = role
    member.save(update_fields=["role"])
    journal.write_club(club, "set_role", by, body, detail={"player": player_id, "before": seen, "role": role.value})
    members_changed(club.pk)
    return member


@transaction.atomic
def remove_member(club_id: int, player_id: int, *, by: By, seen: str) -> None:
    """Somebody is known to the club no more. What was played stays, with the name."""
    club, body = journal.lock_club(club_id), {"club": club_id, "player": player_id, "seen": seen}
    if journal.replayed(by, "remove_member", body):
        return
    require(by.actor, Verb.RUN_CLUB, club)
    _end(_member(club, player_id, seen))
    journal.write_club(club, "remove_member", by, body, detail={"player": player_id, "before": seen})
    members_changed(club.pk)


@transaction.atomic
def leave_club(club_id: int, *, by: By) -> None:
    """Whoever asks leaves."""
    club, body = journal.lock_club(club_id), {"club": club_id}
    if journal.replayed(by, "leave_club", body):
        return
    member = Membership.objects.filter(club=club, player=by.actor.player).first() if by.actor.user else None
    if member is None:
        raise NotAllowed("You are not a member of {club}.", club=club)
    _end(member)
    detail = {"player": member.player_id, "before": member.role}
    journal.write_club(club, "leave_club", by, body, detail=detail)
    members_changed(club.pk)


def members_of(club: Club, words: str = "", role: str = "") -> QuerySet[Membership]:
    """Those with a role that lets them run things first, then from A to Z."""
    rows = Membership.objects.filter(club=club, player__erased_at=None).select_related("player__user")
    if words:
        rows = rows.filter(Q(player__name__icontains=words) | Q(number=words))
    if role in Role.values:
        rows = rows.filter(role=role)
    return rows.order_by("player__name", "player")


def in_roles(club: Club) -> list[Membership]:
    """Who runs the club: owners first."""
    rows = Membership.objects.filter(club=club, role__in=WITH_ACCOUNT).select_related("player")
    return sorted(rows, key=lambda row: (-RANKS.index(Role(row.role)), row.player.name.casefold()))


def changes_of(club: Club, most: int = 20) -> list[JournalEntry]:
    """What was done about people, the newest first."""
    rows = JournalEntry.objects.filter(club=club, event=None, verb__in=(*VERBS, "add_member"))
    return list(rows.select_related("user__player", "player")[:most])


def may_run_events(club: Club) -> QuerySet[Player]:
    """Owners and organizers with an account."""
    rows = Player.objects.filter(memberships__club=club, memberships__role__in=RUNS_EVENTS, user__is_active=True)
    return rows.order_by("name", "pk")


def _member(club: Club, player_id: int, seen: str) -> Membership:
    member = Membership.objects.filter(club=club, player=player_id).select_related("player").first()
    if member is None:
        raise Stale("This person is not in the club any more. Look at the list again.")
    if member.role != seen:
        raise Stale(
            "{player} is {role} by now. Look at the list again.",
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
            "{player} is the only owner of the club. Make somebody else an owner first.", player=member.player
        )


def _check_nothing_hangs_on(member: Membership) -> None:
    event = Event.objects.filter(club=member.club_id, in_charge=member.player_id, finished_at=None).first()
    if event:
        raise RuleError(
            "{player} is in charge of {event}. Hand that event over first.", player=member.player, event=event
        )
