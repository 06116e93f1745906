"""The fewest repeats that arithmetic allows: a plan that reaches a bound is proven to be the best there is.

No one can meet more people than there are. Spread as evenly as possible, meetings fill the least used pairs first, like
water; how often two meet again then has a lowest value, over the whole field and for each person alone.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import comb

from tournaments.formats.pairing.meetings import Matrix, Pair, Repeats, Seating, Tally


def least_repeats(
    before: Tally, seated: Sequence[Seating], together: Iterable[Pair] = (), apart: Iterable[Pair] = ()
) -> Repeats:
    """A lower bound of the repeats after some more rounds, those of `before` included.

    seated: for each round to come, who plays in it, in any order. together: pairs that are partners whenever they
    play. apart: pairs that never share a table. The real minimum may be higher; it is never lower.
    """
    couples, banned = set(together), set(apart)
    in_couples = {person for pair in couples for person in pair}
    rounds = Counter(person for people in seated for person in people)
    fixed = 0
    for one, other in map(tuple, couples):
        fixed += _least_increase([before.partners[one][other]], rounds[one])
    partners = {person: 0 if person in in_couples else times for person, times in rounds.items()}
    opponents = {person: 2 * times for person, times in rounds.items()}
    free_pairs = [
        pair
        for pair in combinations(sorted(rounds), 2)
        if frozenset(pair) not in banned and not in_couples.intersection(pair)
    ]
    foes = [pair for pair in combinations(sorted(rounds), 2) if frozenset(pair) not in banned | couples]
    now = before.repeats
    return Repeats(
        now.partners + fixed + _fewest(before.partners, partners, free_pairs),
        now.opponents + _fewest(before.opponents, opponents, foes),
    )


def _fewest(counts: Matrix, needs: dict[int, int], pairs: Sequence[tuple[int, int]]) -> int:
    """The least increase in repeats when each person needs this many more meetings, each within one of these pairs."""
    own: dict[int, list[int]] = {person: [] for person in needs}
    for one, other in pairs:
        own[one].append(counts[one][other])
        own[other].append(counts[one][other])
    in_all = _least_increase([counts[one][other] for one, other in pairs], sum(needs.values()) // 2)
    each = sum(_least_increase(own[person], more) for person, more in needs.items())
    return max(in_all, -(-each // 2))


def _least_increase(counts: Sequence[int], more: int) -> int:
    """Meetings poured into the emptiest places first; one that is number m + 1 of its pair costs m."""
    if not counts:
        return 0
    places = Counter(counts)
    level, open_places, cost = min(places), places[min(places)], 0
    while more > 0:
        poured = min(open_places, more)
        cost += poured * level
        more -= poured
        level += 1
        open_places += places[level]
    return cost


def least_from_new(meetings: Mapping[int, int], others: Mapping[int, int]) -> int:
    """A lower bound of the repeats of people who meet for the first time.

    meetings: how many each person has. others: how many people each person could have them with.
    """
    in_all = _spread(sum(meetings.values()) // 2, sum(others.values()) // 2)
    each = sum(_spread(meetings[person], others[person]) for person in others)
    return max(in_all, -(-each // 2))


def _spread(meetings: int, pairs: int) -> int:
    """The repeats when these meetings are spread over these pairs as evenly as possible."""
    if not pairs:
        return 0
    times, more = divmod(meetings, pairs)
    return pairs * comb(times, 2) + more * times
