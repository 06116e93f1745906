"""Leaderboards from totals: who scored most, won most, and where each player ranks."""

from collections.abc import Callable, Mapping

from games.engine.language import mark
from tournaments.formats.config import Choice
from tournaments.honours.places import Placed, Value, placed
from tournaments.honours.statistics.totals import Totals


class Order(Choice):
    """What a leaderboard goes by; the rating has a ranking of its own in `ratings.shown`."""

    SCORES = (
        "scores",
        mark("Top scores"),
        mark("Most points in one game. If tied, the player with more total points ranks higher."),
    )
    WINNERS = (
        "winners",
        mark("Top winners"),
        mark("Most games won. If tied, the player with the better win rate ranks higher."),
    )
    POINTS = (
        "points",
        mark("Most points"),
        mark("Total points from all games. If tied, the player with fewer games ranks higher."),
    )
    RATE = (
        "rate",
        mark("Best win rate"),
        mark("Games won out of games played. If tied, the player with more games ranks higher."),
    )
    LONERS = (
        "loners",
        mark("Most loners"),
        mark("Loners your side made. If tied, the player with fewer tries ranks higher."),
    )
    MARCHES = (
        "marches",
        mark("Most marches"),
        mark("Hands where your side called and took every trick. If tied, the player with fewer games ranks higher."),
    )
    EUCHRES = (
        "euchres",
        mark("Most euchres"),
        mark("Opponents’ calls you euchred. If tied, the player with fewer games ranks higher."),
    )


VALUES: Mapping[Order, Callable[[Totals], Value]] = {
    Order.SCORES: lambda own: (own.best, own.points),
    Order.WINNERS: lambda own: (own.wins, own.win_rate),
    Order.POINTS: lambda own: (own.points, -own.games),
    Order.RATE: lambda own: (own.win_rate, own.games),
    Order.LONERS: lambda own: (own.loners_made, -own.loners_tried),
    Order.MARCHES: lambda own: (own.marches, -own.games),
    Order.EUCHRES: lambda own: (own.euchres_made, -own.games),
}


def leaderboard(totals: Mapping[int, Totals], order: Order, fewest: int = 1) -> tuple[Placed, ...]:
    """Everyone who played at least this many games, from the top. totals: by player."""
    return placed({player: VALUES[order](own) for player, own in totals.items() if own.games >= max(1, fewest)})
