"""Sealed deals: reproducible, fair by chi-square, checkable by the stand-alone script; unfair shuffles are caught."""

import hashlib
import random
import runpy
from itertools import islice
from pathlib import Path

import pytest

from games.engine.choices import Packs, Sides
from games.engine.errors import RuleError
from games.engine.presets import PRESETS
from games.engine.rules import HouseRules
from games.engine.setup import setup_of
from games.engine.shuffle import (
    WORD,
    below,
    chances,
    deck_of,
    key_words,
    reveals,
    seal_of,
    seed_from_number,
    shuffled_kinds,
)

DEALS = 50_000
CARDS = 24
# Degrees of freedom (24 - 1)^2: the doubly stochastic table. Six standard deviations away is "never" (p < 1e-8).
DEGREES = (CARDS - 1) ** 2
LIMIT = DEGREES + 6 * (2 * DEGREES) ** 0.5
VERIFIER = Path(__file__).resolve().parents[3] / "docs" / "verify_deal.py"


def chi_square(shuffle, deals=DEALS):
    """Chi-square of card against place. Each row and column sums to the number of deals, hence the factor 23/24."""
    counts = [[0] * CARDS for _ in range(CARDS)]
    for number in range(deals):
        for place, card in enumerate(shuffle(number)):
            counts[place][card] += 1
    expected = deals / CARDS
    return sum((seen - expected) ** 2 / expected for row in counts for seen in row) * (CARDS - 1) / CARDS


def sealed(words):
    return lambda number: shuffled_kinds(tuple(range(CARDS)), words)


def naive_swap(words):
    """Every place swaps with any place: 24^24 ways do not divide evenly among 24! decks."""

    def shuffle(number):
        deck = list(range(CARDS))
        for place in range(CARDS):
            other = below(CARDS, words)
            deck[place], deck[other] = deck[other], deck[place]
        return deck

    return shuffle


def off_by_one(words):
    """No card may stay in its place."""

    def shuffle(number):
        deck = list(range(CARDS))
        for place in range(CARDS - 1, 0, -1):
            other = below(place, words)
            deck[place], deck[other] = deck[other], deck[place]
        return deck

    return shuffle


def byte_modulo(words):
    """Fisher-Yates with one byte modulo the number of places."""

    def shuffle(number):
        deck = list(range(CARDS))
        word = iter(hashlib.sha256(next(words).to_bytes(8, "big")).digest())
        for place in range(CARDS - 1, 0, -1):
            other = next(word) % (place + 1)
            deck[place], deck[other] = deck[other], deck[place]
        return deck

    return shuffle


def fast_words(number):
    """64-bit words of a quick generator: what is tested here is the shuffle, not the key stream."""
    rng = random.Random(number)
    while True:
        yield rng.getrandbits(64)


def test_fifty_thousand_sealed_deals_are_even(record_property):
    record_property("deals", DEALS)
    statistic = chi_square(sealed(key_words(seed_from_number(20))))
    assert DEGREES - 6 * (2 * DEGREES) ** 0.5 < statistic < LIMIT


@pytest.mark.slow
@pytest.mark.parametrize("unfair", [naive_swap, off_by_one, byte_modulo])
def test_unfair_shuffles_are_caught_by_the_same_test(unfair):
    assert chi_square(unfair(fast_words(1))) > LIMIT


def test_each_seed_is_one_deck_and_one_seal():
    rules, seed = PRESETS["plain"], bytes(range(32))
    assert deck_of(rules, seed) == deck_of(rules, seed)
    assert " ".join(map(str, deck_of(rules, seed))) == (
        "AS AD TS TD AH KS TC 9S JS QH 9D KH KD 9C KC JH QS JC QC JD QD TH AC 9H"
    )
    assert len({deck_of(rules, seed_from_number(number)) for number in range(200)}) == 200
    sealed_deal = seal_of(seed, "table 7, hand 3")
    assert reveals(sealed_deal, seed)
    assert not reveals(sealed_deal, bytes(32))
    assert seal_of(seed, "table 7, hand 4").seal != sealed_deal.seal


def test_numbers_are_below_their_limit_without_bias():
    assert below(24, iter([WORD - 1, WORD - 16, 47])) == 47 % 24
    assert below(1, iter([5])) == 0
    assert {below(3, iter([number])) for number in range(9)} == {0, 1, 2}
    assert all(0 <= chance < 1 for chance in islice(chances(bytes(32)), 1000))


def test_a_seed_has_32_bytes():
    with pytest.raises(RuleError, match=r"A seed has 32 bytes\. This one has 3"):
        deck_of(PRESETS["plain"], b"abc")


@pytest.mark.parametrize(
    ("rules", "arguments"),
    [
        (PRESETS["plain"], ()),
        (PRESETS["hoyle"], ("7",)),
        (HouseRules(players=8, sides=Sides.SOLO, go_alone=False, packs=Packs.TWO, joker=True), ("9", "2", "joker")),
    ],
)
def test_the_stand_alone_verifier_agrees(rules, arguments):
    verifier = runpy.run_path(str(VERIFIER))
    for number in range(20):
        seed = seed_from_number(number)
        deck = " ".join(map(str, deck_of(rules, seed)))
        printed = verifier["main"](seed.hex(), "hand 1", *arguments)
        assert printed == f"seal {seal_of(seed, 'hand 1').seal}\ndeck {deck}\n"
    assert len(setup_of(rules).deck) == len(deck.split())


def test_the_verifier_stays_short():
    code = [line for line in VERIFIER.read_text().split('"""')[2].splitlines() if line.strip()]
    assert len(code) <= 32
