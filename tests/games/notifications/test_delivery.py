"""What waits goes out once, or says why it didn't."""

import datetime
import threading
from collections.abc import Callable

import pytest
from django.core import mail as outbox
from django.utils import timezone

from games.accounts.models import Player, User
from games.notifications import delivery
from games.notifications.choices import Preference, choose, forget_bounce, note_bounce
from games.notifications.kinds import MailFrequency, NotificationKind
from games.notifications.models import Notification, NotificationDelivery, NotificationSettings
from games.notifications.push.models import PushSubscription
from games.notifications.push.sender import EncryptedPush, Outcome, Result
from games.outgoing.wire import Answer
from tests.games.notifications.conftest import Tell, phone_of

Send = Callable[..., Outcome]


@pytest.fixture(autouse=True)
def daytime(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without quiet hours: tests run at any hour."""
    for name in ("quiet_from", "quiet_until"):
        monkeypatch.setattr(NotificationSettings._meta.get_field(name), "default", datetime.time(12))


class Service:
    """A push service that answers as it's told to, and keeps what it was sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, bytes, dict[str, object]]] = []
        self.answers: list[Outcome] = []

    def build_push(self, subscription: PushSubscription, payload: bytes, **how: object) -> Outcome:
        """What the service answers to it."""
        self.sent.append((subscription.endpoint, payload, how))
        return self.answers.pop(0) if self.answers else Outcome(Result.DELIVERED, 201)


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Service:
    there = Service()
    monkeypatch.setattr(delivery, "build_push", there.build_push)
    return there


def only(way: str) -> NotificationDelivery:
    return NotificationDelivery.objects.get(way=way)


def test_an_email_is_queued_once_however_often_the_task_comes(ann: Player, tell: Tell) -> None:
    tell(ann)
    for _ in range(3):
        delivery.deliver_due()
    [message] = outbox.outbox
    assert message.to == ["ann@example.org"]
    assert message.subject.endswith("You have a spot at Signing")
    assert only("email").sent_at


def test_its_headers_stop_it_with_one_click_and_nothing_tracks(ann: Player, tell: Tell) -> None:
    tell(ann)
    delivery.deliver_due()
    [message] = outbox.outbox
    headers = message.extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert headers["List-Unsubscribe"].startswith("<http://localhost:8000/notifications/stop/")
    assert headers["Auto-Submitted"] == "auto-generated"
    html = message.alternatives[0][0]  # type: ignore[attr-defined]
    assert "<img" not in html
    assert "src=" not in html
    assert message.body.count("http://localhost:8000/events/signing/") == 1


def test_it_is_in_the_readers_language(ann: Player, tell: Tell) -> None:
    User.objects.update(language="fr")
    tell(ann)
    delivery.deliver_due()
    assert "Bonjour Ann," in outbox.outbox[0].body


def test_the_daily_email_has_all_of_a_day(ann: Player, tell: Tell) -> None:
    choose(ann, {NotificationKind.MOVED_UP: Preference(push=False, mail=MailFrequency.DAILY)})
    tell(ann)
    tell(ann, key="log:2")
    delivery.deliver_due()
    assert not outbox.outbox
    NotificationDelivery.objects.update(next_at=timezone.now())
    for _ in range(2):
        delivery.deliver_due()
    [message] = outbox.outbox
    assert message.subject.endswith("You have 2 notifications")
    assert message.body.count("You have a spot at Signing") == 2


def test_what_comes_late_is_dropped(ann: Player, tell: Tell, service: Service) -> None:
    phone_of(ann)
    tell(ann)
    Notification.objects.update(until=timezone.now())
    delivery.deliver_due()
    assert (outbox.outbox, service.sent) == ([], [])
    assert (only("email").why_not, only("push").why_not) == ("late", "late")


def test_what_was_turned_off_since_is_dropped(ann: Player, tell: Tell, service: Service) -> None:
    phone_of(ann)
    tell(ann)
    choose(ann, {NotificationKind.MOVED_UP: Preference(push=False, mail=MailFrequency.OFF)})
    delivery.deliver_due()
    assert (outbox.outbox, service.sent) == ([], [])
    assert (only("email").why_not, only("push").why_not) == ("turned_off", "turned_off")


def test_an_inactive_account_gets_no_email(ann: Player, tell: Tell) -> None:
    tell(ann)
    User.objects.update(is_active=False)
    delivery.deliver_due()
    assert (outbox.outbox, only("email").why_not) == ([], "no_address")


def test_no_email_goes_to_an_address_from_which_one_came_back(ann: Player, tell: Tell) -> None:
    assert note_bounce("ANN@example.org") == ann
    assert note_bounce("ann@example.org") is None
    assert note_bounce("nobody@example.org") is None
    tell(ann)
    delivery.deliver_due()
    assert (outbox.outbox, only("email").why_not) == ([], "no_address")
    forget_bounce(ann)
    tell(ann, key="log:2")
    delivery.deliver_due()
    assert len(outbox.outbox) == 1


def test_another_address_gets_them_again(ann: Player, tell: Tell) -> None:
    note_bounce("ann@example.org")
    User.objects.update(email="ann@example.com")
    tell(ann)
    delivery.deliver_due()
    assert [message.to for message in outbox.outbox] == [["ann@example.com"]]


def test_a_flood_waits_for_the_daily_email(ann: Player, tell: Tell) -> None:
    for number in range(delivery.MAX_MAILS + 3):
        tell(ann, key=f"log:{number}")
    delivery.deliver_due()
    assert len(outbox.outbox) == delivery.MAX_MAILS
    assert NotificationDelivery.objects.filter(way="digest", sent_at=None).count() == 3


def test_a_push_says_what_it_is_about_and_how_urgent(ann: Player, tell: Tell, service: Service) -> None:
    phone_of(ann)
    tell(ann, kind=NotificationKind.ROUND)
    delivery.deliver_due()
    [(endpoint, payload, how)] = service.sent
    assert endpoint == f"https://push.example/{ann.pk}/1"
    assert b"You have a spot at Signing" in payload
    assert how["urgency"] == "high"
    assert 0 < int(str(how["ttl"])) <= 1800
    assert only("push").sent_at


def test_a_push_is_tried_again_when_the_service_says(ann: Player, tell: Tell, service: Service) -> None:
    phone_of(ann)
    tell(ann)
    service.answers = [Outcome(Result.LATER, 429, 300)]
    delivery.deliver_due()
    assert (only("push").sent_at, only("push").why_not) == (None, "")
    assert 290 < (only("push").next_at - timezone.now()).total_seconds() <= 300
    delivery.deliver_due()
    assert len(service.sent) == 1
    NotificationDelivery.objects.update(next_at=timezone.now())
    delivery.deliver_due()
    assert (len(service.sent), bool(only("push").sent_at)) == (2, True)


def test_a_push_that_never_arrives_is_given_up(ann: Player, tell: Tell, service: Service) -> None:
    phone_of(ann)
    tell(ann)
    service.answers = [Outcome(Result.LATER, 503)] * 10
    for _ in range(10):
        NotificationDelivery.objects.filter(way="push").update(next_at=timezone.now())
        delivery.deliver_due()
    assert len(service.sent) == len(delivery.RETRY_SECONDS)
    assert only("push").why_not == "refused"


def test_a_refused_push_is_not_tried_again(ann: Player, tell: Tell, service: Service) -> None:
    phone_of(ann)
    tell(ann)
    service.answers = [Outcome(Result.REFUSED, 400)]
    delivery.deliver_due()
    assert only("push").why_not == "refused"


def test_a_phone_that_gets_no_answer_holds_up_no_other(
    ann: Player, tell: Tell, monkeypatch: pytest.MonkeyPatch
) -> None:
    phones = [phone_of(ann, number) for number in range(2 * delivery.MAX_CONCURRENT_PUSHES + 1)]
    answered: list[int] = []
    all_others = threading.Event()

    def post(encrypted: EncryptedPush, seconds: float) -> Answer:
        if encrypted.subscription == phones[0]:
            assert all_others.wait(10)
        answered.append(encrypted.subscription.pk)
        if len(answered) == len(phones) - 1:
            all_others.set()
        return Answer(201, None, 0.0)

    monkeypatch.setattr(delivery, "build_push", lambda subscription, *said, **how: EncryptedPush(subscription, b"", {}))
    monkeypatch.setattr(delivery, "post", post)
    tell(ann)
    delivery.deliver_due()
    assert answered[-1] == phones[0].pk
    assert sorted(answered) == [phone.pk for phone in phones]
    assert NotificationDelivery.objects.filter(way="push", sent_at__isnull=False).count() == len(phones)


def test_who_turned_push_on_in_a_browser_since_gets_nothing_of_the_one_before(
    ann: Player, tell: Tell, service: Service
) -> None:
    """A tablet that is passed on at night: what waited for the morning isn't the next one's."""
    phone_of(ann)
    tell(ann)
    bob = Player.objects.create(name="Bob", user=User.objects.create_user("bob@example.org"))
    PushSubscription.objects.update(player=bob)
    delivery.deliver_due()
    assert (service.sent, only("push").why_not) == ([], "gone")


def test_one_that_cannot_be_written_holds_up_no_other(
    ann: Player, tell: Tell, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone_of(ann)
    tell(ann)
    tell(ann, key="log:2")
    real = delivery.payload_of

    def payload_of(title: str, words: str, link: str, tag: str) -> bytes:
        if tag.endswith(":1"):
            raise ValueError("broken")
        return real(title, words, link, tag)

    monkeypatch.setattr(delivery, "payload_of", payload_of)
    delivery.deliver_due()
    assert len(service.sent) == 1
    assert set(NotificationDelivery.objects.filter(way="push").values_list("why_not", flat=True)) == {"", "refused"}


def test_a_worker_that_dies_costs_time_alone(ann: Player, tell: Tell, service: Service) -> None:
    """It took the push and was killed before it sent it: after the wait, the next one sends it."""
    phone_of(ann)
    tell(ann)
    [taken] = delivery._take_pushes() or []
    delivery.deliver_due()
    assert service.sent == []
    assert taken.next_at > timezone.now()
    NotificationDelivery.objects.filter(pk=taken.pk).update(next_at=timezone.now())
    delivery.deliver_due()
    assert len(service.sent) == 1
