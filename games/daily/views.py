"""The daily deal: its page, its hands, a player's result, and the leaderboards. Anyone may play, guests too."""

import datetime
import uuid
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games import limits
from games.accounts.guests import player_at, player_for, visitor
from games.daily import selectors
from games.daily.commands import act, begin_hand, deal_of_today, ends_at, is_over, state_of, today
from games.daily.deals import HANDS, rules_words
from games.daily.models import DailyDeal, DailyEntry, DailyHand
from games.daily.reviewing import keep_for_review
from games.engine.errors import RuleError
from games.engine.language import say
from games.errors import CommandError, TooOften
from games.tables.http import status_of, too_often
from games.tables.preferences import settings_of
from games.tables.solo import SoloTable, seat_names

BEST = 5
"""Shown before the first hand."""
FIRST_YEAR = 2026
"""There was no daily deal before."""


@login_not_required
@require_safe
def daily(request: HttpRequest) -> HttpResponse:
    """Today."""
    return redirect("daily_day", day=deal_of_today().day)


@login_not_required
@require_safe
def daily_day(request: HttpRequest, day: datetime.date) -> HttpResponse:
    """A day: what it is, the hand that is being played, or how it went."""
    return _page(request, _deal_or_404(day))


@login_not_required
@require_POST
def begin(request: HttpRequest, day: datetime.date) -> HttpResponse:
    """The next hand."""
    deal = _deal_or_404(day)
    try:
        limits.check(limits.MOVES, visitor(request))
        begin_hand(player_for(request), deal)
    except TooOften as error:
        return too_often(request, error)
    except (CommandError, RuleError) as error:
        return _page(request, deal, error)
    return _on_to(request, deal)


@login_not_required
@require_POST
def play(request: HttpRequest, day: datetime.date) -> HttpResponse:
    """What the player does."""
    deal, player = _deal_or_404(day), player_at(request)
    try:
        limits.check(limits.MOVES, visitor(request))
        if player is None:
            raise RuleError("You haven’t begun this hand. Reload the page.")
        posted = request.POST
        act(player, deal, _number(posted.get("hand")), _number(posted.get("step")), posted.get("action", ""))
    except TooOften as error:
        return too_often(request, error)
    except (CommandError, RuleError) as error:
        return _page(request, deal, error)
    return _on_to(request, deal)


@login_not_required
@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    """The best of a day, a week or a month."""
    span = request.GET.get("by", "day")
    if span not in selectors.SPANS:
        raise Http404
    day = _day_in(request) or today()
    context = {
        "span": span,
        "day": day,
        "lines": selectors.board(span, day, player_at(request)),
        "counting": selectors.SPANS[span],
        "spans": [("day", say("Day")), ("week", say("Week")), ("month", say("Month"))],
    }
    return render(request, "daily/leaderboard.html", context)


@require_POST
def review_day(request: HttpRequest, day: datetime.date) -> HttpResponse:
    """The player's hands of a day that is over, kept as a replay and reviewed. For accounts."""
    deal = _deal_or_404(day)
    try:
        limits.check(limits.REVIEWS, visitor(request))
        game = keep_for_review(player_for(request), deal, uuid.uuid4())
    except TooOften as error:
        return too_often(request, error)
    except (CommandError, RuleError) as error:
        return _page(request, deal, error)
    return redirect("review", code=game.table.code, number=game.number)


def _on_to(request: HttpRequest, deal: DailyDeal) -> HttpResponse:
    """A page that asked in the background is led there too where there is no table any more to show in its place."""
    entry = DailyEntry.objects.filter(deal=deal, player=player_at(request)).first()
    is_at_table = entry and not entry.finished_at and not is_over(deal.day)
    address = reverse("daily_day", args=[deal.day])
    if request.headers.get("HX-Request") and not is_at_table:
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return redirect(address)


def _page(request: HttpRequest, deal: DailyDeal, error: Exception | None = None) -> HttpResponse:
    player = player_at(request)
    entry = DailyEntry.objects.select_related("deal").filter(deal=deal, player=player).first() if player else None
    address = request.build_absolute_uri(reverse("daily"))
    context: dict[str, Any] = {
        "deal": deal,
        "entry": entry,
        "error": error,
        "hands": HANDS,
        "is_today": deal.day == today(),
        "is_over": is_over(deal.day),
        "ends_at": timezone.localtime(ends_at(deal.day), timezone.get_default_timezone()),
        "rules": rules_words(deal.day),
        "address": reverse("daily_play", args=[deal.day]),
    }
    status = status_of(error) if error else 200
    if error and request.headers.get("HX-Request") and (not entry or entry.finished_at or context["is_over"]):
        return _on_to(request, deal)
    if entry and entry.finished_at:
        result = selectors.result_of(entry)
        context |= {"result": result, "share": result.share_text(deal.day, address)}
        return render(request, "daily/result.html", context, status=status)
    hand = entry.hands.last() if entry and not context["is_over"] else None
    if hand:
        return render(request, "daily/hand.html", context | _table(request, deal, hand), status=status)
    context["open_days"] = selectors.open_days(player)
    context["lines"] = selectors.board("day", deal.day, player)[:BEST]
    return render(request, "daily/day.html", context, status=status)


def _table(request: HttpRequest, deal: DailyDeal, hand: DailyHand) -> dict[str, object]:
    state = state_of(deal, hand)
    return {
        "hand": hand,
        "look": SoloTable(state, seat_names(), settings_of(player_at(request))),
        "fields": [("hand", hand.number), ("step", len(state.history))],
    }


def _deal_or_404(day: datetime.date) -> DailyDeal:
    return deal_of_today() if day == today() else get_object_or_404(DailyDeal, day=day)


def _day_in(request: HttpRequest) -> datetime.date | None:
    """The day that the address names; None for none, and for one to come."""
    try:
        day = datetime.date.fromisoformat(request.GET.get("day", ""))
    except ValueError:
        return None
    return day if day.year >= FIRST_YEAR and day <= today() else None


def _number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 4 else -1
