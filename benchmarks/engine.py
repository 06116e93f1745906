"""Random complete hands per second: this engine beside OpenSpiel driven from Python, in one run and interleaved.

    python benchmarks/engine.py [SECONDS PER MEASUREMENT]

OpenSpiel (`pip install open_spiel`) is only needed for the comparison; without it the engine's own figures are printed.
Every figure is the best of five rounds in CPU time of this process; shuffling is part of every hand unless said.
"""

import importlib
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.engine.choices import AloneBids, CallNeeds, DefendAlone, LeadTrump, MisdealClaim, NoTrump, Variant
from games.engine.hand import Hand, next_stage, play_out
from games.engine.position import deal_position
from games.engine.presets import PRESETS
from games.engine.result import result_of, score_of
from games.engine.rules import HouseRules
from games.engine.setup import setup_of
from games.engine.shuffle import deck_of, seed_from_number

ROUNDS = 5
FULL = HouseRules(
    joker=True,
    no_trump=NoTrump.HIGH_LOW,
    defend_alone=DefendAlone.ANYTIME,
    call_needs=CallNeeds.ANY_TRUMP,
    go_under=False,
    misdeal_claim=MisdealClaim.EITHER,
    lead_trump=LeadTrump.AFTER_BROKEN,
    call_for_best=True,
    dealer_may_decline=True,
    stick_the_dealer=True,
)
FULL_BID = HouseRules(variant=Variant.BID, cards_each=6, alone_bids=AloneBids.CALL_2, no_trump=NoTrump.HIGH_LOW)


def engine_hands(rules: HouseRules) -> Callable[[], None]:
    """One shuffled, dealt, randomly played and scored hand of this engine."""
    setup, rng = setup_of(rules), random.Random(1)
    deck = list(setup.deck)

    def one_hand() -> None:
        rng.shuffle(deck)
        at = deal_position(setup, deck, rng.randrange(setup.seats))
        next_stage(at)
        if play_out(at, rng.random).strain >= 0:
            score_of(at)

    return one_hand


def engine_playouts(rules: HouseRules) -> Callable[[], None]:
    """The same from a copy of one fixed deal, as bots use it."""
    rng = random.Random(1)
    start = Hand.deal(rules, deck_of(rules, seed_from_number(1)), 0).position

    def one_hand() -> None:
        at = play_out(start.copy(), rng.random)
        if at.strain >= 0:
            score_of(at)

    return one_hand


def engine_immutable(rules: HouseRules) -> Callable[[], None]:
    """Through the public, immutable Hand: every action an object, every state a new value."""
    setup, rng = setup_of(rules), random.Random(1)
    deck = list(setup.deck)

    def one_hand() -> None:
        rng.shuffle(deck)
        hand = Hand.opened(deal_position(setup, deck, rng.randrange(setup.seats)))
        while not hand.is_over:
            actions = list(hand.legal_actions)
            hand = hand.apply(actions[int(rng.random() * len(actions))])
        result_of(hand.position)

    return one_hand


def openspiel_hands(start_from: str) -> Callable[[], None] | None:
    """The same hand through OpenSpiel; None when it is missing. start_from: "deal" shuffles here and hands the cards
    over, "copy" clones one dealt state, "nothing" draws every card from OpenSpiel's own chance nodes too."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        return None
    game = pyspiel.load_game("euchre", {"stick_the_dealer": False, "allow_lone_defender": False})
    rng = random.Random(1)
    deck = list(range(24))

    def deal() -> Any:
        rng.shuffle(deck)
        state = game.new_initial_state()
        state.apply_action(rng.randrange(4))
        for card in deck[:21]:
            state.apply_action(card)
        return state

    start = deal()
    begin = {"deal": deal, "copy": start.clone, "nothing": game.new_initial_state}[start_from]

    def one_hand() -> None:
        state = begin()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
        state.returns()

    return one_hand


def per_second(one_hand: Callable[[], None], seconds: float) -> float:
    """Hands per CPU second over that long."""
    hands, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for _ in range(200):
            one_hand()
        hands += 200
    return hands / spent


def main(seconds: float = 0.3) -> None:
    """Measures everything in turn, several rounds, and prints the best of each."""
    wanted = {
        "this engine, classic": engine_hands(PRESETS["plain"]),
        "OpenSpiel from Python, shuffle and deal": openspiel_hands("deal"),
        "this engine, classic, from a copy of a deal": engine_playouts(PRESETS["plain"]),
        "OpenSpiel from Python, cloned after the deal": openspiel_hands("copy"),
        "OpenSpiel from Python, every card an action": openspiel_hands("nothing"),
        "this engine, classic with every option on": engine_hands(FULL),
        "this engine, Bid Euchre": engine_hands(FULL_BID),
        "this engine, classic, as immutable values": engine_immutable(PRESETS["plain"]),
    }
    found = {name: one_hand for name, one_hand in wanted.items() if one_hand is not None}
    best = dict.fromkeys(found, 0.0)
    for _ in range(ROUNDS):
        for name, one_hand in found.items():
            best[name] = max(best[name], per_second(one_hand, seconds))
    for name, hands in best.items():
        print(f"{name:<48} {hands:>9,.0f} hands/s")
    if len(found) < len(wanted):
        print("OpenSpiel is not installed here (pip install open_spiel); its figures are left out.")
        return
    dealt, their_dealt, copied, their_copied, their_every = list(best.values())[:5]
    ratios = (dealt / their_dealt, copied / their_copied, dealt / their_every)
    print("times as fast as OpenSpiel: dealt {:.2f}, from a copy {:.2f}, every card an action {:.2f}".format(*ratios))


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]))
