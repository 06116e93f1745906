"""Ratings, statistics and awards of a club's five years: from the start, and after one more or one corrected result.

Goals: one more result costs the same at the end as near the beginning; ratings beside the bare library.
"""

import json
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TypeVar

from openskill.models import PlackettLuce

from games.engine.scoring import Result
from tournaments.honours.achievements.awards import awards_for, earned
from tournaments.honours.achievements.catalogue import ROWS
from tournaments.honours.achievements.counting import Counting, counting_from
from tournaments.honours.achievements.dossier import dossier
from tournaments.honours.facts import PlayedGame, PlayedHand, leaders
from tournaments.honours.ratings.replay import replay
from tournaments.honours.statistics.cards import day_cards

NIGHTS, PLAYERS, ROUNDS, ONLINE = 250, 40, 8, 50_000
Outcome = TypeVar("Outcome")
START = datetime(2021, 1, 1, 19, tzinfo=UTC)


def main() -> None:
    games = _five_years(Random(5))
    print(f"{len(games)} games: {NIGHTS} nights of {PLAYERS} players, {ONLINE} online games")
    seconds, _ = _timed(lambda: replay(games))
    print(f"ratings anew: {seconds:.2f} s; the bare library: {_timed(lambda: _bare(games))[0]:.2f} s")
    for played in (1_000, 10_000, len(games) - 1):
        _one_more(games, played)
    for back in (10, 1_000, 50_000):
        _corrected(games, back)
    seconds, cards = _timed(lambda: day_cards(games))
    print(f"statistics anew: {seconds:.2f} s for {len(cards)} cards of days")
    last_day = [game for game in games if game.day == games[-1].day]
    print(f"the cards of one day ({len(last_day)} games): {1000 * _timed(lambda: day_cards(last_day))[0]:.1f} ms")
    busy = [game for game in games if 1 in game.players]
    seconds, _ = _timed(lambda: awards_for(dossier(1, busy)))
    print(f"all awards of one player with {len(busy)} games: {1000 * seconds:.0f} ms")
    for played in (100, 1_000, len(busy) - 1):
        _one_more_for_awards(busy, played)


def _one_more_for_awards(busy: list[PlayedGame], played: int) -> None:
    """Read back what was counted, count one more game, name the awards, and make it storable again."""
    counting = Counting(1)
    counting.begin(ROWS)
    counting.add(busy[:played], {})
    stored = json.dumps(counting.data())

    def one_more() -> str:
        again = counting_from(1, json.loads(stored), ROWS)
        assert again
        again.add(busy[played : played + 1], {})
        earned(again, (), ROWS)
        return json.dumps(again.data())

    seconds, _ = _timed(lambda: [one_more() for _ in range(20)])
    print(f"one more game for awards after {played}: {50 * seconds:.1f} ms, {len(stored) // 1000} kB stored")


def _one_more(games: list[PlayedGame], played: int) -> None:
    ladder = replay(games[:played]).ladder
    seconds, _ = _timed(lambda: [replay([games[played]], ladder) for _ in range(100)])
    print(f"one more result after {played}: {10 * seconds:.3f} ms")


def _corrected(games: list[PlayedGame], back: int) -> None:
    wrong = games[-back]
    before = replay(games[:-back]).ladder
    now = [replace(wrong, points=wrong.points[::-1], version=2), *games[len(games) - back + 1 :]]
    print(f"a correction {back} games ago: {_timed(lambda: replay(now, before))[0]:.2f} s")


def _five_years(chance: Random) -> list[PlayedGame]:
    """Ascending by when they ended."""
    moments = [
        START + timedelta(days=7 * night, minutes=15 * number)
        for night in range(NIGHTS)
        for number in range(ROUNDS)
        for _ in range(PLAYERS // 4)
    ]
    moments += [START + timedelta(seconds=chance.randrange(NIGHTS * 7 * 86_400)) for _ in range(ONLINE)]
    return [_game(chance, number, moment) for number, moment in enumerate(sorted(moments))]


def _game(chance: Random, number: int, moment: datetime) -> PlayedGame:
    one, two, three, four = chance.sample(range(1, PLAYERS + 1), 4)
    hands = tuple(_hand(chance) for _ in range(8))
    points = (sum(hand.points[0] for hand in hands), sum(hand.points[1] for hand in hands))
    return PlayedGame(
        number, moment, "America/Detroit", 1, ((one, two), (three, four)), points, leaders(points), hands=hands
    )


def _hand(chance: Random) -> PlayedHand:
    side = chance.randrange(2)
    return PlayedHand((1 - side, side), False, side, Result.MADE)


def _bare(games: list[PlayedGame]) -> None:
    model = PlackettLuce()
    held = {player: model.rating() for player in range(1, PLAYERS + 1)}
    for game in games:
        ranks = [float(side not in game.winners) for side in range(2)]
        after = model.rate([[held[player] for player in side] for side in game.sides], ranks=ranks)
        for side, ratings in zip(game.sides, after, strict=True):
            held.update(zip(side, ratings, strict=True))


def _timed(act: Callable[[], Outcome]) -> tuple[float, Outcome]:
    start = time.process_time()
    outcome = act()
    return time.process_time() - start, outcome
