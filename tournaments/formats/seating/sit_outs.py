"""Who sits out when the field does not fill the tables: fewest so far, then longest since, then at random.

The rule of club rule sheets; among people present all along the counts never differ by more than one.
"""

from collections.abc import Sequence

from tournaments.formats.base import DrawRequest, PlayedRound, chance_for
from tournaments.formats.numbers import GHOST
from tournaments.formats.seating.colours import Card, surplus_card


def present(played: PlayedRound) -> set[int]:
    """The entries that were there in a round, at a table or sitting out; house players are not entries."""
    seated = {number for table in played.tables for number in table.draw.entries if number > GHOST}
    return seated | {bye.entry for bye in played.byes}


def sit_out_counts(history: Sequence[PlayedRound], field: Sequence[int]) -> dict[int, int]:
    """How often each entry of the field has sat out, for the purpose of turns.

    Anyone who comes late or comes back starts at the lowest count of those who were there, so that no one has to make
    up for rounds they missed.
    """
    counts: dict[int, int] = {}
    before: set[int] = set()
    for here, out in [(present(played), played.byes) for played in history] + [(set(field), ())]:
        lowest = min((counts[number] for number in here & before), default=0)
        for number in here - before:
            counts[number] = max(counts.get(number, 0), lowest)
        for bye in out:
            counts[bye.entry] += 1
        before = here
    return {number: counts[number] for number in field}


def choose_sit_outs(request: DrawRequest, how_many: int, cards: dict[int, Card]) -> tuple[int, ...]:
    """The entries that sit out this round, ascending.

    Among those with equally few sit-outs, someone holding the card that is in surplus goes first (so that no one has to
    change cards), then the one whose last sit-out is longest ago, then the random draw decides.
    """
    counts = sit_out_counts(request.history, request.field)
    last = {bye.entry: played.number for played in request.history for bye in played.byes}
    chance = chance_for(request, "sit-outs")
    order = {number: (last.get(number, 0), chance.random()) for number in request.field}
    staying = list(request.field)
    for _ in range(how_many):
        fewest = min(counts[number] for number in staying)
        turn = [number for number in staying if counts[number] == fewest]
        surplus = surplus_card(staying, cards)
        turn = [number for number in turn if surplus and cards.get(number) is surplus] or turn
        staying.remove(min(turn, key=order.__getitem__))
    return tuple(sorted(set(request.field) - set(staying)))
