"""The fewest repeats that arithmetic allows: a plan that reaches a bound is proven to be the best there is.

No one can meet more people than there are. Spread as evenly as possible, meetings fill the least used pairs first, like
water; how often two meet again then has a lowest value, over the whole field and for each person alone.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import comb

from tournaments.formats.pairing.meetings import Meetings, Pair, Repeats, Seating, Tally


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
    for player, other in map(tuple, couples):
        fixed += _least_increase(Counter([before.partners[player][other]]), rounds[player])
    partners = {person: times for person, times in rounds.items() if person not in in_couples}
    opponents = {person: 2 * times for person, times in rounds.items()}
    now = before.repeats
    return Repeats(
        now.partners + fixed + _fewest(before.partners, partners, banned),
        now.opponents + _fewest(before.opponents, opponents, banned | couples),
    )


def _fewest(met: Meetings, needs: Mapping[int, int], never: Iterable[Pair]) -> int:
    """The least increase in repeats when each person needs this many more meetings, each with another one of them.

    never: pairs that do not meet.
    """
    strangers: dict[int, list[int]] = {}
    for player, other in map(tuple, never):
        if player in needs and other in needs:
            strangers.setdefault(player, []).append(other)
            strangers.setdefault(other, []).append(player)
    pairs: Counter[int] = Counter()
    each = 0
    for person, more in needs.items():
        own = Counter(times for other, times in met[person].items() if times and other in needs)
        own[0] = len(needs) - 1 - own.total()
        own.subtract(met[person][other] for other in strangers.get(person, ()))
        each += _least_increase(own, more)
        pairs.update(own)
    in_all = Counter({times: twice // 2 for times, twice in pairs.items()})
    return max(_least_increase(in_all, sum(needs.values()) // 2), -(-each // 2))


def _least_increase(pairs: Counter[int], more: int) -> int:
    """Meetings poured into the emptiest pairs first; one that is number m + 1 of its pair costs m.

    pairs: how many pairs have met so often.
    """
    levels = [times for times, count in pairs.items() if count]
    if not levels:
        return 0
    level = min(levels)
    open_pairs, cost = pairs[level], 0
    while more > 0:
        poured = min(open_pairs, more)
        cost += poured * level
        more -= poured
        level += 1
        open_pairs += pairs[level]
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
