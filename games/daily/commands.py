"""Playing the daily deal. A day ends at midnight by the site's clock; who has begun may finish for two more hours."""

import datetime
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from games.accounts.models import Player
from games.daily import deals
from games.daily.models import DailyDeal, DailyEntry, DailyHand
from games.daily.scores import day_scores
from games.engine.errors import RuleError
from games.engine.hand import Hand
from games.engine.notation import action_from
from games.engine.rules import rules_data
from games.errors import Conflict
from games.locks import locked

GRACE = datetime.timedelta(hours=2)
GUESTS_KEPT = datetime.timedelta(days=40)
"""Longer than a month has its leaderboard."""


def today() -> datetime.date:
    """By the site's own clock, wherever the reader is."""
    return timezone.localdate(timezone=timezone.get_default_timezone())


def ends_at(day: datetime.date) -> datetime.datetime:
    """The midnight after which no one may start."""
    midnight = datetime.datetime.combine(day + datetime.timedelta(days=1), datetime.time())
    return timezone.make_aware(midnight, timezone.get_default_timezone())


def is_over(day: datetime.date) -> bool:
    """Whether everyone is done with these hands, so that they may be shown."""
    return timezone.now() >= ends_at(day) + GRACE


def deal_of_today() -> DailyDeal:
    """Made by the first who asks."""
    day = today()
    deal, _ = DailyDeal.objects.get_or_create(day=day, defaults={"rules": rules_data(deals.rules_of(day))})
    return deal


def state_of(deal: DailyDeal, hand: DailyHand) -> Hand:
    return deals.played(deal.house_rules, bytes.fromhex(deal.secret), hand.number, hand.actions)


def begin_hand(player: Player, deal: DailyDeal) -> DailyHand:
    """The next hand of the player's day; the one that is being played, if there is one. RuleError when all are played,
    and when it is too late."""
    entry = DailyEntry.objects.filter(deal=deal, player=player).first()
    _check_time(deal, is_begun=entry is not None)
    last = entry.hands.last() if entry else None
    if last and last.ended_at is None:
        return last
    number = last.number + 1 if last else 1
    if number > deals.HANDS:
        raise RuleError("You’ve played all of today’s hands. New ones come tomorrow.")
    # Bots think before anything is locked.
    state = deals.begun(deal.house_rules, bytes.fromhex(deal.secret), number)
    with transaction.atomic():
        entry, _ = DailyEntry.objects.get_or_create(deal=deal, player=player)
        hand, _ = DailyHand.objects.get_or_create(
            entry=entry, number=number, defaults={"actions": deals.actions_of(state)}
        )
    return hand


def act(player: Player, deal: DailyDeal, number: int, step: int, text: str) -> DailyHand:
    """Do that in the player's hand of that number. step: how many actions the page had seen.

    The same request again changes nothing. Conflict for a page that is older than the hand, RuleError for what the
    rules don't allow and when it is too late.
    """
    hand = (
        DailyHand.objects.select_related("entry").filter(entry__deal=deal, entry__player=player, number=number).first()
    )
    if hand is None:
        raise RuleError("You haven’t begun this hand. Reload the page.")
    _check_time(deal, is_begun=True)
    action, state = action_from(text), state_of(deal, hand)
    if step < len(state.history) and state.history[step] == (deals.YOU, action):
        return hand
    if step != len(state.history):
        raise Conflict("This hand has moved on, maybe in another window. Here’s the hand now.")
    after = deals.after(state, bytes.fromhex(deal.secret), number, action)
    before, hand.actions = hand.actions, deals.actions_of(after)
    if after.is_over:
        hand.points, hand.ended_at = deals.points_of(after), timezone.now()
    with transaction.atomic():
        same = DailyHand.objects.filter(pk=hand.pk, actions=before)
        if not same.update(actions=hand.actions, points=hand.points, ended_at=hand.ended_at):
            raise Conflict("This hand has moved on, maybe in another window. Here’s the hand now.")
        if after.is_over and number == deals.HANDS:
            if locked(DailyDeal.objects).get(pk=deal.pk).scored_at:
                raise RuleError("This day is over. Play today’s hands.")
            _finish(hand.entry)
    return hand


def score_due() -> int:
    """Settle the scores of days that are over. How many."""
    waiting = DailyDeal.objects.filter(scored_at=None).order_by("day")
    return sum(_score(deal.pk) for deal in waiting if is_over(deal.day))


@transaction.atomic
def _score(deal_id: int) -> bool:
    deal = locked(DailyDeal.objects).get(pk=deal_id)
    if deal.scored_at:
        return False
    entries = list(deal.entries.exclude(finished_at=None).order_by("pk"))
    for entry, score in zip(entries, _scores(entries), strict=True):
        entry.score = score
    DailyEntry.objects.bulk_update(entries, ["score"], batch_size=500)
    deal.scored_at = timezone.now()
    deal.save(update_fields=["scored_at"])
    return True


def forget_days_of_guests() -> int:
    """Entries of guests from so long ago that no leaderboard has them. How many."""
    old = DailyEntry.objects.filter(player__is_guest=True, player__user=None, begun_at__lt=timezone.now() - GUESTS_KEPT)
    return old.delete()[0]


def _scores(entries: Sequence[DailyEntry]) -> list[int]:
    return day_scores([entry.points for entry in entries])


def _finish(entry: DailyEntry) -> None:
    points = list(entry.hands.order_by("number").values_list("points", flat=True))
    DailyEntry.objects.filter(pk=entry.pk, finished_at=None).update(points=points, finished_at=timezone.now())


def _check_time(deal: DailyDeal, *, is_begun: bool) -> None:
    if is_over(deal.day) or (not is_begun and timezone.now() >= ends_at(deal.day)):
        raise RuleError("This day is over. Play today’s hands.")
