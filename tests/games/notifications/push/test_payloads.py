"""What leaves the site in a push: four fields and no more, of any kind; and for which addresses nothing leaves."""

import json
from typing import Any

import pytest

from games.accounts.models import User
from games.engine.messages import message
from games.notifications import delivery
from games.notifications.kinds import NotificationKind
from games.notifications.models import NotificationChoice, NotificationDelivery
from games.notifications.push.models import PushSubscription
from games.notifications.values import PersonRef
from games.notifications.writing import NewNotification, notify
from games.outgoing import addresses
from tests.games.notifications.push.receiver import browsing
from tests.games.notifications.push.turning import turn_on
from tests.sizes import sample
from tests.tournaments.pages.browsing import log_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("laptop")]
TITLE, WORDS = message("{player} will be late"), message("About {minutes} min.")
INSIDE = [
    "http://127.0.0.1/push",
    "http://localhost/push",
    "http://169.254.169.254/latest/meta-data",
    "http://10.1.2.3/push",
    "http://192.168.0.1/push",
    "http://[::1]/push",
    "http://[::ffff:127.0.0.1]/push",
    "http://[64:ff9b::7f00:1]/push",
    "http://0x7f.1/push",
    "http://intranet/push",
]


@pytest.mark.parametrize("kind", sample(NotificationKind.ROUND, NotificationKind.COMING, of=NotificationKind))
def test_a_push_of_any_kind_has_these_fields_and_nothing_else(olga: User, sam: User, kind: NotificationKind) -> None:
    NotificationChoice.objects.create(player=olga.player, kind=kind, push=True, mail="off")
    with browsing() as browser:
        turn_on(log_in(olga), browser)
        draft = NewNotification(
            olga.player.pk, TITLE(player=PersonRef(sam.player.pk)), "/events/fall/", WORDS(minutes=10)
        )
        notify(kind, "log:7", [draft], zone="America/Detroit")
        # Quiet hours are asked elsewhere.
        NotificationDelivery.objects.update(next_at=olga.date_joined)
        delivery.deliver_due()
        [(headers, body)] = browser.requests
        assert browser.read() == [
            {
                "title": "Sam will be late",
                "body": "About 10 min.",
                "link": "/events/fall/",
                "tag": f"{kind.value}:log:7",
            }
        ]
    outside = json.dumps(headers) + body.decode("latin-1")
    for secret in ("Sam", "Olga", "olga@example.org", "fall", kind.value + ":", "log:7"):
        assert secret not in outside, "the push service can't read it"


@pytest.mark.parametrize("networks", [[], ["10.0.0.0/8"]])
@pytest.mark.parametrize("address", INSIDE)
def test_nothing_leaves_for_an_address_inside(
    olga: User, settings: Any, monkeypatch: pytest.MonkeyPatch, address: str, networks: list[str]
) -> None:
    """On the whole way from the notification to the wire; and no connection is even begun."""
    if networks and "10.1" in address:
        pytest.skip("admitted by the settings")
    begun: list[object] = []
    with browsing() as browser:
        turn_on(log_in(olga), browser)
    settings.WEBHOOKS_ALLOWED_NETWORKS = networks
    PushSubscription.objects.update(endpoint=address)
    real = addresses.lookup

    def lookup(host: str, port: int) -> list[str]:
        return ["192.168.7.7"] if host == "intranet" else real(host, port)

    monkeypatch.setattr(addresses, "lookup", lookup)
    monkeypatch.setattr("games.outgoing.wire._connect_to", lambda *where: begun.append(where))
    notify(NotificationKind.TEST, "log:8", [NewNotification(olga.player.pk, TITLE(player="Sam"), "/")])
    delivery.deliver_due()
    assert begun == []
    assert NotificationDelivery.objects.get(way="push").why_not == "refused"
