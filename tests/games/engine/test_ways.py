"""How so many can play under any house rules: every way is one that can be played, and changes no more than it must."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import CARDS
from games.engine.choices import AloneBids, Deck, DefendAlone, MisdealClaim, Packs, Sides, Variant
from games.engine.combinations import SEATS
from games.engine.hand import Hand
from games.engine.presets import PRESETS, preset
from games.engine.rules import HouseRules, rules_data
from games.engine.setup import setup_of
from games.engine.ways import LONE, ways_to_play
from tests.games.engine.strategies import house_rules

ALLOWED = {
    2: ["solo"],
    3: ["solo"],
    4: ["2v2", "solo"],
    5: ["solo"],
    6: ["2v2v2", "3v3", "solo"],
    7: ["solo"],
    8: ["2v2v2v2", "solo"],
}
"""No other sides come out even, and fewer than four or an odd number have no partners."""
PLAIN = preset("plain")


def changes(before: HouseRules, after: HouseRules) -> dict[str, object]:
    old, new = rules_data(before), rules_data(after)
    return {name: value for name, value in new.items() if old[name] != value}


def play_out(rules: HouseRules) -> Hand:
    """A hand in which everyone does the first thing that is possible."""
    hand = Hand.deal(rules, [CARDS[kind] for kind in setup_of(rules).deck], 0)
    while not hand.is_over:
        hand = hand.apply(next(iter(hand.legal_actions)))
    return hand


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_played_by_any_number(name: str, players: int) -> None:
    ways = ways_to_play(preset(name), players)
    assert [way.sides.value for way in ways] == ALLOWED[players]
    for way in ways:
        assert (way.players, way.cards_each) == (players, preset(name).cards_each)
        assert play_out(way).is_over


@pytest.mark.parametrize("players", [-1, 0, 1, 9, 100])
def test_there_are_no_rules_for_fewer_than_two_or_more_than_eight(players: int) -> None:
    assert ways_to_play(PLAIN, players) == ()


@pytest.mark.parametrize(
    ("players", "sides", "changed"),
    [
        (4, Sides.TWO_V_TWO, {}),
        (4, Sides.SOLO, {"sides": "solo", "go_alone": False}),
        (3, Sides.SOLO, {"sides": "solo", "players": 3, "go_alone": False}),
        (5, Sides.SOLO, {"sides": "solo", "players": 5, "go_alone": False, "deck": "8-A"}),
        (6, Sides.THREE_V_THREE, {"sides": "3v3", "players": 6, "deck": "7-A"}),
        (7, Sides.SOLO, {"sides": "solo", "players": 7, "go_alone": False, "packs": 2}),
        (8, Sides.FOUR_PAIRS, {"sides": "2v2v2v2", "players": 8, "packs": 2}),
    ],
)
def test_what_plain_euchre_changes(players: int, sides: Sides, changed: dict[str, object]) -> None:
    (way,) = (way for way in ways_to_play(PLAIN, players) if way.sides is sides)
    assert changes(PLAIN, way) == changed


def test_what_needs_a_partner_goes_with_the_partners() -> None:
    rules = replace(
        PLAIN,
        canadian_loner=True,
        defend_alone=DefendAlone.ANYTIME,
        call_for_best=True,
        alone_must_take_all=True,
        loner_bonus=True,
        euchred_loner=4,
        alone_worth_two=True,
        stick_the_dealer=True,
    )
    (way,) = ways_to_play(rules, 3)
    assert changes(HouseRules(), way) == {"sides": "solo", "players": 3, "go_alone": False, "stick_the_dealer": True}
    assert set(changes(rules, way)) - {"sides", "players", "go_alone"} <= set(LONE)
    three, *_ = (way for way in ways_to_play(rules, 6) if way.sides is Sides.THREE_V_THREE)
    assert (three.call_for_best, three.loner_bonus) == (False, True)


def test_where_loners_find_partners_they_may_go_alone() -> None:
    solo = replace(PLAIN, players=3, sides=Sides.SOLO, go_alone=False, solo_march=3)
    pairs, alone = ways_to_play(solo, 4)
    assert (pairs.go_alone, pairs.solo_march) == (True, 3)
    assert (alone.go_alone, alone.solo_march) == (False, 3)
    assert not ways_to_play(preset("krengineering"), 6)[0].go_alone


def test_options_go_that_the_cards_no_longer_allow() -> None:
    under = preset("web_classic")
    assert [way.go_under for players in (3, 4, 6) for way in ways_to_play(under, players)] == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]
    many = HouseRules(variant=Variant.BID, deck=Deck.JACK, packs=Packs.TWO, cards_each=8, minimum_bid=6, joker=True)
    assert {way.cards_each for way in ways_to_play(many, 8)} == {8}
    twelve = replace(many, deck=Deck.NINE, cards_each=11, minimum_bid=10, kitty_to_winner=True, joker=False)
    for way in ways_to_play(twelve, 8):
        assert (way.deck, way.packs, way.cards_each, way.minimum_bid) == (Deck.SEVEN, Packs.TWO, 8, 8)
        assert not way.kitty_to_winner
    poor = HouseRules(cards_each=16, players=2, sides=Sides.SOLO, go_alone=False, deck=Deck.SEVEN, packs=Packs.TWO)
    assert [way.cards_each for way in ways_to_play(replace(poor, misdeal_claim=MisdealClaim.EITHER), 7)] == [9]


def test_a_lone_bidder_asks_no_two_partners() -> None:
    rules = replace(preset("trickster_bid"), alone_bids=AloneBids.CALL_2)
    assert [way.alone_bids.value for way in ways_to_play(rules, 6)] == ["call_2", "alone", "none"]


@pytest.mark.slow
@given(house_rules(), st.integers(2, 8))
def test_any_rules_are_played_by_any_number(rules: HouseRules, players: int) -> None:
    ways = ways_to_play(rules, players)
    assert [way.sides.value for way in ways] == ALLOWED[players]
    assert all(way.players == players and way.cards_each <= rules.cards_each for way in ways)
    for way in ways:
        assert way.variant is rules.variant
        if SEATS.get(way.sides) == SEATS.get(rules.sides) and players == rules.players and way.sides is rules.sides:
            assert way == rules


@pytest.mark.slow
@given(house_rules())
def test_the_rules_themselves_are_one_of_the_ways(rules: HouseRules) -> None:
    assert rules in ways_to_play(rules, rules.players)
