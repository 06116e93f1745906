"""Euchre Game Notation: samples replay to their end, our files are valid and read back, the rest is refused."""

import importlib
import json

import pytest

from games.engine.choices import AloneLead, Deck, DefendAlone, NoTrump
from games.engine.egn import egn_from, emn_from
from games.engine.egn_export import egn_text, emn_text
from games.engine.errors import RuleError
from games.engine.game import Game
from games.engine.rules import HouseRules
from tests.games.engine.golden import DATA
from tests.games.engine.setting import find, game_after, random_hand

EGN = DATA / "egn"
jsonschema = importlib.import_module("jsonschema")  # it has no types
SCHEMA = json.loads((EGN / "egn-schema-v1.json").read_text())
NAMES = ("Pam", "Quinn", "Olga", "Sam")
# Start, end and number of deals; every game but the scenario reaches its target with its last deal and not before.
SAMPLES = {
    "Custom_Scenario.egn": ((0, 0), (0, 1), 1),
    "Epic_Comeback.egn": ((0, 7), (11, 9), 9),
    "Masters_of_the_Euchreverse_Week_1_Game_2.egn": ((0, 0), (7, 10), 8),
    "Me_and_Bears.egn": ((0, 0), (10, 9), 12),
    "MotE_W5_G5.egn": ((0, 0), (11, 7), 10),
    "Six_Points_in_Two_Hands.egn": ((4, 9), (10, 9), 2),
    "VWEC_Finals.egn": ((0, 0), (8, 10), 13),
}


def scenario(**changes):
    """The scenario file with parts of its only deal or its ruleset replaced."""
    data = json.loads((EGN / "Custom_Scenario.egn").read_text())
    data["metadata"]["ruleset"].update(changes.pop("ruleset", {}))
    deal = data["deals"][0]
    deal["initialState"].update(changes.pop("start", {}))
    deal["phases"][0].update(changes.pop("bidding", {}))
    data.update(changes)
    return data


def carried(game):
    """All that the format says about a game: everything but the order of the cards under the turned one."""
    hands = [
        (hand.dealer, hand.dealt, hand.undealt[0], {*hand.undealt}, hand.history, hand.result) for hand in game.hands
    ]
    return game.rules, game.start, game.points, hands


def read(data):
    return egn_from(json.dumps(data)).game


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_replay_to_their_score(name):
    record = egn_from((EGN / name).read_text(encoding="utf-8"))
    start, end, deals = SAMPLES[name]
    assert (record.game.start, record.game.points, len(record.game.hands)) == (start, end, deals)
    assert (record.game.outcome is None) == (name == "Custom_Scenario.egn")
    assert len(record.players) == 4


def test_the_match_replays_to_its_six_scores():
    games = emn_from((EGN / "MotE_W5_Match.emn").read_text())
    assert [each.game.points for each in games] == [(10, 3), (8, 10), (10, 6), (8, 10), (11, 7), (10, 9)]
    assert all(each.game.outcome for each in games)


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_written_by_us_are_valid_and_read_back(name):
    record = egn_from((EGN / name).read_text(encoding="utf-8"))
    text = egn_text(record.game, record.players, record.title)
    jsonschema.validate(json.loads(text), SCHEMA)
    again = egn_from(text)
    assert again.game == record.game
    assert again.final_score in (None, record.game.points)


@pytest.mark.parametrize(
    "rules",
    [
        HouseRules(stick_the_dealer=True, deck=Deck.SEVEN, lone_march=5, euchred_loner=4, no_trump=NoTrump.HIGH),
        HouseRules(number_of_hands=8, canadian_loner=True, alone_lead=AloneLead.MAKER_LEFT),
        HouseRules(deck=Deck.EIGHT, defend_alone=DefendAlone.AGAINST_ALONE, play_to=5),
    ],
)
def test_rules_it_can_carry_go_there_and_back(rules):
    hands = tuple(random_hand(rules, 4 * number) for number in range(1))
    lone = find(rules, lambda hand: hand.dealer == 0 and hand.loner.value == "alone")
    for game in (Game(rules, 0, (0, 0), hands), Game(rules, 0, (0, 0), (lone,)), game_after(rules, (0, 0), 2)):
        text = egn_text(game, NAMES)
        jsonschema.validate(json.loads(text), SCHEMA)
        assert carried(egn_from(text).game) == carried(game)


