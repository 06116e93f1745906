"""Achievements shown to the players who earned them on their next page."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core import signing
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player
from games.notifications.kinds import NotificationKind
from games.notifications.mail import stop_token
from tournaments.context import Context
from tournaments.errors import NotAllowed
from tournaments.rewards.models import Unlock
from tournaments.rewards.selectors import News, tell_of

STOP_SALT = "tournaments.news.stop"
MAX_NOTES = 3


@dataclass(frozen=True)
class Unseen:
    """What a player has not seen yet. late: how many more came from earlier games; they share one line."""

    news: Sequence[News]
    late: int
    newest: int

    @property
    def more(self) -> int:
        """Beyond those that have a note of their own."""
        return max(0, len(self.news) - MAX_NOTES)


def unseen_of(player: Player) -> Unseen:
    unseen = Unlock.objects.filter(player=player, seen_at=None, award__isnull=False)
    unlocks = list(unseen.select_related("player").order_by("pk"))
    fresh = [unlock for unlock in unlocks if not unlock.is_late]
    return Unseen(
        tell_of(fresh, own=True), len(unlocks) - len(fresh), max((unlock.pk for unlock in unlocks), default=0)
    )


def mark_seen(player: Player, up_to: int, *, context: Context) -> int:
    """The player has seen them up to that unlock. How many were new."""
    if context.actor.player != player:
        raise NotAllowed("You can only mark your own achievements as seen.")
    return Unlock.objects.filter(player=player, pk__lte=up_to, seen_at=None).update(seen_at=timezone.now())


def stopping_link(token: str) -> str | None:
    """Where the link of an email from before there were notifications leads now; None if it's none of ours."""
    try:
        player = Player.objects.filter(user=signing.loads(token, salt=STOP_SALT)).first()
    except signing.BadSignature:
        return None
    return reverse("stop_notifications", args=[stop_token(player.pk, NotificationKind.ACHIEVEMENT)]) if player else None
