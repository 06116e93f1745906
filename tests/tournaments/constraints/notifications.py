"""Rows of notifications that a constraint has to refuse."""

import datetime
from typing import Any

from django.utils import timezone

from games.accounts.models import Player
from games.engine.messages import message
from games.notifications.models import Notification, NotificationChoice, NotificationDelivery
from games.notifications.push.models import PushSubscription
from tests.cast import Table
from tests.tournaments.constraints.league import again


def notification(table: Table, **changed: Any) -> Notification:
    about = {
        "player": table.pam,
        "kind": "round",
        "key": "1",
        "title": message("x"),
        "link": "/",
        "until": timezone.now() + datetime.timedelta(hours=1),
    }
    return Notification.objects.create(**about | changed)


def delivery(table: Table, **changed: Any) -> NotificationDelivery:
    return NotificationDelivery.objects.create(
        **{"notification": notification(table), "way": "email"} | changed  # type: ignore[arg-type]
    )


def browser(player: Player, **changed: Any) -> PushSubscription:
    about = {
        "player": player,
        "endpoint": "https://push.example/1",
        "browser_key": "k",
        "sealed_secret": "s",
        "site_key": "o",
        "session_key": "x",
        "label": "Chrome",
        "language": "en",
    }
    return PushSubscription.objects.create(**about | changed)


def choice(table: Table, **changed: Any) -> NotificationChoice:
    return NotificationChoice.objects.create(
        **{"player": table.pam, "kind": "round", "push": True, "mail": "off"} | changed
    )


PLANTED = {
    "told_once": lambda t: again(notification(t)),
    "notification_leads_into_the_site": lambda t: notification(t, link="https://elsewhere.example/"),
    "delivered_once_each_way": lambda t: again(delivery(t)),
    "delivered_once_to_a_browser": lambda t: again(delivery(t, way="push", subscription=browser(t.pam))),
    "way_known": lambda t: delivery(t, way="fax"),
    "push_goes_to_a_browser": lambda t: delivery(t, way="push"),
    "sent_or_not": lambda t: delivery(t, sent_at=timezone.now(), why_not="late"),
    "one_choice_per_kind": lambda t: again(choice(t)),
    "chosen_mail_known": lambda t: choice(t, mail="fax"),
    "push_endpoint_is_on_the_web": lambda t: browser(t.pam, endpoint="ftp://push.example/1"),
    "push_has_its_keys": lambda t: browser(t.pam, browser_key=""),
    "push_hangs_on_a_session": lambda t: browser(t.pam, session_key=""),
}
