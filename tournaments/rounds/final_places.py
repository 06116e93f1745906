"""Who finished where when an event is over, over all its stages, and what was counted for everyone on the way.

A later stage reorders those who play in it, from the best place that any of them brought along; everyone else stays
behind or before them. With pools side by side, the winners of each are tied. Computed from the facts.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from games.engine.language import mark
from tournaments.events.models import Event, Stage
from tournaments.formats.base import PlayedRound
from tournaments.formats.round_facts import Kind, RoundFact
from tournaments.formats.standings import rows as standings
from tournaments.honours.prize_ties import Finisher
from tournaments.results import standings_update
from tournaments.results.history import begun_stages, played_rounds

Rounds = Mapping[int, tuple[PlayedRound, ...]]
"""Stage id → its rounds as they would be with another result."""
Order = list[tuple[int, ...]]
"""Entry numbers from the top; tied ones are together."""

COUNTED = {
    "high_game": mark("the most points in one round"),
    "loners": mark("loners made"),
    "four_point_hands": mark("4-point hands"),
    "two_point_hands": mark("marches and euchres"),
    "hands_won": mark("hands won"),
}
"""What can be counted for a side prize, in words to be said; only the first is known from final scores."""
LOT = "lot"


@dataclass(frozen=True)
class Finish:
    """finishers: everyone with a place in the event. silent: how many slips that count have points and no hands.
    tables: how many slips count."""

    finishers: tuple[Finisher, ...]
    silent: int
    tables: int


def finish_of(event: Event, with_lot: bool, played: Rounds | None = None) -> Finish:
    """with_lot: whether the random draw of the standings counts; otherwise entries separated only by it are tied."""
    order: Order = []
    round_facts: list[RoundFact] = []
    rounds: list[PlayedRound] = []
    for stage in begun_stages(event):
        own = (played or {}).get(stage.pk) or played_rounds(stage)
        _, contests = standings_update.contests(stage, own)
        order = rearranged(order, _levels(contests, with_lot))
        round_facts += contests[0].facts if contests else ()
        rounds += own
    slips = [table.slip for each in rounds for table in each.tables if table.slip and not table.slip.forfeited]
    silent = sum(not slip.hands and any(slip.points) for slip in slips)
    players = event.stages.order_by("number")[0].play.entry_size
    return Finish(tuple(_finishers(order, players, statistics_of(round_facts))), silent, len(slips))


def rearranged(order: Order, stage: Order) -> Order:
    """The order after one more stage."""
    members = {number for level in stage for number in level}
    at = next((index for index, level in enumerate(order) if members & set(level)), len(order))
    behind = (tuple(number for number in level if number not in members) for level in order[at:])
    return [*order[:at], *stage, *(level for level in behind if level)]


def statistics_of(round_facts: Iterable[RoundFact]) -> dict[int, dict[str, int]]:
    """Entry number → what was counted."""
    counts: dict[int, dict[str, int]] = {}
    for fact in round_facts:
        own = counts.setdefault(fact.entry, dict.fromkeys(COUNTED, 0))
        for name in ("loners", "four_point_hands", "two_point_hands", "hands_won"):
            own[name] += getattr(fact, name)
        if fact.kind is Kind.PLAYED:
            own["high_game"] = max(own["high_game"], int(fact.points))
    return counts


def places_without_lot(stage: Stage) -> dict[int, int]:
    """Entry number → place within its group, where those whom only the random draw parts share one."""
    _, contests = standings_update.contests(stage)
    return _places(contests, with_lot=False)


def _levels(contests: Sequence[standings.Contest], with_lot: bool) -> Order:
    """With pools side by side, those with the same place in different pools are together."""
    places = sorted((place, entry) for entry, place in _places(contests, with_lot).items())
    return [tuple(entry for _, entry in level) for _, level in groupby(places, key=itemgetter(0))]


def _places(contests: Sequence[standings.Contest], with_lot: bool) -> dict[int, int]:
    """Entry number → place within its contest."""
    places: dict[int, int] = {}
    for contest in contests:
        place = 1
        for level in standings.levels(_without_lot(contest, with_lot)):
            places |= dict.fromkeys(level, place)
            place += len(level)
    return places


def _without_lot(contest: standings.Contest, with_lot: bool) -> standings.Contest:
    if with_lot or LOT not in contest.criteria:
        return contest
    criteria = list(contest.criteria)
    return contest._replace(criteria=criteria[: criteria.index(LOT)])


def _finishers(order: Order, players: int, statistics: Mapping[int, dict[str, int]]) -> Iterable[Finisher]:
    place = 1
    for level in order:
        for number in level:
            yield Finisher(number, place, players, statistics.get(number, dict.fromkeys(COUNTED, 0)))
        place += len(level)
