"""The playout bot: legal under all rules, blind to what it cannot know, the same answer to the same question."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine.actions import ORDER, Verb
from games.engine.bots.aim import ForPoints
from games.engine.bots.playout_bot import PlayoutBot, Trial, value_after
from games.engine.bots.rule_bot import RuleBot
from games.engine.bots.strength import BEGINNER, EXPERT, STRENGTHS, Strength
from games.engine.game import Game
from games.engine.rules import HouseRules
from games.engine.shuffle import deck_of, seed_from_number
from games.engine.view import Watcher, view_for
from tests.games.engine.bots.tables import RULES, RandomBot, bot_states, deal
from tests.games.engine.setting import act, dealt
from tests.games.engine.strategies import house_rules
from tests.games.engine.test_view import OtherWorld
from tests.sizes import SOAK

QUICK = Strength(worlds=3, calls=3, ahead=2)
EXAMPLES = settings(max_examples=1000 if SOAK else 25, derandomize=not SOAK, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("name", RULES)
def test_every_kind_of_bot_plays_by_every_set_of_rules(name):
    """`Hand.apply` refuses what is not legal, so a hand that ends was legal throughout."""
    for number in range(60 if SOAK else 2):
        *_, last = bot_states(RULES[name], number, PlayoutBot(QUICK), RuleBot(), RandomBot())
        assert last.is_over


@pytest.mark.slow
@EXAMPLES
@given(house_rules(), st.integers(0, 10**6))
def test_bots_play_by_any_house_rules(rules, number):
    *_, last = bot_states(rules, number, PlayoutBot(QUICK), RandomBot(), RuleBot())
    assert last.is_over


@pytest.mark.slow
def test_bots_finish_whole_games():
    """A thousand games with SOAK=1, spread over all presets and odd rules."""
    for number in range(1000 if SOAK else 4):
        rules = list(RULES.values())[number % len(RULES)]
        game, hands = Game.new(rules), 0
        bots, chance = (PlayoutBot(Strength(worlds=2, calls=2)), RuleBot()), Random(number).random
        while game.outcome is None and hands < 60:
            game, hands = game.deal(deck_of(rules, seed_from_number(1000 * number + hands))), hands + 1
            while game.hand is not None:
                seat = game.hand.turn
                game = game.apply(bots[seat % 2].choose(view_for(game.hand, seat), chance))
        assert game.outcome is not None or min(game.points) < 0 or rules.variant == "bid"


@pytest.mark.parametrize("name", RULES)
def test_cards_out_of_sight_change_nothing(name):
    """What the seat cannot know changes places behind its back; the same chances give the same answer."""
    bots = (PlayoutBot(Strength(worlds=2, calls=2)), RuleBot())
    for number in range(20 if SOAK else 2):
        rng = Random(number)
        for hand in list(bot_states(RULES[name], number, RandomBot(), RuleBot()))[:-1]:
            other = OtherWorld(hand, hand.turn, rng).shuffled()
            for bot in bots:
                here, there = (bot.choose(view_for(each, hand.turn), Random(5).random) for each in (hand, other))
                assert here == there


def test_the_same_chances_give_the_same_answer():
    bot = PlayoutBot(BEGINNER)
    for number in range(10):
        view = view_for(deal(HouseRules(), number), (number + 1) % 4)
        assert len({bot.choose(view, Random(3).random) for _ in range(3)}) == 1


def test_no_strength_takes_anything_but_what_it_has_found_best():
    view = view_for(act(dealt(HouseRules(), {0: "JH JD AH 9S TC"}, "9H"), "order", "discard 9H"), 0)
    for strength in STRENGTHS.values():
        for seed in range(3):
            ranked = PlayoutBot(strength).weigh(view, Random(seed).random)
            assert PlayoutBot(strength).choose(view, Random(seed).random) == ranked[0].action


def test_a_weaker_bot_counts_fewer_tricks_ahead_but_calls_to_the_end_of_the_hand():
    hand = dealt(HouseRules(), {0: "JH JD AH 9S TC"}, "9H")
    lead = act(hand, "order", "discard 9H").position
    opening = lead.cards[0] & -lead.cards[0]
    for ahead in (1, 2, 3):
        value = value_after(lead, opening.bit_length() - 1, Strength(1, ahead=ahead), ForPoints())
        assert value in range(-ahead, ahead + 1)
        assert (value - ahead) % 2 == 0, "every trick is somebody's"
    calls = {value_after(hand.position, ORDER, Strength(1, ahead=ahead), ForPoints()) for ahead in (1, 5)}
    assert len(calls) == 1
    assert calls <= {-2, 1, 2}


def test_choices_that_are_clearly_worse_are_dropped_early_and_come_last():
    trial = Trial([1, 2, 3], favourite=1, doubt=1.0, least=1.0)
    for _ in range(10):
        trial.note([1.0, 0.9, -4.0])
    trial.drop_the_worse()
    assert trial.open == [1, 2]
    trial.note([0.0, 9.0])
    assert trial.ranked() == [1, 2, 3], "one lucky deal decides nothing"
    for _ in range(30):
        trial.note([0.0, 1.0])
    assert trial.ranked() == [2, 1, 3]


def test_a_forced_action_draws_no_deals():
    assert [each.value for each in PlayoutBot().weigh(one_card_left(), chance_forbidden)] == [0.0]


def one_card_left():
    """A seat's view with its last card in hand."""
    return next(
        view_for(hand, hand.turn) for hand in bot_states(HouseRules(), 3, RuleBot()) if sum(hand.position.won) == 4
    )


