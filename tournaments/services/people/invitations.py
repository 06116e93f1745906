"""Invitations to a club by link: made for a role, taken up on a press, revoked. What is kept is the link's hash."""

import base64
import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.engine.errors import RuleError
from tournaments.errors import NotAllowed, Stale
from tournaments.models import Club, ClubInvitation, InvitationUse, Membership, Role
from tournaments.permissions import Actor, Verb, may, require
from tournaments.services import journal
from tournaments.services.entrance.passes import hashed
from tournaments.services.events.setup import player_of
from tournaments.services.jackpots.races import members_changed
from tournaments.services.journal import By
from tournaments.services.people.members import RANKS

TOKEN_BYTES = 16
MOST_DAYS, MOST_USES, MOST_OPEN = 30, 100, 50


@transaction.atomic
def invite(club_id: int, role: Role, *, by: By, days: int = 7, most: int = 1) -> str:
    """A link's token for whoever it is given to. The same key again answers the same token; it is stored nowhere."""
    club, body = journal.lock_club(club_id), {"club": club_id, "role": role.value, "days": days, "most": most}
    token = _token(club, by)
    if journal.replayed(by, "invite", body):
        return token
    require(by.actor, Verb.RUN_CLUB, club)
    if role not in RANKS[1:]:
        raise RuleError("An invitation is for an owner, an organizer, a scorer or a member.")
    if not 1 <= days <= MOST_DAYS:
        raise RuleError("An invitation lasts from 1 to {most} days.", most=MOST_DAYS)
    if not 1 <= most <= MOST_USES:
        raise RuleError("An invitation is for 1 to {most} people.", most=MOST_USES)
    if len(open_invitations(club)) >= MOST_OPEN:
        raise RuleError("{number} invitations are open. Revoke one that is not needed.", number=MOST_OPEN)
    written = journal.write_club(club, "invite", by, body, detail={"role": role.value, "days": days, "most": most})
    ClubInvitation.objects.create(
        club=club, role=role, token_hash=hashed(token), most=most, journal=written,
        expires_at=timezone.now() + datetime.timedelta(days=days),
    )  # fmt: skip
    return token


@transaction.atomic
def revoke_invitation(club_id: int, invitation_id: int, *, by: By) -> None:
    """The link leads nowhere any more. Who has come by it stays."""
    club, body = journal.lock_club(club_id), {"club": club_id, "invitation": invitation_id}
    if journal.replayed(by, "revoke_invitation", body):
        return
    require(by.actor, Verb.RUN_CLUB, club)
    row = ClubInvitation.objects.filter(club=club, pk=invitation_id).first()
    if row is None:
        raise Stale("There is no such invitation. Look at the list again.")
    if row.revoked_at is None:
        row.revoked_at = timezone.now()
        row.save(update_fields=["revoked_at"])
        journal.write_club(club, "revoke_invitation", by, body, detail={"role": row.role})


def open_invitations(club: Club) -> list[ClubInvitation]:
    rows = ClubInvitation.objects.filter(club=club, revoked_at=None, expires_at__gt=timezone.now())
    rows = rows.select_related("journal__user__player", "journal__player").prefetch_related("uses__player")
    return [row for row in rows if len(row.uses.all()) < row.most]


def invitation_of(token: str) -> ClubInvitation | None:
    """The open invitation of that link."""
    row = ClubInvitation.objects.select_related("club", "journal__user").filter(token_hash=hashed(token)).first()
    return row if row and _is_open(row) else None


@transaction.atomic
def join_club(token: str, *, by: By) -> Membership:
    """Take an invitation up. Nobody loses a higher role by it, and it is worth no more than its maker is now."""
    row = ClubInvitation.objects.filter(token_hash=hashed(token)).first()
    if row is None:
        raise NotAllowed("This invitation leads nowhere. Ask for a new link.")
    club, body = journal.lock_club(row.club_id), {"invitation": row.pk}
    if by.actor.user is None:
        raise NotAllowed("Log in to take up the invitation.")
    player = player_of(by.actor.user)
    if journal.replayed(by, "join_club", body):
        return Membership.objects.get(club=club, player=player)
    own = Membership.objects.filter(club=club, player=player).first()
    if InvitationUse.objects.filter(invitation=row, player=player).exists():
        if own:
            return own
        raise NotAllowed("You have taken this invitation up before. Ask for a new link.")
    row.refresh_from_db()
    if not _is_open(row):
        raise NotAllowed("This invitation is not valid any more. Ask for a new link.")
    if own and RANKS.index(Role(own.role)) >= RANKS.index(Role(row.role)):
        raise RuleError("You are {role} of {club} already.", role=own.get_role_display().lower(), club=club)
    InvitationUse.objects.create(invitation=row, player=player, number=row.uses.count() + 1, most=row.most)
    before = own.role if own else ""
    member, _ = Membership.objects.update_or_create(club=club, player=player, defaults={"role": row.role})
    detail = {"player": player.pk, "before": before, "role": row.role}
    journal.write_club(club, "join_club", by, body, detail=detail)
    members_changed(club.pk)
    return member


def _is_open(row: ClubInvitation) -> bool:
    """Its maker must still be able to give roles: only owners can, and no role is higher."""
    if row.revoked_at or row.expires_at <= timezone.now() or row.uses.count() >= row.most:
        return False
    maker = row.journal
    if maker.is_system:
        return True
    return may(Actor(maker.user), Verb.RUN_CLUB, row.club)


def _token(club: Club, by: By) -> str:
    """From the request's key and the site's secret: the same for the same key, to be guessed by nobody."""
    if by.key is None:
        raise RuleError("This form has no key. Reload the page and try again.")
    asked = f"{club.pk} {by.key} {by.actor.user and by.actor.user.pk}"
    digest = salted_hmac("tournaments.invitation", asked, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).decode().rstrip("=")
