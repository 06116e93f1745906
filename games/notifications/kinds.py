"""Everything that the site tells people: what it's called, how urgent it is, and how it goes out unless they choose."""

import datetime
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

HOUR = datetime.timedelta(hours=1)


class NotificationKind(models.TextChoices):
    """The values are in the database and in links of emails: they stay."""

    REGISTERED = "registered", _("You’re registered")
    MOVED_UP = "moved_up", _("You move up from the waiting list")
    PARTNER_REQUEST = "partner_request", _("Someone asks you to be their partner")
    PARTNER_ANSWER = "partner_answer", _("Someone answers your partner request")
    EVENT_CHANGED = "event_changed", _("Your event’s time or venue changes")
    EVENT_CANCELED = "event_canceled", _("Your event is canceled or back on")
    EVENT_TOMORROW = "event_tomorrow", _("Your event is tomorrow")
    COMING = "coming", _("An organizer or captain asks if you’re coming")
    SUB_WANTED = "sub_wanted", _("Someone needs a substitute")
    SUB_FOUND = "sub_found", _("A substitute was found")

    CHECK_IN = "check_in", _("Check-in is open")
    ROUND = "round", _("A round is published: your table and partner")
    SCORE_WAITS = "score_waits", _("A score needs your confirmation")
    SCORE_DISPUTED = "score_disputed", _("Your score is disputed")
    SCORE_CORRECTED = "score_corrected", _("Your score was corrected")

    FIXTURE_MOVED = "fixture_moved", _("Your league match has a new date")
    DATES_PROPOSED = "dates_proposed", _("The other captain proposes dates or answers yours")

    TABLE_WAITS = "table_waits", _("Your online table is waiting for you")
    YOUR_TURN = "your_turn", _("It’s your turn in a multi-day game")

    TABLE_CALLS = "table_calls", _("A table calls an organizer")
    PLAYER_NOTICE = "player_notice", _("A player is late or has to leave")
    SCORE_MISSING = "score_missing", _("A score is missing after the clock runs out")
    SPOT_FREE = "spot_free", _("A spot opens up on the day of an event")
    DATE_TO_APPROVE = "date_to_approve", _("Two captains agree on a date that needs your approval")
    MAIL_FAILED = "mail_failed", _("An email to a player bounces")

    ACHIEVEMENT = "achievement", _("You earn an achievement")
    JACKPOT_CLOSED = "jackpot_closed", _("A jackpot closes: your rank and what you won")
    OVERTAKEN = "overtaken", _("Someone passes you in a jackpot")

    TEST = "test", _("A test notification")


class DeliveryMethod(models.TextChoices):
    """How a notification leaves the site. Everything is on the page, so the page isn't one of them."""

    PUSH = "push", _("Push")
    EMAIL = "email", _("Email")
    DIGEST = "digest", _("Daily email")


class MailFrequency(models.TextChoices):
    """When something is emailed."""

    OFF = "off", _("Never")
    NOW = "now", _("Right away")
    DAILY = "daily", _("Once a day")


@dataclass(frozen=True)
class Defaults:
    """What holds for a kind until a person chooses.

    is_urgent: people wait at a table for it, so it goes out in quiet hours too. ttl: how long it's worth sending,
    unless the change itself says until when.
    """

    push: bool
    mail: MailFrequency
    ttl: datetime.timedelta
    is_urgent: bool = False


