"""Notifications as an email: a single one, or several of a day. Plain text and HTML, without pictures or tracking."""

from collections.abc import Sequence

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse

from games.accounts.languages import spoken_to
from games.accounts.models import Player, User
from games.engine.language import say_number
from games.notifications.kinds import NotificationKind
from games.notifications.models import Notification
from games.notifications.rendering import render, site_address

STOP_SALT = "games.notifications.stop"


def address_of(player: Player) -> str | None:
    """Where emails reach a player: an active account's address, which its owner confirmed where the site asks for
    that, and from which none came back."""
    user = player.user
    if user is None or not user.is_active:
        return None
    wishes = getattr(player, "notification_settings", None)
    if wishes and wishes.bounced_at and wishes.bounced_address == user.email:
        return None
    return user.email if _is_confirmed(user) else None


def _is_confirmed(user: User) -> bool:
    if settings.ACCOUNT_EMAIL_VERIFICATION != "mandatory":
        return True
    return EmailAddress.objects.filter(user=user, email__iexact=user.email, verified=True).exists()


def mail_for(player: Player, address: str, notifications: Sequence[Notification]) -> EmailMultiAlternatives:
    """The email with these, in the reader's language. Its link stops the kind of the only one, else the daily email."""
    with spoken_to(player.user):
        return _written(player, address, notifications)


def _written(player: Player, address: str, notifications: Sequence[Notification]) -> EmailMultiAlternatives:
    rendered = render(player, notifications)
    kind = NotificationKind(notifications[0].kind) if len(notifications) == 1 else None
    stop = site_address(reverse("stop_notifications", args=[stop_token(player.pk, kind)]))
    subject = rendered[0].title
    if len(rendered) > 1:
        subject = say_number("You have a notification", "You have {number} notifications", len(rendered))
    context = {
        "player": player,
        "notifications": rendered,
        "subject": subject,
        "kind": kind and kind.label,
        "stop": stop,
        "settings": site_address(reverse("notification_settings")),
        "site": settings.SITE_NAME,
    }
    numbers = "-".join(str(notification.pk) for notification in notifications[:3])
    message = EmailMultiAlternatives(
        f"{settings.EMAIL_SUBJECT_PREFIX}{subject}",
        render_to_string("notifications/mail.txt", context),
        to=[address],
        headers={
            "Message-ID": f"<notification-{numbers}@{settings.FEEDS_HOST}>",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    message.attach_alternative(render_to_string("notifications/mail.html", context), "text/html")
    return message


def stop_token(player_id: int, kind: NotificationKind | None) -> str:
    """For the link in an email: anyone who holds it can stop these emails, and do nothing else."""
    return signing.dumps([player_id, kind.value if kind else ""], salt=STOP_SALT)


def read_stop_token(token: str) -> tuple[Player, NotificationKind | None] | None:
    """Whose emails the link stops, and of which kind: None for all that comes once a day. None where it isn't a link of
    ours."""
    try:
        player_id, kind = signing.loads(token, salt=STOP_SALT)
    except signing.BadSignature:
        return None
    player = Player.objects.filter(pk=player_id).first()
    return (player, NotificationKind(kind) if kind else None) if player else None
