"""A bot's delay tells nothing about its cards."""

from random import Random
from statistics import mean

import pytest

from games.engine.bots.delay import LONGEST, SHORTEST, TRICK_STAYS, thinking_time
from games.engine.bots.rule_bot import RuleBot
from games.engine.presets import PRESETS
from games.engine.rules import HouseRules
from games.engine.view import Watcher, view_for
from tests.games.engine.bots.tables import bot_states, deal
from tests.games.engine.test_view import OtherWorld


def time_of(hand, draw):
    return thinking_time(view_for(hand, Watcher.FACE_DOWN), draw)


@pytest.mark.parametrize("name", PRESETS)
def test_the_delay_is_the_same_whatever_is_hidden(name):
    for number in range(5):
        rng = Random(number)
        for hand in list(bot_states(PRESETS[name], number, RuleBot()))[:-1]:
            other = OtherWorld(hand, hand.turn, rng).shuffled()
            for draw in (0.0, 0.3, 0.99):
                assert time_of(hand, draw) == time_of(other, draw)


@pytest.mark.slow
def test_a_forced_card_takes_as_long_as_a_free_one():
    """Over many hands, times of forced and of free plays to the same trick have the same distribution."""
    chance, times = Random(1).random, {True: [], False: []}
    for number in range(120):
        for hand in list(bot_states(HouseRules(), number, RuleBot()))[:-1]:
            second = len(hand.tricks) == 2 and len(hand.tricks[-1].plays) in (1, 2, 3)
            if second and hand.tricks[-1].winner is None:
                times[len(hand.legal_actions) == 1].append(time_of(hand, chance()))
    forced, free = sorted(times[True]), sorted(times[False])
    assert min(len(forced), len(free)) > 60
    assert mean(forced) == pytest.approx(mean(free), rel=0.2)
    assert forced[len(forced) // 2] == pytest.approx(free[len(free) // 2], rel=0.2)


def test_times_are_a_persons():
    view = view_for(deal(HouseRules(), 1), Watcher.FACE_DOWN)
    times = [thinking_time(view, draw / 1000) for draw in range(1000)]
    assert times == sorted(times)
    assert times[0] == SHORTEST
    assert times[-1] == LONGEST
    assert SHORTEST < times[500] < 2


def test_a_trick_lies_there_to_be_read_before_a_bot_leads_to_the_next_one():
    states = [hand for hand in bot_states(HouseRules(stick_the_dealer=True), 1, RuleBot()) if hand.position.phase == 11]
    for hand in states[:-1]:
        is_over = bool(hand.tricks) and hand.tricks[-1].winner is not None
        assert time_of(hand, 0.0) == (TRICK_STAYS if is_over else SHORTEST)


def test_leading_takes_longer_than_following_and_the_last_trick_is_quick():
    states = [hand for hand in bot_states(HouseRules(stick_the_dealer=True), 1, RuleBot()) if hand.position.phase == 11]
    lead, follow, last = (time_of(states[place], 0.5) for place in (0, 1, -1))
    assert last < follow < lead


def test_the_view_of_a_seat_is_refused():
    for viewer in (0, Watcher.FACE_UP):
        with pytest.raises(ValueError, match="only what everybody sees"):
            thinking_time(view_for(deal(HouseRules(), 1), viewer), 0.5)