GROUPS: tuple[tuple[Any, tuple[NotificationKind, ...]], ...] = (
    (
        _("Before an event"),
        (
            NotificationKind.REGISTERED,
            NotificationKind.MOVED_UP,
            NotificationKind.PARTNER_REQUEST,
            NotificationKind.PARTNER_ANSWER,
            NotificationKind.EVENT_CHANGED,
            NotificationKind.EVENT_CANCELED,
            NotificationKind.EVENT_TOMORROW,
            NotificationKind.COMING,
            NotificationKind.SUB_WANTED,
            NotificationKind.SUB_FOUND,
        ),
    ),
    (
        _("At an event"),
        (
            NotificationKind.CHECK_IN,
            NotificationKind.ROUND,
            NotificationKind.SCORE_WAITS,
            NotificationKind.SCORE_DISPUTED,
            NotificationKind.SCORE_CORRECTED,
        ),
    ),
    (_("Leagues"), (NotificationKind.FIXTURE_MOVED, NotificationKind.DATES_PROPOSED)),
    (_("Online tables"), (NotificationKind.TABLE_WAITS, NotificationKind.YOUR_TURN)),
    (
        _("Achievements and jackpots"),
        (NotificationKind.ACHIEVEMENT, NotificationKind.JACKPOT_CLOSED, NotificationKind.OVERTAKEN),
    ),
    (
        _("If you run events"),
        (
            NotificationKind.TABLE_CALLS,
            NotificationKind.PLAYER_NOTICE,
            NotificationKind.SCORE_MISSING,
            NotificationKind.SPOT_FREE,
            NotificationKind.DATE_TO_APPROVE,
            NotificationKind.MAIL_FAILED,
        ),
    ),
)
"""Every kind that can be chosen, once, as the page of settings lists them."""

QUESTIONS = frozenset({NotificationKind.PARTNER_REQUEST, NotificationKind.COMING, NotificationKind.SUB_WANTED})
"""Their link leads to a page with a yes and a no."""

_BEFORE = Defaults(push=True, mail=MailFrequency.NOW, ttl=48 * HOUR)
_TONIGHT = Defaults(push=True, mail=MailFrequency.OFF, ttl=HOUR / 2, is_urgent=True)
"""Push only: no one reads email at a table."""
_LATER = Defaults(push=False, mail=MailFrequency.DAILY, ttl=72 * HOUR)

DEFAULTS: dict[NotificationKind, Defaults] = {
    NotificationKind.REGISTERED: Defaults(push=False, mail=MailFrequency.NOW, ttl=24 * HOUR),
    NotificationKind.MOVED_UP: _BEFORE,
    NotificationKind.PARTNER_REQUEST: _BEFORE,
    NotificationKind.PARTNER_ANSWER: _BEFORE,
    NotificationKind.EVENT_CHANGED: _BEFORE,
    NotificationKind.EVENT_CANCELED: _BEFORE,
    NotificationKind.EVENT_TOMORROW: _BEFORE,
    NotificationKind.COMING: _BEFORE,
    NotificationKind.SUB_WANTED: _BEFORE,
    NotificationKind.SUB_FOUND: _BEFORE,
    NotificationKind.CHECK_IN: _TONIGHT,
    NotificationKind.ROUND: _TONIGHT,
    NotificationKind.SCORE_WAITS: _TONIGHT,
    NotificationKind.SCORE_DISPUTED: Defaults(push=True, mail=MailFrequency.OFF, ttl=6 * HOUR, is_urgent=True),
    NotificationKind.SCORE_CORRECTED: Defaults(push=True, mail=MailFrequency.DAILY, ttl=24 * HOUR, is_urgent=True),
    NotificationKind.FIXTURE_MOVED: _BEFORE,
    NotificationKind.DATES_PROPOSED: _BEFORE,
    NotificationKind.TABLE_WAITS: _TONIGHT,
    NotificationKind.YOUR_TURN: Defaults(push=True, mail=MailFrequency.NOW, ttl=24 * HOUR),
    NotificationKind.TABLE_CALLS: _TONIGHT,
    NotificationKind.PLAYER_NOTICE: _TONIGHT,
    NotificationKind.SCORE_MISSING: _TONIGHT,
    NotificationKind.SPOT_FREE: Defaults(push=True, mail=MailFrequency.OFF, ttl=6 * HOUR, is_urgent=True),
    NotificationKind.DATE_TO_APPROVE: _BEFORE,
    NotificationKind.MAIL_FAILED: _LATER,
    NotificationKind.ACHIEVEMENT: _LATER,
    NotificationKind.JACKPOT_CLOSED: _LATER,
    NotificationKind.OVERTAKEN: _LATER,
    NotificationKind.TEST: Defaults(push=True, mail=MailFrequency.NOW, ttl=HOUR, is_urgent=True),
}
