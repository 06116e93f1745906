"""House rules as a value: presets, plain data and back, single values and impossible combinations refused in words."""

import copy
import pickle
from dataclasses import replace

import pytest

from games.engine.choices import (
    AloneBids,
    Bidding,
    Deck,
    DefendAlone,
    JokerTurnedUp,
    MisdealClaim,
    Packs,
    Sides,
    Variant,
)
from games.engine.combinations import CLASHES
from games.engine.errors import RuleError
from games.engine.presets import PRESETS, SETS, preset, set_name
from games.engine.rules import HouseRules, option_of, options, rules_data, rules_from

SOLO = {"sides": Sides.SOLO, "go_alone": False}
BID = {"variant": Variant.BID, "cards_each": 6}
IMPOSSIBLE = [
    ({"players": 3}, "players=3 and sides=2v2"),
    ({"deck": Deck.JACK, "cards_each": 3}, "deck=J-A and variant=classic"),
    ({"deck": Deck.TEN, "cards_each": 4}, "deck=10-A and players=4"),
    ({"players": 8, **SOLO}, "players=8 and cards_each=5"),
    ({"cards_each": 6}, "cards_each=6 and deck=9-A"),
    ({"play_to": 26}, "play_to=26 and variant=classic"),
    ({"number_of_hands": 8, "win_by_two": True}, "number_of_hands=8 and win_by_two=yes"),
    ({"advance_kitty": True, "stick_the_dealer": True}, "advance_kitty=yes and stick_the_dealer=yes"),
    ({"advance_kitty": True, "go_under": True}, "advance_kitty=yes and go_under=yes"),
    (
        {"advance_kitty": True, "joker": True, "joker_turned_up": JokerTurnedUp.DEALER_BLIND},
        "advance_kitty=yes and joker_turned_up=dealer_blind",
    ),
    ({"joker_turned_up": JokerTurnedUp.DEALER_BLIND}, "joker_turned_up=dealer_blind and joker=no"),
    ({"players": 3, "sides": Sides.SOLO}, "go_alone=yes and sides=solo"),
    ({"canadian_loner": True, "go_alone": False}, "canadian_loner=yes and go_alone=no"),
    ({"players": 3, **SOLO, "defend_alone": DefendAlone.ANYTIME}, "defend_alone=anytime and sides=solo"),
    ({"go_alone": False, "defend_alone": DefendAlone.AGAINST_ALONE}, "defend_alone=against_alone and go_alone=no"),
    ({"call_for_best": True, "go_alone": False}, "call_for_best=yes and go_alone=no"),
    (
        {"call_for_best": True, "sides": Sides.THREE_V_THREE, "players": 6, "deck": Deck.SEVEN},
        "call_for_best=yes and sides=3v3",
    ),
    ({"go_under": True, "sides": Sides.THREE_V_THREE, "players": 6, "deck": Deck.SEVEN}, "go_under=yes and players=6"),
    ({"go_under": True, "deck": Deck.SEVEN, "cards_each": 8}, "go_under=yes and cards_each=8"),
    ({"go_under": True, "deck": Deck.EIGHT, "cards_each": 7}, "go_under=yes and cards_each=7"),
    ({"go_under": True, "players": 3, "deck": Deck.TEN, "cards_each": 6, **SOLO}, "go_under=yes and cards_each=6"),
    ({"misdeal_claim": MisdealClaim.EITHER, "cards_each": 4}, "misdeal_claim=either and cards_each=4"),
    ({"alone_worth_two": True, "lone_march": 5}, "alone_worth_two=yes and lone_march=5"),
    ({"alone_worth_two": True, "go_alone": False}, "alone_worth_two=yes and go_alone=no"),
    ({"alone_must_take_all": True, "go_alone": False}, "alone_must_take_all=yes and go_alone=no"),
    ({"loner_bonus": True, "go_alone": False}, "loner_bonus=yes and go_alone=no"),
    ({"euchred_loner": 4, "go_alone": False}, "euchred_loner=4 and go_alone=no"),
    ({**BID, "minimum_bid": 7}, "minimum_bid=7 and cards_each=6"),
    ({**BID, "players": 3, "sides": Sides.SOLO, "alone_bids": AloneBids.ALONE}, "alone_bids=alone and sides=solo"),
    (
        {
            "variant": Variant.BID,
            "sides": Sides.THREE_V_THREE,
            "players": 6,
            "cards_each": 4,
            "alone_bids": AloneBids.CALL_1,
        },
        "alone_bids=call_1 and sides=3v3",
    ),
    ({**BID, "kitty_to_winner": True}, "kitty_to_winner=yes and cards_each=6"),
    ({**BID, "take_four": True}, "take_four=yes and variant=bid"),
    ({"bidding": Bidding.AUCTION}, "bidding=auction and variant=classic"),
]


