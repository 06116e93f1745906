"""From a leaderboard's address to what it shows. What makes no sense is passed over: an address is never an error."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from games.engine.choices import Variant
from games.engine.language import mark, percentage
from tournaments.clubs.models import Club
from tournaments.formats.config import Choice
from tournaments.honours.facts import NIGHT_TURNS
from tournaments.honours.statistics.boards import Order
from tournaments.leaderboards.selectors import MIN_FOR_RATE, Filters, Question, latest_day
from tournaments.rewards.scopes import ALL, BOTS, FRIENDLY

RATING = "rating"
MONTH = re.compile(r"(\d{4})-(0[1-9]|1[0-2])", re.ASCII)


class Span(Choice):
    """Stretches of time that people ask for."""

    ALL = "all", mark("All time")
    YEAR = "year", mark("This year")
    MONTH = "month", mark("This month")
    WEEK = "week", mark("Last 7 days")
    NIGHT = "night", mark("Latest night")
    CUSTOM = "custom", mark("Custom dates")


@dataclass(frozen=True)
class BoardQuery:
    """scope, order (of `Order`, or "rating") and span as chosen; question: None for the rating."""

    scope: str
    order: str
    span: Span
    variant: Variant
    page: int
    filters: Filters
    first: date | None
    last: date | None
    question: Question | None


def board_query(club: Club | None, given: Mapping[str, str], now: datetime) -> BoardQuery:
    scope = str(club.pk) if club else {"friendly": FRIENDLY, "bots": BOTS}.get(given.get("games", ""), ALL)
    order = order_named(given.get("by", ""))
    by_rating = scope != ALL and given.get("by", RATING) == RATING
    span = next((span for span in Span if span == given.get("span")), Span.ALL)
    variant = Variant(given["variant"]) if given.get("variant") in list(Variant) else Variant.CLASSIC
    filters = _filters(club, given)
    today = (now.astimezone(ZoneInfo(club.zone if club else "UTC")) - NIGHT_TURNS).date()
    first, last = _days(span, scope, given, today)
    question = None
    if not by_rating:
        fewest = _fewest(order, span, filters)
        question = Question(scope, order, _stored_span(span, today), first, last, filters, fewest)
    return BoardQuery(
        scope,
        RATING if by_rating else order.value,
        span,
        variant,
        _number(given, "page") or 1,
        filters,
        first,
        last,
        question,
    )


def order_named(key: str) -> Order:
    """The winners, where there is no such order."""
    return next((order for order in Order if order == key), Order.WINNERS)


def _filters(club: Club | None, given: Mapping[str, str]) -> Filters:
    """Venues and tables are asked for within a club: table 1 of two clubs is not the same."""
    rules = given.get("rules", "")
    is_online = {"online": True, "hall": False}.get(given.get("where", ""))
    is_official = {"official": True, "friendly": False}.get(given.get("kind", ""))
    if club is None:
        return Filters(rules=_word(rules), is_online=is_online, is_official=is_official)
    venue, table, event = (_number(given, name) for name in ("venue", "table", "event"))
    return Filters(venue, table, _word(rules), is_online, event, is_official)


def _word(text: str) -> str:
    return text if re.fullmatch(r"[a-z_]{1,30}", text) else ""


def _number(given: Mapping[str, str], name: str) -> int | None:
    text = given.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _days(span: Span, scope: str, given: Mapping[str, str], today: date) -> tuple[date | None, date | None]:
    """Both included. For stored spans they matter only where filters make them be added up."""
    if span is Span.NIGHT:
        day = latest_day(scope)
        return day, day
    if span is Span.WEEK:
        return today - timedelta(days=6), today + timedelta(days=1)
    if span is Span.MONTH:
        return today.replace(day=1), (today.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
    if span is Span.YEAR:
        return today.replace(month=1, day=1), today.replace(month=12, day=31)
    if span is Span.CUSTOM:
        return _date(given, "first"), _date(given, "last") or today
    return None, today + timedelta(days=1)


def _date(given: Mapping[str, str], name: str) -> date | None:
    try:
        return date.fromisoformat(given.get(name, ""))
    except ValueError:
        return None


def _stored_span(span: Span, today: date) -> str:
    return {Span.ALL: "all", Span.YEAR: f"{today:%Y}", Span.MONTH: f"{today:%Y-%m}"}.get(span, "")


def _fewest(order: Order, span: Span, filters: Filters) -> int:
    """The games a player needs: a win rate means something only after some games, for one night after a few."""
    is_long = span in (Span.ALL, Span.YEAR, Span.MONTH) and not filters.chosen
    return MIN_FOR_RATE if order == Order.RATE and is_long else 1


def shown_value(order: str, values: Mapping[str, Any]) -> str:
    """What ranks, as the board prints it."""
    if order == Order.RATE:
        return percentage(f"{100 * values['rate']:.0f}")
    name = {
        Order.WINNERS: "wins",
        Order.SCORES: "best",
        Order.POINTS: "points",
        Order.LONERS: "loners_made",
        Order.MARCHES: "marches",
        Order.EUCHRES: "euchres_made",
    }[order_named(order)]
    return str(values[name])
