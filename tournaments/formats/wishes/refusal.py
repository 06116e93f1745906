"""Says why people with wishes cannot be seated at all, and what the organizer can do. Decides nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from games.engine.errors import RuleError
from games.engine.language import later
from tournaments.formats.base import DrawRequest, lots
from tournaments.formats.constraints import Constraints, names
from tournaments.formats.kept import Kept, kept, kept_part, listed_later
from tournaments.formats.numbers import HOUSE, listed
from tournaments.formats.pairing.meetings import Pair
from tournaments.formats.seating.legal import Wishes, seat

_NO_SEATING = kept(
    "Round {number} has no legal seating for {people} people at {tables} tables. In the way: {rules}. Take a wish off "
    "the list, or let more or fewer people take part."
)
_NO_SEATING_BUT = kept(
    "Round {number} has no legal seating for {people} people at {tables} tables. In the way: {rules}. Take a wish off "
    "the list, let more or fewer people take part, or {more}."
)
"""Kept, because a round that is made by hand says why."""
_APART, _STATIONARY = kept_part("Never to meet"), kept_part("To keep their place")
_TOGETHER, _ALL = kept_part("To stay together"), kept_part("All the wishes taken together")
_RULE = kept_part("“{rule}” ({whom})")
_RULES = (
    kept_part("“{rule}” ({whom}) and “{second}” ({whom_2})"),
    kept_part("“{rule}” ({whom}) and “{second}” ({whom_2}) and “{third}” ({whom_3})"),
)
_PAIRS = kept_part("{part}; {more}")
OTHER_TABLES = kept_part("change the number of tables")
SIT_OUT = kept_part("let somebody sit out instead of playing three at a table")


def no_seating(request: DrawRequest, sizes: Sequence[int], more: Kept | None = None) -> RuleError:
    """The error for a round that no seating at tables of these sizes grants the wishes of; names those in the way.

    more: a way out besides taking a wish back and a change of who takes part.
    """
    wished, here = request.constraints, set(request.field)
    keepers = here.intersection(wished.stationary)
    apart = _pairs({frozenset(pair) for pair in wished.apart if here >= {*pair}})
    lists = (
        (_APART, replace(wished, apart=()), apart),
        (_STATIONARY, replace(wished, stationary=()), listed(keepers) if keepers else ""),
        (_TOGETHER, replace(wished, together=()), _pairs(wished.couples(here))),
    )
    rules = [
        later(_RULE.sentence, rule=later(rule.sentence), whom=whom)
        for rule, without, whom in lists
        if whom and _is_possible(request, sizes, without)
    ]
    in_the_way = listed_later(rules) if rules else later(_ALL.sentence)
    about = {"number": request.number, "people": len(here), "tables": len(sizes), "rules": in_the_way}
    if more:
        return RuleError(_NO_SEATING_BUT.sentence, **about, more=later(more.sentence))
    return RuleError(_NO_SEATING.sentence, **about)


def _pairs(pairs: Iterable[Pair]) -> str:
    return "; ".join(sorted(map(names, pairs)))


def _is_possible(request: DrawRequest, sizes: Sequence[int], constraints: Constraints) -> bool:
    house = [HOUSE - index for index in range(sum(sizes) - len(request.field))]
    people = [*request.field, *house]
    wishes = Wishes(people, constraints.couples(request.field), constraints.strangers(request.field))
    turn = {number: (0, number) for number in people}
    return seat(wishes, sizes, turn, lots(request, "refusal")) is not None
