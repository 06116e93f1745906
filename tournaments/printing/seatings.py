"""Seatings of an event, counted: every publication of a round is one, also when a round is published again."""

from dataclasses import dataclass

from games.engine.errors import RuleError
from tournaments.events.models import Event
from tournaments.printing.slip_codes import SEATINGS, place_of
from tournaments.rounds.models import Match, Round


@dataclass(frozen=True)
class _Seatings:
    """Of one round: the numbers of its publications. Only the last can stand, unless it was taken back."""

    round: int
    numbers: range
    is_taken_back: bool


def seating_number(round_: Round) -> int:
    """Which publication of its event the round's present seating is, from 0."""
    return next(seating.numbers.stop for seating in _seatings(round_.stage.event) if seating.round == round_.pk) - 1


def match_on_slip(event: Event, typed: str, open_round: Round) -> Match:
    """The match that a slip's code names, or a table's number in the open round.

    RuleError when there is none, or when the slip was printed for a seating that was taken back.
    """
    clean = typed.strip()
    if clean.isascii() and clean.isdigit():
        return _match(_round_at(open_round, int(clean[:6])), int(clean[:6]))
    place = place_of(event.pk, clean)
    for seating in reversed(_seatings(event)):
        for number in reversed(seating.numbers):
            if number % SEATINGS == place.seating:
                if seating.is_taken_back or number != seating.numbers[-1]:
                    raise RuleError("This slip is from an old seating. Use a slip from the current one.")
                return _match(seating.round, place.table)
    raise RuleError("We don’t recognize this code. The slip is from another event, or its round isn’t published.")


def _round_at(open_round: Round, table: int) -> int:
    """Where matches open singly: the round of the one that is being played there, if one is."""
    called = Match.objects.filter(called_in=open_round.stage_id, table=table) if open_round.opens_singly else None
    return (called.values_list("round", flat=True).first() if called else None) or open_round.pk


def _match(round_id: int, table: int) -> Match:
    match = Match.objects.select_related("round__stage", "standing").filter(round=round_id, table=table).first()
    if match is None:
        raise RuleError("There’s no table {table} in this round. Check the number.", table=table)
    return match


def _seatings(event: Event) -> list[_Seatings]:
    seatings, first = [], 0
    rounds = Round.objects.filter(stage__event=event).order_by("stage__number", "number")
    for pk, version, status in rounds.values_list("pk", "version", "status"):
        seatings.append(_Seatings(pk, range(first, first + version), status == Round.Status.DRAFT))
        first += version
    return seatings
