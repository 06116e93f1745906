"""The pairing card of each entrant: score, opponents, floats and byes so far. Pairs nobody.

The terms are those of the FIDE Swiss Team Pairing System (C.04.6, February 2026), articles 1 and 2.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.formats.base import DrawRequest, PlayedRound, Points, lots
from tournaments.formats.round_facts import Kind, Outcome, RoundFact, facts
from tournaments.formats.swiss_config import Order, Score, Swiss, Worth

WORTH: dict[Outcome | Worth | None, Fraction] = {
    Outcome.WON: Fraction(1),
    Outcome.TIED: Fraction(1, 2),
    Outcome.LOST: Fraction(0),
    Worth.WIN: Fraction(1),
    Worth.HALF: Fraction(1, 2),
    Worth.NOTHING: Fraction(0),
}


@dataclass(frozen=True)
class PairingCard:
    """What counts about one entry when a round is paired.

    opponents: those it has really played. matches: how many rounds it has really played. has_floated: whether its
    opponent of the round before had another score. byes: how often it had the bye or won because the other side did
    not play.
    """

    entry: int
    score: Points = 0
    opponents: frozenset[int] = frozenset()
    matches: int = 0
    has_floated: bool = False
    byes: int = 0


def pairing_cards(config: Swiss, request: DrawRequest) -> tuple[PairingCard, ...]:
    """The cards of the field, in the order of their pairing numbers: the smaller the number, the higher the place."""
    own = _facts_of(request.field, request.history)
    score = scores(config, request.field, request.history, own)
    floaters = _floaters(config, request)
    cards = {
        entry: PairingCard(
            entry=entry,
            score=score[entry],
            opponents=frozenset(other for fact in own[entry] if _is_played(fact) for other in fact.opponents),
            matches=sum(map(_is_played, own[entry])),
            has_floated=entry in floaters,
            byes=sum(map(_is_unplayed_gain, own[entry])),
        )
        for entry in request.field
    }
    return tuple(cards[entry] for entry in _pairing_order(config, request))


def scores(
    config: Swiss,
    entries: Sequence[int],
    history: Sequence[PlayedRound],
    own: Mapping[int, Sequence[RoundFact]] | None = None,
) -> dict[int, Points]:
    """Entry -> the score by which it is paired after these rounds.

    own: the facts of each entry, when they are at hand.
    """
    found = _facts_of(entries, history) if own is None else own
    if config.score is Score.POINTS:
        return {entry: sum((fact.points for fact in found[entry]), Fraction(0)) for entry in entries}
    late = _rounds_missed(entries, history) if config.missed is not Worth.NOTHING else {}
    return {
        entry: sum((_games(config, fact) for fact in found[entry]), WORTH[config.missed] * late.get(entry, 0))
        for entry in entries
    }


def _facts_of(entries: Sequence[int], history: Sequence[PlayedRound]) -> dict[int, list[RoundFact]]:
    own: dict[int, list[RoundFact]] = {entry: [] for entry in entries}
    for fact in facts(history, entries):
        own[fact.entry].append(fact)
    return own


def _games(config: Swiss, fact: RoundFact) -> Fraction:
    return WORTH[config.bye if fact.kind is Kind.BYE else fact.outcome]


def _rounds_missed(entries: Sequence[int], history: Sequence[PlayedRound]) -> dict[int, int]:
    """Entry -> the rounds before it came in. Rounds it stayed away from later are not among them."""
    first: dict[int, int] = {}
    for position, played in enumerate(history):
        seated = [entry for table in played.tables for entry in table.draw.entries]
        for entry in [*seated, *(bye.entry for bye in played.byes)]:
            first.setdefault(entry, position)
    return {entry: first.get(entry, len(history)) for entry in entries}


def _floaters(config: Swiss, request: DrawRequest) -> set[int]:
    """Who met an opponent with another score in the round just played (article 1.5)."""
    latest = request.history[-1:]
    pairs = [
        table.draw.entries
        for played in latest
        for table in played.tables
        if table.slip is not None and not table.slip.forfeited
    ]
    score = scores(config, [entry for pair in pairs for entry in pair], request.history[:-1])
    return {entry for pair in pairs if len({score[entry] for entry in pair}) > 1 for entry in pair}


def _is_played(fact: RoundFact) -> bool:
    return fact.kind is Kind.PLAYED


def _is_unplayed_gain(fact: RoundFact) -> bool:
    """The bye, or a match won by forfeit: either keeps an entry from getting the bye (article 2.1.2)."""
    return fact.kind is Kind.BYE or (fact.kind is Kind.FORFEITED and fact.outcome is Outcome.WON)


def _pairing_order(config: Swiss, request: DrawRequest) -> list[int]:
    if config.order is Order.NUMBERS:
        return sorted(request.field)
    always = replace(request, number=0)
    return sorted(request.field, key=lambda entry: (lots(always, f"pairing number {entry}").random(), entry))
