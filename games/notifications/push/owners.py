"""The player a browser speaks for. A push subscription ends with what made it: the log-in or the personal link.

Nothing has to be told that a log-in ended: before each message the session itself is asked. Rooms above say what a
personal link is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.contrib.sessions.backends.base import SessionBase
from django.dispatch import receiver
from django.http import HttpRequest

from games.accounts.guests import GUEST
from games.accounts.models import Player
from games.accounts.session_store import session_renamed
from games.accounts.sessions import is_logged_in
from games.notifications.push.models import PushSubscription

LinkReader = Callable[[SessionBase, str], Player | None]
GUEST_LINK = "guest"
"""Instead of a link: a guest at tables online, and the session itself remembers who that is."""
_readers: list[LinkReader] = []


def register_link_reader(reader: LinkReader) -> None:
    """Call from AppConfig.ready(). reader: the player of the personal link that a session calls so; None when it holds
    none, or no longer a good one."""
    _readers.append(reader)


@dataclass(frozen=True)
class PushOwner:
    """link: how the session calls the personal link, GUEST_LINK for a guest; "" for the account."""

    player: Player
    link: str


def owner_of(request: HttpRequest, link: str = "") -> PushOwner | None:
    """The player this browser speaks for: by that personal link if it holds it, else by the account, or a guest."""
    if link and (player := _player_of(request.session, link)):
        return PushOwner(player, link)
    if request.user.is_authenticated:
        player = getattr(request.user, "player", None)
        return PushOwner(player, "") if player else None
    player = _player_of(request.session, GUEST_LINK)
    return PushOwner(player, GUEST_LINK) if player else None


def is_still_authorized(subscription: PushSubscription) -> bool:
    """Whether the log-in or the link with which it was turned on still stands for its player."""
    if subscription.link:
        session = import_module(settings.SESSION_ENGINE).SessionStore(subscription.session_key)
        player = _player_of(session, subscription.link)
        return player is not None and player.pk == subscription.player_id
    user = subscription.player.user
    return user is not None and is_logged_in(user, subscription.session_key)


def _player_of(session: SessionBase, link: str) -> Player | None:
    if link == GUEST_LINK:
        number = session.get(GUEST)
        return Player.objects.filter(pk=number, user=None, is_bot=False).first() if number else None
    return next((player for read in _readers if (player := read(session, link))), None)


@receiver(session_renamed)
def follow_renamed_session(former: str, key: str, **about: Any) -> None:
    """The same log-in, or link, under another key."""
    PushSubscription.objects.filter(session_key=former).update(session_key=key)


@receiver(user_logged_out)
def delete_on_logout(request: HttpRequest, **about: Any) -> None:
    """At once, rather than when the next message would go out."""
    if request and (key := request.session.session_key):
        PushSubscription.objects.filter(session_key=key).delete()
