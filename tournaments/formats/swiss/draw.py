"""Swiss for fixed pairs: equals meet, no two meet twice, no one goes home early.

The FIDE Swiss Team Pairing System (C.04.6, in force from February 2026), without colour preferences: the same record
always gives the same round, and every float and every bye is explained. Raises a RuleError that names the rule in the
way when a round has no legal pairing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.messages import Joined, Message, in_a_row, message
from tournaments.formats.base import ByeDraw, DrawRequest, PlayedRound, Points, RoundDraw, Slip, TableDraw
from tournaments.formats.numbers import EntryRef, Number, refs
from tournaments.formats.outlook import Outlook, in_turns
from tournaments.formats.pairing.matching import Rivals, most_pairs
from tournaments.formats.seating.table_numbers import table_numbers
from tournaments.formats.swiss.cards import HALVES, PairingCard, bye_order, pairing_cards
from tournaments.formats.swiss.config import Order, Score, Swiss
from tournaments.formats.swiss.floats import Field
from tournaments.formats.swiss.score_bracket import Bracket, pair_field

# Why a Swiss round looks as it does, or why there is none, in words for the organizer. Decides nothing.


Cards = Sequence[PairingCard]

_ODD = message("There’s an odd number of pairs ({pairs}).")
_BYE = message(
    "{entry} has the bye. The bye goes to the lowest score ({worth}), then the most matches played ({matches}), "
    "then the highest pairing number."
)
_BYE_AGAIN = message(
    "{entry} has the bye. The bye goes to the lowest score ({worth}), then the most matches played ({matches}), then "
    "the highest pairing number. No other pair can get a first bye, so this pair gets another one ({time} in all)."
)
_NEEDED = message("If {entry} had the bye, the others couldn’t all be paired without a rematch.")
_HAD_ONE = message("{entry} would be first in line for the bye but has already had a bye or a forfeit win.")
_FLOAT = message("{entry} ({low}) moves up to play {other} ({high}): {cause}.")
_ALONE = message("no other pair has {worth}")
_ODD_GROUP = message("an odd number of pairs ({pairs}) have {worth}")
_NO_OTHER = message(
    "if fewer pairs moved up, the {pairs} pairs with {worth} or the pairs below them would need a rematch"
)
_REPEAT = message("{entry} and {other} are paired again, because their match in round {round} wasn’t played.")
_NO_BYE = message(
    "Round {number} can’t be paired. Every pair that could get the bye has already had a bye or a forfeit win. "
    "No one gets 2 byes. Allow a second bye in the settings, add a pair, or leave one pair out of this round."
)
_NO_PAIRING = message(
    "Round {number} can’t be paired without a rematch: {dead_end}. Add pairs, or end the Swiss and keep the "
    "standings. You can also leave pairs out of this round, or seat rematches by hand and enter your reason."
)
"""Message, because a round that is made by hand says why."""
_ALL_MET = message("everyone has met everyone")
_THROUGH = message("everyone here has already met {whom}")
_TOO_FEW = message("only {most} of {tables} tables can be filled without a rematch")
_WORTH = {
    Score.POINTS: (message("{score} point"), message("{score} points")),
    Score.GAMES: (message("{score} game won"), message("{score} games won")),
}


def bye_reason(config: Swiss, cards: Cards, chosen: int) -> Message:
    """Why this pair has the bye, and why not those that would come before it."""
    card = cards[chosen]
    about = {"entry": EntryRef(card.entry), "worth": _worth(config, card), "matches": card.matches}
    bye = _BYE_AGAIN(**about, time=card.byes + 1) if card.byes else _BYE(**about)
    return in_a_row([_ODD(pairs=len(cards)), bye, *_passed(cards, chosen)])


def _passed(cards: Cards, chosen: int) -> Iterator[Message]:
    order = bye_order(cards)
    for place in order[: order.index(chosen)]:
        yield _NEEDED(entry=EntryRef(cards[place].entry))
    mine = (cards[chosen].score, -cards[chosen].matches, -chosen)
    for place, card in enumerate(cards):
        if card.byes > cards[chosen].byes and (card.score, -card.matches, -place) < mine:
            yield _HAD_ONE(entry=EntryRef(card.entry))


def float_reasons(config: Swiss, cards: Cards, bracket: Bracket) -> Iterator[Message]:
    """One sentence for each pair of unequal scores."""
    for pair in bracket.pairs:
        for upfloater in set(pair) & set(bracket.upfloaters):
            resident = cards[sum(pair) - upfloater]
            low = cards[upfloater]
            yield _FLOAT(
                entry=EntryRef(low.entry),
                low=_worth(config, low),
                other=EntryRef(resident.entry),
                high=_worth(config, resident),
                cause=_cause(config, cards, bracket),
            )


def _cause(config: Swiss, cards: Cards, bracket: Bracket) -> Message:
    count, worth = len(bracket.residents), _worth(config, cards[bracket.residents[0]])
    if count == 1:
        return _ALONE(worth=worth)
    if count % 2 and len(bracket.upfloaters) == 1:
        return _ODD_GROUP(pairs=count, worth=worth)
    return _NO_OTHER(pairs=count, worth=worth)


def _worth(config: Swiss, card: PairingCard) -> Message:
    singular, plural = _WORTH[config.score]
    return (singular if card.score == 1 else plural)(score=Number(card.score))


def repeat_reasons(history: Sequence[PlayedRound], tables: Sequence[TableDraw]) -> Iterator[Message]:
    """One sentence for each pair that was paired before and did not play."""
    before = {frozenset(table.draw.entries): played.number for played in history for table in played.tables}
    for table in tables:
        number = before.get(frozenset(table.entries))
        if number is not None:
            entry, other = map(EntryRef, table.entries)
            yield _REPEAT(entry=entry, other=other, round=number)


def no_pairing(request: DrawRequest, cards: Cards, rivals: Rivals) -> RuleError:
    """The error for a field without a legal pairing: the rule in the way, and the ways out."""
    everybody = list(range(len(cards)))
    barred = [number for number in everybody if cards[number].byes]
    if len(cards) % 2 and any(rivals.can_pair([other for other in everybody if other != free]) for free in barred):
        return RuleError(_NO_BYE(number=request.number))
    return RuleError(_NO_PAIRING(number=request.number, dead_end=_dead_end(cards, rivals)))


def _dead_end(cards: Cards, rivals: Rivals) -> Message:
    through = [card.entry for place, card in enumerate(cards) if len(rivals.of(place)) == len(cards) - 1]
    if len(through) == len(cards):
        return _ALL_MET
    if through:
        return _THROUGH(whom=Joined(refs(through)))
    return _TOO_FEW(most=most_pairs(rivals, range(len(cards))), tables=len(cards) // 2)


PRINCIPLE = message("Pairs with equal scores meet, top half against bottom half. No 2 pairs meet twice.")()


def draw_round(config: Swiss, request: DrawRequest) -> RoundDraw:
    """The next round. Each side holds one entry, a pair; two that have played never meet again.

    The first table is that of the highest scores. Who was paired and did not play (void, or a side forfeited) may be
    paired again. Late entries are in the field from the round they come in; a score before that they have only if the
    config says so. RuleError: fewer than two entries, or no legal pairing; the message names the rule in the way and
    what can be done.
    """
    _check_enough(len(request.field))
    cards = pairing_cards(config, request)
    rivals = _rivals(cards)
    bye = _choose_bye(config, request, cards, rivals)
    field = Field(rivals, _levels(cards), _floated(config, request, cards))
    brackets = pair_field(field, [number for number in range(len(cards)) if number != bye])
    tables = _tables(request, cards, brackets)
    floats = [reason for bracket in brackets for reason in float_reasons(config, cards, bracket)]
    reasons = (*floats, *repeat_reasons(request.history, tables), PRINCIPLE)
    if bye is None:
        return RoundDraw(request.number, tables, (), reasons)
    free = ByeDraw(cards[bye].entry, config.bye_points, bye_reason(config, cards, bye), HALVES[config.bye])
    return RoundDraw(request.number, tables, (free,), reasons)


def rounds(config: Swiss, entries: int) -> int:
    """How many rounds the event has, whatever the number of entries."""
    return config.rounds


def rounds_left(config: Swiss, request: DrawRequest) -> int:
    """How many rounds of the event are still to be drawn, the requested one included."""
    return max(0, config.rounds - request.number + 1)


def outlook(config: Swiss, entries: int) -> Outlook:
    """What an event of this many pairs will be like.

    RuleError as for the first round, or when the rounds are certain to run out of opponents.
    """
    _check_enough(entries)
    most = entries - 1 + entries % 2
    if config.rounds > most == 1:
        raise RuleError(
            "{entries} pairs can play at most 1 round, because no 2 pairs meet twice in a Swiss. You planned "
            "{rounds} rounds. Plan fewer, or play a round robin.",
            entries=entries,
            rounds=config.rounds,
        )
    if config.rounds > most:
        raise RuleError(
            "{entries} pairs can play at most {most} rounds, because no 2 pairs meet twice in a Swiss. You "
            "planned {rounds} rounds. Plan fewer, or play a round robin.",
            entries=entries,
            most=most,
            rounds=config.rounds,
        )
    # With half of the field still to be met there is always a pairing (Dirac); beyond that it depends on the results.
    sure = (entries + entries % 2) // 2
    caution = say("Starting in round {round}, rematches may be unavoidable.", round=sure + 1)
    expected = in_turns(entries, config.rounds, entries // 2, entries - entries % 2)
    return replace(expected, caution=caution) if config.rounds > sure else expected


def _check_enough(pairs: int) -> None:
    if pairs < 2:
        raise RuleError("A Swiss needs at least 2 pairs. Wait for another pair.")


def is_seeded(config: Swiss) -> bool:
    """Whether the order of the pairs decides between equal scores, and so the first round."""
    return config.order is Order.NUMBERS


def tie_question(config: Swiss, slip: Slip) -> str | None:
    """Never asks: no one moves by the result, and a tied game may stay tied."""
    return None


def missed(config: Swiss) -> int:
    """Half games won for each round before a late entry came in."""
    return HALVES[config.missed]


def _rivals(cards: Sequence[PairingCard]) -> Rivals:
    number = {card.entry: place for place, card in enumerate(cards)}
    met = ({number[entry] for entry in card.opponents if entry in number} for card in cards)
    return Rivals(dict(enumerate(met)))


def _levels(cards: Sequence[PairingCard]) -> dict[int, int]:
    steps = sorted({card.score for card in cards}, reverse=True)
    level = {score: place for place, score in enumerate(steps)}
    return {number: level[card.score] for number, card in enumerate(cards)}


def _floated(config: Swiss, request: DrawRequest, cards: Sequence[PairingCard]) -> frozenset[int]:
    """Who floated the round before; empty in the last two rounds, where that does not count (articles 2.3.4 and
    2.3.7)."""
    if request.number >= config.rounds - 1:
        return frozenset()
    return frozenset(number for number, card in enumerate(cards) if card.has_floated)


def _choose_bye(config: Swiss, request: DrawRequest, cards: Sequence[PairingCard], rivals: Rivals) -> int | None:
    """The lowest score, the most matches, the highest number, of those that leave a pairing (article 3.4).

    None when the field is even. RuleError when there is no pairing.
    """
    everybody = list(range(len(cards)))
    if len(cards) % 2 == 0:
        if not rivals.can_pair(everybody):
            raise no_pairing(request, cards, rivals)
        return None
    for number in bye_order(cards):
        may_have_it = cards[number].byes == 0 or config.second_bye
        if may_have_it and rivals.can_pair([other for other in everybody if other != number]):
            return number
    raise no_pairing(request, cards, rivals)


def _tables(request: DrawRequest, cards: Sequence[PairingCard], brackets: Sequence[Bracket]) -> tuple[TableDraw, ...]:
    """By the higher score of the two, then by their sum, then by the smaller number."""

    def order(pair: tuple[int, int]) -> tuple[Points, Points, int]:
        score, other = (cards[number].score for number in pair)
        return -max(score, other), -score - other, min(pair)

    pairs = sorted((pair for bracket in brackets for pair in bracket.pairs), key=order)
    return tuple(
        TableDraw(table, tuple((cards[number].entry,) for number in pair))
        for table, pair in zip(table_numbers(request, len(pairs)), pairs, strict=True)
    )
