"""Every kind of notification, from what happens to mailbox and phone: who gets it, once, in which ways, in which words,
and with hidden names hidden. A new kind needs its row in every_kind.py.
"""

import datetime
from collections import Counter
from typing import Any

import pytest
from django.core import mail as outbox
from django.utils import timezone, translation

from games.accounts.models import Player, User
from games.notifications import delivery
from games.notifications.kinds import NotificationKind
from games.notifications.models import Notification, NotificationDelivery, NotificationSettings
from games.notifications.push.models import PushSubscription
from games.notifications.push.sender import Outcome, Result
from games.notifications.rendering import Rendered, render
from tests.tournaments.notifications.every_kind import MAKERS, Told, equip
from tournaments.clubs.models import Membership
from tournaments.notifications.evening import missing_scores, open_check_ins
from tournaments.notifications.honour_news import tell_achievements
from tournaments.notifications.reminders import ask_due, remind
from tournaments.notifications.telling import tell_due, tell_of_scores

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
WAYS: dict[str, set[str]] = {
    "push email": {
        "moved_up",
        "partner_request",
        "partner_answer",
        "event_changed",
        "event_canceled",
        "event_tomorrow",
        "coming",
        "sub_wanted",
        "sub_found",
        "fixture_moved",
        "dates_proposed",
        "date_to_approve",
        "test",
        "your_turn",
    },
    "email": {"registered"},
    "push": {
        "check_in",
        "round",
        "score_waits",
        "score_disputed",
        "table_calls",
        "player_notice",
        "score_missing",
        "spot_free",
        "table_waits",
    },
    "push digest": {"score_corrected"},
    "digest": {"mail_failed", "achievement", "jackpot_closed", "overtaken"},
}
"""How each goes out unless people choose."""
AT_TABLES_ONLINE = {NotificationKind.YOUR_TURN, NotificationKind.TABLE_WAITS}
"""They name the table, which may be called after its owner. Those who sit there see each other's names."""


@pytest.fixture(autouse=True)
def daytime(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without quiet hours: tests run at any hour."""
    for name in ("quiet_from", "quiet_until"):
        monkeypatch.setattr(NotificationSettings._meta.get_field(name), "default", datetime.time(12))


@pytest.fixture
def pushed(monkeypatch: pytest.MonkeyPatch) -> Counter[int]:
    """How often each player's phone was sent something."""
    sent: Counter[int] = Counter()

    def build_push(subscription: PushSubscription, payload: bytes, **how: object) -> Outcome:
        sent[subscription.player_id] += 1
        return Outcome(Result.DELIVERED, 201)

    monkeypatch.setattr(delivery, "build_push", build_push)
    return sent


def happen(kind: NotificationKind) -> Told:
    """It happens, and everyone has an account and a phone when they're told. Each task comes three times, and those
    that send also before there is anything to send."""
    told = MAKERS[kind]()
    equip()
    for _ in range(3):
        delivery.deliver_due()
        for task in (tell_due, tell_of_scores, tell_achievements, remind, ask_due, open_check_ins, missing_scores):
            task()  # type: ignore[operator]
    delivery.deliver_due()
    return told


def player_of(who: Player | User) -> Player:
    return who.player if isinstance(who, User) else who  # type: ignore[return-value]


def read(kind: NotificationKind, language: str) -> dict[int, list[Rendered]]:
    """Player → what they read."""
    lines: dict[int, list[Rendered]] = {}
    with translation.override(language):
        for notification in Notification.objects.filter(kind=kind).select_related("player").order_by("pk"):
            lines.setdefault(notification.player_id, []).extend(render(notification.player, [notification]))
    return lines


def test_every_kind_has_a_row_and_a_way() -> None:
    assert set(MAKERS) == set(NotificationKind)
    assert sorted(kind for kinds in WAYS.values() for kind in kinds) == sorted(NotificationKind)


@pytest.mark.parametrize("kind", NotificationKind)
def test_it_reaches_each_of_them_once_in_their_words(kind: NotificationKind, pushed: Counter[int]) -> None:
    told = happen(kind)
    english, french = read(kind, "en"), read(kind, "fr")
    assert english.keys() == {player_of(who).pk for who, _ in told}
    for who, (title, titre) in told:
        [said], [dit] = english[player_of(who).pk], french[player_of(who).pk]
        assert said.title.startswith(title)
        assert titre in dit.title
        assert dit.title != said.title
        assert not said.words or dit.words != said.words
        assert "{" not in said.title + said.words + dit.title + dit.words
    ways = " ".join(sorted({each.way for each in sent_of(kind)}, key=["push", "email", "digest"].index))
    assert kind in WAYS[ways]
    assert len(sent_of(kind)) == len(ways.split()) * len(told)
    _deliver_digests()
    unsent = NotificationDelivery.objects.filter(notification__kind=kind, sent_at=None)
    assert list(unsent) == []
    all_pushes = NotificationDelivery.objects.filter(way="push", sent_at__isnull=False)
    assert sum(pushed.values()) == all_pushes.count()
    emails = NotificationDelivery.objects.filter(way="email", sent_at__isnull=False).count()
    digests = NotificationDelivery.objects.filter(way="digest", sent_at__isnull=False)
    assert len(outbox.outbox) == emails + len(set(digests.values_list("notification__player", flat=True)))


def sent_of(kind: NotificationKind) -> list[NotificationDelivery]:
    return list(NotificationDelivery.objects.filter(notification__kind=kind))


def _deliver_digests() -> None:
    """It's the next morning."""
    NotificationDelivery.objects.filter(way="digest").update(next_at=timezone.now())
    for _ in range(3):
        delivery.deliver_due()


@pytest.mark.parametrize("kind", sorted(set(NotificationKind) - AT_TABLES_ONLINE))
def test_a_hidden_name_is_in_none_of_them(kind: NotificationKind, pushed: Counter[int]) -> None:
    """Everyone hides their name, and no one knows the others from a club."""
    happen(kind)
    Player.objects.update(hides_name=True)
    Membership.objects.all().delete()
    names: dict[int, Any] = dict(Player.objects.filter(is_bot=False).values_list("pk", "name"))
    for language in ("en", "fr"):
        for reader, lines in read(kind, language).items():
            said = " ".join(line.title + " " + line.words for line in lines)
            others = [name for player, name in names.items() if player != reader and name != names[reader]]
            assert [name for name in others if name in said] == []
