"""Each kind of notification on its way out: late, out of order, and with the mail or push service away for an hour."""

import datetime

import pytest
from django.core import mail as outbox
from django.utils import timezone
from pytest_django.fixtures import Settings

from games.accounts.models import Player
from games.jobs import mail as mail_queue
from games.notifications import delivery
from games.notifications.kinds import DEFAULTS, GROUPS, MailFrequency, NotificationKind
from games.notifications.models import NotificationDelivery, NotificationSettings
from games.notifications.push.models import PushSubscription
from games.notifications.push.sender import USUAL_WAIT, Outcome, Result
from tests.games.notifications.conftest import Tell, phone_of
from tests.sizes import sample

HOUR = datetime.timedelta(hours=1)
AWAY = HOUR
QUICK = (NotificationKind.ROUND, NotificationKind.COMING)
EVERY = pytest.mark.parametrize("kind", sample(*QUICK, of=NotificationKind))


@pytest.fixture(autouse=True)
def daytime(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without quiet hours: tests run at any hour."""
    for name in ("quiet_from", "quiet_until"):
        monkeypatch.setattr(NotificationSettings._meta.get_field(name), "default", datetime.time(12))


class World:
    """A clock that is moved on, a push service and a mail server that are away until a moment."""

    def __init__(self) -> None:
        self.began = self.now = timezone.now()
        self.back_at = self.now
        self.asked = 0
        self.pushed: list[datetime.datetime] = []

    def tick(self) -> datetime.datetime:
        """No two moments are the same."""
        self.now += datetime.timedelta(microseconds=1)
        return self.now

    @property
    def is_away(self) -> bool:
        return self.now < self.back_at

    def push(self, subscription: PushSubscription, payload: bytes, **how: object) -> Outcome:
        """503 while it's away; `sender.send` makes the same of a service that doesn't answer."""
        self.asked += 1
        if self.is_away:
            return Outcome(Result.LATER, 503, USUAL_WAIT)
        self.pushed.append(self.now)
        return Outcome(Result.DELIVERED, 201)

    def go_on(self, time: datetime.timedelta, step: datetime.timedelta = datetime.timedelta(minutes=5)) -> None:
        """The timers run every five minutes, all of that time."""
        for _ in range(time // step):
            self.now += step
            delivery.deliver_due()
            mail_queue.send_due()


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> World:
    there = World()
    monkeypatch.setattr(timezone, "now", there.tick)
    monkeypatch.setattr(delivery, "build_push", there.push)
    settings.EMAIL_BACKEND = "games.jobs.mail.Queue"
    settings.OUTGOING_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    return there


def rows(kind: NotificationKind) -> dict[str, tuple[bool, str]]:
    """Way → whether it was sent, and why not."""
    deliveries = NotificationDelivery.objects.filter(notification__kind=kind)
    return {each.way: (each.sent_at is not None, each.why_not) for each in deliveries}


def test_each_can_be_chosen_once_and_has_its_defaults() -> None:
    listed = [kind for _title, kinds in GROUPS for kind in kinds]
    assert sorted(listed) == sorted(set(NotificationKind) - {NotificationKind.TEST})
    assert set(DEFAULTS) == set(NotificationKind)


@EVERY
def test_it_goes_out_once_however_often_it_is_written_and_sent(
    ann: Player, tell: Tell, world: World, kind: NotificationKind
) -> None:
    phone_of(ann)
    delivery.deliver_due()
    assert [tell(ann, kind=kind) for _ in range(3)] == [1, 0, 0]
    world.go_on(datetime.timedelta(minutes=3), datetime.timedelta(minutes=1))
    world.go_on(25 * HOUR, HOUR)
    usual = DEFAULTS[kind]
    assert len(world.pushed) == usual.push
    assert len(outbox.outbox) == (usual.mail != MailFrequency.OFF)
    assert all(was_sent for was_sent, _ in rows(kind).values())


@EVERY
def test_it_is_dropped_when_no_one_sent_it_in_time(
    ann: Player, tell: Tell, world: World, kind: NotificationKind
) -> None:
    phone_of(ann)
    tell(ann, kind=kind)
    world.now += DEFAULTS[kind].ttl
    delivery.deliver_due()
    mail_queue.send_due()
    assert (world.asked, outbox.outbox) == (0, [])
    # The daily email's hour may still be to come; it's as late then.
    assert {why for _, why in rows(kind).values()} <= {"late", ""}
    NotificationDelivery.objects.update(next_at=world.now)
    delivery.deliver_due()
    assert {why for _, why in rows(kind).values()} == {"late"}


@pytest.mark.parametrize("kind", sample(*QUICK, of=[kind for kind in NotificationKind if DEFAULTS[kind].push]))
def test_a_push_service_that_is_away_for_an_hour_gets_it_once_or_it_is_late(
    ann: Player, tell: Tell, world: World, kind: NotificationKind
) -> None:
    phone_of(ann)
    world.back_at = world.now + AWAY
    tell(ann, kind=kind)
    delivery.deliver_due()
    world.go_on(3 * HOUR)
    assert 4 <= world.asked <= 8, "asked less and less often"
    if DEFAULTS[kind].ttl > 2 * HOUR:
        [moment] = world.pushed
        assert AWAY <= moment - world.began < 2 * HOUR
        assert rows(kind)["push"] == (True, "")
    else:
        assert (world.pushed, rows(kind)["push"]) == ([], (False, "late"))


@pytest.mark.parametrize(
    "kind",
    sample(NotificationKind.COMING, of=[kind for kind in NotificationKind if DEFAULTS[kind].mail != MailFrequency.OFF]),
)
def test_a_mail_server_that_is_away_for_an_hour_gets_it_once(
    ann: Player, tell: Tell, world: World, kind: NotificationKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[datetime.datetime] = []
    real = mail_queue.EmailMultiAlternatives.send

    def send(message: object, *rest: object) -> int:
        if getattr(message, "connection", None) is None:
            return real(message)  # type: ignore[arg-type]  # into the queue
        tried.append(world.now)
        if world.is_away:
            raise ConnectionRefusedError
        return real(message)  # type: ignore[arg-type]

    monkeypatch.setattr(mail_queue.EmailMultiAlternatives, "send", send)
    tell(ann, kind=kind)
    begins = NotificationDelivery.objects.values_list("next_at", flat=True).get(way__in=("email", "digest"))
    world.now, world.back_at = begins, begins + AWAY
    delivery.deliver_due()
    mail_queue.send_due()
    world.go_on(3 * HOUR)
    assert len(outbox.outbox) == 1
    assert 3 <= len(tried) <= 6, "tried less and less often"
