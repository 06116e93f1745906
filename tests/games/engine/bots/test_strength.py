"""Who beats whom, over a few duplicate deals with fixed seeds; `python -m benchmarks bots` measures it properly."""

from statistics import mean

import pytest

from benchmarks.bots.duel import RandomBot, Timed, play_duel
from games.engine.bots.playout_bot import PlayoutBot
from games.engine.bots.rule_bot import RuleBot
from games.engine.bots.strength import BEGINNER, CASUAL


def test_rules_of_thumb_beat_chance():
    score = play_duel(RuleBot(), RandomBot(), 60, 1, None)
    assert score.mean - score.interval > 0.8


@pytest.mark.slow
def test_playouts_beat_chance():
    assert play_duel(PlayoutBot(CASUAL), RandomBot(), 8, 1, None).mean > 0.8


@pytest.mark.slow
def test_a_beginner_loses_to_rules_of_thumb_but_is_no_random_player():
    assert play_duel(PlayoutBot(BEGINNER), RuleBot(), 30, 1, None).mean < 0
    assert play_duel(PlayoutBot(BEGINNER), RandomBot(), 15, 1, None).mean > 0


def test_a_bot_against_itself_is_even():
    timed = Timed(RuleBot())
    assert play_duel(timed, RuleBot(), 20, 1, None).mean == 0
    assert mean(cpu for cpu, _ in timed.seconds) > 0
