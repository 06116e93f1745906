"""The hand records of a duplicate's rounds: every deal as the cards lay, its par, and what each table made of it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.engine.language import say, score_text
from tournaments.draws.deals import OpenDeal, Result, newest_closed, opened_so_far
from tournaments.events.models import Event
from tournaments.formats.duplicate.deals import SuitLine

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


@dataclass(frozen=True)
class SeatCards:
    name: str
    suits: tuple[SuitLine, ...]


@dataclass(frozen=True)
class TableResult:
    """share: of the matchpoints, North and South's."""

    table: str
    north: str
    east: str
    points: str
    share: str


@dataclass(frozen=True)
class RecordedDeal:
    """hands: from North clockwise. dealt, turned, kitty, par: in words; par is "" as long as it isn't worked out."""

    number: str
    dealt: str
    turned: str
    kitty: str
    par: str
    hands: tuple[SeatCards, ...]
    results: tuple[TableResult, ...]


@dataclass(frozen=True)
class RecordedRound:
    name: str
    deals: tuple[RecordedDeal, ...]


@dataclass(frozen=True)
class HandRecords:
    rounds: tuple[RecordedRound, ...]


def hand_records(event: Event) -> "DataclassInstance | None":
    """Of all closed rounds of the event's newest stage that has some with the same deals for all; None without one."""
    newest = newest_closed(event)
    if newest is None:
        return None
    newest.stage.event = event
    return HandRecords(
        tuple(RecordedRound(opened.name, tuple(map(_recorded, opened.deals))) for opened in opened_so_far(newest.stage))
    )


def _recorded(deal: OpenDeal) -> RecordedDeal:
    return RecordedDeal(
        number=str(deal.number),
        dealt=say("{dealer} dealt", dealer=say(deal.deal.dealer)),
        turned=deal.turned,
        kitty=deal.kitty,
        par=deal.par,
        hands=tuple(SeatCards(name, suits) for name, suits in deal.hands),
        results=tuple(map(_result, deal.results)),
    )


def _result(result: Result) -> TableResult:
    line = result.line
    return TableResult(str(line.table), result.north, result.east, score_text(line.points), result.shares[0])
