"""The deals of a duplicate: on paper before they are played, for everyone when the round is closed. Reads only.

No player in a round may see its cards before it is closed, whatever their role.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.engine.analysis.par import Par
from games.engine.hand import Hand
from games.engine.language import say
from games.engine.rules import rules_from
from games.review.pars import ask_for_pars, par_words, pars_of
from tournaments.entry_names import names_of
from tournaments.errors import NotAllowed
from tournaments.events.models import Event, Stage
from tournaments.formats.duplicate.boards import board_number
from tournaments.formats.duplicate.deals import (
    COMPASS,
    Deal,
    HandSheet,
    SuitLine,
    card_text,
    deal_of,
    deal_seed,
    hand_sheets,
    suit_lines,
)
from tournaments.formats.duplicate.scores import Line, round_totals, traveller
from tournaments.formats.standings.sums import percentage_text
from tournaments.permissions import Actor
from tournaments.results.history import played_round, rounds_with_seats
from tournaments.rounds.models import Round
from tournaments.rounds.seen_deals import (
    board_rounds,
    check_may_see,
    check_may_see_boards,
    dealings_to_come,
    has_seen,
    sees_boards,
)


@dataclass(frozen=True)
class Result:
    """One table's line of a deal, or of the round, with names and percentages for people."""

    line: Line
    north: str
    east: str
    shares: tuple[str, str]


@dataclass(frozen=True)
class OpenDeal:
    """A deal that has been played, with every table's result. number: its board's, where boards were dealt. seed: in
    hex, so that anyone can check the seal. par: in words, "" as long as it isn't worked out."""

    number: int
    deal: Deal
    seed: str
    hands: tuple[tuple[str, tuple[SuitLine, ...]], ...]
    turned: str
    kitty: str
    par: str
    results: tuple[Result, ...]


@dataclass(frozen=True)
class OpenRound:
    """A closed round of a duplicate. totals: every table's result of the whole round."""

    name: str
    deals: tuple[OpenDeal, ...]
    totals: tuple[Result, ...]


def deals_of(round_: Round) -> tuple[Deal, ...]:
    """The sealed deals of a round. Not for a page: see `sheets_of` and `opened`."""
    return _deals(round_.stage, round_.number, round_.dealing)


def boards_of(stage: Stage, actor: Actor) -> dict[int, tuple[Deal, ...]]:
    """The deals of every round that isn't over, by its number. NotAllowed for anyone who may not run the event, or
    plays in it, and while it is not written down that the actor sees the boards."""
    check_may_see_boards(stage, actor)
    if not sees_boards(stage, actor):
        raise NotAllowed("Choose “Show the boards” first. You won’t be able to play in this event after that.")
    return {number: _deals(stage, number, dealing) for number, dealing in dealings_to_come(stage).items()}


def _deals(stage: Stage, number: int, dealing: int) -> tuple[Deal, ...]:
    rules, seed = rules_from(stage.rules), int(stage.seed, 16)
    return tuple(deal_of(rules, seed, number, deal, dealing) for deal in range(1, stage.settings.deals + 1))


def sheets_of(round_: Round, actor: Actor) -> tuple[HandSheet, ...]:
    """What is printed for one table. NotAllowed for anyone who may not run the event, or plays in the round, and while
    it is not written down that the actor sees the cards."""
    check_may_see(round_, actor)
    if round_.status != Round.Status.CLOSED and not has_seen(round_, actor):
        raise NotAllowed(
            "Choose “Show the cards” first. You won’t be able to play in {round} after that.", round=round_
        )
    return hand_sheets(round_.number, deals_of(round_))


def closed_round(event: Event, number: int) -> Round | None:
    """The round of the event's duplicate with that number, once it is closed."""
    rounds = Round.objects.filter(stage__event=event, number=number, status=Round.Status.CLOSED)
    closed = (
        round_
        for round_ in rounds.select_related("stage").order_by("stage__number")
        if round_.stage.play.has_same_deals
    )
    return next(closed, None)


def newest_closed(event: Event) -> Round | None:
    """The last closed round of the event's duplicates, whose hand records are printed."""
    closed = Round.objects.filter(stage__event=event, status=Round.Status.CLOSED).select_related("stage")
    newest_first = closed.order_by("-stage__number", "-number")
    return next((round_ for round_ in newest_first if round_.stage.play.has_same_deals), None)


def opened(round_: Round) -> OpenRound:
    """All deals of a closed round with what every table made of them."""
    assert round_.status == Round.Status.CLOSED, "nobody sees the cards of a round before it is closed"
    (only,) = _opened_of(round_.stage, rounds_with_seats(round_.stage).filter(pk=round_.pk))
    return only


def opened_so_far(stage: Stage) -> list[OpenRound]:
    """Every closed round of a duplicate, oldest first."""
    return list(_opened_of(stage, rounds_with_seats(stage).filter(status=Round.Status.CLOSED)))


def _opened_of(stage: Stage, closed: Iterable[Round]) -> Iterator[OpenRound]:
    rounds, names, boards = list(closed), names_of(stage.event), board_rounds(stage)
    deals = [(round_, deal) for round_ in rounds for deal in _deals(stage, round_.number, round_.dealing)]
    pars = pars_of([hand_of(stage, deal) for _, deal in deals])
    for round_ in rounds:
        round_.stage, played, is_board = stage, played_round(round_), round_.number in boards
        open_deals = (
            _opened(round_, deal, is_board, _par_words(par), _results(traveller(played, deal.number), names))
            for (of_round, deal), par in zip(deals, pars, strict=True)
            if of_round is round_
        )
        yield OpenRound(str(round_), tuple(open_deals), _results(round_totals(played), names))


def ask_for_par(round_: Round) -> None:
    """Have par of each deal worked out, now that nobody plays them any more."""
    if round_.status == Round.Status.CLOSED and round_.stage.play.has_same_deals:
        ask_for_pars(hand_of(round_.stage, deal) for deal in deals_of(round_))


def hand_of(stage: Stage, deal: Deal) -> Hand:
    """The deal as the engine knows it, before its first action."""
    dealer = COMPASS.index(deal.dealer)
    return Hand.deal_to(rules_from(stage.rules), dealer, deal.hands, (deal.turned, *deal.kitty))


def _par_words(par: Par | None) -> str:
    names = [say(name) for name in COMPASS]
    return par_words(par, names, [seat % 2 for seat in range(len(names))]) if par else ""


def _opened(round_: Round, deal: Deal, is_board: bool, par: str, results: tuple[Result, ...]) -> OpenDeal:
    deals = round_.stage.settings.deals
    return OpenDeal(
        number=board_number(round_.number, deal.number, deals) if is_board else deal.number,
        deal=deal,
        seed=deal_seed(int(round_.stage.seed, 16), round_.number, deal.number, round_.dealing).hex(),
        hands=tuple(zip(map(say, COMPASS), map(suit_lines, deal.hands), strict=True)),
        turned=card_text(deal.turned),
        kitty=" ".join(map(card_text, deal.kitty)),
        par=par,
        results=results,
    )


def _results(lines: Sequence[Line], names: dict[int, str]) -> tuple[Result, ...]:
    return tuple(Result(line, names[line.north], names[line.east], _shares(line)) for line in lines)


def _shares(line: Line) -> tuple[str, str]:
    """The two percentages; dashes where a table was compared with no other."""
    if not line.possible:
        return "–", "–"
    north, east = (percentage_text(Fraction(made, line.possible)) for made in line.matchpoints)
    return north, east
