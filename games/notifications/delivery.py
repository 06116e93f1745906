"""Sends what waits to be sent: emails into the mail queue, pushes to browsers.

An email's row is marked as sent in the transaction that queues the mail, so it's queued once. A push is sent at least
once: the sender first moves the row's `next_at` forward, for longer than it waits for a push service, and holds no
transaction in that time; a worker that dies costs that time and no more. The same push again takes the place of the
first one on a phone.
"""

import datetime
import logging
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone, translation

from games.accounts.models import Player
from games.jobs.time_boxed import TIME_BOX, Seconds, TimeBoxedWorker
from games.locks import locked
from games.notifications.kinds import DEFAULTS, DeliveryMethod, MailFrequency, NotificationKind
from games.notifications.mail import address_of, mail_for
from games.notifications.models import NotificationChoice, NotificationDelivery
from games.notifications.push.payloads import payload_of, topic_of
from games.notifications.push.sender import EncryptedPush, Outcome, Result, build_push, post, record_answer
from games.notifications.rendering import render
from games.notifications.writing import SEND_TASK, digest_at
from games.outgoing.wire import Answer

RETRY_SECONDS = (30, 120, 600, 1800, 3600, 2 * 3600, 4 * 3600, 8 * 3600)
"""Seconds until a push is tried again, after the first attempt, the second …; after the last one it's given up. A push
service may be away for eight hours; what isn't worth sending then is dropped anyway."""
MAX_CONCURRENT_PUSHES = 16
"""Pushes on their way at the same time: a push service far away answers after a tenth of a second."""
MIN_FREE_SLOTS = 4
"""So many places must be free before more pushes are taken: each taking is a transaction."""
PUSH_SECONDS: Seconds = 10.0
POLL_SECONDS: Seconds = 0.5
"""So often it's asked whether new ones are due, while those under way get no answer."""
MAX_MAILS = 12
"""Emails to one person within MAIL_SPAN; those beyond wait for the daily one, so that no mistake floods a mailbox."""
MAIL_SPAN = datetime.timedelta(hours=1)
log = logging.getLogger(__name__)
WhyNot = NotificationDelivery.WhyNot
ChoiceByPlayerAndKind = dict[tuple[int, str], NotificationChoice]

_worker = TimeBoxedWorker(SEND_TASK)


def deliver_due(seconds: Seconds = TIME_BOX) -> int:
    """Send what is due, pushes first. For a task, and for the timer that finds what was missed. Returns the number
    of steps."""

    def step() -> bool:
        return _push_some() or _mail_one() or _mail_digest()

    return _worker.run(lambda: due().exists(), step, seconds)


def due() -> QuerySet[NotificationDelivery]:
    waiting = NotificationDelivery.objects.filter(sent_at=None, why_not="", next_at__lte=timezone.now())
    return waiting.order_by("next_at", "pk")


def _push_some() -> bool:
    """Send the pushes that are due, several at the same time: one that gets no answer holds up no other. Returns
    whether there were any to send or to drop.

    Only this thread asks the database; the others wait for push services.
    """
    until = time.monotonic() + TIME_BOX
    under_way: dict[Future[Answer], NotificationDelivery] = {}
    is_any = False
    with ThreadPoolExecutor(MAX_CONCURRENT_PUSHES, "push") as threads:
        while True:
            free = MAX_CONCURRENT_PUSHES - len(under_way)
            taken = _take_pushes(free) if free >= MIN_FREE_SLOTS and time.monotonic() < until else None
            if taken is None and not under_way:
                return is_any
            is_any = True
            for delivery in taken or ():
                encrypted = _build_push(delivery)
                if isinstance(encrypted, Outcome):
                    _record_outcome(delivery, encrypted)
                else:
                    under_way[threads.submit(post, encrypted, PUSH_SECONDS)] = delivery
            for done in wait(under_way, POLL_SECONDS, return_when=FIRST_COMPLETED).done:
                delivery = under_way.pop(done)
                assert delivery.subscription, "a push goes to a browser"
                _record_outcome(delivery, record_answer(delivery.subscription, done.result()))


@transaction.atomic
def _take_pushes(most: int = MAX_CONCURRENT_PUSHES) -> list[NotificationDelivery] | None:
    """Reserved so that no one else sends them; None when none is due."""
    pushes = locked(due().filter(way=DeliveryMethod.PUSH)).select_related(
        "notification__player__user", "subscription__player__user"
    )
    deliveries = list(pushes[:most])
    if not deliveries:
        return None
    chosen = _choices(deliveries)
    now = timezone.now()
    for delivery in deliveries:
        delivery.why_not = _why_not(delivery, chosen, now) or _gone_if_taken_over(delivery)
        delivery.attempts += 1
        delivery.next_at = now + datetime.timedelta(
            seconds=RETRY_SECONDS[min(delivery.attempts, len(RETRY_SECONDS)) - 1]
        )
    NotificationDelivery.objects.bulk_update(deliveries, ["why_not", "attempts", "next_at"])
    return [delivery for delivery in deliveries if not delivery.why_not]


