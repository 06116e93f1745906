"""What hangs on a club's wall between events: who is on top, the jackpots' races, what comes next, what happened. Reads
only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.clubs.models import Club
from tournaments.clubs.public_names import names_for
from tournaments.events import event_list
from tournaments.events.event_list import EventRow, LeagueNight
from tournaments.honours.statistics.boards import Order
from tournaments.jackpots.selectors import Board as JackpotBoard
from tournaments.jackpots.selectors import of_club
from tournaments.leaderboards import rankings
from tournaments.leaderboards.questions import Span, board_query, shown_value
from tournaments.leaderboards.selectors import Question, board_page
from tournaments.permissions import NOBODY
from tournaments.rewards.models import Board, SpanTotals
from tournaments.rewards.selectors import News, news_of_club
from tournaments.screens.selectors import board_of

MAX_LINES, NEXT, RANKED = 12, 8, "ranked"
ORDERS = (Order.WINNERS, Order.SCORES)


@dataclass(frozen=True)
class Top:
    """A line of a leaderboard, as strangers read it."""

    place: int
    is_shared: bool
    name: str
    value: str


@dataclass(frozen=True)
class Wall:
    """tops: leaderboard → its first lines. span: which time winners and scores are of."""

    club: Club
    span: Span
    tops: Mapping[str, Sequence[Top]]
    jackpots: Sequence[JackpotBoard]
    coming: Sequence[EventRow | LeagueNight]
    news: Sequence[News]
    leaders_board: Board


def wall_of(club: Club, now: datetime) -> Wall:
    span = _span(club, now)
    boards = {
        order.value: [
            (line.place, line.is_shared, line.player, shown_value(order, line.values))
            for line in board_page(_question(club, order, span, now)).lines[:MAX_LINES]
        ]
        for order in ORDERS
    }
    pool = rankings.pool_of_scope(str(club.pk))
    assert pool, "a club has one"
    boards[RANKED] = [
        (line.place or 0, line.is_shared, line.player, str(line.shown.number))
        for line in rankings.ranking_page(pool, now).lines[:MAX_LINES]
    ]
    names = names_for(NOBODY, {player for lines in boards.values() for _, _, player, _ in lines})
    coming = event_list.rows(event_list.coming(club.events.all(), now)[:NEXT], now)
    return Wall(
        club=club,
        span=span,
        tops={
            key: [Top(place, is_shared, names[player].name, value) for place, is_shared, player, value in lines]
            for key, lines in boards.items()
        },
        jackpots=of_club(club, NOBODY),
        coming=event_list.next_first(coming, event_list.league_nights(now, club))[:NEXT],
        news=news_of_club(club),
        leaders_board=board_of(club.pk),
    )


def _question(club: Club, order: Order, span: Span, now: datetime) -> Question:
    question = board_query(club, {"by": order.value, "span": span.value}, now).question
    assert question is not None, "of the rating alone there is none"
    return question


def _span(club: Club, now: datetime) -> Span:
    """This month; until someone has played in it, this year, or else all time: a wall is never bare on the 1st."""
    stored = {span: _question(club, Order.WINNERS, span, now).span for span in (Span.MONTH, Span.YEAR)}
    played = SpanTotals.objects.filter(scope=str(club.pk), span__in=stored.values())
    there = set(played.order_by().values_list("span", flat=True).distinct())
    return next((span for span, name in stored.items() if name in there), Span.ALL)
