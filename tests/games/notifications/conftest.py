"""Ann, who has an account and a phone, and something to tell her."""

from collections.abc import Callable

import pytest

from games.accounts.models import Player, User
from games.engine.messages import message
from games.notifications.kinds import NotificationKind
from games.notifications.push.models import PushSubscription
from games.notifications.writing import NewNotification, notify

TITLE = message("You have a spot at {event}")
Tell = Callable[..., int]


@pytest.fixture
def ann(db: None) -> Player:
    user = User.objects.create_user("ann@example.org", "bower-and-kitty")
    return Player.objects.create(name="Ann", user=user)


@pytest.fixture
def tell() -> Tell:
    """Tells players of a kind, by default of a spot."""

    def write(
        *players: Player, kind: NotificationKind = NotificationKind.MOVED_UP, key: str = "log:1", **more: object
    ) -> int:
        drafts = [NewNotification(player.pk, TITLE(event="Signing"), "/events/signing/") for player in players]
        return notify(kind, key, drafts, **more)  # type: ignore[arg-type]

    return write


def phone_of(player: Player, number: int = 1) -> PushSubscription:
    """A browser that shows notifications to a player."""
    return PushSubscription.objects.create(
        player=player,
        endpoint=f"https://push.example/{player.pk}/{number}",
        browser_key="k",
        sealed_secret="s",
        site_key="o",
        session_key="session",
        label="Chrome, Android",
        language="en",
    )
