"""A club in the week before its night: everyone's mailbox and phone, the site's clock, and what each was sent."""

import datetime
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack
from typing import Any, Self
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.core import mail as outbox
from django.core.mail import EmailMessage
from django.db.models import Q
from django.test import Client
from django.utils import timezone, translation

from games.accounts.models import Player
from games.jobs.models import OutgoingMail
from games.notifications.kinds import DeliveryMethod
from games.notifications.mail import mail_for
from games.notifications.models import Notification, NotificationDelivery
from games.notifications.push.models import PushSubscription
from games.notifications.rendering import render
from tests.games.notifications.push.receiver import TAKEN, Browser
from tests.games.notifications.push.turning import turn_on
from tests.games.outgoing.receivers import receiving
from tests.tournaments.pages.browsing import form
from tournaments.notifications.models import Untold

ZONE = ZoneInfo("America/Detroit")
SIGNED = re.compile(r"/(coming|subs|stop)/[\w:.=-]{20,}")
"""A link that only one person has; in the texts kept it's shortened."""
LINK = re.compile(r"https?://\S+")
Sent = tuple[str, str, str]
"""The kind, the way, and who got it."""


class Clock:
    """The site's time: where a test set it, and running on from there."""

    def __init__(self, monkeypatch: Any, began: datetime.datetime) -> None:
        self.set(began)
        clock, real = self, datetime.datetime

        class Running(datetime.datetime):
            @classmethod
            def now(cls, tz: datetime.tzinfo | None = None) -> Any:
                return (clock._at + (real.now(datetime.UTC) - clock._since)).astimezone(tz)

        # Not `timezone.now`: models hold that function as their default.
        monkeypatch.setattr(timezone, "datetime", Running)

    def set(self, moment: datetime.datetime) -> None:
        self._at, self._since = moment, datetime.datetime.now(datetime.UTC)


class Mailbag:
    """Everyone's phones at one push service, everyone's mailboxes, and in which step of the week what arrived there."""

    def __init__(self, wait_until: Callable[..., Any]) -> None:
        self._wait_until, self._open = wait_until, ExitStack()
        self._phones: dict[str, tuple[Browser, PushSubscription]] = {}
        self._known: set[int] = set()
        self._read: Counter[str] = Counter()
        self._steps: list[tuple[str, list[NotificationDelivery]]] = []

    def __enter__(self) -> Self:
        self.service = self._open.enter_context(receiving(TAKEN))
        return self

    def __exit__(self, *about: object) -> None:
        self._open.close()

    def browser(self) -> Browser:
        """Another phone at the push service, not turned on yet."""
        return Browser(self.service, len(self._phones) + 1)

    def phone(self, player: Player, client: Client, link: str = "") -> None:
        """Push is turned on in this client."""
        self.know(player, browser := self.browser(), turn_on(client, browser, link))

    def know(self, player: Player, browser: Browser, subscription: PushSubscription) -> None:
        self._phones[player.name] = browser, subscription

    def pushes(self, player: Player) -> list[dict[str, Any]]:
        """All that arrived on their phone, the newest last."""
        return self._phones[player.name][0].read()

    def mails(self, player: Player) -> list[EmailMessage]:
        """All that arrived in their mailbox, the newest last."""
        assert player.user
        return [message for message in outbox.outbox if message.to == [player.user.email]]

    def step(self, title: str) -> Counter[Sent]:
        """What went out since the last step, once nothing is on its way any longer.

        What arrived is compared with what the site says it sent, word for word, in each reader's language.
        """
        self._wait_until(self._is_quiet)
        sent = NotificationDelivery.objects.filter(sent_at__isnull=False).exclude(pk__in=self._known)
        deliveries = list(sent.select_related("notification__player__user", "subscription").order_by("pk"))
        self._known.update(delivery.pk for delivery in deliveries)
        self._steps.append((title, deliveries))
        arrived, expected = self._arrived(), self._expected(deliveries)
        assert arrived == expected, f"{title}: too many {arrived - expected}, missing {expected - arrived}"
        return Counter(
            (delivery.notification.kind, delivery.way, delivery.notification.player.name) for delivery in deliveries
        )

    def _is_quiet(self) -> bool:
        is_due, is_on_its_way = Q(next_at__lte=timezone.now()), Q(attempts__gt=0)
        waiting = NotificationDelivery.objects.filter(is_due | is_on_its_way, sent_at=None, why_not="")
        return not (Untold.objects.exists() or waiting.exists() or OutgoingMail.objects.exists())

    def _arrived(self) -> Counter[tuple[str, ...]]:
        """Since the last time, by phone and mailbox."""
        arrived: list[tuple[str, ...]] = []
        for name, (browser, _) in self._phones.items():
            messages = browser.read()
            arrived += [(name, *said.values()) for said in messages[self._read[name] :]]
            self._read[name] = len(messages)
        arrived += [
            ("", *message.to, str(message.subject), short(str(message.body)))
            for message in outbox.outbox[self._read[""] :]
        ]
        self._read[""] = len(outbox.outbox)
        return Counter(arrived)

    def _expected(self, deliveries: list[NotificationDelivery]) -> Counter[tuple[str, ...]]:
        expected: list[tuple[str, ...]] = []
        for delivery in deliveries:
            if delivery.way == DeliveryMethod.PUSH:
                assert delivery.subscription
                notification, player = delivery.notification, delivery.notification.player
                with translation.override(delivery.subscription.language):
                    (said,) = render(player, [notification])
                tag = f"{notification.kind}:{notification.key}"
                expected.append((player.name, said.title, said.words, notification.link, tag))
        for player, notifications in _mails(deliveries):
            assert player.user
            message = mail_for(player, player.user.email, notifications)
            expected.append(("", *message.to, str(message.subject), short(str(message.body))))
        return Counter(expected)

    def texts(self, language: str) -> str:
        """Everything that was sent in the week, as everyone would have read it in that language: each text once, with
        all who got it."""
        return "\n".join(
            f"## {title}\n\n" + "\n".join(_texts(deliveries, language) or ["(no one is told)\n"])
            for title, deliveries in self._steps
        )


