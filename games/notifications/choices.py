"""What a person wants to be told, in which ways and when; and emails that come back."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from zoneinfo import available_timezones

from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from games.accounts.models import Player, User
from games.engine.errors import RuleError
from games.locks import locked
from games.notifications.kinds import DEFAULTS, DeliveryMethod, MailFrequency, NotificationKind
from games.notifications.models import (
    Notification,
    NotificationChoice,
    NotificationDelivery,
    NotificationSettings,
)
from games.signals import mail_bounced

MONTH = datetime.timedelta(days=30)
KEPT = datetime.timedelta(days=90)
"""How long what a person was told is kept."""


@dataclass(frozen=True)
class Preference:
    push: bool
    mail: MailFrequency


def chosen_by(player: Player) -> dict[NotificationKind, Preference]:
    """For every kind what holds for a player: their own choice, or the kind's default."""
    chosen = {kind: Preference(usual.push, usual.mail) for kind, usual in DEFAULTS.items()}
    for choice in NotificationChoice.objects.filter(player=player):
        chosen[NotificationKind(choice.kind)] = Preference(choice.push, MailFrequency(choice.mail))
    return chosen


@transaction.atomic
def choose(player: Player, wanted: Mapping[NotificationKind, Preference]) -> None:
    """Keep what a player wants of each kind. What was written before and isn't sent yet follows it."""
    locked(Player.objects).get(pk=player.pk)
    NotificationChoice.objects.bulk_create(
        [
            NotificationChoice(player=player, kind=kind, push=choice.push, mail=choice.mail)
            for kind, choice in wanted.items()
        ],
        update_conflicts=True,
        unique_fields=["player", "kind"],
        update_fields=["push", "mail"],
    )


def stop_mail(player: Player, kind: NotificationKind | None) -> None:
    """No more emails of this kind; None: of every kind that comes once a day."""
    chosen = chosen_by(player)
    kinds = [kind] if kind else [each for each, choice in chosen.items() if choice.mail == MailFrequency.DAILY]
    choose(player, {each: Preference(chosen[each].push, MailFrequency.OFF) for each in kinds})


@transaction.atomic
def set_quiet_hours(player: Player, begin: datetime.time, end: datetime.time, zone: str) -> None:
    """When nothing disturbs the player but what they wait for at a table. RuleError for a zone that there isn't."""
    if zone not in available_timezones():
        raise RuleError("Choose a time zone from the list.")
    NotificationSettings.objects.update_or_create(
        player=player, defaults={"quiet_from": begin, "quiet_until": end, "zone": zone}
    )


@transaction.atomic
def note_bounce(address: str) -> Player | None:
    """Stop emails to this address. Returns the player the first time, else None."""
    user = User.objects.filter(email__iexact=address, player__isnull=False).select_related("player").first()
    if user is None:
        return None
    wishes, _ = NotificationSettings.objects.get_or_create(player=user.player)
    if wishes.bounced_at and wishes.bounced_address == user.email:
        return None
    wishes.bounced_at, wishes.bounced_address = timezone.now(), user.email
    wishes.save(update_fields=["bounced_at", "bounced_address"])
    mail_bounced.send(Player, player=user.player)
    return user.player


def forget_bounce(player: Player) -> None:
    """The player says that the address works: emails go there again."""
    NotificationSettings.objects.filter(player=player).update(bounced_at=None, bounced_address="")


def mark_seen(player: Player, up_to: int) -> None:
    """The player has seen them up to that one."""
    unseen = Notification.objects.filter(player=player, pk__lte=up_to, seen_at=None)
    unseen.update(seen_at=timezone.now())


def sent_in_a_month(player: Player) -> dict[DeliveryMethod, int]:
    """How many emails and pushes of each way went out to a player in the last 30 days."""
    sent = NotificationDelivery.objects.filter(notification__player=player, sent_at__gt=timezone.now() - MONTH)
    counted = sent.order_by().values_list("way").annotate(number=Count("pk"))
    return {DeliveryMethod(way): number for way, number in counted}


def delete_old_notifications() -> int:
    """Delete what people were told long ago. Returns how many notifications."""
    count, _ = Notification.objects.filter(made_at__lt=timezone.now() - KEPT).delete()
    return count
