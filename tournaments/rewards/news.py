"""Achievements shown to the players who earned them on their next page, and who wants them by email."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core import signing
from django.db import transaction
from django.utils import timezone

from games.accounts.models import Player, User
from tournaments.context import Context
from tournaments.errors import NotAllowed
from tournaments.rewards.models import DigestSubscription, Unlock
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
    rows = Unlock.objects.filter(player=player, seen_at=None, award__isnull=False)
    unlocks = list(rows.select_related("player").order_by("pk"))
    fresh = [unlock for unlock in unlocks if not unlock.is_late]
    return Unseen(
        tell_of(fresh, own=True), len(unlocks) - len(fresh), max((unlock.pk for unlock in unlocks), default=0)
    )


def mark_seen(player: Player, up_to: int, *, context: Context) -> int:
    """The player has seen them up to that unlock. How many were new."""
    if context.actor.player != player:
        raise NotAllowed("You can only mark your own achievements as seen.")
    return Unlock.objects.filter(player=player, pk__lte=up_to, seen_at=None).update(seen_at=timezone.now())


@transaction.atomic
def wish_for_mail(wanted: bool, address: str, *, context: Context) -> None:
    """Has the account's own achievements sent by email, or stops it. address: of the site, for the links in it."""
    if context.actor.user is None:
        raise NotAllowed("Log in to get emails.")
    if wanted:
        DigestSubscription.objects.get_or_create(user=context.actor.user, defaults={"address": address})
    else:
        DigestSubscription.objects.filter(user=context.actor.user).delete()


def stop_token(user_id: int) -> str:
    """For the link in every mail: anyone who holds it can end these mails, and do nothing else."""
    return signing.dumps(user_id, salt=STOP_SALT)


def user_to_stop(token: str) -> User | None:
    try:
        return User.objects.filter(pk=signing.loads(token, salt=STOP_SALT)).first()
    except signing.BadSignature:
        return None


def stop_mail(token: str) -> bool:
    """End the mails of the account in the link. Whether the link is good."""
    user = user_to_stop(token)
    if user is not None:
        DigestSubscription.objects.filter(user=user).delete()
    return user is not None
