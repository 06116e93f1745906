"""Counted games, cards and totals in any number, written by PostgreSQL itself: nights of twenty clubs with 200 games.

Each night a hundred of a club's five hundred people play eight games. All numbers follow from the games' own, so that
every run has the same.
"""

import json
from typing import Any

CLUBS, MEMBERS, HERE, NIGHT = 20, 500, 100, 200
SIDE = "CASE WHEN s < 2 THEN 0 ELSE 1 END"
COUNTS = {
    "games": "count(*)",
    "wins": "sum((hashint8(o.counted_id) & 1 = o.side)::int)",
    "shared": "0",
    "points": "sum(5 + (hashint8(o.counted_id + o.side) & 7))",
    "points_against": "8 * count(*)",
    "hands": "8 * count(*)",
    "calls": "0",
    "calls_made": "0",
    "side_calls": "4 * count(*)",
    "loners_tried": "count(*)",
    "loners_made": "sum(hashint8(o.counted_id + 3 * o.player_id) & 1)",
    "own_loners": "0",
    "marches": "sum(hashint8(o.counted_id * 5 + o.player_id) & 1)",
    "sweeps": "0",
    "euchres_suffered": "0",
    "euchres_made": "sum(hashint8(o.counted_id * 7 + o.player_id) & 1)",
    "best": "max(5 + (hashint8(o.counted_id + o.side) & 7))",
}


def _company(partners: int, rivals: int) -> str:
    """The same for everyone: only its size matters here."""
    mates = {
        name: {str(one): [2, 1, 0] for one in range(1, many + 1)}
        for name, many in (("partners", partners), ("rivals", rivals))
    }
    return f"'{json.dumps({'winning': [0] * 4, 'losing': [0] * 4, **mates})}'::jsonb"


ON_A_DAY, IN_A_SPAN = _company(8, 16), _company(60, 120)
FACTS = (
    "jsonb_build_object('zone', 'UTC', 'sides', (SELECT jsonb_agg(x) FROM (VALUES ({sides})) v(x)), 'points', "
    "'[5, 7]'::jsonb, 'winners', jsonb_build_array(hashint8(2 * g) & 1), 'rules', 'plain', 'table', g % 25, "
    "'is_online', false, 'is_official', true, 'hands', null, 'season', null, 'round', 1, 'forfeited', '[]'::jsonb, "
    "'bots', '[]'::jsonb, 'version', 1)"
)


def fill(results: int) -> str:
    """Throw away what is there and make that many results. How many rows it became."""
    from django.db import connection
    from django.db.models import Max

    from games.accounts.models import Player
    from tournaments.clubs.models import Club
    from tournaments.rewards.models import (
        Board,
        DayCard,
        GameFact,
        GameParticipation,
        PlayerRating,
        RatingPool,
        SpanTotals,
    )

    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE tournaments_club, tournaments_board, games_player RESTART IDENTITY CASCADE")
        # Results without matches: the leaderboards read none.
        cursor.execute("ALTER TABLE tournaments_countedgame DROP CONSTRAINT IF EXISTS counted_is_a_match_or_a_game")
        clubs = Club.objects.bulk_create(Club(name=f"Club {n}", slug=f"club-{n}") for n in range(1, CLUBS + 1))
        Player.objects.bulk_create((Player(name=f"Player {n}") for n in range(CLUBS * MEMBERS)), batch_size=2000)
        RatingPool.objects.bulk_create(
            RatingPool(key=f"{club.pk}:classic:0", club=club, variant="classic") for club in clubs
        )
        Board.objects.bulk_create(Board(scope=scope, version=1) for scope in ("all", *(str(one.pk) for one in clubs)))
        for statement in _statements(results):
            cursor.execute(statement)
        cursor.execute("VACUUM ANALYZE")
    newest = GameFact.objects.aggregate(at=Max("ended_at"))["at"]
    assert newest is not None
    tables: tuple[Any, ...] = (GameParticipation, DayCard, SpanTotals, PlayerRating)
    return ", ".join(f"{model.objects.count()} {model._meta.verbose_name_plural}" for model in tables)


