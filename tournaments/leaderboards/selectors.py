"""Leaderboards: which rows a board is about, in which order they stand, and the place of each. Reads only.

A month, a year and all times are read from totals that have an index for each order; any other stretch of time, and any
part of the games, is added up from the cards of days, a year of them at most.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import F, FloatField, Max, Q, QuerySet, Sum
from django.db.models.functions import Cast

from tournaments.honours.statistics.boards import Order
from tournaments.rewards.models import COUNT_FIELDS, DayCard, SpanTotals
from tournaments.rewards.scopes import ALL, BOTS

PAGE = 25
MAX_PAGES = 200
LONGEST = timedelta(days=366)
"""Of what is added up from days."""
MIN_FOR_RATE = 10
NAMES = (*COUNT_FIELDS, "rate")
ORDERS: dict[Order, tuple[str, str]] = {
    Order.WINNERS: ("-n_wins", "-n_rate"),
    Order.SCORES: ("-n_best", "-n_points"),
    Order.POINTS: ("-n_points", "n_games"),
    Order.RATE: ("-n_rate", "-n_games"),
    Order.LONERS: ("-n_loners_made", "n_loners_tried"),
    Order.MARCHES: ("-n_marches", "n_games"),
    Order.EUCHRES: ("-n_euchres_made", "n_games"),
}
"""As `statistics.boards.VALUES` compares, in columns."""


@dataclass(frozen=True)
class Filters:
    """Parts of the games. None, or "": all of them."""

    venue: int | None = None
    table: int | None = None
    rules: str = ""
    is_online: bool | None = None
    event: int | None = None
    is_official: bool | None = None

    @property
    def chosen(self) -> dict[str, Any]:
        """By columns of the cards: official games are those of events."""
        filters = {name: value for name, value in vars(self).items() if value not in (None, "")}
        if (is_official := filters.pop("is_official", None)) is not None:
            filters["event__isnull"] = not is_official
        return filters


@dataclass(frozen=True)
class Question:
    """What a board shows. span: a stored one ("2026-11", "2026", "all"), or "" for the days from first to last."""

    scope: str
    order: Order = Order.WINNERS
    span: str = "all"
    first: date | None = None
    last: date | None = None
    filters: Filters = Filters()
    fewest: int = 1


@dataclass(frozen=True)
class Line:
    """values: by the names of `Totals`, and the rate."""

    place: int
    is_shared: bool
    player: int
    values: dict[str, Any]


@dataclass(frozen=True)
class BoardPage:
    lines: tuple[Line, ...]
    number: int
    has_next: bool


Row = dict[str, Any]


def board_page(question: Question, number: int = 1) -> BoardPage:
    number = min(max(1, number), MAX_PAGES)
    start = (number - 1) * PAGE
    rows = list(_ordered(question)[start : start + PAGE + 1])
    first = 1 + (_better(question, rows[0]) if rows and start else 0)
    lines = tuple(_placed(question, rows, first, start))
    return BoardPage(lines[:PAGE], number, len(rows) > PAGE)


def where_is(question: Question, player: int) -> Line | None:
    """The player's own line; None for who is not on the board. Two questions, however far down."""
    row = _rows(question).filter(player=player).order_by("player").first()
    return None if row is None else Line(1 + _better(question, row), False, player, _values(row))


def page_of(place: int) -> int:
    return min(MAX_PAGES, 1 + (place - 1) // PAGE)


def latest_day(scope: str) -> date | None:
    """The last day on which someone played."""
    day: date | None = DayCard.objects.filter(scope=scope, is_whole=True).aggregate(day=Max("day"))["day"]
    return day


def _ordered(question: Question) -> QuerySet[Any, Row]:
    return _rows(question).order_by(*ORDERS[question.order], "player")


def _rows(question: Question) -> QuerySet[Any, Row]:
    """One row per player with the counts as n_games and so on; only who has any of what is ranked."""
    rows: QuerySet[Any, Any]
    if question.span and not question.filters.chosen:
        source = SpanTotals.objects.filter(scope=question.scope, span=question.span)
        rows = source.order_by().annotate(**{f"n_{name}": F(name) for name in NAMES})
    else:
        rows = _added_up(question)
    first = ORDERS[question.order][0].removeprefix("-")
    rows = rows.filter(**{f"{first}__gt": 0})
    if question.fewest > 1:
        rows = rows.filter(Q(("n_games__gte", question.fewest)))
    return rows.values("player", *(f"n_{name}" for name in NAMES))


def _added_up(question: Question) -> QuerySet[Any, Any]:
    sums = {f"n_{name}": Sum(name) for name in COUNT_FIELDS if name != "best"} | {"n_best": Max("best")}
    rate = (2.0 * F("n_wins") + F("n_shared")) / Cast(2 * F("n_games"), FloatField())
    return cards(question).order_by().values("player").annotate(**sums).annotate(n_rate=rate)


def cards(question: Question) -> QuerySet[DayCard]:
    """The cards of days that are added up: whole days, or the parts that the filters name."""
    chosen = question.filters.chosen
    last = question.last or date.max
    first = max(question.first or date.min, last - LONGEST)
    day_cards = DayCard.objects.filter(is_whole=not chosen, day__gte=first, day__lte=last)
    if not chosen:
        return day_cards.filter(scope=question.scope)
    day_cards = day_cards.filter(**chosen) if question.filters.table else day_cards.filter(**chosen, table=None)
    return day_cards.exclude(scope=BOTS) if question.scope == ALL else day_cards.filter(scope=question.scope)


def _better(question: Question, row: Row) -> int:
    """How many stand above that row."""
    first, second = ORDERS[question.order]
    level = first.removeprefix("-")
    name = second.removeprefix("-")
    than = "gt" if second.startswith("-") else "lt"
    above = Q(**{f"{level}__gt": row[level]}) | Q(**{level: row[level], f"{name}__{than}": row[name]})
    return _rows(question).filter(above, **{f"{level}__gte": row[level]}).count()


def _placed(question: Question, rows: Sequence[Row], first: int, start: int) -> list[Line]:
    """1, 2, 2, 4: rows that are tied with the one before share its place."""
    keys = [tuple(row[name.removeprefix("-")] for name in ORDERS[question.order]) for row in rows]
    places = places_from(keys, first, start)
    return [
        Line(place, keys.count(key) > 1, row["player"], _values(row))
        for row, key, place in zip(rows, keys, places, strict=True)
    ]


def places_from(keys: Sequence[Any], first: int, start: int) -> list[int]:
    """The places of a page's rows; first: that of its first row, start: how many rows are on the pages before."""
    places: list[int] = []
    for index, key in enumerate(keys):
        is_level = index > 0 and key == keys[index - 1]
        places.append(places[-1] if is_level else start + index + 1 if index else first)
    return places


def _values(row: Row) -> dict[str, Any]:
    return {name: row[f"n_{name}"] for name in NAMES}
