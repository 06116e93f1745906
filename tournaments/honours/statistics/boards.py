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
        mark("The most points in one game. If tied, more points in all games rank higher."),
    )
    WINNERS = "winners", mark("Top winners"), mark("The most games won. If tied, the better win rate ranks higher.")
    POINTS = "points", mark("Most points"), mark("The points of all games. If tied, fewer games rank higher.")
    RATE = "rate", mark("Best win rate"), mark("Games won of those played. If tied, more games rank higher.")
    LONERS = "loners", mark("Most loners"), mark("Loners your side made. If tied, fewer tries rank higher.")
    MARCHES = (
        "marches",
        mark("Most marches"),
        mark("Every trick on your side’s call. If tied, fewer games rank higher."),
    )
    EUCHRES = (
        "euchres",
        mark("Most euchres"),
        mark("Opponents’ calls that failed. If tied, fewer games rank higher."),
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
