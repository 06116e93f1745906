"""Invitations by link: made, accepted, revoked. The link is shown once; what is kept is its hash."""

import base64
import datetime
import hashlib
from contextlib import suppress
from dataclasses import replace

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.errors import Conflict
from games.tables import seating
from games.tables.commands import TableCommand, check_open, lock_table, note, require_owner
from games.tables.models import Invitation, Table, TableGuest

TOKEN_BYTES = 16
MAX_OPEN = 50


@transaction.atomic
def invite(table_id: int, command: TableCommand, *, hours: int = 24, seat: int | None = None) -> str:
    """A link's token, for the owner to pass on. The same key again returns the same token."""
    table = lock_table(table_id)
    require_owner(table, command.player)
    token = _token(table, command)
    if Invitation.objects.filter(token_hash=hash_of(token)).exists():
        return token
    check_open(table, command.expected_version)
    if seat is not None and seat not in range(table.house_rules.players):
        raise RuleError("This table has only {players} seats. Choose one of them.", players=table.house_rules.players)
    if not 1 <= hours <= 24 * 30:
        raise RuleError("An invitation can last from one hour to 30 days.")
    now = timezone.now()
    if table.invitations.filter(revoked_at=None, expires_at__gt=now).count() >= MAX_OPEN:
        raise RuleError(
            "This table already has {most_open} open invitations, which is the limit. Revoke one you don’t need.",
            most_open=MAX_OPEN,
        )
    Invitation.objects.create(
        table=table, token_hash=hash_of(token), seat=seat, expires_at=now + datetime.timedelta(hours=hours)
    )
    note(table, "invite", command.player, seat)
    return token


@transaction.atomic
def revoke(table_id: int, invitation_id: int, command: TableCommand) -> Table:
    """Makes the link useless. People who have come by it stay invited."""
    table = lock_table(table_id)
    require_owner(table, command.player)
    invitation = table.invitations.filter(pk=invitation_id).first()
    if invitation is None:
        raise RuleError("We can’t find that invitation at this table. Reload the page.")
    if invitation.revoked_at:
        return table
    check_open(table, command.expected_version)
    invitation.revoked_at = timezone.now()
    invitation.save(update_fields=["revoked_at"])
    note(table, "revoke", command.player, invitation.seat)
    return table


def invitation_of(token: str) -> Invitation | None:
    """The open invitation with that token, at a table that is open."""
    invitation = Invitation.objects.select_related("table__owner").filter(token_hash=hash_of(token)).first()
    return invitation if invitation and invitation.is_open and invitation.table.closed_at is None else None


@transaction.atomic
def come_in(invitation: Invitation, command: TableCommand) -> Table:
    """Take up an invitation: be known at the table, and sit down where it names a seat."""
    table = lock_table(invitation.table_id)
    invitation.refresh_from_db()
    if not invitation.is_open or table.closed_at:
        raise RuleError("This invitation is no longer valid. Ask for a new link.")
    TableGuest.objects.get_or_create(table=table, player=command.player, defaults={"invitation": invitation})
    if invitation.seat is not None and not table.seats.filter(number=invitation.seat, player=command.player).exists():
        seating.sit(table.pk, invitation.seat, command)
    return table


@transaction.atomic
def come_and_sit(invitation: Invitation, command: TableCommand) -> Table:
    """Take up an invitation and sit down: where it says, else opposite the owner or in another seat that is free. Where
    none is, the table alone."""
    table = come_in(invitation, command)
    if table.seats.filter(player=command.player).exists():
        return table
    for number in _free_seats(table):
        with suppress(RuleError, Conflict):
            now = replace(command, expected_version=lock_table(table.pk).version)
            seating.sit(table.pk, number, now)
            break
    return table


def _free_seats(table: Table) -> list[int]:
    """Empty ones and those of bots, the owner's partner's first."""
    seats = list(table.seats.select_related("player"))
    taken = {seat.number for seat in seats if not seat.player.is_bot}
    own = next((seat.number for seat in seats if seat.player_id == table.owner_id), 0)
    count = table.house_rules.players
    order = sorted(range(count), key=lambda number: ((number - own) % count != count // 2, number))
    return [number for number in order if number not in taken]


def guests_of(table: Table) -> list[Player]:
    """Who has come by invitation."""
    return [guest.player for guest in table.guests.select_related("player")]


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _token(table: Table, command: TableCommand) -> str:
    """Made from the request's key and the site's secret: the same for the same key, and impossible to guess."""
    digest = salted_hmac("games.invitation", f"{table.code} {command.key}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).decode().rstrip("=")
