"""What the owners of a club do about its webhooks. The secret is given back where it is shown once, and written nowhere
but into its row."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.doorbell import ring
from games.engine.errors import RuleError
from games.locks import locked
from tournaments.errors import Stale
from tournaments.models import Club, Happening, Webhook, WebhookDelivery, WebhookKind
from tournaments.models.webhooks import TEST
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.journal import By
from tournaments.services.webhooks import queue
from tournaments.services.webhooks.addresses import resolve, target_of
from tournaments.services.webhooks.sender import park_all
from tournaments.services.webhooks.signing import new_secret
from tournaments.services.webhooks.told import about_club

MOST = 10
LOOK_UP_SECONDS = 4.0


def add_webhook(club_id: int, address: str, kinds: Iterable[str], *, by: By) -> Webhook:
    """Tell that address from now on, with a secret of its own. The same key again answers the same webhook."""
    chosen, address = _checked(kinds), address.strip()
    body = {"club": club_id, "address": address, "kinds": chosen}
    _check_address(Club.objects.get(pk=club_id), address, by)
    with transaction.atomic():
        club = journal.lock_club(club_id)
        if done := journal.replayed(by, "add_webhook", body):
            return _still(webhooks_of(club).filter(journal=done).first())
        require(by.actor, Verb.RUN_CLUB, club)
        if webhooks_of(club).count() >= MOST:
            raise RuleError("A club has at most {most} webhooks. Remove one that is not needed.", most=MOST)
        _check_once(club, address)
        written = journal.write_club(club, "add_webhook", by, body, detail={"kinds": chosen})
        row = Webhook.objects.create(club=club, address=address, secret=new_secret(), journal=written)
        _write_kinds(row, chosen)
        return row


def change_webhook(webhook_id: int, address: str, kinds: Iterable[str], *, by: By, seen: int) -> Webhook:
    """Another address, or other kinds of news."""
    chosen, address = _checked(kinds), address.strip()
    body = {"webhook": webhook_id, "address": address, "kinds": chosen, "seen": seen}
    _check_address(_club_of(webhook_id), address, by)
    with transaction.atomic():
        row = _begin(webhook_id)
        if journal.replayed(by, "change_webhook", body):
            return row
        _may_change(row, by, seen)
        _check_once(row.club, address, row)
        row.address = address
        _write_kinds(row, chosen)
        _save(row, "address")
        _journal(row, "change_webhook", by, body, kinds=chosen)
        return row


@transaction.atomic
def renew_secret(webhook_id: int, *, by: By, seen: int) -> Webhook:
    """A new secret; the one before signs nothing any more. The same key again makes no other."""
    row, body = _begin(webhook_id), {"webhook": webhook_id, "seen": seen}
    if journal.replayed(by, "renew_webhook", body):
        return row
    _may_change(row, by, seen)
    row.secret = new_secret()
    _save(row, "secret")
    _journal(row, "renew_webhook", by, body)
    return row


@transaction.atomic
def switch_webhook(webhook_id: int, is_active: bool, *, by: By, seen: int) -> Webhook:
    """Off: nothing is queued, and what waits is parked. On: what happens from now on is told."""
    row, body = _begin(webhook_id), {"webhook": webhook_id, "is_active": is_active, "seen": seen}
    if journal.replayed(by, "switch_webhook", body):
        return row
    _may_change(row, by, seen)
    if row.is_active == is_active:
        return row
    row.is_active, row.off_because = is_active, ""
    if is_active:
        row.on_since = timezone.now()
    else:
        park_all(row)
    _save(row, "is_active", "off_because", "on_since")
    _journal(row, "switch_webhook", by, body, is_active=is_active)
    return row


@transaction.atomic
def remove_webhook(club_id: int, webhook_id: int, *, by: By, seen: int) -> None:
    """With its secret and all that is kept of what was sent. The journal says that it was there; the empty row goes
    a day later (`privacy.forgetting`)."""
    club, body = journal.lock_club(club_id), {"webhook": webhook_id, "seen": seen}
    if journal.replayed(by, "remove_webhook", body):
        return
    require(by.actor, Verb.RUN_CLUB, club)
    row = _still(locked(webhooks_of(club)).filter(pk=webhook_id).first())
    _may_change(row, by, seen)
    _journal(row, "remove_webhook", by, body)
    row.deliveries.all().delete()
    row.kinds.all().delete()
    row.address, row.secret, row.off_because = f"https://removed.invalid/{row.pk}", "", ""
    row.is_active, row.removed_at = False, timezone.now()
    _save(row, "address", "secret", "off_because", "is_active", "removed_at")


@transaction.atomic
def send_test(webhook_id: int, *, by: By) -> WebhookDelivery:
    """Queue a delivery that says nothing but that it is a test."""
    row, body = _begin(webhook_id), {"webhook": webhook_id}
    if done := journal.replayed(by, "test_webhook", body):
        return row.deliveries.get(key=f"test:{done.pk}")
    require(by.actor, Verb.RUN_CLUB, row.club)
    if not row.is_active:
        raise RuleError("The webhook is switched off. Switch it on, then send a test.")
    written = _journal(row, "test_webhook", by, body)
    queue.put([row.pk], TEST, f"test:{written.pk}", {"club": about_club(row.club)})
    return row.deliveries.get(key=f"test:{written.pk}")


@transaction.atomic
def send_again(delivery_id: int, *, by: By) -> WebhookDelivery:
    """At once, under the same number, so that the receiver can tell it for a repeat."""
    webhook_id = WebhookDelivery.objects.values_list("webhook", flat=True).get(pk=delivery_id)
    webhook, body = _begin(webhook_id), {"delivery": delivery_id}
    row = WebhookDelivery.objects.get(pk=delivery_id)
    if journal.replayed(by, "resend_webhook", body):
        return row
    require(by.actor, Verb.RUN_CLUB, webhook.club)
    if not webhook.is_active:
        raise RuleError("The webhook is switched off. Switch it on, then send this again.")
    row.next_at, row.attempts, row.delivered_at, row.parked_at = timezone.now(), 0, None, None
    row.save(update_fields=["next_at", "attempts", "delivered_at", "parked_at"])
    _journal(webhook, "resend_webhook", by, body, number=str(row.number))
    ring(queue.DELIVER_TASK)
    return row


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    """Those that are there."""
    return club.webhooks.filter(removed_at=None)


def _begin(webhook_id: int) -> Webhook:
    """The club's lock first, then the webhook's, which whoever sends takes alone."""
    club = journal.lock_club(_club_of(webhook_id).pk)
    row = _still(locked(webhooks_of(club)).filter(pk=webhook_id).first())
    row.club = club
    return row


def _club_of(webhook_id: int) -> Club:
    return _still(Webhook.objects.select_related("club").filter(pk=webhook_id, removed_at=None).first()).club


def _still(row: Webhook | None) -> Webhook:
    if row is None:
        raise Stale("This webhook was removed meanwhile. Look at the list again.")
    return row


def _may_change(row: Webhook, by: By, seen: int) -> None:
    require(by.actor, Verb.RUN_CLUB, row.club)
    if seen != row.revision:
        raise Stale("This webhook was changed meanwhile. Look at it again.")


def _checked(kinds: Iterable[str]) -> list[str]:
    """In one order, so that the same choice is the same request."""
    chosen = set(kinds)
    if unknown := chosen - set(Happening.values):
        raise RuleError(
            "There is nothing called {unknown} to be told about. Choose from the list.", unknown=min(unknown)
        )
    if not chosen:
        raise RuleError("Choose at least one thing to be told about.")
    return sorted(chosen)


def _check_address(club: Club, address: str, by: By) -> None:
    """Before any lock is taken, for name servers may be slow; and for nobody who may not."""
    require(by.actor, Verb.RUN_CLUB, club)
    try:
        resolve(target_of(address), LOOK_UP_SECONDS)
    except TimeoutError as error:
        raise RuleError("The name servers do not answer for this host. Try again in a moment.") from error


def _check_once(club: Club, address: str, itself: Webhook | None = None) -> None:
    if any(row != itself for row in club.webhooks.filter(address=address)):
        raise RuleError("There is a webhook for this address already. Change that one.")


def _write_kinds(row: Webhook, chosen: list[str]) -> None:
    row.kinds.exclude(kind__in=chosen).delete()
    WebhookKind.objects.bulk_create((WebhookKind(webhook=row, kind=kind) for kind in chosen), ignore_conflicts=True)


def _save(row: Webhook, *fields: str) -> None:
    row.revision += 1
    row.save(update_fields=[*fields, "revision"])


def _journal(row: Webhook, verb: str, by: By, body: dict[str, Any], **detail: Any) -> Any:
    return journal.write_club(row.club, verb, by, body, detail={"webhook": row.pk, **detail})
