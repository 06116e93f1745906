"""Open cards the slow way: every action is tried and nothing remembered. Shares no line with `games.engine.analysis`.

What a finished hand scores comes from the second scorer (scorer.py).
"""

from random import Random

from games.engine.actions import LONERS
from games.engine.choices import AloneBids, DefendAlone, LeadTrump, NoTrump, Sides, Variant
from games.engine.hand import LEGAL, OVER, PLAY, Hand, do, next_stage
from games.engine.position import deal_position
from games.engine.presets import PRESETS
from games.engine.rules import HouseRules, rules_data
from games.engine.setup import setup_of
from tests.games.engine import scorer

RULES = {
    "krengineering": PRESETS["krengineering"],
    "web_classic": PRESETS["web_classic"],
    "hoyle": PRESETS["hoyle"],
    "plain": PRESETS["plain"],
    "trickster_bid": PRESETS["trickster_bid"],
    "everything": HouseRules(
        joker=True,
        no_trump=NoTrump.HIGH_LOW,
        defend_alone=DefendAlone.ANYTIME,
        lead_trump=LeadTrump.AFTER_BROKEN,
        call_for_best=True,
        dealer_may_decline=True,
        defended_sweep=True,
        euchred_loner=4,
        advance_kitty=True,
    ),
}
"""Six rule sets of two sides with whole hands that can be solved."""
SHORT = (
    HouseRules(cards_each=3),
    HouseRules(cards_each=3, players=2, sides=Sides.SOLO, go_alone=False),
    HouseRules(cards_each=3, variant=Variant.BID, minimum_bid=2, alone_bids=AloneBids.CALL_1, bid_winner_leads=True),
    HouseRules(cards_each=3, stick_the_dealer=True, call_for_best=True, defend_alone=DefendAlone.AGAINST_ALONE),
)
"""Rule sets of three tricks, in which whole hands can be tried in Python."""


def scored(at, first):
    """Points of the first side less those of the second, when the first has taken that many tricks."""
    if at.strain < 0:
        return 0
    rules, sides = rules_data(at.setup.rules), at.setup.sides
    taken, maker = [first, rules["cards_each"] - first], sides[at.maker]
    loner = LONERS[at.loner].value if at.loner else None
    if at.setup.is_bid:
        ours, theirs = scorer.bid_points(rules, taken, maker, at.level, loner)
    else:
        defending = sides[at.defender] if at.defender >= 0 else None
        ours, theirs = scorer.classic_points(rules, taken, maker, bool(loner), defending)
    return ours - theirs


def worth(at, solve=None):
    """Points ahead of the first side by trying every action. solve: says how many tricks the first side takes of a hand
    in play; without it every card is tried."""
    if at.phase >= PLAY:
        return scored(at, (solve or tricks)(at))
    return (min if at.setup.sides[at.turn] else max)(worth(after(at, code), solve) for code in LEGAL[at.phase](at))


def after(at, code):
    at = at.copy()
    do(at, code)
    return at


def tricks(at):
    """Tricks of the first side at the end, card by card."""
    if at.phase == OVER or not at.tricks_left:
        return sum(won for seat, won in enumerate(at.won) if at.setup.sides[seat] == 0)
    return (min if at.setup.sides[at.turn] else max)(tricks(after(at, code)) for code in LEGAL[at.phase](at))


def deal(rules, number):
    """A deal before its first action."""
    rng, setup = Random(number), setup_of(rules)
    deck = list(setup.deck)
    rng.shuffle(deck)
    at = deal_position(setup, deck, rng.randrange(setup.seats))
    next_stage(at)
    return at


def ending(rules, number, most):
    """A deal played at random to a card of one of its last tricks; None when no one made trump."""
    rng, at = Random(-number), deal(rules, number)
    plays = rng.randrange(setup_of(rules).seats)
    while at.phase != OVER and (at.phase != PLAY or at.tricks_left > most or (plays and at.tricks_left == most)):
        plays -= at.phase == PLAY and at.tricks_left == most
        do(at, rng.choice(LEGAL[at.phase](at)))
    return at if at.phase == PLAY else None


def finished(rules, number):
    """A hand played to its end at random."""
    rng, at = Random(-number), deal(rules, number)
    while at.phase != OVER:
        do(at, rng.choice(LEGAL[at.phase](at)))
    return Hand(at)
