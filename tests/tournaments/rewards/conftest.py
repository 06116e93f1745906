"""A night whose results are honoured, and ways to say what happened at its first table."""

from collections.abc import Callable

from tests.cast import Table, on_grid, slip
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards import queue
from tournaments.rewards.models import Award, GameFact
from tournaments.rounds.models import Match

Score = Callable[..., Match]


def run() -> None:
    """What a worker would do now."""
    settle_unsettled()
    queue.run_due()


def score(table: Table, *points: int, **more: object) -> Match:
    """Record or correct the score of table 1, and let everything follow."""
    match = table.match
    if match.standing_id is None:
        results.record_result(match.pk, slip(*points, **more), context=on_grid(table.olga))
    else:
        results.correct_result(
            match.pk,
            slip(*points, **more),
            reason="Misread",
            context=on_grid(table.olga),
            expected_version=match.last_version,
        )
    run()
    return table.match


def void(table: Table) -> None:
    match = table.match
    results.void_result(
        match.pk, reason="Wrong table", context=on_grid(table.olga), expected_version=match.last_version
    )
    run()


def held(player_id: int) -> set[tuple[str, int]]:
    """Without the trophy for the hour: tests run at any time of the day."""
    found = Award.objects.filter(player=player_id).exclude(achievement="owl")
    return set(found.values_list("achievement", "tier"))


def number_of(match: Match) -> int:
    return GameFact.objects.get(match=match).pk
