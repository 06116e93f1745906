"""What was told to whom, as each of them reads it."""

from collections.abc import Callable

import pytest

from games.accounts.models import Player
from games.notifications.models import Notification
from games.notifications.rendering import render
from tournaments.notifications.honour_news import tell_achievements
from tournaments.notifications.telling import tell_due, tell_of_scores

Read = Callable[[Player], list[tuple[str, str, str]]]


@pytest.fixture
def read() -> Read:
    """Everything a player was told, oldest first: kind, title and words."""

    def lines(player: Player) -> list[tuple[str, str, str]]:
        while tell_due():
            pass
        tell_of_scores()
        tell_achievements()
        notifications = list(Notification.objects.filter(player=player).order_by("pk"))
        rendered = render(player, notifications)
        return [(row.kind, said.title, said.words) for row, said in zip(notifications, rendered, strict=True)]

    return lines
