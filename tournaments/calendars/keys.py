"""The secret address of a player's own calendar, for those who keep their name from strangers.

A code is 128 bits derived from the site's secret and from the number that is stored with the player. A stored hash
would be as safe; but this address can be shown again, for a second phone. Nothing in the database opens a calendar, and
a copy of the database alone does not either. A new number makes a new address, and the old one is worth nothing then.
"""

import base64

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from games.accounts.models import Player
from games.locks import locked
from tournaments.calendars.models import CalendarKey
from tournaments.context import Context
from tournaments.errors import NotAllowed

SALT = "tournaments.calendars.keys"


def code_of(player: Player) -> str:
    """For the player's own eyes; "" where none was made."""
    key = CalendarKey.objects.filter(player=player).first()
    return _code(key) if key else ""


def number_of(player: Player) -> int:
    """Which of the player's addresses is the present one, counted from 1; 0 for none."""
    return CalendarKey.objects.filter(player=player).values_list("number", flat=True).first() or 0


def opens(player: Player, code: str) -> bool:
    """Whether the code opens the player's calendar. A player who was erased has none."""
    key = CalendarKey.objects.filter(player=player, player__erased_at=None).first()
    return key is not None and constant_time_compare(_code(key), code)


@transaction.atomic
def renew(player_id: int, *, context: Context, expected_version: int) -> str:
    """Make the address that follows on the one seen; the one before stops working. Sent twice it is made once."""
    player = locked(Player.objects).get(pk=player_id)
    if context.actor.player != player or context.actor.user is None or player.erased_at:
        raise NotAllowed("That calendar belongs to another player. Create an address for your own calendar.")
    key = CalendarKey.objects.filter(player=player).first() or CalendarKey(player=player, number=0)
    if key.number == expected_version:
        key.number, key.since = expected_version + 1, timezone.now()
        key.save()
    return _code(key)


def _code(key: CalendarKey) -> str:
    digest = salted_hmac(SALT, f"{key.player_id}:{key.number}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")
