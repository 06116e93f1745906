"""Deals that fit: counted and drawn evenly, and none that a seat could tell from the real one."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from games.engine.analysis.fitting import FittingDeals, arrangements, splits
from games.engine.bots.policy import choose
from games.engine.bots.recall import recall
from games.engine.hand import LEGAL, OVER, Hand, do
from games.engine.rules import HouseRules
from games.engine.view import view_for
from tests.games.engine.analysis import slow
from tests.games.engine.setting import act, dealt
from tests.sizes import sample, size


def fitting(hand):
    return FittingDeals(recall(view_for(hand, hand.turn)))


class Frame(FittingDeals):
    """Cards and places alone, as (where, cards) and rooms."""

    def __init__(self, groups, rooms):
        self.groups = sorted(groups, key=lambda group: len(group[0]))
        self.places = rooms
        self.rooms = rooms
        self.ways = {}


CROSSED = Frame([((0, 1), [1, 2]), ((1, 2), [3]), ((0, 1, 2), [4, 5])], (2, 2, 1))
"""Two suits that two seats are out of, crosswise: placing by the room that is left would not be even."""


def every_placing(frame):
    """All ways to place the cards, by trying every order."""
    cards = [(kind, where) for where, kinds in frame.groups for kind in kinds]
    spots = [place for place, room in enumerate(frame.rooms) for _ in range(room)]
    found = set()
    for order in permutations(spots):
        if all(place in where for place, (_, where) in zip(order, cards, strict=True)):
            found.add(tuple(zip((kind for kind, _ in cards), order, strict=True)))
    return found


def as_placing(frame, placed):
    where = {kind: place for place, kinds in enumerate(placed) for kind in kinds}
    return tuple((kind, where[kind]) for _, kinds in frame.groups for kind in kinds)


def test_every_placing_is_counted_once():
    assert CROSSED.count(0, CROSSED.rooms) == len(every_placing(CROSSED))
    assert arrangements((2, 1, 1)) == 12
    assert sorted(splits(3, (2, 2))) == [(1, 2), (2, 1)]


def test_every_placing_is_drawn_equally_often():
    """Chi-square over all placings. Placing card by card in proportion to the room fails it."""
    number, chance = size(4_000, 100_000), Random(5).random
    drawn = Counter(as_placing(CROSSED, CROSSED.place_cards(chance)) for _ in range(number))
    every = every_placing(CROSSED)
    assert set(drawn) == every
    expected = number / len(every)
    statistic = sum((drawn[one] - expected) ** 2 / expected for one in every)
    freedom = len(every) - 1
    assert statistic < freedom + 4 * (2 * freedom) ** 0.5


def test_cards_without_room_are_refused():
    with pytest.raises(ValueError, match="no room"):
        Frame([((0,), [1, 2]), ((0, 1), [3])], (1, 2)).place_cards(Random(1).random)


@pytest.mark.parametrize("name", sample("plain", "everything", of=slow.RULES))
def test_the_seat_sees_the_same_in_every_deal(name):
    """Each deal drawn is replayed from the seat's own view: cards, counts and all that lies open are the same."""
    rng = Random(3)
    for number in range(size(4, 100)):
        at = slow.deal(slow.RULES[name], number)
        while at.phase != OVER:
            hand = Hand(at.copy())
            seat = at.turn
            if rng.random() < 0.2:
                view, drawn = view_for(hand, seat), fitting(hand)
                deals, _ = drawn.draw_fitting(3, rng.random)
                assert deals
                for deal in deals:
                    assert view_for(Hand(deal), seat) == view
                    assert LEGAL[deal.phase](deal) == view.legal.codes
                    assert sorted(all_cards(deal)) == sorted(at.setup.deck)
            do(at, rng.choice(LEGAL[at.phase](at)))


def all_cards(at):
    """Every card of a deal, wherever it is."""
    held = [kind for hand in at.cards for kind in range(66) if hand >> kind & 1]
    away = [kind for _, kind in at.laid]
    played = [entry for entry in at.log if entry < 33]
    turned = [at.turned] if at.turned >= 0 and not at.taken else []
    on_the_way = list(at.given) if at.phase in (9, 10) else []
    back = list(at.returned) if at.phase == 10 else []
    return [kind % 33 for kind in held] + away + played + turned + list(at.gone) + list(at.kitty) + on_the_way + back


PLAIN = HouseRules()


def test_deals_that_fit_the_bidding_come_first():
    """The dealer's partner ordered by the rules of thumb: in the deals drawn they would have, too."""
    at = next(at for at in (slow.deal(PLAIN, number) for number in range(1000)) if choose(at) != 192)
    hand = Hand(at)
    spoken = hand.apply(next(action for action in hand.legal_actions if action.code == choose(at)))
    while spoken.phase.name != "PLAY":
        spoken = spoken.apply(next(a for a in spoken.legal_actions if a.code == choose(spoken.position)))
    drawn = fitting(spoken)
    deals, misfits = drawn.draw_fitting(20, Random(1).random)
    assert (len(deals), misfits) == (20, 0)
    assert not any(drawn.misfits(deal) for deal in deals)


def test_a_bid_that_no_one_makes_by_the_rules_of_thumb_is_counted():
    """Seat 0 ordered up holding nothing; every card of the others is known to seat 1 but few hands would do that."""
    hands = {1: "JH JD AH KH QH"}
    hand = act(dealt(PLAIN, hands, "TH", dealer=3), "order", "discard TC")
    drawn = fitting(hand) if hand.turn == 1 else fitting(act(hand, str(next(iter(hand.legal_actions)))))
    _, misfits = drawn.draw_fitting(20, Random(1).random)
    assert misfits >= 1
