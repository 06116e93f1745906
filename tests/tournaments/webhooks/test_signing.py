"""The check that docs/webhooks.md gives to receivers, run as it stands there, against what is really sent."""

import base64
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from games.accounts.models import User
from tests.games.outgoing.receivers import receiving, says
from tests.tournaments.scenes.webhook import context_of, queued, uuid4, webhook
from tournaments.clubs.models import Club
from tournaments.webhooks import commands
from tournaments.webhooks.models import Webhook
from tournaments.webhooks.sender import deliver_due
from tournaments.webhooks.signing import as_shown, headers, new_secret, signature

DOCS = Path(__file__).parents[3] / "docs" / "webhooks.md"
BODY = b'{"type":"webhook.test"}'
Check = Callable[..., bool]


@pytest.fixture
def check() -> Check:
    [snippet] = re.findall(r"```python\n(.*?)```", DOCS.read_text(), re.DOTALL)
    room: dict[str, Any] = {}
    exec(snippet, room)  # noqa: S102  # our own words
    return room["check"]


def test_one_of_ours_is_taken_once_and_its_repeat_is_known(check: Check) -> None:
    secret, seen = new_secret(), set[str]()
    shown, now = as_shown(secret), int(time.time())
    assert check(shown, headers(secret, "one", now, BODY), BODY, seen) is True
    assert check(shown, headers(secret, "one", now, BODY), BODY, seen) is False, "replayed, byte by byte"
    assert check(shown, headers(secret, "one", now + 60, BODY), BODY, seen) is False, "sent again later"
    assert check(shown, headers(secret, "two", now, BODY), BODY, seen) is True


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        pytest.param({"body": BODY.replace(b"test", b"pest")}, "signature", id="another body"),
        pytest.param({"body": BODY + b" "}, "signature", id="a blank more"),
        pytest.param({"secret": as_shown("0" * 64)}, "signature", id="another secret"),
        pytest.param({"Webhook-Id": "two"}, "signature", id="under another id"),
        pytest.param({"Webhook-Timestamp": "1700000000"}, "signature", id="at another time"),
        pytest.param({"Webhook-Signature": "v1,AAAA"}, "signature", id="made up"),
        pytest.param({"Webhook-Signature": ""}, "signature", id="none"),
        pytest.param({"late": 301}, "five minutes", id="old"),
        pytest.param({"late": -301}, "five minutes", id="of the future"),
    ],
)
def test_whatever_is_forged_or_old_is_refused(check: Check, changed: dict[str, Any], words: str) -> None:
    secret, seen = new_secret(), set[str]()
    now = int(time.time())
    about = {"secret": as_shown(secret), "body": BODY, "late": 0, **headers(secret, "one", now, BODY), **changed}
    with pytest.raises(ValueError, match=words):
        check(about["secret"], about, about["body"], seen, now + about["late"])
    assert seen == set(), "and it spoils nothing for the real one"


def test_it_stays_good_for_five_minutes(check: Check) -> None:
    secret = new_secret()
    assert check(as_shown(secret), headers(secret, "one", 1_000_000, BODY), BODY, set(), now=1_000_299)


def test_while_two_secrets_are_good_either_fits_and_no_third(check: Check) -> None:
    new, old = new_secret(), new_secret()
    signed = headers(new, "one", 1_000_000, BODY, old)
    for secret in (new, old):
        assert check(as_shown(secret), signed, BODY, set(), now=1_000_000)
    with pytest.raises(ValueError, match="signature"):
        check(as_shown(new_secret()), signed, BODY, set(), now=1_000_000)


def test_the_signature_is_that_of_standard_webhooks() -> None:
    """Their published example."""
    secret = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").hex()
    assert as_shown(secret) == "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    made = signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')
    assert made == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_secrets_are_32_random_bytes() -> None:
    assert len({new_secret() for _ in range(50)}) == 50
    assert re.fullmatch("[0-9a-f]{64}", new_secret())


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("laptop")
def test_what_goes_over_the_wire_passes_and_comes_again_as_a_repeat(check: Check, club: Club, olga: User) -> None:
    seen: set[str] = set()
    with receiving(says(200)) as receiver:
        row = webhook(club, olga, receiver.address)
        [sent] = queued(row)
        deliver_due()
        commands.send_again(sent.pk, context=context_of(olga, key=uuid4()))
        deliver_due()
        (first, body), (again, same_body) = receiver.requests
        assert check(row.shown_secret, first, body, seen) is True
        assert check(row.shown_secret, again, same_body, seen) is False
        assert body == same_body
        old = row.shown_secret
        renewed = commands.renew_secret(row.pk, context=context_of(olga, key=uuid4()), expected_version=row.revision)
        Webhook.objects.update(former_until=timezone.now())
        queued(row)
        deliver_due()
        signed, body = receiver.requests[-1]
        assert check(renewed.shown_secret, signed, body, seen) is True
        with pytest.raises(ValueError, match="signature"):
            check(old, signed, body, seen)
    assert sent.log.count() == 2
