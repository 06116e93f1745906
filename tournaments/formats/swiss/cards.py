"""The pairing card of each entrant: score, opponents, floats and byes so far. Pairs no one.

The terms are those of the FIDE Swiss Team Pairing System (C.04.6, February 2026), articles 1 and 2.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tournaments.formats.base import DrawRequest, PlayedRound, PlayedTable, Points, Slip, chance_for
from tournaments.formats.swiss.config import Order, Score, Swiss, Worth

HALVES = {Worth.NOTHING: 0, Worth.HALF: 1, Worth.WIN: 2}


@dataclass(frozen=True)
class PairingCard:
    """What counts about one entry when a round is paired.

    opponents: those it has really played. matches: how many it has really played. has_floated: whether its opponent of
    the round before had another score. byes: how often it had the bye or won because the other side did not play.
    """

    entry: int
    score: Points = 0
    opponents: frozenset[int] = frozenset()
    matches: int = 0
    has_floated: bool = False
    byes: int = 0


@dataclass
class _Line:
    """One entry in the scorer's book. halves: half games won. average_byes: byes worth the entry's own average."""

    halves: int = 0
    points: int = 0
    played_points: int = 0
    average_byes: int = 0
    opponents: list[int] = field(default_factory=list)
    byes: int = 0

    def score(self, config: Swiss) -> Points:
        if config.score is Score.GAMES:
            return Fraction(self.halves, 2)
        average = Fraction(self.played_points, len(self.opponents)) if self.opponents else 0
        return self.points + self.average_byes * average


def pairing_cards(config: Swiss, request: DrawRequest) -> tuple[PairingCard, ...]:
    """The cards of the field, in the order of their pairing numbers: the smaller the number, the higher the place."""
    book, floaters = _book(config, request.history[:-1]), set[int]()
    for played in request.history[-1:]:
        _let_in(config, book, played, len(request.history) - 1)
        floaters = _floaters(config, book, played)
        _enter_round(config, book, played)
    newcomer = _Line(halves=HALVES[config.missed] * len(request.history))
    lines = {entry: book.get(entry, newcomer) for entry in request.field}
    return tuple(
        PairingCard(
            entry=entry,
            score=lines[entry].score(config),
            opponents=frozenset(lines[entry].opponents),
            matches=len(lines[entry].opponents),
            has_floated=entry in floaters,
            byes=lines[entry].byes,
        )
        for entry in _pairing_order(config, request)
    )


def scores(config: Swiss, history: Sequence[PlayedRound]) -> dict[int, Points]:
    """Entry -> the score by which it is paired after these rounds, for everyone who was there in one of them."""
    return {entry: line.score(config) for entry, line in _book(config, history).items()}


def bye_order(cards: Sequence[PairingCard]) -> list[int]:
    """The places of the cards in the order in which they have the bye: first who has had the fewest.

    Then the lowest score, then the most matches played, then the highest number (article 3.4).
    """
    return sorted(
        range(len(cards)), key=lambda place: (cards[place].byes, cards[place].score, -cards[place].matches, -place)
    )


def _book(config: Swiss, history: Sequence[PlayedRound]) -> dict[int, _Line]:
    book: dict[int, _Line] = {}
    for position, played in enumerate(history):
        _let_in(config, book, played, position)
        _enter_round(config, book, played)
    return book


def _let_in(config: Swiss, book: dict[int, _Line], played: PlayedRound, missed: int) -> None:
    """Opens a line for who is new in this round. missed: the rounds before it."""
    seated = [entry for table in played.tables for entry in table.draw.entries]
    for entry in [*seated, *(bye.entry for bye in played.byes)]:
        if entry not in book:
            book[entry] = _Line(halves=missed * HALVES[config.missed])


def _enter_round(config: Swiss, book: dict[int, _Line], played: PlayedRound) -> None:
    for table in played.tables:
        _enter_table(book, table)
    for bye in played.byes:
        line = book[bye.entry]
        line.byes += 1
        line.halves += HALVES[config.bye]
        line.points += bye.points or 0
        line.average_byes += bye.points is None


def _enter_table(book: dict[int, _Line], table: PlayedTable) -> None:
    """Void: nothing happened. Forfeited: the points and the win count, but the two have not met."""
    if table.slip is None:
        return
    entries = table.draw.entries
    for side, halves in enumerate(_halves(table.slip)):
        line, points = book[entries[side]], table.slip.points[side]
        line.halves += halves
        line.points += points
        if table.slip.forfeited:
            line.byes += halves == 2
        else:
            line.opponents.append(entries[1 - side])
            line.played_points += points


def _halves(slip: Slip) -> tuple[int, int]:
    """Half games for each side. By the points alone: an extra hand or a cut does not win a match."""
    if slip.forfeited:
        return (0 if 0 in slip.forfeited else 2), (0 if 1 in slip.forfeited else 2)
    difference = slip.points[0] - slip.points[1]
    return (1, 1) if difference == 0 else (2, 0) if difference > 0 else (0, 2)


def _floaters(config: Swiss, book: dict[int, _Line], played: PlayedRound) -> set[int]:
    """Who met an opponent with another score in this round, by the book before it (article 1.5)."""
    pairs = [table.draw.entries for table in played.tables if table.slip is not None and not table.slip.forfeited]
    return {entry for pair in pairs if len({book[each].score(config) for each in pair}) > 1 for entry in pair}


def _pairing_order(config: Swiss, request: DrawRequest) -> list[int]:
    if config.order is Order.NUMBERS:
        return request.by_seed(request.field)
    always = replace(request, number=0)
    return sorted(request.field, key=lambda entry: (chance_for(always, f"pairing number {entry}").random(), entry))
