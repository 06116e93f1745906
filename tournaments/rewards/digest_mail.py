"""One email about achievements for each player and day, when the night is over.

The row comes first, then it is sent.
"""

import datetime

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F, Max
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from games.accounts.languages import spoken_to
from games.accounts.models import Player
from games.engine.language import say_number
from games.locks import locked
from tournaments.rewards.models import DigestMail, DigestSubscription, Unlock
from tournaments.rewards.news import stop_token
from tournaments.rewards.selectors import tell_of

QUIET = datetime.timedelta(hours=6)
"""The night is over when nothing was earned for so long."""


def write_and_send() -> int:
    """The timer: write what is ripe, send what is written. How many were sent."""
    _write_ripe()
    waiting = DigestMail.objects.filter(sent_at=None)
    return sum(_send(pk) for pk in list(waiting.values_list("pk", flat=True)[:500]))


def _write_ripe() -> None:
    new = Unlock.objects.filter(mail=None, award__isnull=False, at__gte=F("player__user__digest_subscription__since"))
    ripe = new.order_by().values("player").annotate(last=Max("at")).filter(last__lt=timezone.now() - QUIET)
    for player_id in list(ripe.values_list("player", flat=True)):
        _write(player_id)


@transaction.atomic
def _write(player_id: int) -> None:
    """A row for today with everything new; what comes after it waits for tomorrow's."""
    locked(Player.objects).get(pk=player_id)
    mail, is_new = DigestMail.objects.get_or_create(player_id=player_id, day=timezone.now().date())
    if is_new:
        since = DigestSubscription.objects.filter(user__player=player_id).values("since")
        unlocks = Unlock.objects.filter(player=player_id, mail=None, award__isnull=False, at__gte=since)
        unlocks.update(mail=mail)


@transaction.atomic
def _send(mail_id: int) -> bool:
    """It waits for the mail server from now on, like every mail (`games.jobs.mail`)."""
    mail = locked(DigestMail.objects).filter(pk=mail_id, sent_at=None).first()
    if mail is None:
        return False
    message = _message(mail)
    DigestMail.objects.filter(pk=mail.pk).update(sent_at=timezone.now())
    if message is not None:
        message.send()
    return message is not None


def _message(mail: DigestMail) -> EmailMessage | None:
    """The mail; None when no one wants it any longer, or none of its news is still true."""
    subscription = (
        DigestSubscription.objects.filter(user__player=mail.player_id, user__is_active=True)
        .select_related("user")
        .first()
    )
    unlocks = list(mail.unlocks.filter(award__isnull=False).select_related("player").order_by("pk"))
    if subscription is None or not unlocks:
        return None
    with spoken_to(subscription.user):
        return _written(mail, subscription, unlocks)


def _written(mail: DigestMail, subscription: DigestSubscription, unlocks: list[Unlock]) -> EmailMessage:
    fresh = [unlock for unlock in unlocks if not unlock.is_late]
    site = subscription.address.rstrip("/")
    stop = site + reverse("stop_mail", args=[stop_token(subscription.user_id)])
    context = {
        "player": mail.player,
        "news": tell_of(fresh, own=True),
        "late": len(unlocks) - len(fresh),
        "wall": site + reverse("achievements", args=[mail.player_id]),
        "stop": stop,
        "site": settings.SITE_NAME,
    }
    subject = say_number("You earned an achievement", "You earned {number} achievements", len(unlocks))
    return EmailMessage(
        f"{settings.EMAIL_SUBJECT_PREFIX}{subject}",
        render_to_string("rewards/news/mail.txt", context),
        to=[subscription.user.email],
        headers={
            "Message-ID": f"<trophies-{mail.pk}@{settings.SITE_NAME.lower().replace(' ', '-')}>",
            "List-Unsubscribe": f"<{stop}>",
            "Auto-Submitted": "auto-generated",
        },
    )
