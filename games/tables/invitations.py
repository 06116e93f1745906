"""Invitations by link: made, taken up, revoked. The link is told once; what is kept is its hash."""

import base64
import datetime
import hashlib

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.tables import seating
from games.tables.commands import TableCommand, check_open, lock_table, note, require_owner
from games.tables.models import Invitation, Table, TableGuest

TOKEN_BYTES = 16
MAX_OPEN = 50


@transaction.atomic
def invite(table_id: int, command: TableCommand, *, hours: int = 24, seat: int | None = None) -> str:
    """A link's token for whoever the owner gives it to. The same key again answers the same token."""
    table = lock_table(table_id)
    require_owner(table, command.player)
    token = _token(table, command)
    if Invitation.objects.filter(token_hash=hash_of(token)).exists():
        return token
    check_open(table, command.expected_version)
    if seat is not None and seat not in range(table.house_rules.players):
        raise RuleError("This table has {players} seats.", players=table.house_rules.players)
    if not 1 <= hours <= 24 * 30:
        raise RuleError("An invitation lasts from one hour to thirty days.")
    now = timezone.now()
    if table.invitations.filter(revoked_at=None, expires_at__gt=now).count() >= MAX_OPEN:
        raise RuleError("{most_open} invitations are open. Revoke one that you don’t need.", most_open=MAX_OPEN)
    Invitation.objects.create(
        table=table, token_hash=hash_of(token), seat=seat, expires_at=now + datetime.timedelta(hours=hours)
    )
    note(table, "invite", command.player, seat)
    return token


@transaction.atomic
def revoke(table_id: int, invitation_id: int, command: TableCommand) -> Table:
    """The link leads nowhere any more. Who has come by it stays invited."""
    table = lock_table(table_id)
    require_owner(table, command.player)
    row = table.invitations.filter(pk=invitation_id).first()
    if row is None:
        raise RuleError("There’s no such invitation at this table.")
    if row.revoked_at:
        return table
    check_open(table, command.expected_version)
    row.revoked_at = timezone.now()
    row.save(update_fields=["revoked_at"])
    note(table, "revoke", command.player, row.seat)
    return table


def invitation_of(token: str) -> Invitation | None:
    """The open invitation with that token, at a table that is open."""
    row = Invitation.objects.select_related("table__owner").filter(token_hash=hash_of(token)).first()
    return row if row and row.is_open and row.table.closed_at is None else None


@transaction.atomic
def come_in(row: Invitation, command: TableCommand) -> Table:
    """Take up an invitation: be known at the table, and sit down where it names a seat."""
    table = lock_table(row.table_id)
    row.refresh_from_db()
    if not row.is_open or table.closed_at:
        raise RuleError("This invitation is no longer valid. Ask for a new link.")
    TableGuest.objects.get_or_create(table=table, player=command.player, defaults={"invitation": row})
    if row.seat is not None and not table.seats.filter(number=row.seat, player=command.player).exists():
        seating.sit(table.pk, row.seat, command)
    return table


def guests_of(table: Table) -> list[Player]:
    """Who has come by invitation."""
    return [guest.player for guest in table.guests.select_related("player")]


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _token(table: Table, command: TableCommand) -> str:
    """From the request's key and the site's secret: the same for the same key, to be guessed by nobody."""
    digest = salted_hmac("games.invitation", f"{table.code} {command.key}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).decode().rstrip("=")
