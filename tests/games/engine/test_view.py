"""No one sees what they cannot know: hidden cards change places, and a player's view stays the same."""

import json
import random
from dataclasses import replace

import pytest

from games.engine.actions import DISCARD_0, GIVE_0, UNDER_0, Verb, under_code, under_kinds
from games.engine.cards import CARDS, every_kind_in, mask_of
from games.engine.choices import AloneBids, Deck, DefendAlone, JokerTurnedUp, Packs, Sides, Variant
from games.engine.errors import RuleError
from games.engine.hand import Hand
from games.engine.phases import Phase
from games.engine.presets import PRESETS
from games.engine.rules import HouseRules
from games.engine.shuffle import deck_of, seed_from_number
from games.engine.view import Step, Watcher, view_data, view_for
from tests.games.engine.setting import act, dealt
from tests.sizes import SOAK

HANDS = 5000 if SOAK else 200
EXTRA = {
    "blind joker": HouseRules(joker=True, joker_turned_up=JokerTurnedUp.DEALER_BLIND, call_for_best=True),
    "going under": HouseRules(go_under=True, defend_alone=DefendAlone.ANYTIME, call_for_best=True),
    "going under a larger kitty": HouseRules(go_under=True, deck=Deck.SEVEN, joker=True),
    "called cards": HouseRules(variant=Variant.BID, cards_each=5, alone_bids=AloneBids.CALL_2, kitty_to_winner=True),
    "two packs": HouseRules(players=6, sides=Sides.THREE_PAIRS, packs=Packs.TWO, advance_kitty=True),
}


def states(rules, number):
    """Every state of one random hand; lone bids and going under come often."""
    rng = random.Random(number)
    hand = Hand.deal(rules, deck_of(rules, seed_from_number(number)), number % rules.players)
    while not hand.is_over:
        yield hand
        actions = list(hand.legal_actions)
        bold = [action for action in actions if action.loner.value != "no" or action.verb is Verb.UNDER]
        hand = hand.apply(rng.choice(bold if bold and rng.random() < 0.4 else actions))
    yield hand


class OtherWorld:
    """A copy of a hand in which every card the viewer cannot know has changed places with another unknown one."""

    def __init__(self, hand, viewer, rng):
        self.at = hand.position.copy()
        self.viewer, self.rng = viewer, rng
        self.public = {(seat, card.kind) for trick in hand.tricks for seat, card in trick.plays}

    def own(self, seat):
        return seat == self.viewer and not (self.at.phase == Phase.BLIND and seat == self.at.dealer)

    def shuffled(self):
        """The other world. Pools: hands, face-down cards, discards and cards given, of everyone but the viewer."""
        at = self.at
        hands = [seat for seat in range(at.setup.seats) if not self.own(seat)]
        laid = [index for index, (seat, _) in enumerate(at.laid) if seat != self.viewer]
        given = [] if at.maker == self.viewer or at.phase not in (Phase.GIVE, Phase.BEST) else list(at.given)
        kitty = [] if at.phase == Phase.BURY else list(at.kitty[3 if at.under == self.viewer else 0 :])
        pool = [kind for seat in hands for kind in every_kind_in(at.cards[seat])]
        pool += [*kitty, *given, *(at.laid[index][1] for index in laid)]
        self.rng.shuffle(pool)
        for seat in hands:
            at.cards[seat] = mask_of(pool.pop() for _ in range(at.cards[seat].bit_count()))
        at.kitty = (*at.kitty[: len(at.kitty) - len(kitty)], *(pool.pop() for _ in kitty))
        at.given = tuple(pool.pop() for _ in given) or at.given
        laid_now = list(at.laid)
        for index in laid:
            laid_now[index] = (laid_now[index][0], pool.pop())
        at.laid = tuple(laid_now)
        assert not pool
        at.log = [self.logged(entry) for entry in at.log]
        at.deck = tuple(self.rng.sample(at.deck, len(at.deck)))
        return Hand(at)

    def logged(self, entry):
        """A hidden action's cards replaced by any others."""
        seat, code = entry >> 16, entry & 0xFFFF
        if seat == self.viewer:
            return entry
        if code >= UNDER_0:
            assert len(under_kinds(code)) == 3
            return seat << 16 | under_code(tuple(sorted(self.rng.sample(range(24), 3))))
        for first in (GIVE_0, DISCARD_0):
            if first <= code < first + 33:
                return seat << 16 | first + self.rng.randrange(24)
        return entry


