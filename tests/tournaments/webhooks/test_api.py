"""Webhooks by programs: the secret once and as libraries take it, two secrets for a day, owners of the club only."""

import datetime
import json
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from games.accounts.models import ApiAnswer, Scope, User
from tests.cast import context_of, make_club, make_user
from tests.games.outgoing.receivers import receiving, says
from tests.tournaments.api.program import Program
from tests.tournaments.scenes.webhook import PUBLIC, now_again, queued, webhook
from tests.tournaments.webhooks.test_signing import Check, check  # noqa: F401  # a fixture
from tournaments.clubs.models import Club, Membership, Role
from tournaments.privacy.forgetting import forget_old
from tournaments.webhooks import commands
from tournaments.webhooks.models import Webhook, WebhookDelivery
from tournaments.webhooks.sender import deliver_due
from tournaments.webhooks.signing import as_shown

pytestmark = pytest.mark.django_db

NEW = {"address": PUBLIC, "types": ["event.finished", "round.published"]}


@pytest.fixture
def program(olga: User) -> Program:
    return Program(olga)


@pytest.fixture
def hooks(club: Club) -> str:
    return f"/clubs/{club.slug}/webhooks/"


def test_one_is_added_with_a_secret_that_no_other_answer_has(program: Program, hooks: str) -> None:
    made = program.add(hooks, NEW)
    row = Webhook.objects.get()
    assert made["secret"] == as_shown(row.secret) == row.shown_secret
    assert made["secret"].startswith("whsec_")
    assert made["types"] == ["round.published", "event.finished"]
    assert (made["format"], made["is_active"], made["both_until"], made["revision"]) == ("plain", True, None, 1)
    sent = program.add(f"{hooks}{row.pk}/test/")
    paths = ("", f"{row.pk}/", f"{row.pk}/deliveries/", f"{row.pk}/deliveries/{sent['id']}/")
    for path in paths:
        page = program.get(hooks + path).content.decode()
        assert row.secret not in page
        assert made["secret"] not in page
    assert program.read(hooks)["results"] == [{key: value for key, value in made.items() if key != "secret"}]


def test_it_is_not_kept_with_the_answer_which_a_repeat_has_all_the_same(program: Program, hooks: str) -> None:
    first, again = (program.post(hooks, NEW, key="once") for _ in range(2))
    assert first.content == again.content
    assert again["Idempotent-Replayed"] == "true"
    kept = json.dumps(list(ApiAnswer.objects.values()), default=str)
    assert Webhook.objects.get().secret not in kept
    assert first.json()["secret"] not in kept


def test_a_repeat_has_none_once_it_was_replaced_or_who_asks_runs_the_club_no_longer(
    program: Program, hooks: str, club: Club, olga: User
) -> None:
    made = program.post(hooks, NEW, key="once").json()
    one = f"{hooks}{made['id']}/"
    renewed = program.post(f"{one}secret/", key="twice", seen="*")
    assert program.post(hooks, NEW, key="once").json() == made | {"secret": None}
    assert renewed.json()["secret"] == Webhook.objects.get().shown_secret != made["secret"]
    Membership.objects.filter(club=club, player=olga.player).update(role=Role.ORGANIZER)
    assert program.post(f"{one}secret/", key="twice", seen="*").json()["secret"] is None


def test_the_version_of_the_answer_is_that_of_the_webhook(program: Program, hooks: str) -> None:
    made = program.post(hooks, NEW)
    one = f"{hooks}{made.json()['id']}/"
    assert made["ETag"] == program.version(one)
    renewed = program.post(f"{one}secret/", seen=made["ETag"])
    assert renewed["ETag"] == program.version(one)
    assert program.post(f"{one}secret/", seen=made["ETag"]).status_code == 412


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("laptop")
def test_while_a_secret_is_replaced_deliveries_are_signed_with_both(
    program: Program,
    hooks: str,
    check: Check,  # noqa: F811  # the fixture
    club: Club,
    olga: User,
) -> None:
    with receiving(says(200)) as receiver:
        row = webhook(club, olga, receiver.address)
        one, old = f"{hooks}{row.pk}/", row.shown_secret
        shown = program.do(one, "secret")
        assert shown["both_until"]
        queued(row)
        deliver_due()
        Webhook.objects.update(former_until=timezone.now())
        now_again(row)
        queued(row)
        deliver_due()
        (both, first), (single, second) = receiver.requests
    assert len(both["Webhook-Signature"].split()) == 2
    for secret in (old, shown["secret"]):
        assert check(secret, both, first, set())
    assert check(shown["secret"], single, second, set())
    with pytest.raises(ValueError, match="signature"):
        check(old, single, second, set())
    assert program.read(one)["both_until"] is None


def test_the_former_secret_is_forgotten(club: Club, olga: User) -> None:
    row = webhook(club, olga)
    commands.renew_secret(row.pk, context=context_of(olga, key=uuid4()), expected_version=1)
    forget_old(timezone.now() + datetime.timedelta(hours=23))
    assert Webhook.objects.get().former_secret == row.secret
    forget_old(timezone.now() + datetime.timedelta(hours=25))
    assert (Webhook.objects.get().former_secret, Webhook.objects.get().former_until) == ("", None)


