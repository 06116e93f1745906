"""Fair shuffles that can be checked afterwards: a secret 256-bit seed is sealed before the deal and shown after it.

The seal (commitment) is public at once; the seed is revealed when the hand is over, and anyone can then recompute seal
and deck, with this module or with docs/verify_deal.py. The seed itself comes from outside; nothing here rolls dice.

Deck: keyed Fisher-Yates over the ordered deck of the rules (each pack from AC AD AH AS down, joker last). The key
stream is HMAC-SHA256(seed, "deal" || counter as 8 bytes), read as 8-byte numbers; a number above the largest multiple
of n is thrown away, so that every card is exactly equally likely (no modulo bias).
"""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.cards import CARDS, Card
from games.engine.errors import RuleError
from games.engine.rules import HouseRules
from games.engine.setup import setup_of

SEED_BYTES = 32
WORD = 1 << 64
SEAL_WORD, DEAL_WORD = b"seal", b"deal"


@dataclass(frozen=True)
class SealedDeal:
    """A deal whose seed is still secret: what may be published before the first card. label: table and hand, say."""

    seal: str
    label: str


def key_words(seed: bytes) -> Iterator[int]:
    """The endless stream of 64-bit numbers of a seed. Raises RuleError unless the seed has 32 bytes."""
    if len(seed) != SEED_BYTES:
        raise RuleError(
            "A seed has {seed_bytes} bytes. This one has {number}.", seed_bytes=SEED_BYTES, number=len(seed)
        )
    return words_from(seed)


def words_from(seed: bytes) -> Iterator[int]:
    """Four numbers from every block of the stream."""
    counter = 0
    while True:
        block = hmac.digest(seed, DEAL_WORD + counter.to_bytes(8, "big"), hashlib.sha256)
        yield from (int.from_bytes(block[start : start + 8], "big") for start in range(0, 32, 8))
        counter += 1


def below(limit: int, words: Iterator[int]) -> int:
    """A number from 0 to limit - 1, every one exactly equally likely."""
    fair = WORD - WORD % limit
    return next(word for word in words if word < fair) % limit


def shuffled_kinds(kinds: tuple[int, ...], words: Iterator[int]) -> list[int]:
    """Fisher-Yates from the end: each place gets one of the cards not yet placed."""
    deck = list(kinds)
    for place in range(len(deck) - 1, 0, -1):
        other = below(place + 1, words)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def deck_of(rules: HouseRules, seed: bytes) -> tuple[Card, ...]:
    """The shuffled deck of a seed, first card first. Raises RuleError unless the seed has 32 bytes."""
    return tuple(CARDS[kind] for kind in shuffled_kinds(setup_of(rules).deck, key_words(seed)))


def seal_of(seed: bytes, label: str) -> SealedDeal:
    """The commitment to a seed: it can be published, for it tells nothing about the seed and fits no other."""
    return SealedDeal(hmac.new(seed, SEAL_WORD + label.encode(), hashlib.sha256).hexdigest(), label)


def reveals(sealed: SealedDeal, seed: bytes) -> bool:
    """Whether this seed is the one that was sealed."""
    return hmac.compare_digest(seal_of(seed, sealed.label).seal, sealed.seal)


def seed_from_number(number: int) -> bytes:
    """A seed for practice, tests and the command line from a small number; never for real games."""
    return hashlib.sha256(f"practice {number}".encode()).digest()


def chances(seed: bytes) -> Iterator[float]:
    """Numbers in [0, 1) from a seed, for random play that can be repeated."""
    return (word / WORD for word in key_words(seed) if word < WORD - 1024)
