"""What owners do about webhooks: once per key, journalled, by owners only; the secret is kept in one place."""

import datetime
import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from games.accounts.models import Player, User
from games.engine.errors import RuleError
from tests.cast import context_of, make_user
from tests.tournaments.scenes.webhook import PUBLIC, queued, webhook
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Club, Membership, Role
from tournaments.context import Context
from tournaments.errors import Conflict, KeyReused, NotAllowed
from tournaments.permissions import Actor
from tournaments.privacy.forgetting import forget_old
from tournaments.transfer.club_out import KINDS
from tournaments.webhooks import commands, queue
from tournaments.webhooks.models import Happening, Webhook, WebhookDelivery
from tournaments.webhooks.sender import SWITCHED_OFF, due

KINDS_CHOSEN = ["event.finished", "result.standing"]
NEXT = f"{PUBLIC}/next"


@pytest.fixture
def row(club: Club, olga: User) -> Webhook:
    return webhook(club, olga)


def actions(row: Webhook, sent: WebhookDelivery) -> dict[str, Callable[[Context], Any]]:
    return {
        "add_webhook": lambda who: commands.add_webhook(row.club_id, NEXT, KINDS_CHOSEN, context=who),
        "change_webhook": lambda who: commands.change_webhook(
            row.pk, NEXT, KINDS_CHOSEN, context=who, expected_version=1
        ),
        "renew_webhook": lambda who: commands.renew_secret(row.pk, context=who, expected_version=1),
        "switch_webhook": lambda who: commands.switch_webhook(row.pk, False, context=who, expected_version=1),
        "test_webhook": lambda who: commands.send_test(row.pk, context=who),
        "resend_webhook": lambda who: commands.send_again(sent.pk, context=who),
        "remove_webhook": lambda who: commands.remove_webhook(row.club_id, row.pk, context=who, expected_version=1),
    }


ACTIONS = (
    "add_webhook",
    "change_webhook",
    "renew_webhook",
    "switch_webhook",
    "test_webhook",
    "resend_webhook",
    "remove_webhook",
)


def everything() -> str:
    rows = [list(model.objects.order_by("pk").values()) for model in (Webhook, WebhookDelivery, AuditLogEntry)]
    return json.dumps([rows, list(Webhook.objects.order_by("pk").values_list("kinds__kind"))], default=str)


@pytest.mark.parametrize("action", ACTIONS)
def test_the_same_key_again_does_it_once(row: Webhook, olga: User, action: str) -> None:
    who = context_of(olga, key=uuid4())
    do = actions(row, queued(row)[0])[action]
    first, after = do(who), everything()
    again = do(who)
    assert everything() == after
    assert first == again
    if action in ("add_webhook", "renew_webhook"):
        assert first.secret == again.secret, "so that a page that was lost can be asked for again"
    entry = AuditLogEntry.objects.get(key=who.key)
    assert (entry.action, entry.user) == (action, olga)


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("role", [None, Role.GUEST, Role.MEMBER, Role.SCORER, Role.ORGANIZER, "elsewhere"])
def test_for_owners_of_the_club_only(row: Webhook, action: str, role: Any) -> None:
    pat = make_user("Pat")
    if role == "elsewhere":
        Membership.objects.create(club=Club.objects.create(name="Oak", slug="oak"), player=pat.player, role=Role.OWNER)
    elif role:
        Membership.objects.create(club=row.club, player=pat.player, role=role)
    do, before = actions(row, queued(row)[0])[action], everything()
    for who in (
        context_of(pat, key=uuid4()),
        Context(Actor(None, Player.objects.get(name="Olga")), context_of().channel, uuid4()),
    ):
        with pytest.raises(NotAllowed):
            do(who)
    assert everything() == before


def test_a_key_is_good_for_one_thing(row: Webhook, olga: User) -> None:
    who = context_of(olga, key=uuid4())
    commands.send_test(row.pk, context=who)
    with pytest.raises(KeyReused):
        commands.renew_secret(row.pk, context=who, expected_version=1)


@pytest.mark.parametrize("action", ["change_webhook", "renew_webhook", "switch_webhook", "remove_webhook"])
def test_from_an_old_page_nothing_is_changed(row: Webhook, olga: User, action: str) -> None:
    commands.renew_secret(row.pk, context=context_of(olga, key=uuid4()), expected_version=1)
    do, before = actions(row, queued(row)[0])[action], everything()
    with pytest.raises(Conflict):
        do(context_of(olga, key=uuid4()))
    assert everything() == before


