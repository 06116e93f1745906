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
    club_invitation = ClubInvitation.objects.filter(club=club, pk=invitation_id).first()
    if club_invitation is None:
        raise Conflict("That invitation no longer exists. Reload the page.")
    if club_invitation.revoked_at is None:
        club_invitation.revoked_at = timezone.now()
        club_invitation.save(update_fields=["revoked_at"])
        context.log(detail={"role": club_invitation.role})


def open_invitations(club: Club) -> list[ClubInvitation]:
    club_invitations = ClubInvitation.objects.filter(club=club, revoked_at=None, expires_at__gt=timezone.now())
    club_invitations = club_invitations.select_related("journal__user__player", "journal__player").prefetch_related(
        "uses__player"
    )
    return [
        club_invitation
        for club_invitation in club_invitations
        if len(club_invitation.uses.all()) < club_invitation.most
    ]


def invitation_of(token: str) -> ClubInvitation | None:
    """The open invitation of that link."""
    club_invitation = (
        ClubInvitation.objects.select_related("club", "journal__user").filter(token_hash=hashed(token)).first()
    )
    return club_invitation if club_invitation and _is_open(club_invitation) else None


def _lock_taken(token: str) -> ClubInvitation:
    club_invitation = ClubInvitation.objects.filter(token_hash=hashed(token)).first()
    if club_invitation is None:
        raise NotAllowed("This invitation no longer works. Ask for a new link.")
    club_invitation.club = lock_club(club_invitation.club_id)
    return club_invitation


@command(
    Action.JOIN_CLUB,
    lock=_lock_taken,
    permission=None,
    replay=lambda done: Membership.objects.get(club=done.club, player=done.detail["player"]),
)
def join_club(club_invitation: ClubInvitation, *, context: Context) -> Membership:
    """Accepts an invitation. No one loses a higher role by it, and it is worth no more than its maker's role is now."""
    club = club_invitation.club
    if context.actor.user is None:
        raise NotAllowed("Log in to accept the invitation.")
    player = player_of(context.actor.user)
    own = Membership.objects.filter(club=club, player=player).first()
    if InvitationUse.objects.filter(invitation=club_invitation, player=player).exists():
        if own:
            return own
        raise NotAllowed("You already used this invitation. Ask for a new link.")
    club_invitation.refresh_from_db()
    if not _is_open(club_invitation):
        raise NotAllowed("This invitation is no longer valid. Ask for a new link.")
    if own and RANKS.index(Role(own.role)) >= RANKS.index(Role(club_invitation.role)):
        raise RuleError(
            "Your role in {club} ({role}) is already as high as the one in this link.",
            role=own.get_role_display().lower(),
            club=club,
        )
    InvitationUse.objects.create(
        invitation=club_invitation, player=player, number=club_invitation.uses.count() + 1, most=club_invitation.most
    )
    before = own.role if own else ""
    member, _ = Membership.objects.update_or_create(club=club, player=player, defaults={"role": club_invitation.role})
    tell_apart(club.pk, [player.pk])
    detail = {"player": player.pk, "before": before, "role": club_invitation.role}
    context.log(detail=detail)
    members_changed.send(Membership, club=club.pk)
    return member


def _is_open(club_invitation: ClubInvitation) -> bool:
    """Its maker must still be able to give roles: only owners can, and no role is higher."""
    if (
        club_invitation.revoked_at
        or club_invitation.expires_at <= timezone.now()
        or club_invitation.uses.count() >= club_invitation.most
    ):
        return False
    maker = club_invitation.journal
    if maker.is_system:
        return True
    return may(Actor(maker.user), Permission.RUN_CLUB, club_invitation.club)


def _token(club: Club, key: uuid.UUID | None, user: User | None) -> str:
    """Made from the request's key and the site's secret: the same for the same key, and impossible to guess."""
    if key is None:
        raise RuleError("The form is incomplete. Reload the page and try again.")
    asked = f"{club.pk} {key} {user and user.pk}"
    digest = salted_hmac("tournaments.invitation", asked, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).decode().rstrip("=")
