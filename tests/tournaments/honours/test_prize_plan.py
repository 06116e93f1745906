"""What a plan may promise, and how it is stored."""

import dataclasses
import json

import pytest

from games.engine.errors import RuleError
from tournaments.formats.config import config_data, config_from
from tournaments.honours.pot import Basket, Pot
from tournaments.honours.prize_plan import (
    Barred,
    Base,
    Measure,
    PlaceTable,
    PrizePlan,
    Remainder,
    Shortfall,
    SidePrize,
    Tied,
    Unit,
    Winner,
    Worth,
)

LONERS = {"key": "ml", "name": "Most loners", "winner": "most", "worth": "fixed", "amount": 500, "statistic": "loners"}
BASKET = LONERS | {"worth": "basket", "basket": "loners", "amount": 0}


def test_a_plan_goes_through_json_and_back():
    plan = PrizePlan(
        Measure.PRO_RATED,
        (PlaceTable(0, (4000, 2000)), PlaceTable(24, (6000, 3000, 1500))),
        based_on=32,
        sides=(SidePrize("b", "Booby prize", Winner.LAST, Worth.PERCENT, 250, open_to_all=True),),
        unit=Unit.HALF,
        tied=Tied.DECIDE,
        barred=Barred.FIRST,
    )
    assert config_from(PrizePlan, json.loads(json.dumps(config_data(plan)))) == plan


def test_so_does_a_pot():
    pot = Pot(16, 500, baskets=(Basket("fines", 350),))
    assert config_from(Pot, json.loads(json.dumps(config_data(pot)))) == pot


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"tables": 5}, "“Prizes by place” is “5”. It must be a list."),
        ({"tables": [5]}, "“Prizes by place” is “5”. It must be a list of names and values."),
        ({"tables": [{"entries": 0}]}, "“Prizes” is missing. Enter it."),
        ({"tables": [{"entries": 0, "amounts": ["all"]}]}, "“Prizes” is “all”. It must be a whole number."),
        ({"tables": [{"entries": 0, "amounts": [-1]}]}, "The prize for 1st place is -1. Enter 0 to 10000000."),
        ({"tables": [{"entries": 0, "amounts": [50, 60]}]}, "2nd place gets more than 1st. Enter the larger prize"),
        ({"tables": [{"entries": -1, "amounts": []}]}, "“Minimum entries” is -1."),
        (
            {"tables": [{"entries": 8, "amounts": []}] * 2},
            "2 prize lists have the same minimum entries: 8. Remove one.",
        ),
        ({"tables": [{"entries": 0, "amounts": [10001]}]}, "1st place is more than 100%. Choose a lower percentage."),
        (
            {"measure": "pro_rated"},
            "“Number of entries for pro-rated amounts” is empty. Enter how many entries the prizes",
        ),
        (
            {"measure": "fixed", "unit": "whole", "tables": [{"entries": 0, "amounts": [5000, 1250]}]},
            "2nd place is 12.50, but prizes are rounded to whole amounts. Change the amount or the rounding.",
        ),
        (
            {"sides": [LONERS | {"amount": 525}], "unit": "half"},
            "“Most loners” is 5.25, but prizes are rounded to multiples of 50 cents",
        ),
        ({"sides": [LONERS | {"worth": "percent", "amount": 10001}]}, "“Most loners” is more than 100%."),
        ({"sides": [LONERS, LONERS]}, "2 side prizes have the short name “ml”. Give each a different one."),
        ({"sides": [BASKET, BASKET | {"key": "lj"}]}, "2 side prizes use the fund “loners”."),
        ({"sides": [LONERS | {"name": 7}]}, "“Name” is “7”. It must be text."),
        ({"sides": [LONERS | {"name": ""}]}, "The name “” has 0 characters."),
        ({"sides": [LONERS | {"key": ""}]}, "“Most loners” can’t have the short name “”. Choose another one."),
        ({"sides": [LONERS | {"key": "places"}]}, "“Most loners” can’t have the short name “places”."),
        ({"sides": [LONERS | {"statistic": ""}]}, "“Most loners” has no statistic."),
        ({"sides": [BASKET | {"basket": ""}]}, "“Most loners” is paid from a fund. Choose the fund."),
        ({"sides": [LONERS | {"amount": -1}]}, "“Amount” is -1."),
        ({"entries_per_place": 0}, "“Entries per paid place” is 0. Choose a number from 1 to 1000."),
    ],
)
def test_a_wrong_plan_is_refused_in_words(data, message):
    with pytest.raises(RuleError) as refused:
        config_from(PrizePlan, data)
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize("config", [PrizePlan, PlaceTable, SidePrize, Pot, Basket])
def test_every_setting_says_what_it_is(config):
    for field in dataclasses.fields(config):
        assert field.metadata["label"]
        assert field.metadata["help"].endswith((".", "…"))


@pytest.mark.parametrize("choices", [Barred, Base, Measure, Remainder, Shortfall, Tied, Unit, Winner, Worth])
def test_every_choice_says_what_it_is(choices):
    assert all(choice.label and choice.help.endswith(".") for choice in choices)


def test_a_plan_without_settings_is_a_sound_one():
    assert PrizePlan().tables == (PlaceTable(0, (5000, 3000, 2000)),)
    assert [unit.cents for unit in Unit] == [1, 50, 100]
