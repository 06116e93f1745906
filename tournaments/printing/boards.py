"""Boards for a hall: sheets to deal them by, curtain cards for their pockets, and where they and everyone go.

The first two show every card, so they are for `boards_of` to give, which asks who has seen it. The movement shows none.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.engine.cards import Card
from games.engine.language import say
from tournaments.draws.deals import boards_of
from tournaments.draws.movement import MovementRound, movement_of
from tournaments.entry_names import names_of
from tournaments.events.models import Event, Stage
from tournaments.formats.duplicate.boards import board_number, check_digit, playing_order, sharing
from tournaments.formats.duplicate.deals import COMPASS, MIDDLE, Deal, SuitLine, card_text, suit_lines
from tournaments.permissions import Actor
from tournaments.results.history import current_stage

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

SEAL_SHOWN = 8
"""Characters of a seal that a deal sheet repeats, enough to find it on the wall."""


@dataclass(frozen=True)
class SealLine:
    board: str
    dealer: str
    seal: str


@dataclass(frozen=True)
class Pocket:
    """The cards of a seat, or of the kitty. check: the digit of all its cards."""

    name: str
    suits: tuple[SuitLine, ...]
    check: str


@dataclass(frozen=True)
class BoardToDeal:
    """hands: from North clockwise. middle: the kitty with the turned card, as text."""

    number: str
    dealer: str
    turned: str
    kitty: str
    kitty_check: str
    seal: str
    hands: tuple[Pocket, ...]


@dataclass(frozen=True)
class DealSheet:
    """Everything for those who deal. seals: for the wall, which shows no card."""

    boards: tuple[BoardToDeal, ...]
    seals: tuple[SealLine, ...]


@dataclass(frozen=True)
class CurtainCard:
    """Into a pocket. suits: empty for the kitty, whose cards but the turned one no one sees."""

    board: str
    seat: str
    dealer: str
    turned: str
    suits: tuple[SuitLine, ...]
    check: str


@dataclass(frozen=True)
class CurtainSheet:
    cards: tuple[CurtainCard, ...]


@dataclass(frozen=True)
class Move:
    """A round at a table, or of who sits out there. boards: in the order in which they are played."""

    round: str
    north: str
    east: str
    boards: str


@dataclass(frozen=True)
class TableGuide:
    """shared: with which tables the boards are shared, as a sentence."""

    table: str
    shared: str
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class MovementSheet:
    """out: who sits out, a sentence for each round."""

    tables: tuple[TableGuide, ...]
    out: tuple[str, ...]


def deal_sheet(stage: Stage, actor: Actor) -> DealSheet:
    """NotAllowed as for `boards_of`."""
    boards = list(_numbered(stage, actor))
    seals = tuple(SealLine(str(number), say(deal.dealer), deal.sealed.seal) for number, deal in boards)
    return DealSheet(tuple(_to_deal(number, deal) for number, deal in boards), seals)


def curtain_sheet(stage: Stage, actor: Actor) -> CurtainSheet:
    """NotAllowed as for `boards_of`."""
    return CurtainSheet(tuple(card for number, deal in _numbered(stage, actor) for card in _curtains(number, deal)))


BOARD_SHEETS: "dict[str, Callable[[Stage, Actor], DataclassInstance]]" = {"deals": deal_sheet, "curtain": curtain_sheet}
"""By the names of their layouts without "board-"."""


def movement_sheet(event: Event) -> MovementSheet | None:
    """None without anyone entered."""
    stage = current_stage(event)
    if not event.entries.exists():
        return None
    rounds, names = movement_of(stage), names_of(event)
    tables = sorted({meeting.table for round_ in rounds for meeting in round_.meetings})
    guides = (
        _guide(stage, table, group, rounds, names) for group in sharing(tables, stage.settings.deals) for table in group
    )
    out = (
        say("Round {number}: {name} sits out.", number=round_.number, name=names[entry])
        for round_ in rounds
        for entry in round_.out
    )
    return MovementSheet(tuple(guides), tuple(out))


def _numbered(stage: Stage, actor: Actor) -> Iterator[tuple[int, Deal]]:
    for round_number, deals in boards_of(stage, actor).items():
        for deal in deals:
            yield board_number(round_number, deal.number, len(deals)), deal


def _to_deal(number: int, deal: Deal) -> BoardToDeal:
    return BoardToDeal(
        number=str(number),
        dealer=say("Dealer: {seat}", seat=say(deal.dealer)),
        turned=card_text(deal.turned),
        kitty=" ".join(map(card_text, deal.kitty)),
        kitty_check=str(check_digit((deal.turned, *deal.kitty))),
        seal=deal.sealed.seal[:SEAL_SHOWN],
        hands=tuple(_pocket(say(name), hand) for name, hand in zip(COMPASS, deal.hands, strict=True)),
    )


def _pocket(name: str, cards: Sequence[Card]) -> Pocket:
    return Pocket(name, suit_lines(cards), str(check_digit(cards)))


def _curtains(number: int, deal: Deal) -> Iterator[CurtainCard]:
    board, dealer, turned = str(number), say("Dealer: {seat}", seat=say(deal.dealer)), card_text(deal.turned)
    for name, hand in zip(COMPASS, deal.hands, strict=True):
        yield CurtainCard(board, say(name), dealer, turned, suit_lines(hand), str(check_digit(hand)))
    check = check_digit((deal.turned, *deal.kitty))
    yield CurtainCard(board, say(MIDDLE), dealer, turned, (), str(check))


def _guide(
    stage: Stage, table: int, group: Sequence[int], rounds: Sequence[MovementRound], names: dict[int, str]
) -> TableGuide:
    others = ", ".join(str(other) for other in group if other != table)
    moves = (
        Move(str(round_.number), names[meeting.north], names[meeting.east], _boards(stage, round_.number, table))
        for round_ in rounds
        for meeting in round_.meetings
        if meeting.table == table
    )
    shared = say("Shares its boards with: {tables}.", tables=others) if others else say("Has its own boards.")
    return TableGuide(str(table), shared, tuple(moves))


def _boards(stage: Stage, round_number: int, table: int) -> str:
    deals = stage.settings.deals
    return "  ".join(str(board_number(round_number, deal, deals)) for deal in playing_order(table, deals))