def chance_forbidden():
    raise AssertionError("nothing is left to chance here")


def test_only_the_seat_to_act_is_answered():
    hand = deal(HouseRules(), 0)
    for viewer in (Watcher.FACE_UP, Watcher.FACE_DOWN, 3):
        for bot in (PlayoutBot(QUICK), RuleBot()):
            with pytest.raises(ValueError, match="when it is its turn"):
                bot.choose(view_for(hand, viewer), Random(1).random)


def test_it_calls_with_a_sure_hand_and_takes_the_march():
    hand = dealt(HouseRules(), {0: "JH JD AH KH AS"}, "QH")
    assert str(PlayoutBot(EXPERT).choose(view_for(hand, 0), Random(1).random)) == "order alone"


def test_when_no_deal_can_be_found_the_rules_of_thumb_decide(monkeypatch):
    monkeypatch.setattr("games.engine.bots.worlds.TRIES_PER_DEAL", 0)
    for hand in list(bot_states(HouseRules(), 1, RuleBot()))[:-1]:
        view = view_for(hand, hand.turn)
        assert PlayoutBot(Strength(4, 4)).choose(view, Random(1).random) == RuleBot().choose(view, Random(1).random)


def test_strengths_grow():
    for looks in ("worlds", "calls", "ahead"):
        values = [getattr(strength, looks) for strength in STRENGTHS.values()]
        assert values == sorted(values)
        assert values[0] < values[2], looks


def test_a_slip_is_a_card_that_costs_little_and_never_a_bid():
    careless = PlayoutBot(Strength(worlds=12, slips=1.0, forgives=0.4))
    bidding = act(dealt(HouseRules(), {0: "JH JD AH 9S TC"}, "9H"))
    seat = bidding.turn
    best = {careless.weigh(view_for(bidding, seat), Random(seed).random)[0].action for seed in range(10)}
    assert {careless.choose(view_for(bidding, seat), Random(seed).random) for seed in range(10)} <= best
    playing = view_for(act(dealt(HouseRules(), {0: "JH JD AH 9S TC"}, "9H"), "order", "discard 9H"), 0)
    ranked = careless.weigh(playing, Random(1).random)
    taken = {careless.choose(playing, Random(seed).random) for seed in range(20)}
    assert len(taken) > 1
    assert not taken & {each.action for each in ranked if each.value < ranked[0].value - 0.7}


def test_who_may_not_pass_calls():
    stuck = act(dealt(HouseRules(stick_the_dealer=True), dealer=3), *["pass"] * 7)
    taken = {PlayoutBot(BEGINNER).choose(view_for(stuck, 3), Random(seed).random).verb for seed in range(10)}
    assert taken == {Verb.CALL}