def _gone_if_taken_over(delivery: NotificationDelivery) -> str:
    """WhyNot.GONE if the browser belongs to someone else now, else ""."""
    subscription = delivery.subscription
    return "" if subscription and subscription.player_id == delivery.notification.player_id else WhyNot.GONE


def _build_push(delivery: NotificationDelivery) -> EncryptedPush | Outcome:
    """One that can't be written, whatever is wrong with it, must not keep the others waiting."""
    notification, subscription = delivery.notification, delivery.subscription
    assert subscription, "a push goes to a browser"
    about = f"{notification.kind}:{notification.key}"
    try:
        with translation.override(subscription.language or settings.LANGUAGE_CODE):
            (rendered,) = render(notification.player, [notification])
        return build_push(
            subscription,
            payload_of(rendered.title, rendered.words, notification.link, about),
            ttl=max(1, int((notification.until - timezone.now()).total_seconds())),
            urgency="high" if DEFAULTS[NotificationKind(notification.kind)].is_urgent else "normal",
            topic=topic_of(about),
        )
    except Exception:
        log.exception("push %s could not be written", delivery.pk)
        return Outcome(Result.REFUSED)


def _record_outcome(delivery: NotificationDelivery, outcome: Outcome) -> None:
    """Mark the push as sent, refused or due later. A deleted subscription took its row along."""
    unsent = NotificationDelivery.objects.filter(pk=delivery.pk, sent_at=None)
    if outcome.result == Result.DELIVERED:
        unsent.update(sent_at=timezone.now())
    elif outcome.result == Result.REFUSED or delivery.attempts >= len(RETRY_SECONDS):
        unsent.update(why_not=WhyNot.REFUSED)
    else:
        seconds = max(outcome.wait or 0, RETRY_SECONDS[delivery.attempts - 1])
        unsent.update(next_at=timezone.now() + datetime.timedelta(seconds=seconds))


@transaction.atomic
def _mail_one() -> bool:
    """Queue the email of one notification. Whether there was one to queue or to drop."""
    delivery = locked(due().filter(way=DeliveryMethod.EMAIL)).select_related("notification").first()
    if delivery is None:
        return False
    now = timezone.now()
    player = _person(delivery.notification.player_id)
    delivery.notification.player = player
    address = address_of(player)
    delivery.why_not = _why_not(delivery, _choices([delivery]), now)
    if not delivery.why_not and address is None:
        delivery.why_not = WhyNot.NO_ADDRESS
    if not delivery.why_not and _mails_lately(player, now) >= MAX_MAILS:
        delivery.way, delivery.next_at = DeliveryMethod.DIGEST, digest_at(delivery.notification, now)
    elif not delivery.why_not and address:
        mail_for(player, address, [delivery.notification]).send()
        delivery.sent_at = now
    delivery.save(update_fields=["way", "next_at", "sent_at", "why_not"])
    return True


@transaction.atomic
def _mail_digest() -> bool:
    """Queue one person's daily email. Whether there was one to queue or to drop."""
    first = due().filter(way=DeliveryMethod.DIGEST).values_list("notification__player", flat=True).first()
    if first is None:
        return False
    now = timezone.now()
    player = _person(first)
    due_today = due().filter(way=DeliveryMethod.DIGEST, notification__player=player)
    deliveries = list(locked(due_today).select_related("notification"))
    chosen, address = _choices(deliveries), address_of(player)
    for delivery in deliveries:
        delivery.why_not = _why_not(delivery, chosen, now) or ("" if address else WhyNot.NO_ADDRESS)
        delivery.sent_at = None if delivery.why_not else now
    if address and (sent := [delivery.notification for delivery in deliveries if delivery.sent_at]):
        mail_for(player, address, sent).send()
    NotificationDelivery.objects.bulk_update(deliveries, ["sent_at", "why_not"])
    return True


def _person(player_id: int) -> Player:
    return Player.objects.select_related("user", "notification_settings").get(pk=player_id)


def _choices(deliveries: Sequence[NotificationDelivery]) -> ChoiceByPlayerAndKind:
    choices = NotificationChoice.objects.filter(
        player__in={delivery.notification.player_id for delivery in deliveries},
        kind__in={delivery.notification.kind for delivery in deliveries},
    )
    return {(choice.player_id, choice.kind): choice for choice in choices}


def _why_not(delivery: NotificationDelivery, chosen: ChoiceByPlayerAndKind, now: datetime.datetime) -> str:
    """Why it isn't sent after all: it's too late, or it was turned off since."""
    notification = delivery.notification
    if notification.until <= now:
        return WhyNot.LATE
    choice = chosen.get((notification.player_id, notification.kind))
    if choice is None:
        return ""
    is_on = choice.push if delivery.way == DeliveryMethod.PUSH else choice.mail != MailFrequency.OFF
    return "" if is_on else WhyNot.TURNED_OFF


def _mails_lately(player: Player, now: datetime.datetime) -> int:
    sent = NotificationDelivery.objects.filter(notification__player=player, way=DeliveryMethod.EMAIL)
    return sent.filter(sent_at__gt=now - MAIL_SPAN).count()