def _statements(results: int) -> list[str]:
    night = f"(({results} - g) / {NIGHT})"
    club = f"(1 + {night} % {CLUBS})"
    # The newest night is tonight, so that this month has one too.
    ended = f"date_trunc('day', now()) - make_interval(days => 7 * ({night} / {CLUBS})::int)"
    chair = f"(({club} - 1) * {MEMBERS} + ({night} * 37 + (g * 4 + {{s}}) % {HERE}) % {MEMBERS} + 1)"
    first, second, third, fourth = (chair.format(s=s) for s in range(4))
    sides = f"jsonb_build_array({first}, {second})), (jsonb_build_array({third}, {fourth})"
    games = f"generate_series(1, {results}) g"
    return [
        "INSERT INTO tournaments_countedgame (number, ended_at, club_id, variant, has_bots, facts)"
        f" SELECT 2 * g, {ended}, {club}, 'classic', false, {FACTS.format(sides=sides)} FROM {games}",
        "INSERT INTO tournaments_outing (counted_id, player_id, club_id, side, ended_at)"
        f" SELECT 2 * g, {chair.format(s='s')}, {club}, {SIDE}, {ended} FROM {games}, generate_series(0, 3) s",
        *_cards(),
        *_spans(),
        "INSERT INTO tournaments_ratingchange (pool_id, counted_id, player_id, ended_at, before, after, mu, sigma)"
        " SELECT p.id, o.counted_id, o.player_id, o.ended_at, '25.0 8.0 1 -', '26.0 7.0 2 -', 25 + random(), 4"
        " FROM tournaments_outing o JOIN tournaments_ratingpool p ON p.club_id = o.club_id",
        "INSERT INTO tournaments_playerrating"
        " (pool_id, player_id, text, mu, sigma, games, last_at, number, give_or_take, is_provisional)"
        " SELECT p.id, o.player_id, '26.5 2.0 90 ' || to_char(max(o.ended_at) AT TIME ZONE 'UTC',"
        " 'YYYY-MM-DD') || 'T00:00:00+00:00#1', 26.5, 2.0, count(*), max(o.ended_at),"
        " 1500 + hashint8(o.player_id) % 400, 80, false FROM tournaments_outing o"
        " JOIN tournaments_ratingpool p ON p.club_id = o.club_id GROUP BY p.id, o.player_id",
    ]


def _cards() -> list[str]:
    """Whole days for everywhere and for the club, then the parts: the night, and each table of it."""
    day, table = "(o.ended_at AT TIME ZONE 'UTC')::date", "(c.facts->>'table')::int"
    names, values = ", ".join(COUNTS), ", ".join(COUNTS.values())
    card = f"INSERT INTO tournaments_daycard (player_id, scope, day, part, is_whole, rules, is_online, {names}"
    rows = "FROM tournaments_outing o"
    return [
        *(
            f"{card}, company) SELECT a.*, {ON_A_DAY} FROM (SELECT o.player_id, {scope}, {day}, '', true, '',"
            f" NULL::boolean, {values} {rows} GROUP BY 1, 2, 3) a"
            for scope in ("'all'", "o.club_id::text")
        ),
        f"{card}) SELECT o.player_id, o.club_id::text, {day}, '//plain/0', false, 'plain', false, {values} {rows}"
        " GROUP BY 1, 2, 3",
        f'{card}, "table") SELECT o.player_id, o.club_id::text, {day}'
        f", '//plain/0/' || {table}, false, 'plain', false, {values}, {table} {rows}"
        f" JOIN tournaments_countedgame c ON c.number = o.counted_id GROUP BY 1, 2, 3, 4, {table}",
    ]


def _spans() -> list[str]:
    names = ", ".join(COUNTS)
    joined = ", ".join(f"{'max' if name == 'best' else 'sum'}({name})" for name in COUNTS)
    rate = "(2.0 * sum(wins) + sum(shared)) / (2 * sum(games))"
    return [
        f"INSERT INTO tournaments_spantotals (player_id, scope, span, rate, {names}, company)"
        f" SELECT a.*, {IN_A_SPAN} FROM (SELECT player_id, scope, {span}, {rate}, {joined} FROM tournaments_daycard"
        " WHERE is_whole GROUP BY 1, 2, 3) a"
        for span in ("to_char(day, 'YYYY-MM')", "to_char(day, 'YYYY')", "'all'")
    ]
