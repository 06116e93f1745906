"""The words every format shares: configs as plain data, and names of entries."""

import dataclasses
import json

import pytest

from games.engine.errors import RuleError
from tests.tournaments.formats.nights import draw_request
from tournaments.formats.base import Slip, TableDraw, chance_for
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.config import config_data, config_from
from tournaments.formats.numbers import EntryRef
from tournaments.formats.progressive.config import Colours, Length, Progressive


def test_a_config_goes_through_json_and_back():
    config = Progressive(colours=Colours.HIGH_LOW, length=Length.CLOCK, minutes=20, wrap=False)
    assert config_from(Progressive, json.loads(json.dumps(config_data(config)))) == config


def test_missing_settings_keep_their_defaults():
    assert config_from(Progressive, {"rounds": 10}) == Progressive(rounds=10)
    assert config_from(Progressive, {"minutes": None}) == Progressive()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (["rounds"], "Format settings must be a list of names and values"),
        ({"round": 8}, "There’s no setting called “round”. Choose from: rounds, length, "),
        ({"rounds": "eight"}, "“Rounds” is “eight”. It must be a whole number."),
        ({"rounds": True}, "“Rounds” is “True”. It must be a whole number."),
        ({"rounds": None}, "“Rounds” is “None”. It must be a whole number."),
        ({"wrap": 1}, "“Link table 1 and the last table” is “1”. It must be yes or no."),
        ({"moves": "nobody"}, "“Side that moves” is “nobody”. Choose one of: losers, winners."),
        ({"moves": ["losers"]}, "“Side that moves” is “['losers']”. Choose one of: losers, winners."),
        ({"rounds": 0}, "“Rounds” is 0. Choose a number from 1 to 40."),
        ({"minutes": 500}, "“Minutes per round” is 500. Choose a number from 1 to 180."),
        ({"length": "clock"}, "“Minutes per round” is empty. Enter the minutes"),
    ],
)
def test_a_wrong_setting_is_refused_in_words(data, message):
    with pytest.raises(RuleError) as refused:
        config_from(Progressive, data)
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize("key", FORMATS)
def test_every_setting_says_what_it_is(key):
    for field in dataclasses.fields(FORMATS[key].config):
        assert field.metadata["label"]
        assert field.metadata["help"].endswith(".")


def test_every_choice_says_what_it_is():
    assert [choice.label for choice in Colours] == ["No colors", "High and low", "Red and white"]
    assert all(choice.help for choice in Colours)
    assert Colours("high_low") is Colours.HIGH_LOW


def test_entries_and_house_players_have_names():
    assert [str(EntryRef(number)) for number in (12, 0, -1)] == ["No. 12", "house player 1", "house player 2"]


def test_lots_are_the_same_for_the_same_purpose_only():
    request = draw_request(1, [1, 2])
    assert (
        chance_for(request, "seats").random()
        == chance_for(request, "seats").random()
        != chance_for(request, "byes").random()
    )


def test_a_slip_has_a_winner_unless_points_are_level():
    assert Slip((3, 5)).winner == 1
    assert Slip((5, 5)).winner is None
    assert Slip((5, 5), tie_winner=0).winner == 0


def test_a_table_lists_its_entries():
    assert TableDraw(1, ((1, 4), (2, 3))).entries == (1, 4, 2, 3)
