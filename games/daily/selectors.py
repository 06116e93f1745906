"""What the pages of the daily deal show: how a player did, and the leaderboards of a day, a week and a month."""

import calendar
import datetime
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from django.core.cache import cache
from django.db.models import Max
from django.utils.formats import date_format

from games.accounts.models import Player
from games.daily.commands import is_over, today
from games.daily.models import DailyDeal, DailyEntry
from games.daily.scores import HandScore, day_scores, hand_scores, places
from games.engine.language import decimal, percentage, say, signed

SHOWN = 50
SPANS = {"day": 1, "week": 5, "month": 20}
"""How many days of a span count: the best ones."""
KEPT_SECONDS = 20
"""Leaderboards: however many look, they're counted once in so long."""
SETTLED_KEPT_SECONDS = 3600
"""Scores of settled days don't change. Only those of a player who is gone can go."""
HIGH, LOW = 6_000, 4_000
SIGNS = ("⬜", "🟨", "🟩")
"""Of a hand, for the text to share: worse than most, in the middle, better than most."""


def percent(score: int) -> str:
    """Basis points as people read them."""
    return percentage(f"{score / 100:.1f}".removesuffix(".0"))


@dataclass(frozen=True)
class DayResult:
    """A finished day of a player. field: how many finished."""

    score: int
    place: int
    field: int
    hands: list[HandScore]

    @property
    def percent(self) -> str:
        return percent(self.score)

    @property
    def lines(self) -> list[tuple[int, str, str, str]]:
        """Of each hand its number, points, everyone's average and share, as people read them."""
        return [(hand.number, signed(hand.points), signed(hand.average), percent(hand.share)) for hand in self.hands]

    def share_text(self, day: datetime.date, address: str) -> str:
        """For others, without a card."""
        signs = "".join(SIGNS[(hand.share >= LOW) + (hand.share > HIGH)] for hand in self.hands)
        headline = say(
            "Right Bower daily deal, {date}: {percent}", date=date_format(day, "DATE_FORMAT"), percent=self.percent
        )
        return f"{headline}\n{signs}\n{address}"


@dataclass(frozen=True)
class BoardLine:
    """score: a percentage for a day, else points: the percentages of the days added."""

    place: int
    name: str
    score: str
    days: int
    is_own: bool


class Ranked(NamedTuple):
    """A player in a span. total: basis points of the days that count."""

    player: int
    place: int
    total: int
    days: int


def result_of(entry: DailyEntry) -> DayResult:
    """Of an entry that is finished, against everyone who has finished so far."""
    field = _field(entry.deal)
    scores = day_scores(list(field.values()))
    own = list(field).index(entry.player_id)
    hands = hand_scores(entry.points, list(field.values()))
    return DayResult(scores[own], places(scores)[own], len(field), hands)


def board(span: str, day: datetime.date, viewer: Player | None) -> list[BoardLine]:
    """The first fifty of the day, week or month, and the viewer; some seconds old."""
    first, last = _days(span, day)
    key = f"daily-board:{span}:{first}"
    ranked: Any = cache.get_or_set(key, lambda: _ranked(span, first, last), KEPT_SECONDS)
    own = viewer.pk if viewer else None
    shown = [line for number, line in enumerate(ranked) if number < SHOWN or line.player == own]
    names = _names([line.player for line in shown], viewer)
    return [
        BoardLine(
            line.place,
            names[line.player],
            percent(line.total) if span == "day" else decimal(f"{line.total / 100:.1f}"),
            line.days,
            is_own=line.player == own,
        )
        for line in shown
        if line.player in names
    ]


def _ranked(span: str, first: datetime.date, last: datetime.date) -> list[Ranked]:
    """Everyone, the best first. Days that aren't settled count as they stand."""
    scores = defaultdict(list, {player: [*own] for player, own in _settled(first, last).items()})
    for deal in DailyDeal.objects.filter(day__range=(first, last), scored_at=None):
        for player, score in _scores_now(deal).items():
            scores[player].append(score)
    totals = {player: sum(sorted(own, reverse=True)[: SPANS[span]]) for player, own in scores.items()}
    ranked = sorted(totals, key=lambda player: (-totals[player], player))
    in_place = zip(ranked, places([totals[player] for player in ranked]), strict=True)
    return [Ranked(player, place, totals[player], len(scores[player])) for player, place in in_place]


def _settled(first: datetime.date, last: datetime.date) -> dict[int, list[int]]:
    """By player the scores of the settled days, read again when another day is."""
    newest = DailyDeal.objects.filter(day__range=(first, last)).aggregate(newest=Max("scored_at"))["newest"]
    if newest is None:
        return {}
    key = f"daily-settled:{first}:{last}:{newest.isoformat()}"
    settled: Any = cache.get_or_set(key, lambda: _read_settled(first, last), SETTLED_KEPT_SECONDS)
    return cast(dict[int, list[int]], settled)


def _read_settled(first: datetime.date, last: datetime.date) -> dict[int, list[int]]:
    scores: dict[int, list[int]] = defaultdict(list)
    settled = DailyEntry.objects.filter(deal__day__range=(first, last), score__isnull=False)
    for player, score in settled.values_list("player", "score"):
        scores[player].append(score or 0)
    return dict(scores)


def open_days(player: Player | None) -> list[datetime.date]:
    """Earlier days that the player began and can still finish, newest first."""
    if player is None:
        return []
    unfinished = DailyEntry.objects.filter(player=player, finished_at=None, deal__day__lt=today())
    days = unfinished.order_by("-deal__day").values_list("deal__day", flat=True)[:2]
    return [day for day in days if not is_over(day)]


def _days(span: str, day: datetime.date) -> tuple[datetime.date, datetime.date]:
    """The first and the last day of the span that the day is in."""
    if span == "week":
        first = day - datetime.timedelta(days=day.weekday())
        return first, first + datetime.timedelta(days=6)
    if span == "month":
        return day.replace(day=1), day.replace(day=calendar.monthrange(day.year, day.month)[1])
    return day, day


def _field(deal: DailyDeal) -> dict[int, list[int]]:
    """By player the points of everyone who finished."""
    return dict(deal.entries.exclude(finished_at=None).order_by("pk").values_list("player", "points"))


def _scores_now(deal: DailyDeal) -> Mapping[int, int]:
    field = _field(deal)
    return dict(zip(field, day_scores(list(field.values())), strict=True))


def _names(players: list[int], viewer: Player | None) -> dict[int, str]:
    shown = Player.objects.filter(pk__in=players)
    return {
        player.pk: say("Hidden player") if player.hides_name and player != viewer else player.called for player in shown
    }