@pytest.mark.parametrize("action", sorted(set(ACTIONS) - {"add_webhook", "resend_webhook"}))
def test_what_was_removed_is_said_to_be(row: Webhook, olga: User, action: str) -> None:
    do = actions(row, queued(row)[0])[action]
    commands.remove_webhook(row.club_id, row.pk, context=context_of(olga, key=uuid4()), expected_version=1)
    with pytest.raises(Conflict, match="removed this webhook while"):
        do(context_of(olga, key=uuid4()))


def test_it_goes_with_its_secret_and_all_that_was_sent(row: Webhook, olga: User) -> None:
    queued(row)
    commands.remove_webhook(row.club_id, row.pk, context=context_of(olga, key=uuid4()), expected_version=1)
    left = Webhook.objects.get()
    assert (left.secret, left.is_active, left.host) == ("", False, "removed.invalid")
    assert not WebhookDelivery.objects.exists()
    assert queue.wanted_by(row.club_id, Happening.RESULT) is None
    assert webhook(row.club, olga).address == PUBLIC, "the address may be used again"
    forget_old(timezone.now() + datetime.timedelta(hours=23))
    assert Webhook.objects.count() == 2
    forget_old(timezone.now() + datetime.timedelta(hours=25))
    assert Webhook.objects.get().address == PUBLIC
    assert set(AuditLogEntry.objects.values_list("action", flat=True)) >= {"add_webhook", "remove_webhook"}


@pytest.mark.parametrize(
    ("kinds", "words"), [([], "at least one"), (["webhook.test"], "called webhook.test"), (["x"], "called x")]
)
def test_its_subscriptions_are_on_the_list(club: Club, olga: User, kinds: list[str], words: str) -> None:
    with pytest.raises(RuleError, match=words):
        commands.add_webhook(club.pk, PUBLIC, kinds, context=context_of(olga, key=uuid4()))


def test_an_address_is_added_once(row: Webhook, olga: User) -> None:
    with pytest.raises(RuleError, match="already"):
        webhook(row.club, olga)
    other = webhook(row.club, olga, NEXT)
    with pytest.raises(RuleError, match="already"):
        commands.change_webhook(
            other.pk, PUBLIC, KINDS_CHOSEN, context=context_of(olga, key=uuid4()), expected_version=1
        )


def test_a_club_has_so_many(row: Webhook, olga: User) -> None:
    for number in range(commands.MAX_WEBHOOKS - 1):
        webhook(row.club, olga, f"{PUBLIC}/{number}")
    with pytest.raises(RuleError, match="at most 10"):
        webhook(row.club, olga, NEXT)


def test_changing_it(row: Webhook, olga: User) -> None:
    commands.change_webhook(
        row.pk, f" {NEXT} ", KINDS_CHOSEN, context=context_of(olga, key=uuid4()), expected_version=1
    )
    row = Webhook.objects.get()
    assert (row.address, [one.value for one in row.happenings], row.revision) == (
        NEXT,
        ["result.standing", "event.finished"],
        2,
    )


def test_switched_off_nothing_goes_out_until_it_is_sent_again(row: Webhook, olga: User) -> None:
    [sent] = queued(row)
    commands.switch_webhook(row.pk, False, context=context_of(olga, key=uuid4()), expected_version=1)
    sent.refresh_from_db()
    assert sent.parked_at
    assert sent.error == SWITCHED_OFF
    for action in (
        lambda who: commands.send_test(row.pk, context=who),
        lambda who: commands.send_again(sent.pk, context=who),
    ):
        with pytest.raises(RuleError, match="webhook is off"):
            action(context_of(olga, key=uuid4()))
    commands.switch_webhook(row.pk, True, context=context_of(olga, key=uuid4()), expected_version=2)
    assert not due().exists(), "what is parked waits for a person"
    commands.send_again(sent.pk, context=context_of(olga, key=uuid4()))
    assert list(due()) == [sent]


def test_the_secret_is_in_one_place(row: Webhook, olga: User) -> None:
    commands.send_test(row.pk, context=context_of(olga, key=uuid4()))
    kept = json.dumps([list(model.objects.values()) for model in (AuditLogEntry, WebhookDelivery)], default=str)
    assert row.secret not in kept
    assert row.secret not in f"{row!r} {row} {row.journal.digest}"
    assert not {kind.model for kind in KINDS} & {Webhook, WebhookDelivery}, "and no archive carries it"
