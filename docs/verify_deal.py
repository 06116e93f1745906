"""Checks a sealed deal with nothing but Python: python verify_deal.py SEED LABEL [LOWEST RANK] [PACKS] [joker]

SEED: the revealed seed, 64 hexadecimal digits. LABEL: the words published with the seal. Compare the seal printed here
with the one published before the deal, and the deck with the cards that were dealt: the seat after the dealer got the
first cards, the next seat the next, and so on; the rest is the kitty, its first card turned up.
"""

import hashlib
import hmac
import sys


def numbers(seed):
    for counter in range(1 << 64):
        block = hmac.new(seed, b"deal" + counter.to_bytes(8, "big"), hashlib.sha256).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(block[start : start + 8], "big")


def shuffled(deck, seed):
    stream = numbers(seed)
    for place in range(len(deck) - 1, 0, -1):
        fair = 2**64 - 2**64 % (place + 1)
        other = next(number for number in stream if number < fair) % (place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def main(seed, label, lowest="9", packs="1", joker=""):
    key = bytes.fromhex(seed)
    ranks = "AKQJT987"
    pack = [rank + suit for rank in ranks[: ranks.index(lowest) + 1] for suit in "CDHS"] + ["JO"] * bool(joker)
    seal = hmac.new(key, b"seal" + label.encode(), hashlib.sha256).hexdigest()
    return f"seal {seal}\ndeck {' '.join(shuffled(pack * int(packs), key))}\n"


if __name__ == "__main__":
    sys.stdout.write(main(*sys.argv[1:]))