def test_from_change_to_removal(program: Program, hooks: str) -> None:
    one = f"{hooks}{program.add(hooks, NEW)['id']}/"
    changed = program.do(one, "change", {"types": ["jackpot.closed"]})
    assert (changed["address"], changed["types"], changed["format"]) == (PUBLIC, ["jackpot.closed"], "plain")
    changed = program.do(one, "change", {"format": "chat", "language": "fr"})
    assert (changed["types"], changed["format"], changed["language"]) == (["jackpot.closed"], "chat", "fr")
    off = program.do(one, "off")
    assert (off["is_active"], off["off_because"]) == (False, "")
    assert program.post(f"{one}test/").json()["code"] == "refused"
    assert program.do(one, "on")["is_active"] is True
    assert program.do(one, "remove") == {"id": changed["id"]}
    assert program.get(one).status_code == 404
    assert program.read(hooks)["results"] == []


def test_a_chat_has_no_secret(program: Program, hooks: str) -> None:
    assert program.add(hooks, NEW | {"format": "chat", "language": "fr"})["secret"] is None


def test_deliveries_are_found_by_state_and_type_and_sent_again(
    program: Program, hooks: str, club: Club, olga: User
) -> None:
    row = webhook(club, olga)
    one = f"{hooks}{row.pk}/"
    test = program.add(f"{one}test/")
    assert (test["type"], test["state"], test["body"]["type"]) == ("webhook.test", "waiting", "webhook.test")
    now = timezone.now()
    states: dict[str, dict[str, Any]] = {
        "waiting": {},
        "retrying": {"attempts": 2},
        "delivered": {"attempts": 1, "delivered_at": now},
        "on_hold": {"attempts": 8, "parked_at": now},
    }
    for sent, changes in zip(queued(row, len(states)), states.values(), strict=True):
        WebhookDelivery.objects.filter(pk=sent.pk).update(**changes)
    for state in states:
        listed = program.read(f"{one}deliveries/?state={state}&type=result.standing")["results"]
        assert [sent["state"] for sent in listed] == [state], state
        assert (listed[0]["next_at"] is None) == (state in ("delivered", "on_hold"))
    assert program.get(f"{one}deliveries/?state=lost").status_code == 400
    held = program.read(f"{one}deliveries/?state=on_hold")["results"][0]
    again = program.do(f"{one}deliveries/{held['id']}/", "send")
    assert (again["id"], again["state"]) == (held["id"], "waiting")


@pytest.mark.parametrize("role", [None, Role.GUEST, Role.MEMBER, Role.SCORER, Role.ORGANIZER, "elsewhere"])
def test_owners_of_the_club_only_even_where_the_id_is_known(club: Club, olga: User, hooks: str, role: Any) -> None:
    row = webhook(club, olga)
    [sent] = queued(row)
    pat = make_user("Pat")
    theirs = make_club(pat, "Oak Street") if role == "elsewhere" else None
    if role and not theirs:
        Membership.objects.create(club=club, player=pat.player, role=role)
    program, before = Program(pat), list(Webhook.objects.values())
    own = f"/clubs/{theirs.slug}/webhooks/" if theirs else ""
    for there, expected in ((hooks, 403), (own, 404)):
        if not there:
            continue
        one = f"{there}{row.pk}/"
        for path in (one, f"{one}deliveries/", f"{one}deliveries/{sent.number}/"):
            assert program.get(path).status_code == expected, path
        for action in ("change", "on", "off", "secret", "remove", "test", f"deliveries/{sent.number}/send"):
            body = {"address": f"{PUBLIC}/mine"} if action == "change" else {}
            assert program.post(f"{one}{action}/", body, seen="*").status_code == expected, action
    assert list(Webhook.objects.values()) == before
    assert WebhookDelivery.objects.count() == 1


@pytest.mark.parametrize("scopes", [(Scope.REPORT,), (Scope.PLAY,), (Scope.REPORT, Scope.PLAY)])
def test_a_token_that_is_not_to_organize_does_nothing_about_them(olga: User, hooks: str, scopes: Any) -> None:
    program = Program(olga, *scopes)
    assert program.get(hooks).status_code == 403
    assert program.post(hooks, NEW).json()["code"] == "scope_missing"


def test_an_address_inside_is_refused_and_nothing_kept(program: Program, hooks: str) -> None:
    refused = program.post(hooks, NEW | {"address": "https://127.0.0.1/"})
    assert (refused.status_code, refused.json()["code"]) == (422, "refused")
    one = f"{hooks}{program.add(hooks, NEW)['id']}/"
    assert program.post(f"{one}change/", {"address": "https://10.0.0.7/"}, seen="*").status_code == 422
    assert Webhook.objects.get().address == PUBLIC


@pytest.mark.django_db(transaction=True)
def test_a_name_is_looked_up_before_anything_is_locked_and_not_for_a_repeat(
    program: Program, hooks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    monkeypatch.setattr(commands, "resolve", lambda *about: seen.append(connection.in_atomic_block))
    for _ in range(2):
        assert program.post(hooks, NEW, key="once").status_code == 201
    assert seen == [False]
    one = f"{hooks}{Webhook.objects.get().pk}/"
    program.do(one, "change", {"address": f"{PUBLIC}/other"})
    assert seen == [False, False]
