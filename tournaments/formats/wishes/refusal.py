"""Says why people with wishes cannot be seated at all, and what the organizer can do. Decides nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from games.engine.errors import RuleError
from games.engine.messages import Joined, Message, message
from tournaments.formats.base import DrawRequest, chance_for
from tournaments.formats.constraints import Constraints
from tournaments.formats.numbers import GHOST, refs
from tournaments.formats.pairing.meetings import Pair
from tournaments.formats.seating.legal import Wishes, seat

_NO_SEATING = message(
    "There’s no way to seat everyone in round {number} (players: {people}, tables: {tables}). The "
    "conflict: {rules}. Remove a request, or seat more or fewer players."
)
_NO_SEATING_BUT = message(
    "There’s no way to seat everyone in round {number} (players: {people}, tables: {tables}). The "
    "conflict: {rules}. Remove a request, seat more or fewer players, or {more}."
)
"""Message, because a round that is made by hand says why."""
_APART, _STATIONARY = message("Never meet"), message("Keep a seat")
_TOGETHER, _ALL = message("Stay together"), message("All requests together")
_RULE = message("“{rule}” ({whom})")
OTHER_TABLES = message("change the number of tables")
SIT_OUT = message("have someone sit out instead of seating three at a table")


def no_seating(request: DrawRequest, sizes: Sequence[int], more: Message | None = None) -> RuleError:
    """The error for a round that no seating at tables of these sizes grants the wishes of; names those in the way.

    more: a way out besides taking a wish back and a change of who takes part.
    """
    wished, here = request.constraints, set(request.field)
    keepers = here.intersection(wished.stationary)
    apart = _pairs({frozenset(pair) for pair in wished.apart if here >= {*pair}})
    lists = (
        (_APART, replace(wished, apart=()), apart),
        (_STATIONARY, replace(wished, stationary=()), refs(sorted(keepers))),
        (_TOGETHER, replace(wished, together=()), _pairs(wished.couples(here))),
    )
    rules = [
        _RULE(rule=rule, whom=whom) for rule, without, whom in lists if whom and _is_possible(request, sizes, without)
    ]
    about = {"number": request.number, "people": len(here), "tables": len(sizes), "rules": rules or _ALL}
    if more:
        return RuleError(_NO_SEATING_BUT(**about, more=more))
    return RuleError(_NO_SEATING(**about))


def _pairs(pairs: Iterable[Pair]) -> Joined | None:
    in_order = sorted(map(sorted, pairs))
    return Joined(tuple(map(refs, in_order)), "; ") if in_order else None


def _is_possible(request: DrawRequest, sizes: Sequence[int], constraints: Constraints) -> bool:
    house = [GHOST - index for index in range(sum(sizes) - len(request.field))]
    people = [*request.field, *house]
    wishes = Wishes(people, constraints.couples(request.field), constraints.strangers(request.field))
    turn = {number: (0, number) for number in people}
    return seat(wishes, sizes, turn, chance_for(request, "refusal")) is not None
