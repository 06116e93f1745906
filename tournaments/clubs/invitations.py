"""Invitations to a club by link: made for a role, taken up on a press, revoked. What is kept is the link's hash."""

import base64
import datetime
import uuid

from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.accounts.models import User
from games.accounts.tokens import hashed
from games.engine.errors import RuleError
from tournaments.activity_log.models import Action
from tournaments.clubs.identity import player_of, tell_apart
from tournaments.clubs.members import RANKS
from tournaments.clubs.models import Club, ClubInvitation, InvitationUse, Membership, Role
from tournaments.commands import command, lock_club
from tournaments.context import Context
from tournaments.errors import Conflict, NotAllowed
from tournaments.permissions import Actor, Permission, may
from tournaments.signals import members_changed

TOKEN_BYTES = 16
MAX_DAYS, MAX_USES, MAX_OPEN = 30, 100, 50


@command(
    Action.INVITE,
    lock=lock_club,
    permission=Permission.RUN_CLUB,
    replay=lambda done: _token(done.club, done.key, done.user),
)
def invite(club: Club, role: Role, *, context: Context, days: int = 7, most: int = 1) -> str:
    """A link's token, to pass on. The same key again returns the same token; it is stored nowhere."""
    token = _token(club, context.key, context.actor.user)
    if role not in RANKS[1:]:
        raise RuleError("You can only invite an owner, an organizer, a scorer or a member. Choose one of those roles.")
    if not 1 <= days <= MAX_DAYS:
        raise RuleError("An invitation can last 1 to {most} days. Enter a number in that range.", most=MAX_DAYS)
    if not 1 <= most <= MAX_USES:
        raise RuleError("An invitation can be for 1 to {most} people. Enter a number in that range.", most=MAX_USES)
    if len(open_invitations(club)) >= MAX_OPEN:
        raise RuleError(
            "The club already has {number} open invitations, which is the limit. Revoke one you don’t need.",
            number=MAX_OPEN,
        )
    written = context.log(detail={"role": role.value, "days": days, "most": most})
    ClubInvitation.objects.create(
        club=club,
        role=role,
        token_hash=hashed(token),
        most=most,
        journal=written,
        expires_at=timezone.now() + datetime.timedelta(days=days),
    )
    return token


@command(Action.REVOKE_INVITATION, lock=lock_club, permission=Permission.RUN_CLUB)
def revoke_invitation(club: Club, invitation_id: int, *, context: Context) -> None:
    """Makes the link useless. Members who joined by it stay."""
    row = ClubInvitation.objects.filter(club=club, pk=invitation_id).first()
    if row is None:
        raise Conflict("That invitation no longer exists. Reload the page.")
    if row.revoked_at is None:
        row.revoked_at = timezone.now()
        row.save(update_fields=["revoked_at"])
        context.log(detail={"role": row.role})


def open_invitations(club: Club) -> list[ClubInvitation]:
    rows = ClubInvitation.objects.filter(club=club, revoked_at=None, expires_at__gt=timezone.now())
    rows = rows.select_related("journal__user__player", "journal__player").prefetch_related("uses__player")
    return [row for row in rows if len(row.uses.all()) < row.most]


def invitation_of(token: str) -> ClubInvitation | None:
    """The open invitation of that link."""
    row = ClubInvitation.objects.select_related("club", "journal__user").filter(token_hash=hashed(token)).first()
    return row if row and _is_open(row) else None


def _lock_taken(token: str) -> ClubInvitation:
    row = ClubInvitation.objects.filter(token_hash=hashed(token)).first()
    if row is None:
        raise NotAllowed("This invitation no longer works. Ask for a new link.")
    row.club = lock_club(row.club_id)
    return row


@command(
    Action.JOIN_CLUB,
    lock=_lock_taken,
    permission=None,
    replay=lambda done: Membership.objects.get(club=done.club, player=done.detail["player"]),
)
def join_club(row: ClubInvitation, *, context: Context) -> Membership:
    """Accepts an invitation. No one loses a higher role by it, and it is worth no more than its maker's role is now."""
    club = row.club
    if context.actor.user is None:
        raise NotAllowed("Log in to accept the invitation.")
    player = player_of(context.actor.user)
    own = Membership.objects.filter(club=club, player=player).first()
    if InvitationUse.objects.filter(invitation=row, player=player).exists():
        if own:
            return own
        raise NotAllowed("You already used this invitation. Ask for a new link.")
    row.refresh_from_db()
    if not _is_open(row):
        raise NotAllowed("This invitation is no longer valid. Ask for a new link.")
    if own and RANKS.index(Role(own.role)) >= RANKS.index(Role(row.role)):
        raise RuleError(
            "Your role in {club} is already {role}, so this link wouldn’t change it.",
            role=own.get_role_display().lower(),
            club=club,
        )
    InvitationUse.objects.create(invitation=row, player=player, number=row.uses.count() + 1, most=row.most)
    before = own.role if own else ""
    member, _ = Membership.objects.update_or_create(club=club, player=player, defaults={"role": row.role})
    tell_apart(club.pk, [player.pk])
    detail = {"player": player.pk, "before": before, "role": row.role}
    context.log(detail=detail)
    members_changed.send(Membership, club=club.pk)
    return member


def _is_open(row: ClubInvitation) -> bool:
    """Its maker must still be able to give roles: only owners can, and no role is higher."""
    if row.revoked_at or row.expires_at <= timezone.now() or row.uses.count() >= row.most:
        return False
    maker = row.journal
    if maker.is_system:
        return True
    return may(Actor(maker.user), Permission.RUN_CLUB, row.club)


def _token(club: Club, key: uuid.UUID | None, user: User | None) -> str:
    """Made from the request's key and the site's secret: the same for the same key, and impossible to guess."""
    if key is None:
        raise RuleError("The form is incomplete. Reload the page and try again.")
    asked = f"{club.pk} {key} {user and user.pk}"
    digest = salted_hmac("tournaments.invitation", asked, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).decode().rstrip("=")
