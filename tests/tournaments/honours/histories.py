"""Random histories: games of several clubs, tables and kinds in any order, then corrections, voids and late results."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

from games.engine.choices import Variant
from games.engine.scoring import Result
from tournaments.honours.facts import PlayedGame, PlayedHand, leaders

ZONES = ("America/Detroit", "Europe/Dublin", "Australia/Sydney")
SHAPES = ((2, 2), (2, 2), (2, 2), (1, 1, 1), (3, 3), (2, 2, 2), (1, 1), (4, 4))
BOT = 9


def random_games(rng: Random, count: int, players: int = 14, days: int = 60) -> list[PlayedGame]:
    return [random_game(rng, number, players, days) for number in range(1, count + 1)]


def random_game(rng: Random, number: int, players: int = 14, days: int = 60) -> PlayedGame:
    """Moments come from few, so that several games end at the same one."""
    shape = rng.choice(SHAPES)
    seated = rng.sample(range(1, players + 1), sum(shape))
    sides = tuple(tuple(seated.pop() for _ in range(size)) for size in shape)
    club = rng.choice((1, 1, 1, 2, 3))
    hands = tuple(random_hand(rng, sides) for _ in range(rng.randint(1, 9)))
    points = tuple(map(sum, zip(*(hand.points for hand in hands), strict=True)))
    forfeited = (rng.randrange(len(sides)),) if rng.random() < 0.03 else ()
    return PlayedGame(
        number,
        datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=30 * rng.randrange(days * 48)),
        ZONES[club - 1],
        club,
        sides,
        points,
        rng.choice(((), leaders(points), leaders(points))) if len(leaders(points)) > 1 else leaders(points),
        variant=rng.choice((Variant.CLASSIC, Variant.CLASSIC, Variant.BID)),
        rules=rng.choice(("plain", "hoyle", "trickster")),
        venue=rng.choice((None, 10 * club, 10 * club + 1)),
        table=rng.choice((None, 1, 2, 3)),
        is_online=rng.random() < 0.3,
        is_official=rng.random() < 0.6,
        hands=rng.choice((None, hands)),
        event=rng.choice((None, 100 * club + rng.randrange(4))),
        season=rng.choice((None, club)),
        forfeited=forfeited,
        bots=frozenset({BOT} & {player for side in sides for player in side}),
    )


def random_hand(rng: Random, sides: tuple[tuple[int, ...], ...]) -> PlayedHand:
    """What is known of it differs from hand to hand."""
    result = rng.choice((Result.MADE, Result.MADE, Result.EUCHRE, Result.MARCH, Result.PASSED))
    maker_side = rng.randrange(len(sides))
    if result is Result.PASSED:
        return PlayedHand((0,) * len(sides), False, result=result)
    own, others = {Result.MADE: (1, 0), Result.MARCH: (2, 0), Result.EUCHRE: (0, 2)}[result]
    points = tuple(own if side == maker_side else others for side in range(len(sides)))
    maker = rng.choice((None, rng.choice(sides[maker_side])))
    swept = maker_side if result is Result.MARCH else rng.choice((-1, -1, (maker_side + 1) % len(sides), None))
    farmers = frozenset({rng.choice(rng.choice(sides))}) if rng.random() < 0.2 else None
    return PlayedHand(points, rng.random() < 0.2, maker_side, result, maker, swept, None, farmers)


def corrected(rng: Random, games: list[PlayedGame]) -> list[PlayedGame]:
    """The same games, one of them void, with other points, ended at another time, or one more than before."""
    games = list(games)
    index = rng.randrange(len(games))
    wrong = games[index]
    kind = rng.randrange(4)
    if kind == 0:
        del games[index]
    elif kind == 1:
        points = tuple(reversed(wrong.points))
        games[index] = replace(wrong, points=points, winners=leaders(points), hands=None, version=wrong.version + 1)
    elif kind == 2:
        ended_at = wrong.ended_at + timedelta(minutes=rng.choice((-3000, -30, 30, 9000)))
        games[index] = replace(wrong, ended_at=ended_at, version=wrong.version + 1)
    else:
        games.append(random_game(rng, 1 + max(game.id for game in games)))
    return games


def shuffled(rng: Random, games: list[PlayedGame]) -> list[PlayedGame]:
    return rng.sample(games, len(games))