def spoken(pair: str) -> str:
    """ "joker=no and packs=2" as a refusal has it: each option by its label, with the value as people read it."""
    parts = [part.split("=") for part in pair.split(" and ")]
    return " and ".join(f"“{option_of(name).label}: {option_of(name).shown(value)}”" for name, value in parts)


@pytest.mark.parametrize(("chosen", "words"), IMPOSSIBLE, ids=[words for _, words in IMPOSSIBLE])
def test_impossible_combinations_name_both_options(chosen, words):
    with pytest.raises(RuleError) as refused:
        HouseRules(**chosen)
    assert f"{spoken(words)} don’t go together: " in str(refused.value)


def test_an_option_of_the_other_game_is_refused_with_the_reason():
    with pytest.raises(RuleError, match="“Makers must take 4: yes” and “Game: bid” don’t go together"):
        HouseRules(**BID, take_four=True)


def test_every_clash_is_shown_above():
    shown = [{part.split("=")[0] for part in words.split(" and ")} for _, words in IMPOSSIBLE]
    assert all({clash.one, clash.other} in shown for clash in CLASHES)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("players", 9, "players=9 isn’t possible: Players must be a whole number from 2 to 8."),
        ("players", True, "players=yes isn’t possible"),
        ("play_to", None, "play_to=none isn’t possible"),
        ("number_of_hands", 0, "number_of_hands=0 isn’t possible"),
        ("joker", 1, "joker=1 isn’t possible: Joker must be no or yes."),
        ("deck", "9-A", "deck=9-A isn’t possible"),
        ("variant", None, "variant=none isn’t possible: Game must be classic or bid."),
    ],
)
def test_values_out_of_range_are_refused(name, value, words):
    with pytest.raises(RuleError) as refused:
        HouseRules(**{name: value})
    assert words in str(refused.value)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_go_to_plain_data_and_back(name):
    rules = preset(name)
    assert rules_from(rules_data(rules)) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules  # noqa: S301
    assert copy.copy(rules) == rules
    assert hash(rules_from(rules_data(rules))) == hash(rules)


def test_plain_data_may_leave_options_out():
    assert rules_from({}) == HouseRules()
    assert rules_from({"packs": 2, "deck": "7-A"}) == HouseRules(packs=Packs.TWO, deck=Deck.SEVEN)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"jokers": True}, "There’s no house rule called 'jokers'."),
        ({"deck": "8"}, "deck=8 isn’t possible: Deck must be 9-A or 7-A"),
        ({"packs": True}, "packs=True isn’t possible"),
        ({"joker": "yes"}, "joker=yes isn’t possible"),
    ],
)
def test_unknown_plain_data_is_refused(data, words):
    with pytest.raises(RuleError) as refused:
        rules_from(data)
    assert words in str(refused.value)


def test_rules_that_are_the_same_have_one_name():
    assert len(set(SETS)) == len(SETS)
    assert {set_name(rules) for rules in PRESETS.values()} == {*SETS}
    assert set_name(preset("trickster")) == set_name(preset("plain")) == "plain"
    assert set_name(HouseRules(joker=True)) == ""


def test_how_long_a_game_lasts_makes_no_other_rules():
    night = preset("progressive_night")
    for length in ({"number_of_hands": 12}, {"number_of_hands": None}, {"number_of_hands": None, "play_to": 21}):
        assert set_name(replace(night, **length)) == "progressive_night"


def test_an_unknown_preset_is_refused():
    with pytest.raises(RuleError, match=r"There’s no preset called 'bridge'\. Choose from krengineering, web_classic"):
        preset("bridge")


def test_every_option_carries_what_forms_and_pages_need():
    for shown in options():
        assert all((shown.label, shown.help, shown.example, shown.choices)), shown.name
        assert shown.default == shown.choices[0] == getattr(HouseRules(), shown.name)
        assert option_of(shown.name) is shown
    assert len({shown.label for shown in options()}) == len(options())
