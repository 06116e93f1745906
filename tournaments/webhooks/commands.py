"""What the owners of a club do about its webhooks. The secret is given back where it is shown once, and written nowhere
but into its row."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from games.engine.errors import RuleError
from games.jobs.enqueuing import enqueue_on_commit
from games.locks import locked
from games.outgoing.addresses import resolve, target_of
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.clubs.models import Club
from tournaments.commands import command, lock_club
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.permissions import Permission, require
from tournaments.webhooks import queue
from tournaments.webhooks.models import TEST, Happening, Shape, Webhook, WebhookDelivery, WebhookKind
from tournaments.webhooks.payloads import about_club
from tournaments.webhooks.sender import park_all
from tournaments.webhooks.signing import new_secret

MAX_WEBHOOKS = 10
OVERLAP = datetime.timedelta(days=1)
"""For so long a secret that was replaced still signs, beside the new one."""


@dataclass(frozen=True)
class Speech:
    """How a receiver is spoken to. language: of messages to a chat, as a code; "" for the site's."""

    shape: str = Shape.PLAIN.value
    language: str = ""


PLAIN_SPEECH = Speech()
LOOK_UP_SECONDS = 4.0


def lock_webhook(webhook_id: int) -> Webhook:
    """The club's lock first, then the webhook's, which senders take alone."""
    club = lock_club(_club_of(webhook_id).pk)
    webhook = _still(locked(webhooks_of(club)).filter(pk=webhook_id).first())
    webhook.club = club
    return webhook


def check_seen(webhook: Webhook, expected_version: int) -> None:
    if expected_version != webhook.revision:
        raise Conflict("Someone changed this webhook while you had it open. Check it again.")


def add_webhook(
    club_id: int, address: str, kinds: Iterable[str], speech: Speech = PLAIN_SPEECH, *, context: Context
) -> Webhook:
    """Tell that address from now on, with a secret of its own. The same key again answers the same webhook."""
    check_address(Club.objects.get(pk=club_id), address, context)
    return add_checked(club_id, address, kinds, speech, context=context)


def add_checked(
    club_id: int, address: str, kinds: Iterable[str], speech: Speech = PLAIN_SPEECH, *, context: Context
) -> Webhook:
    """The same, where `check_address` was asked before a transaction was begun."""
    chosen, address = _checked(kinds), address.strip()
    _check_speech(speech)
    return _add(club_id, address, chosen, speech, context=context)


@command(
    Action.ADD_WEBHOOK,
    lock=lock_club,
    permission=Permission.RUN_CLUB,
    replay=lambda done: _still(webhooks_of(done.club).filter(journal=done).first()),
)
def _add(club: Club, address: str, chosen: list[str], speech: Speech, *, context: Context) -> Webhook:
    """Save a webhook whose address was looked up before the club was locked."""
    if webhooks_of(club).count() >= MAX_WEBHOOKS:
        raise RuleError("A club can have at most {most} webhooks. Remove one that you don’t need.", most=MAX_WEBHOOKS)
    _check_once(club, address)
    written = context.log(detail={"kinds": chosen})
    webhook = Webhook.objects.create(
        club=club,
        address=address,
        shape=speech.shape,
        language=speech.language,
        secret=new_secret(),
        journal=written,
    )
    _write_kinds(webhook, chosen)
    return webhook


def change_webhook(
    webhook_id: int,
    address: str,
    kinds: Iterable[str],
    speech: Speech = PLAIN_SPEECH,
    *,
    context: Context,
    expected_version: int,
) -> Webhook:
    """Another address, another shape, or other kinds of news."""
    check_address(_club_of(webhook_id), address, context)
    return change_checked(webhook_id, address, kinds, speech, context=context, expected_version=expected_version)


def change_checked(
    webhook_id: int,
    address: str,
    kinds: Iterable[str],
    speech: Speech = PLAIN_SPEECH,
    *,
    context: Context,
    expected_version: int,
) -> Webhook:
    """The same, where `check_address` was asked before a transaction was begun."""
    chosen, address = _checked(kinds), address.strip()
    _check_speech(speech)
    return _change(webhook_id, address, chosen, speech, context=context, expected_version=expected_version)


@command(Action.CHANGE_WEBHOOK, lock=lock_webhook, permission=Permission.RUN_CLUB, version=check_seen)
def _change(
    webhook: Webhook, address: str, chosen: list[str], speech: Speech, *, context: Context, expected_version: int
) -> Webhook:
    """Save the change. The new address was looked up before the webhook was locked."""
    _check_once(webhook.club, address, webhook)
    webhook.address, webhook.shape, webhook.language = address, speech.shape, speech.language
    _write_kinds(webhook, chosen)
    _save(webhook, "address", "shape", "language")
    _log(webhook, context, kinds=chosen)
    return webhook


@command(Action.RENEW_WEBHOOK, lock=lock_webhook, permission=Permission.RUN_CLUB, version=check_seen)
def renew_secret(webhook: Webhook, *, context: Context, expected_version: int) -> Webhook:
    """Makes a new secret. For a day the one before signs too, so that the receiver misses nothing; one before that no
    longer does. The same key again makes no other."""
    webhook.former_secret, webhook.former_until = webhook.secret, timezone.now() + OVERLAP
    webhook.secret = new_secret()
    _save(webhook, "secret", "former_secret", "former_until")
    _log(webhook, context)
    return webhook


