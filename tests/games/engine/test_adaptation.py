"""What follows when one house rule is turned: the rest gives way as little as it must, or the refusal names both."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.adaptation import adapt, differing
from games.engine.choices import AloneBids, Deck, JokerTurnedUp, Packs, Sides, Variant
from games.engine.errors import RuleError
from games.engine.presets import PRESETS, preset
from games.engine.rules import HouseRules, options

SIX = {"players": 6, "sides": Sides.THREE_V_THREE, "joker": True, "play_to": 15}


@pytest.mark.parametrize(
    ("base", "picked", "followed"),
    [
        ("plain", {"joker": True}, {}),
        ("plain", SIX, {"deck": Deck.SEVEN}),
        ("plain", {"players": 6}, {"deck": Deck.SEVEN, "sides": Sides.THREE_PAIRS}),
        ("plain", {"players": 3}, {"sides": Sides.SOLO, "go_alone": False}),
        ("plain", {"players": 8}, {"sides": Sides.FOUR_PAIRS, "packs": Packs.TWO}),
        ("plain", {"sides": Sides.THREE_V_THREE}, {"players": 6, "deck": Deck.SEVEN}),
        ("plain", {"cards_each": 7}, {"deck": Deck.SEVEN}),
        ("plain", {"joker_turned_up": JokerTurnedUp.DEALER_BLIND}, {"joker": True}),
        ("progressive_night", {"win_by_two": True}, {"number_of_hands": None}),
        ("trickster_bid", {"variant": Variant.CLASSIC}, {"deck": Deck.EIGHT, "play_to": 25}),
        ("trickster_bid", {"take_four": True}, {"variant": Variant.CLASSIC, "deck": Deck.EIGHT, "play_to": 25}),
        ("web_classic", {"players": 6}, {"deck": Deck.SEVEN, "sides": Sides.THREE_PAIRS, "go_under": False}),
    ],
)
def test_what_follows(base, picked, followed):
    found = adapt(preset(base), picked)
    assert {name: getattr(found.rules, name) for name in found.followed} == followed
    assert all(getattr(found.rules, name) == value for name, value in picked.items())


def test_what_only_the_other_game_has_goes_without_a_word():
    found = adapt(HouseRules(take_four=True), {"variant": Variant.BID})
    assert (found.rules.take_four, found.followed) == (False, ())


def test_picks_that_cannot_both_hold_are_refused_with_both_named():
    with pytest.raises(RuleError, match=r"“Players: 4” and “Sides: 3v3” don’t go together"):
        adapt(HouseRules(), {"players": 4, "sides": Sides.THREE_V_THREE})


def test_an_earlier_pick_gives_way_where_the_last_one_alone_is_kept():
    found = adapt(HouseRules(), {"sides": Sides.THREE_V_THREE, "players": 4}, kept={"players"})
    assert (found.rules, found.followed) == (HouseRules(), ("sides",))


def test_a_value_out_of_range_is_refused():
    with pytest.raises(RuleError, match="players=9 isn’t possible"):
        adapt(HouseRules(), {"players": 9})


def test_differing_options_come_in_reading_order():
    assert [one.name for one in differing(HouseRules(play_to=5, joker=True), HouseRules())] == ["joker", "play_to"]
    assert differing(HouseRules(), HouseRules()) == ()


@pytest.mark.parametrize("base", PRESETS)
@pytest.mark.parametrize("shown", options(), ids=lambda shown: shown.name)
def test_every_value_of_every_option_can_be_had_from_every_bundle(base, shown):
    """By itself no option is a dead end: either the rest follows, or it belongs to the other game."""
    for value in shown.choices:
        rules = preset(base)
        picked = {shown.name: value}
        if shown.only not in (None, rules.variant):
            picked["variant"] = Variant(shown.only)
        found = adapt(rules, picked).rules
        assert getattr(found, shown.name) == value


@pytest.mark.slow
@given(data=st.data(), base=st.sampled_from(sorted(PRESETS)))
def test_any_picks_end_in_rules_that_hold_them_or_in_a_sentence(data, base):
    some = data.draw(st.lists(st.sampled_from(options()), max_size=6, unique_by=lambda shown: shown.name))
    picked = {shown.name: data.draw(st.sampled_from(shown.choices)) for shown in some}
    try:
        found = adapt(preset(base), picked)
    except RuleError:
        with pytest.raises(RuleError, match=r"“.+: .+” and “.+: .+” don’t go together: "):
            adapt(preset(base), picked)
        return
    assert all(getattr(found.rules, name) == value for name, value in picked.items())
    assert not set(found.followed) & set(picked)


def test_alone_bids_in_a_game_without_partners_find_partners():
    found = adapt(preset("trickster_bid"), {"alone_bids": AloneBids.ALONE, "players": 3}, kept={"alone_bids"})
    assert found.rules.sides is not Sides.SOLO
