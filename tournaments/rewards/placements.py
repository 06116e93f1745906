"""Places counted as facts: of events, seasons and jackpot periods that have ended; touched where they differ."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tournaments.honours.facts import Contest, Placing
from tournaments.rewards.models import PlacementFact
from tournaments.rewards.queue import touch


@dataclass(frozen=True)
class Ended:
    """Where the places of one kind of contest come from. placings: of one of them, by its number, from the facts;
    none while it has not ended. numbers: of all that have ended."""

    contest: Contest
    placings: Callable[[int], Iterable[Placing]]
    numbers: Callable[[], Iterable[int]]


_contests: tuple[Ended, ...] = ()


def register(*contests: Ended) -> None:
    """Adds contests in which players can have a place. A later one may build on an earlier one: see `receivers`."""
    global _contests
    _contests = contests


def contests() -> tuple[Ended, ...]:
    return _contests


def recount_places(contest: Contest, number: int) -> None:
    """Bring the places of one contest up to date. Needs its lock."""
    wanted = _wanted(contest, number)
    facts = {
        placement_fact.player_id: placement_fact
        for placement_fact in PlacementFact.objects.filter(contest=contest.value, number=number)
    }
    stored = {player: read_place(placement_fact) for player, placement_fact in facts.items()}
    for player in sorted(wanted.keys() | stored.keys()):
        before, after = stored.get(player), wanted.get(player)
        if before != after:
            _write(facts.get(player), after)
            touch(before, after)


def recount_all_places() -> None:
    """Throw all places away and count them again, in the order in which they build on each other."""
    PlacementFact.objects.all().delete()
    for ended in contests():
        for number in ended.numbers():
            recount_places(ended.contest, number)


def read_place(placement_fact: PlacementFact) -> Placing:
    return Placing(
        Contest(placement_fact.contest),
        placement_fact.number,
        placement_fact.ended_at,
        placement_fact.club_id,
        placement_fact.player_id,
        placement_fact.place,
        placement_fact.field,
        placement_fact.season,
    )


def places_are_counted() -> Iterator[str]:
    """Everyone who finished in a contest has the place there that the facts give, and no one else has one."""
    stored: dict[tuple[str, int], dict[int, Placing]] = {}
    for placement_fact in PlacementFact.objects.iterator(chunk_size=2000):
        stored.setdefault((placement_fact.contest, placement_fact.number), {})[placement_fact.player_id] = read_place(
            placement_fact
        )
    for ended in contests():
        for number in ended.numbers():
            if stored.pop((ended.contest.value, number), {}) != _wanted(ended.contest, number):
                yield f"The places of {ended.contest.value} {number} are not counted as they stand."
    for contest, number in stored:
        yield f"Places of {contest} {number} are counted, and it has not ended."


def _wanted(contest: Contest, number: int) -> dict[int, Placing]:
    source = next(ended for ended in contests() if ended.contest is contest)
    return {placing.player: placing for placing in source.placings(number)}


def _write(placement_fact: PlacementFact | None, placing: Placing | None) -> None:
    if placing is None:
        assert placement_fact
        placement_fact.delete()
        return
    placement_fact = placement_fact or PlacementFact(
        contest=placing.contest.value, number=placing.id, player_id=placing.player
    )
    for name, value in _columns(placing).items():
        setattr(placement_fact, name, value)
    placement_fact.save()


def _columns(placing: Placing) -> dict[str, Any]:
    return {
        "place": placing.place,
        "field": placing.field,
        "ended_at": placing.ended_at,
        "club_id": placing.club,
        "season": placing.season,
    }
