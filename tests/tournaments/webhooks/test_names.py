"""A name that was hidden, changed, erased or has served is neither sent nor kept."""

import datetime
from uuid import uuid4

import pytest
from django.utils import timezone

from games.accounts.models import Player
from games.encryption import number_for
from games.outgoing import wire
from tests.cast import Table, context_of, on_grid, slip
from tests.tournaments.scenes.webhook import queued, webhook
from tournaments.clubs.models import Membership, Role
from tournaments.clubs.public_names import NUMBERS, hide_name
from tournaments.privacy.erasing import erase_player
from tournaments.privacy.forgetting import forget_old
from tournaments.results import commands as results
from tournaments.rounds.commands import close_round
from tournaments.rounds.finishing import finish_event
from tournaments.webhooks import sender
from tournaments.webhooks.models import Webhook, WebhookAttempt, WebhookDelivery


@pytest.fixture
def hook(table: Table) -> Webhook:
    return webhook(table.event.club, table.olga)


def over(table: Table) -> None:
    """The event is finished, and everything is told."""
    for match in table.round.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))
    row = table.round
    row.refresh_from_db()
    close_round(row.pk, context=context_of(table.olga), expected_version=row.revision)
    finish_event(table.event.pk, context=context_of(table.olga), override="The hall closes")


def sent_out(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    said: list[str] = []

    def post(address: str, body: bytes, headers: object, seconds: float, **how: object) -> wire.Answer:
        said.append(body.decode())
        return wire.Answer(200, None, 0.01)

    monkeypatch.setattr(wire, "post", post)
    sender.deliver_due()
    return said


def test_a_name_that_was_hidden_before_it_went_out(
    table: Table, hook: Webhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    assert '"name":"Pam"' in WebhookDelivery.objects.get().text
    hide_name(table.pam.pk, True, context=context_of(table.pam.user, key=uuid4()))
    [said] = sent_out(monkeypatch)
    assert "Pam" not in said
    number = number_for(NUMBERS, table.pam.pk)
    assert f'{{"name":"Player #{number}","player":{number}}}' in said
    assert f'"player":{table.pam.pk}}}' not in said
    assert '"name":"Quinn"' in said
    assert WebhookDelivery.objects.get().text == said, "what is kept is deliveries"
    hide_name(table.pam.pk, False, context=context_of(table.pam.user, key=uuid4()))
    queued = WebhookDelivery.objects.get()
    queued.body = sender.named_as_now(queued.body)
    assert f'{{"name":"Pam","player":{table.pam.pk}}}' in queued.text, "and it is known whom it is about"


def test_erasing_writes_over_what_waits_and_what_was_sent(
    table: Table, hook: Webhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    over(table)
    sent_out(monkeypatch)
    queued(hook)
    ann = table.ann.pk
    waiting = WebhookDelivery.objects.filter(kind="result.standing").exclude(key__startswith="result:0")[0]
    WebhookDelivery.objects.filter(pk=waiting.pk).update(delivered_at=None)
    assert sum('"Ann"' in row.text for row in WebhookDelivery.objects.all()) >= 2
    erase_player(ann, typed="Ann", context=context_of(table.olga, key=uuid4()))
    assert not any('"Ann"' in row.text for row in WebhookDelivery.objects.all())
    assert any(f'"name":"Former player {ann}"' in row.text for row in WebhookDelivery.objects.all())
    assert not any('"Ann"' in said for said in sent_out(monkeypatch))


def test_so_it_does_where_someone_else_has_the_same_name(table: Table, hook: Webhook) -> None:
    """Words stay then, for they may be the other's; in what is sent a number says whose they are."""
    over(table)
    other = Player.objects.create(name="Ann")
    Membership.objects.create(club=table.event.club, player=other, role=Role.GUEST)
    WebhookDelivery.objects.create(
        webhook=hook, kind="webhook.test", key="x", body={"person": {"player": other.pk, "name": "Ann"}}
    )
    erase_player(table.ann.pk, typed="Ann", context=context_of(table.olga, key=uuid4()))
    assert [row.key for row in WebhookDelivery.objects.all() if '"Ann"' in row.text] == ["x"]


def test_what_arrived_or_was_given_up_goes_after_a_month(hook: Webhook) -> None:
    now = timezone.now()
    arrived, parked, waiting = queued(hook, 3)
    WebhookDelivery.objects.filter(pk=arrived.pk).update(delivered_at=now)
    WebhookDelivery.objects.filter(pk=parked.pk).update(parked_at=now)
    WebhookAttempt.objects.create(delivery=arrived, status=200, milliseconds=1)
    forget_old(now + datetime.timedelta(days=29))
    assert WebhookDelivery.objects.count() == 3
    forget_old(now + datetime.timedelta(days=31))
    assert list(WebhookDelivery.objects.all()) == [waiting]
    assert not WebhookAttempt.objects.exists()