def _mails(deliveries: list[NotificationDelivery]) -> Iterator[tuple[Player, list[Notification]]]:
    """Each email with what is in it."""
    daily: dict[Player, list[Notification]] = {}
    for delivery in deliveries:
        if delivery.way == DeliveryMethod.EMAIL:
            yield delivery.notification.player, [delivery.notification]
        elif delivery.way == DeliveryMethod.DIGEST:
            daily.setdefault(delivery.notification.player, []).append(delivery.notification)
    yield from daily.items()


def _texts(deliveries: list[NotificationDelivery], language: str) -> list[str]:
    readers: dict[str, list[str]] = {}
    for delivery in deliveries:
        if delivery.way == DeliveryMethod.PUSH:
            notification = delivery.notification
            with translation.override(language):
                (said,) = render(notification.player, [notification])
            lines = [f"  {line}" for line in (said.title, said.words, f"→ {short(notification.link)}") if line]
            readers.setdefault("\n".join(["PUSH", *lines]), []).append(notification.player.name)
    for player, notifications in _mails(deliveries):
        assert player.user
        player.user.language = language
        message = mail_for(player, player.user.email, notifications)
        body = short(str(message.body)).replace(player.name, "{name}", 1)
        lines = [f"  {line}".rstrip() for line in [message.subject, "", *body.strip().split("\n")]]
        readers.setdefault("\n".join(["EMAIL", *lines]), []).append(player.name)
    return sorted(_block(text, names) for text, names in readers.items())


def _block(text: str, names: list[str]) -> str:
    way, _, lines = text.partition("\n")
    return f"{way} to {', '.join(sorted(names))}\n{lines}\n"


def short(text: str) -> str:
    """Without the signatures of links, which say the second in which they were written."""
    return SIGNED.sub(r"/\1/…", text)


def sent(kind: str, **ways: Collection[str]) -> Counter[Sent]:
    """To compare with a step: the names of those who get it, by way."""
    return Counter((kind, way, name) for way, names in ways.items() for name in names)


def link_in(message: EmailMessage) -> str:
    """The path of the first link of an email."""
    match = LINK.search(str(message.body))
    assert match
    return urlsplit(match[0]).path


def answer(path: str, word: str) -> None:
    """As someone who isn't logged in: opens the link, which changes nothing, and presses a button."""
    client = Client()
    assert client.get(path).status_code == 200
    response = client.post(path, form(answer=word), follow=True)
    assert response.status_code == 200, response.content.decode()