@pytest.mark.parametrize("name", [*PRESETS, *EXTRA])
@pytest.mark.slow
@pytest.mark.heavy
def test_two_worlds_look_the_same(name, record_property):
    record_property("hands seen by everyone in two worlds", HANDS if name in PRESETS else HANDS // 5)
    rules = PRESETS.get(name) or EXTRA[name]
    rng = random.Random(name)
    for number in range(HANDS if name in PRESETS else HANDS // 5):
        for hand in states(rules, number):
            for viewer in (*range(rules.players), Watcher.FACE_DOWN):
                other = OtherWorld(hand, viewer, rng).shuffled()
                assert view_for(other, viewer) == view_for(hand, viewer)


def test_the_other_world_is_another_one():
    """The test above could find a leak: a viewer who sees everything does tell the worlds apart."""
    rng = random.Random(1)
    told_apart = 0
    for hand in states(PRESETS["plain"], 3):
        other = OtherWorld(hand, 0, rng).shuffled()
        told_apart += view_for(other, Watcher.FACE_UP) != view_for(hand, Watcher.FACE_UP)
    assert told_apart > 10


def test_a_seat_sees_its_own_cards_only():
    hand = act(dealt(HouseRules(), {0: "JH JD AH KH QH"}, "9H"), "order", "discard 9H")
    own, other, watcher = (view_for(hand, viewer) for viewer in (0, 1, Watcher.FACE_DOWN))
    assert own.hands[1:] == (None, None, None)
    assert [str(card) for card in own.hands[0] or ()] == ["AH", "KH", "QH", "JD", "JH"]
    assert len(own.legal) == 5
    assert not other.legal
    assert other.hands[0] is None
    assert watcher.hands == (None,) * 4
    assert None not in view_for(hand, Watcher.FACE_UP).hands
    assert other.history[1] == Step(3, replace(hand.history[1][1], cards=()), 1)
    assert str(view_for(hand, 3).history[1].action) == "discard 9H"


def test_a_blind_dealer_does_not_see_his_hand():
    rules = EXTRA["blind joker"]
    hand = dealt(rules, rest="JO", dealer=3)
    assert view_for(hand, 3).hands == (None,) * 4
    assert view_for(hand, 0).hands[0] is not None
    assert len(view_for(act(hand, "call H"), 3).hands[3] or ()) == 6


def test_a_view_is_plain_json():
    hand = act(dealt(HouseRules(), {0: "JH JD AH KH QH"}, "9H"), "order", "discard 9H", "play JH")
    data = json.loads(json.dumps(view_data(view_for(hand, 1))))
    assert data["phase"] == "play"
    assert data["tricks"] == [{"plays": [[0, "JH"]], "winner": None}]
    assert data["history"][0] == {"seat": 0, "action": "order", "hidden": 0}
    assert data["hands"][0] is None
    assert all(text.startswith("play ") for text in data["legal"])
    over = next(hand for hand in states(HouseRules(), 4) if hand.is_over)
    assert view_data(view_for(over, Watcher.FACE_DOWN))["result"]["points"] == list(over.result.points)
    assert view_data(view_for(over, Watcher.FACE_DOWN))["viewer"] == "face_down"


def test_only_seats_that_exist_may_look():
    with pytest.raises(RuleError, match="There’s no seat 4"):
        view_for(dealt(HouseRules()), 4)
    assert CARDS[0] not in (view_for(dealt(HouseRules()), 1).hands[0] or ())
