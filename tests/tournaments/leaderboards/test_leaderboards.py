"""Leaderboards: the same places from stored totals, from added-up days, and from the pure rules; each by an index."""

import datetime
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.kept import kept
from tests.tournaments.rewards.played import Hall, play_hall
from tournaments.honours.places import placed
from tournaments.honours.statistics.boards import VALUES, Order
from tournaments.honours.statistics.totals import Totals, total, totals_of
from tournaments.leaderboards import rankings
from tournaments.leaderboards import selectors as leaderboards
from tournaments.leaderboards.selectors import Filters, Question
from tournaments.rewards import queue, statistics
from tournaments.rewards.models import DayCard, SpanTotals

FIRST, LAST = datetime.date(2026, 1, 1), datetime.date(2026, 12, 31)


def played_hall() -> Hall:
    hall = play_hall(games=24)
    hall.play(Random(4), bots=1)
    queue.run_all()
    return hall


hall = kept(played_hall)


def by_rule(hall: Hall, order: Order, table: int | None = None) -> list[tuple[int, int]]:
    """Place and player as the pure rules place them."""
    found: dict[int, list[Totals]] = {}
    for game in hall.games():
        if not game.bots and table in (None, game.table):
            for player in game.players:
                found.setdefault(player, []).append(totals_of(game, player))
    values = {player: VALUES[order](total(parts)) for player, parts in found.items()}
    return [(row.place, row.player) for row in placed(values) if row.value[0]]


def on_board(question: Question) -> list[tuple[int, int]]:
    return [(line.place, line.player) for line in leaderboards.board_page(question).lines]


@pytest.mark.slow
def test_every_order_is_that_of_the_rules_from_totals_and_from_days(hall: Hall) -> None:
    for order in Order:
        wanted = by_rule(hall, order)
        for scope in ("all", str(hall.club.pk)):
            assert on_board(Question(scope, order)) == wanted
            assert on_board(Question(scope, order, "2026-11")) == wanted
            assert on_board(Question(scope, order, "", FIRST, LAST)) == wanted


@pytest.mark.slow
def test_filters_add_up_the_parts_that_they_name(hall: Hall) -> None:
    club = str(hall.club.pk)
    for filters, table in ((Filters(table=2), 2), (Filters(rules="progressive_night"), None), (Filters(table=1), 1)):
        question = Question(club, Order.POINTS, "", FIRST, LAST, filters)
        assert on_board(question) == by_rule(hall, Order.POINTS, table)
    assert on_board(Question(club, Order.POINTS, "", FIRST, LAST, Filters(is_online=True))) == []
    assert on_board(Question("all", filters=Filters(is_online=False), span="", first=FIRST, last=LAST)) == by_rule(
        hall, Order.WINNERS
    )


@pytest.mark.slow
def test_everyone_finds_their_own_place(hall: Hall) -> None:
    for question in (Question("all"), Question("all", span="", first=FIRST, last=LAST)):
        for place, player in by_rule(hall, Order.WINNERS):
            line = leaderboards.where_is(question, player)
            assert line is not None
            assert line.place == place
    assert leaderboards.where_is(Question("all"), 10**9) is None


@pytest.mark.slow
def test_places_go_on_over_pages(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboards, "PAGE", 3)
    pages = [leaderboards.board_page(Question("all"), number) for number in (1, 2, 3)]
    lines = [(line.place, line.player) for page in pages for line in page.lines]
    assert lines == by_rule(hall, Order.WINNERS)
    assert [page.has_next for page in pages] == [True, True, False]


def test_games_with_a_bot_are_on_a_board_of_their_own(hall: Hall) -> None:
    assert sum(line.values["games"] for line in leaderboards.board_page(Question("bots", Order.POINTS)).lines) == 4
    assert sum(line.values["games"] for line in leaderboards.board_page(Question("all", Order.POINTS)).lines) == 96


def test_a_ranking_leaves_out_who_is_unsure_and_who_has_not_played_for_long(hall: Hall) -> None:
    pool = rankings.pool_of_scope(str(hall.club.pk))
    assert pool is not None
    hall_time = hall.start + datetime.timedelta(days=1)
    page = rankings.ranking_page(pool, hall_time)
    assert len(page.lines) + len(page.provisional) == 8
    later = rankings.ranking_page(pool, hall_time + datetime.timedelta(days=61))
    assert (later.lines, later.provisional) == ((), ())
    assert rankings.pool_of_scope("all") is None


def test_planted_numbers_are_found(hall: Hall) -> None:
    assert list(statistics.check()) == []
    SpanTotals.objects.filter(pk=SpanTotals.objects.all()[0].pk).update(points=999)
    DayCard.objects.filter(pk=DayCard.objects.all()[0].pk).update(wins=99)
    assert {sentence.split(" of ")[0] for sentence in statistics.check()} == {"The totals", "The cards"}


@pytest.mark.postgres
def test_no_page_reads_all_results(hall: Hall) -> None:
    """With few rows PostgreSQL would rather read them all; asked not to, it has an index for each board."""
    club = str(hall.club.pk)
    with CaptureQueriesContext(connection) as asked:
        for order in Order:
            leaderboards.board_page(Question("all", order))
            leaderboards.where_is(Question(club, order, "2026-11"), hall.people[0].pk)
        leaderboards.board_page(Question(club, span="", first=FIRST, last=LAST, filters=Filters(table=1)))
        pool = rankings.pool_of_scope(club)
        assert pool is not None
        rankings.ranking_page(pool, hall.start)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        plans = []
        for question in asked.captured_queries:
            cursor.execute("EXPLAIN " + question["sql"])
            plans.append("\n".join(line for (line,) in cursor.fetchall()))
    read = [plan for plan in plans if "tournaments_" in plan]
    assert len(read) > 2 * len(Order)
    names = ("daycard", "spantotals", "playerrating", "countedgame", "outing", "ratingchange")
    assert not [plan for plan in read for name in names if f"Seq Scan on tournaments_{name}" in plan]
    boards = [plan for plan in plans if "spantotals" in plan]
    assert all(f"board_of_{order.value}" in "\n".join(boards) for order in Order)