def test_lone_defenders_go_there_and_back():
    rules = HouseRules(defend_alone=DefendAlone.AGAINST_ALONE)
    hand = find(rules, lambda hand: hand.dealer == 0 and hand.position.defender >= 0)
    game = Game(rules, 0, (0, 0), (hand,))
    assert carried(egn_from(egn_text(game, NAMES)).game) == carried(game)


def test_a_match_goes_there_and_back():
    games = [game_after(HouseRules(), (8, 8), 1), game_after(HouseRules(), (0, 0), 2)]
    seated = [NAMES, [NAMES[1], "Sub", *NAMES[2:]]]
    again = emn_from(emn_text(games, seated, "Two games"))
    assert [carried(each.game) for each in again] == [carried(game) for game in games]
    assert [list(each.players) for each in again] == [list(names) for names in seated]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (HouseRules(go_under=True), "EGN can’t record “Go under: yes”."),
        (HouseRules(play_to=7, joker=True, win_by_two=True), "EGN can’t record “Joker: yes”, “Win by 2: yes”."),
        (HouseRules(defend_alone=DefendAlone.ANYTIME), "EGN can’t record “Defend alone: anytime”."),
        (HouseRules(deck=Deck.SEVEN, cards_each=7), "EGN can’t record “Cards per player: 7”."),
    ],
)
def test_rules_it_cannot_carry_are_named(rules, words):
    with pytest.raises(RuleError) as refused:
        egn_text(Game.new(rules), NAMES)
    assert str(refused.value) == words


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (scenario(ruleset={"farmers": True}), "farmer’s hands"),
        (scenario(ruleset={"joker": True}), "a joker"),
        (scenario(ruleset={"num_players": 6}), "only supports 4 players"),
        (scenario(ruleset={"min_rank": 2}), "decks that start at 2"),
        (scenario(deals=["QUJD"]), "compressed deal"),
        (scenario(bidding={"calls": ["x"]}), "Deal 0: the call 'x' doesn’t exist"),
        (scenario(bidding={"calls": ["Order"]}), "Deal 0: “play JS” isn’t possible now"),
        (scenario(bidding={"calls": ["Order"], "discard": "9C"}), "Deal 0: “discard 9C” isn’t possible"),
        (scenario(start={"upCard": "1x"}), "'1x' isn’t a card"),
        (scenario(start={"playerCards": [["Kh"], ["As"], ["9c"], ["Qs"]]}), "exactly 5 cards"),
        (scenario(metadata={}), "doesn’t follow the format"),
        (scenario(fileType="Bridge"), "isn.t a Euchre Game Notation file"),
    ],
)
def test_files_it_cannot_read_are_refused_in_words(data, words):
    with pytest.raises(RuleError, match=words):
        read(data)


def test_text_that_is_no_json_is_refused():
    with pytest.raises(RuleError, match="This isn’t a Euchre Match Notation file"):
        emn_from("nonsense")


def test_a_deal_out_of_turn_is_refused():
    data = scenario(bidding={})
    data["deals"] = [data["deals"][0], data["deals"][0]]
    with pytest.raises(RuleError, match="seat 0 deals out of turn: it’s seat 1’s deal"):
        read(data)


def test_hidden_hands_need_all_tricks():
    data = scenario()
    del data["deals"][0]["initialState"]["playerCards"]
    assert read(data).points == (0, 1)
    data["deals"][0]["phases"][1]["tricks"].pop()
    with pytest.raises(RuleError, match="the players’ cards and some of the tricks are missing"):
        read(data)
    data["deals"][0]["phases"].pop()
    assert read(data).hand is not None


def test_players_may_be_objects_and_a_file_may_have_no_deals():
    data = scenario(deals=[])
    data["metadata"]["players"] = [{"name": name} for name in NAMES]
    assert egn_from(json.dumps(data)).players == NAMES
