"""How much one visitor may ask of the tables online: more than any person would, and less than hurts the others.

Wrong passwords are counted by allauth: ACCOUNT_RATE_LIMITS in the settings, with keys from `games.accounts.adapter`.
"""

from dataclasses import dataclass

from django.conf import settings

from games import counters
from games.errors import TooOften


@dataclass(frozen=True)
class Limit:
    """At most a number of times within a number of seconds of the first."""

    what: str
    most: int
    seconds: int


MOVES = Limit("table-move", 60, 10)
"""Whatever a form at a table asks for."""
SIGNS_OF_LIFE = Limit("table-here", 30, 60)
"""A page gives eight a minute; several tabs may be open."""
SEARCHES = Limit("find-here", 120, 60)
"""A page that looks for a game asks twenty times a minute; several tabs may be open. A search ends after fifteen
seconds without a page, so a refusal for the rest of the minute would end it."""
CARD_PICTURES = Limit("card-picture", 12, 300)
"""Each costs a second of drawing at worst."""
NEW_TABLES = Limit("new-table", 20, 300)
IMPORTS = Limit("import-games", 30, 300)
"""A megabyte of games takes a second to read."""
REVIEWS = Limit("review", 30, 3600)
"""A game takes half a minute of a processor."""
NEW_GUESTS = Limit("new-guest", 60, 300)
"""From one address: a hall full of phones behind one router."""

REPORTS = Limit("report", 10, 300)
BLOCKS = Limit("block", 30, 300)
"""Everyone at several tables; too few to try number after number."""
TEST_NOTIFICATIONS = Limit("test-notification", 5, 600)

PUSH = Limit("push", 60, 300)
"""Turning it on and off, and looking whether it is on, on every page that shows the switch."""

CALLS = Limit("call-organizer", 10, 300)
"""From one player at a table of an event, however many phones show that seat."""

API_STRANGERS = Limit("api-stranger", 120, 60)
"""From one address, without a token: a gadget that looks every few seconds on every screen of a hall."""
API_READS = Limit("api-read", 600, 60)
API_WRITES = Limit("api-write", 240, 60)
"""Of one account: all slips of a hall at once, and their repeats."""


APP_LOG_INS = Limit("app-log-in", 120, 60)
"""From one address: apps that trade codes and refresh tokens, and devices that ask every five seconds."""
DEVICE_CODES = Limit("device-code", 20, 300)
"""Typed by one account, of which there are 25 billion."""


def give_back(limit: Limit, who: str) -> None:
    """Count one less."""
    if settings.FLOOD_LIMITS:
        counters.uncount(limit.what, who)


def check(limit: Limit, who: str) -> int:
    """Count one more, and say how many are left. TooOften when it was one too many."""
    counted = counters.count(limit.what, who, seconds=limit.seconds) if settings.FLOOD_LIMITS else 0
    if counted > limit.most:
        raise TooOften("You’re going too fast. Wait {wait} seconds and try again.", limit.seconds, wait=limit.seconds)
    return limit.most - counted
