"""Leaderboards from totals: who scored most, won most, and where somebody stands."""

from collections.abc import Callable, Mapping

from games.engine.language import mark
from tournaments.formats.config import Choice
from tournaments.honours.places import Placed, Value, placed
from tournaments.honours.statistics.totals import Totals


class Order(Choice):
    """What a leaderboard goes by; the rating has a ranking of its own in `ratings.shown`."""

    SCORES = "scores", mark("Top scores"), mark("The most points in one game; of equals, the most points of all games.")
    WINNERS = "winners", mark("Top winners"), mark("The most games won; of equals, the better share of them.")
    POINTS = "points", mark("Most points"), mark("The points of all games; of equals, those from fewer games.")
    RATE = "rate", mark("Best share of wins"), mark("Games won of those played; of equals, who played more.")
    LONERS = "loners", mark("Most loners"), mark("Loners made by the own side; of equals, those of fewer tried.")
    MARCHES = (
        "marches",
        mark("Most marches"),
        mark("Every trick on the own side's call; of equals, those from fewer games."),
    )
    EUCHRES = (
        "euchres",
        mark("Most euchres"),
        mark("Calls of other sides that failed; of equals, those from fewer games."),
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
    """Everybody who played at least so many games, from the top. totals: by player."""
    return placed({player: VALUES[order](own) for player, own in totals.items() if own.games >= max(1, fewest)})
