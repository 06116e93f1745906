"""Says why people with wishes cannot be seated at all, and what the organizer can do. Decides nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from games.engine.errors import RuleError
from tournaments.formats.base import DrawRequest, lots
from tournaments.formats.constraints import Constraints, names
from tournaments.formats.legal_seating import Wishes, seat
from tournaments.formats.meetings import Pair
from tournaments.formats.numbers import HOUSE, listed


def no_seating(request: DrawRequest, sizes: Sequence[int], more: str = "") -> RuleError:
    """The error for a round that no seating at tables of these sizes grants the wishes of; names those in the way.

    more: a way out besides taking a wish back and a change of who takes part.
    """
    wished, here = request.constraints, set(request.field)
    keepers = here.intersection(wished.stationary)
    lists = {
        "Never to meet": (
            replace(wished, apart=()),
            _pairs({frozenset(pair) for pair in wished.apart if here >= {*pair}}),
        ),
        "To keep their place": (replace(wished, stationary=()), listed(keepers) if keepers else ""),
        "To stay together": (replace(wished, together=()), _pairs(wished.couples(here))),
    }
    rules = " and ".join(
        f"“{rule}” ({who})" for rule, (without, who) in lists.items() if who and _is_possible(request, sizes, without)
    )
    return RuleError(
        f"Round {request.number} has no legal seating for {len(here)} people at {len(sizes)} tables. In the way: "
        f"{rules or 'All the wishes taken together'}. {_ways_out(more)}"
    )


def _ways_out(more: str) -> str:
    if more:
        return f"Take a wish off the list, let more or fewer people take part, or {more}."
    return "Take a wish off the list, or let more or fewer people take part."


def _pairs(pairs: Iterable[Pair]) -> str:
    return "; ".join(sorted(map(names, pairs)))


def _is_possible(request: DrawRequest, sizes: Sequence[int], constraints: Constraints) -> bool:
    house = [HOUSE - index for index in range(sum(sizes) - len(request.field))]
    people = [*request.field, *house]
    wishes = Wishes(people, constraints.couples(request.field), constraints.strangers(request.field))
    turn = {number: (0, number) for number in people}
    return seat(wishes, sizes, turn, lots(request, "refusal")) is not None
