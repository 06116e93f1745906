"""Why a Swiss round looks as it does, or why there is none, in words for the organizer. Decides nothing."""

from collections.abc import Iterator, Sequence

from games.engine.errors import RuleError
from tournaments.formats.base import DrawRequest, PlayedRound, TableDraw
from tournaments.formats.matching import Rivals, most_pairs
from tournaments.formats.numbers import called
from tournaments.formats.pairing_cards import PairingCard, bye_order
from tournaments.formats.score_bracket import Bracket
from tournaments.formats.sums import number_text
from tournaments.formats.swiss_config import Score, Swiss

Cards = Sequence[PairingCard]


def bye_reason(config: Swiss, cards: Cards, chosen: int) -> str:
    """Why this pair has the bye, and why not those that would come before it."""
    card = cards[chosen]
    lead = f"{len(cards)} pairs are an odd number. {called(card.entry)} has the bye: "
    rule = "lowest score, then most matches played, then highest number"
    time = "" if card.byes == 0 else f", for time number {card.byes + 1} because nobody is left for a first one"
    return " ".join([f"{lead}{rule} ({_worth(config, card)}, {card.matches} played){time}.", *_passed(cards, chosen)])


def _passed(cards: Cards, chosen: int) -> Iterator[str]:
    order = bye_order(cards)
    for place in order[: order.index(chosen)]:
        yield f"Without {called(cards[place].entry)} the others could not all be paired without a rematch."
    mine = (cards[chosen].score, -cards[chosen].matches, -chosen)
    for place, card in enumerate(cards):
        if card.byes > cards[chosen].byes and (card.score, -card.matches, -place) < mine:
            yield f"{called(card.entry)} would come first but has had a bye, or won a match that was not played."


def float_reasons(config: Swiss, cards: Cards, bracket: Bracket) -> Iterator[str]:
    """One sentence for each pair of unequal scores."""
    for pair in bracket.pairs:
        for upfloater in set(pair) & set(bracket.upfloaters):
            resident = cards[sum(pair) - upfloater]
            low = cards[upfloater]
            meeting = f"{called(low.entry)} ({_worth(config, low)}) floats up to meet {called(resident.entry)}"
            yield f"{meeting} ({_worth(config, resident)}): {_cause(config, cards, bracket)}."


def _cause(config: Swiss, cards: Cards, bracket: Bracket) -> str:
    count, worth = len(bracket.residents), _worth(config, cards[bracket.residents[0]])
    if count == 1:
        return f"nobody else has {worth}"
    if count % 2 and len(bracket.upfloaters) == 1:
        return f"{count} pairs with {worth} are an odd number"
    return f"with fewer floats the {count} pairs with {worth}, or those below, could not be paired without a rematch"


def _worth(config: Swiss, card: PairingCard) -> str:
    one, many = ("point", "points") if config.score is Score.POINTS else ("game won", "games won")
    return f"{number_text(card.score)} {one if card.score == 1 else many}"


def repeat_reasons(history: Sequence[PlayedRound], tables: Sequence[TableDraw]) -> Iterator[str]:
    """One sentence for each pair that was paired before and did not play."""
    before = {frozenset(table.draw.entries): played.number for played in history for table in played.tables}
    for table in tables:
        number = before.get(frozenset(table.entries))
        if number is not None:
            one, other = map(called, table.entries)
            yield f"{one} and {other} are paired again: their match of round {number} was not played."


def no_pairing(request: DrawRequest, cards: Cards, rivals: Rivals) -> RuleError:
    """The error for a field without a legal pairing: the rule in the way, and the ways out."""
    everybody = list(range(len(cards)))
    barred = [number for number in everybody if cards[number].byes]
    if len(cards) % 2 and any(rivals.can_pair([other for other in everybody if other != free]) for free in barred):
        return RuleError(
            f"Round {request.number} cannot be paired: nobody has the bye twice, and everybody who could have it now "
            "has had one or won a match that was not played. Allow a second bye in the settings, let another pair in, "
            "or leave one pair out of this round."
        )
    return RuleError(
        f"Round {request.number} cannot be paired: two pairs do not meet twice, and {_dead_end(cards, rivals)}. End "
        "the Swiss here and let the standings stand, let other pairs in, leave pairs out of this round, or seat the "
        "rematches by hand with your reason."
    )


def _dead_end(cards: Cards, rivals: Rivals) -> str:
    through = [card.entry for place, card in enumerate(cards) if len(rivals.of(place)) == len(cards) - 1]
    if len(through) == len(cards):
        return "everybody has met everybody"
    if through:
        return f"{', '.join(map(called, through))} met everybody who is here"
    return f"without a rematch only {most_pairs(rivals, range(len(cards)))} of {len(cards) // 2} tables can be seated"
