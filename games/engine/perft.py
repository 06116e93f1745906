"""Counts what can happen from a position: a fingerprint of the rules that any change of behaviour alters."""

from games.engine.hand import LEGAL, OVER, PLAY, Hand, do, next_stage
from games.engine.position import Position, deal_position
from games.engine.result import result_of
from games.engine.rules import HouseRules
from games.engine.setup import setup_of
from games.engine.shuffle import below, key_words, seed_from_number, shuffled_kinds


def perft(hand: Hand, depth: int) -> int:
    """How many sequences of `depth` legal actions there are; a hand that ends sooner counts once."""
    return count(hand.position, depth)


def count(at: Position, depth: int) -> int:
    """The same for a position."""
    if depth == 0 or at.phase == OVER:
        return 1
    return sum(count(after(at, code), depth - 1) for code in LEGAL[at.phase](at))


def after(at: Position, code: int) -> Position:
    """A copy of the position with one legal action done."""
    copy = at.copy()
    do(copy, code)
    return copy


def endings(at: Position) -> tuple[int, tuple[int, ...]]:
    """Every way to finish a hand: how many there are, and all their points per side added up."""
    if at.phase == OVER:
        return 1, result_of(at).points
    branches = [endings(after(at, code)) for code in LEGAL[at.phase](at)]
    totals = zip(*(points for _, points in branches), strict=True)
    return sum(number for number, _ in branches), tuple(sum(each) for each in totals)


def perft_line(rules: HouseRules, number: int, depth: int = 4, tricks_left: int = 3) -> str:
    """One deal's fingerprint: sequences of `depth` actions, then one played on by the seed to its last tricks, and from
    there all endings with their points."""
    setup = setup_of(rules)
    words = key_words(seed_from_number(number))
    at = deal_position(setup, shuffled_kinds(setup.deck, words), number % setup.seats)
    next_stage(at)
    opening = count(at, depth)
    while at.phase < PLAY or (at.phase == PLAY and at.tricks_left > tricks_left):
        codes = LEGAL[at.phase](at)
        do(at, codes[below(len(codes), words)])
    leaves, points = endings(at)
    return f"deal {number}: {opening} openings, {leaves} endings, points {' / '.join(map(str, points))}"
