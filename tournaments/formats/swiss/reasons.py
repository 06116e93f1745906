"""Why a Swiss round looks as it does, or why there is none, in words for the organizer. Decides nothing."""

from collections.abc import Iterator, Sequence

from games.engine.errors import RuleError
from games.engine.language import Later, later
from tournaments.formats.base import DrawRequest, PlayedRound, TableDraw
from tournaments.formats.kept import kept, kept_part
from tournaments.formats.numbers import called
from tournaments.formats.pairing.matching import Rivals, most_pairs
from tournaments.formats.standings.sums import number_text
from tournaments.formats.swiss.cards import PairingCard, bye_order
from tournaments.formats.swiss.config import Score, Swiss
from tournaments.formats.swiss.score_bracket import Bracket

Cards = Sequence[PairingCard]

_ODD = kept("{pairs} pairs are an odd number.")
_BYE = kept(
    "{entry} has the bye: lowest score, then most matches played, then highest number ({worth}, {matches} played)."
)
_BYE_AGAIN = kept(
    "{entry} has the bye: lowest score, then most matches played, then highest number ({worth}, {matches} played), for "
    "time number {time} because nobody is left for a first one."
)
_NEEDED = kept("Without {entry} the others could not all be paired without a rematch.")
_HAD_ONE = kept("{entry} would come first but has had a bye, or won a match that was not played.")
_FLOAT = kept("{entry} ({low}) floats up to meet {other} ({high}): {cause}.")
_ALONE = kept_part("nobody else has {worth}")
_ODD_GROUP = kept_part("{pairs} pairs with {worth} are an odd number")
_NO_OTHER = kept_part(
    "with fewer floats the {pairs} pairs with {worth}, or those below, could not be paired without a rematch"
)
_REPEAT = kept("{entry} and {other} are paired again: their match of round {round} was not played.")
_NO_BYE = kept(
    "Round {number} cannot be paired: nobody has the bye twice, and everybody who could have it now has had one or won "
    "a match that was not played. Allow a second bye in the settings, let another pair in, or leave one pair out of "
    "this round."
)
_NO_PAIRING = kept(
    "Round {number} cannot be paired: two pairs do not meet twice, and {dead_end}. End the Swiss here and let the "
    "standings stand, let other pairs in, leave pairs out of this round, or seat the rematches by hand with your "
    "reason."
)
"""Kept, because a round that is made by hand says why."""
_ALL_MET = kept_part("everybody has met everybody")
_THROUGH = kept_part("{whom} met everybody who is here")
_TOO_FEW = kept_part("without a rematch only {most} of {tables} tables can be seated")
_WORTH = {
    Score.POINTS: (kept_part("{score} point"), kept_part("{score} points")),
    Score.GAMES: (kept_part("{score} game won"), kept_part("{score} games won")),
}


def bye_reason(config: Swiss, cards: Cards, chosen: int) -> str:
    """Why this pair has the bye, and why not those that would come before it."""
    card = cards[chosen]
    about = {"entry": called(card.entry), "worth": _worth(config, card), "matches": card.matches}
    bye = _BYE_AGAIN(**about, time=card.byes + 1) if card.byes else _BYE(**about)
    return " ".join([_ODD(pairs=len(cards)), bye, *_passed(cards, chosen)])


def _passed(cards: Cards, chosen: int) -> Iterator[str]:
    order = bye_order(cards)
    for place in order[: order.index(chosen)]:
        yield _NEEDED(entry=called(cards[place].entry))
    mine = (cards[chosen].score, -cards[chosen].matches, -chosen)
    for place, card in enumerate(cards):
        if card.byes > cards[chosen].byes and (card.score, -card.matches, -place) < mine:
            yield _HAD_ONE(entry=called(card.entry))


def float_reasons(config: Swiss, cards: Cards, bracket: Bracket) -> Iterator[str]:
    """One sentence for each pair of unequal scores."""
    for pair in bracket.pairs:
        for upfloater in set(pair) & set(bracket.upfloaters):
            resident = cards[sum(pair) - upfloater]
            low = cards[upfloater]
            yield _FLOAT(
                entry=called(low.entry),
                low=_worth(config, low),
                other=called(resident.entry),
                high=_worth(config, resident),
                cause=_cause(config, cards, bracket),
            )


def _cause(config: Swiss, cards: Cards, bracket: Bracket) -> str:
    count, worth = len(bracket.residents), _worth(config, cards[bracket.residents[0]])
    if count == 1:
        return _ALONE(worth=worth)
    if count % 2 and len(bracket.upfloaters) == 1:
        return _ODD_GROUP(pairs=count, worth=worth)
    return _NO_OTHER(pairs=count, worth=worth)


def _worth(config: Swiss, card: PairingCard) -> str:
    one, many = _WORTH[config.score]
    return (one if card.score == 1 else many)(score=number_text(card.score))


def repeat_reasons(history: Sequence[PlayedRound], tables: Sequence[TableDraw]) -> Iterator[str]:
    """One sentence for each pair that was paired before and did not play."""
    before = {frozenset(table.draw.entries): played.number for played in history for table in played.tables}
    for table in tables:
        number = before.get(frozenset(table.entries))
        if number is not None:
            one, other = map(called, table.entries)
            yield _REPEAT(entry=one, other=other, round=number)


def no_pairing(request: DrawRequest, cards: Cards, rivals: Rivals) -> RuleError:
    """The error for a field without a legal pairing: the rule in the way, and the ways out."""
    everybody = list(range(len(cards)))
    barred = [number for number in everybody if cards[number].byes]
    if len(cards) % 2 and any(rivals.can_pair([other for other in everybody if other != free]) for free in barred):
        return RuleError(_NO_BYE.sentence, number=request.number)
    return RuleError(_NO_PAIRING.sentence, number=request.number, dead_end=_dead_end(cards, rivals))


def _dead_end(cards: Cards, rivals: Rivals) -> Later:
    through = [card.entry for place, card in enumerate(cards) if len(rivals.of(place)) == len(cards) - 1]
    if len(through) == len(cards):
        return later(_ALL_MET.sentence)
    if through:
        return later(_THROUGH.sentence, whom=", ".join(map(called, through)))
    return later(_TOO_FEW.sentence, most=most_pairs(rivals, range(len(cards))), tables=len(cards) // 2)