@command(Action.SWITCH_WEBHOOK, lock=lock_webhook, permission=Permission.RUN_CLUB, version=check_seen)
def switch_webhook(webhook: Webhook, is_active: bool, *, context: Context, expected_version: int) -> Webhook:
    """Switches it off or on. Off: nothing is queued, and what waits is parked. On: what happens from now on is sent."""
    if webhook.is_active == is_active:
        return webhook
    webhook.is_active, webhook.off_because = is_active, ""
    if is_active:
        webhook.on_since = timezone.now()
    else:
        park_all(webhook)
    _save(webhook, "is_active", "off_because", "on_since")
    _log(webhook, context, is_active=is_active)
    return webhook


@command(Action.REMOVE_WEBHOOK, lock=lock_club, permission=Permission.RUN_CLUB)
def remove_webhook(club: Club, webhook_id: int, *, context: Context, expected_version: int) -> None:
    """With its secret and all that is kept of what was sent. The journal says that it was there; the empty row goes
    a day later (`privacy.forgetting`)."""
    webhook = _still(locked(webhooks_of(club)).filter(pk=webhook_id).first())
    check_seen(webhook, expected_version)
    _log(webhook, context)
    webhook.deliveries.all().delete()
    webhook.kinds.all().delete()
    webhook.address, webhook.secret, webhook.off_because = f"https://removed.invalid/{webhook.pk}", "", ""
    webhook.is_active, webhook.removed_at = False, timezone.now()
    webhook.former_secret, webhook.former_until = "", None
    _save(webhook, "address", "secret", "former_secret", "former_until", "off_because", "is_active", "removed_at")


@command(
    Action.TEST_WEBHOOK,
    lock=lock_webhook,
    permission=Permission.RUN_CLUB,
    replay=lambda done: WebhookDelivery.objects.get(webhook=done.detail["webhook"], key=f"test:{done.pk}"),
)
def send_test(webhook: Webhook, *, context: Context) -> WebhookDelivery:
    """Queue a delivery that says nothing but that it is a test."""
    if not webhook.is_active:
        raise RuleError("The webhook is off. Turn it on, then send a test.")
    written = _log(webhook, context)
    queue.put([webhook.pk], TEST, f"test:{written.pk}", {"club": about_club(webhook.club)})
    return webhook.deliveries.get(key=f"test:{written.pk}")


def _lock_delivery(delivery_id: int) -> WebhookDelivery:
    webhook = lock_webhook(WebhookDelivery.objects.values_list("webhook", flat=True).get(pk=delivery_id))
    delivery = WebhookDelivery.objects.get(pk=delivery_id)
    delivery.webhook = webhook
    return delivery


def _may_send(delivery: WebhookDelivery, context: Context) -> None:
    require(context.actor, Permission.RUN_CLUB, delivery.webhook.club)


@command(Action.RESEND_WEBHOOK, lock=_lock_delivery, permission=_may_send)
def send_again(delivery: WebhookDelivery, *, context: Context) -> WebhookDelivery:
    """At once, under the same number, so that the receiver can tell it for a repeat."""
    if not delivery.webhook.is_active:
        raise RuleError("The webhook is off. Turn it on, then send the delivery again.")
    delivery.next_at, delivery.attempts, delivery.delivered_at, delivery.parked_at = timezone.now(), 0, None, None
    delivery.save(update_fields=["next_at", "attempts", "delivered_at", "parked_at"])
    _log(delivery.webhook, context, number=str(delivery.number))
    enqueue_on_commit(queue.DELIVER_TASK)
    return delivery


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    """Those that are there."""
    return club.webhooks.filter(removed_at=None)


def _club_of(webhook_id: int) -> Club:
    return _still(Webhook.objects.select_related("club").filter(pk=webhook_id, removed_at=None).first()).club


def _still(webhook: Webhook | None) -> Webhook:
    if webhook is None:
        raise Conflict("Someone removed this webhook while you had it open. Check the list again.")
    return webhook


def _checked(kinds: Iterable[str]) -> list[str]:
    """In one order, so that the same choice is the same request."""
    chosen = set(kinds)
    if unknown := chosen - set(Happening.values):
        raise RuleError("There’s no webhook event called {unknown}. Choose from the list.", unknown=min(unknown))
    if not chosen:
        raise RuleError("Choose at least one thing to send.")
    return sorted(chosen)


def _check_speech(speech: Speech) -> None:
    if speech.shape not in Shape.values:
        raise RuleError("Choose a format from the list.")
    if speech.language and speech.language not in dict(settings.LANGUAGES):
        raise RuleError("Choose a language from the list.")


def check_address(club: Club, address: str, context: Context) -> None:
    """Checks the address before any lock is taken, because name servers may be slow, and only for permitted users."""
    require(context.actor, Permission.RUN_CLUB, club)
    try:
        resolve(target_of(address.strip()), LOOK_UP_SECONDS)
    except TimeoutError as error:
        raise RuleError("We can’t look up this address right now. Try again in a moment.") from error


def _check_once(club: Club, address: str, itself: Webhook | None = None) -> None:
    if any(webhook != itself for webhook in club.webhooks.filter(address=address)):
        raise RuleError("This address already has a webhook. Edit that webhook instead.")


def _write_kinds(webhook: Webhook, chosen: list[str]) -> None:
    webhook.kinds.exclude(kind__in=chosen).delete()
    WebhookKind.objects.bulk_create((WebhookKind(webhook=webhook, kind=kind) for kind in chosen), ignore_conflicts=True)


def _save(webhook: Webhook, *fields: str) -> None:
    webhook.revision += 1
    webhook.save(update_fields=[*fields, "revision"])


def _log(webhook: Webhook, context: Context, **detail: Any) -> AuditLogEntry:
    return context.log(webhook.club, detail={"webhook": webhook.pk, **detail})
