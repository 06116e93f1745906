"""The rule picker by its fields: each rule of the engine can be turned, and what follows or is refused is told."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine.choices import Deck, Sides, Variant
from games.engine.errors import RuleError
from games.engine.options import key_of
from games.engine.presets import PRESETS, preset
from games.engine.rules import HouseRules, options
from games.house_rules.picker import MOST_USED, Picker, fields_of, picker_for, picker_from, turned, value_of
from games.house_rules.presets import BUILT_IN
from tests.games.house_rules.forms import BUNDLES, picker_fields


def sent(key: str = "plain", **changed: object) -> dict[str, str]:
    """What the picker's form sends, with some rules turned."""
    return picker_fields(key) | {f"rule_{name}": key_of(value) for name, value in changed.items()}


def rows(picker: Picker) -> list[Any]:
    return [*picker.most_used(), *(row for group in picker.groups().values() for row in group)]


def test_every_option_of_the_engine_is_in_the_picker_once() -> None:
    assert [row.option.name for row in rows(picker_for(BUNDLES))].sort() == [one.name for one in options()].sort()
    assert {row.option.name for row in rows(picker_for(BUNDLES))} == {one.name for one in options()}
    assert [row.option.name for row in picker_for(BUNDLES).most_used()] == list(MOST_USED)
    assert len(MOST_USED) == 10


@pytest.mark.parametrize("key", BUILT_IN)
@pytest.mark.parametrize("shown", options(), ids=lambda one: one.name)
def test_each_value_can_be_chosen_and_comes_back(shown: Any, key: str) -> None:
    """Turned by itself, with what follows, the form that is shown then is the rules that were chosen."""
    row = next(row for row in rows(picker_for(BUNDLES, key)) if row.option == shown)
    for choice in row.choices:
        if shown.only not in (None, BUNDLES[key].rules.variant) or shown.name == "variant":
            continue
        now = turned(sent(key) | {row.name: choice.key}, row.name, BUNDLES)
        if now.refusal:
            assert "don’t go together" in now.refusal
            continue
        assert key_of(getattr(now.rules, shown.name)) == choice.key
        again, wrong = picker_from(sent(key) | fields_of(now.rules), BUNDLES)
        assert (again.rules, wrong) == (now.rules, "")


def test_six_players_in_two_teams_of_three_with_the_joker_to_15() -> None:
    form = sent()
    for name, value in {"players": 6, "sides": Sides.THREE_V_THREE, "joker": True, "play_to": 15}.items():
        form |= {f"rule_{name}": key_of(value)}
        now = turned(form, f"rule_{name}", BUNDLES)
        form |= fields_of(now.rules) | {"rules_picked": ",".join(now.picked)}
    assert now.rules == HouseRules(players=6, sides=Sides.THREE_V_THREE, deck=Deck.SEVEN, joker=True, play_to=15)
    assert set(now.picked) == {"players", "sides", "joker", "play_to"}
    assert [one.option.name for one in now.differences()] == ["sides", "players", "deck", "joker", "play_to"]


def test_options_that_follow_are_named_and_drawn_again() -> None:
    now = turned(sent(players=6), "rule_players", BUNDLES)
    assert [(one.option.name, one.before, one.now) for one in now.followed] == [
        ("sides", "2v2", "2v2v2"),
        ("deck", "9-A", "7-A"),
    ]
    assert [row.option.name for row in now.changed_rows()] == ["sides", "deck"]


def test_back_at_four_players_what_followed_goes_back_too() -> None:
    six = turned(sent(players=6), "rule_players", BUNDLES)
    form = sent() | fields_of(six.rules) | {"rules_picked": "players", "rule_players": "4"}
    now = turned(form, "rule_players", BUNDLES)
    assert (now.rules, now.picked) == (HouseRules(), ())
    assert [one.option.name for one in now.followed] == ["sides", "deck"]


def test_an_earlier_pick_gives_way_to_the_last() -> None:
    form = sent(players=6, sides=Sides.THREE_V_THREE, deck=Deck.SEVEN) | {"rules_picked": "players,sides"}
    now = turned(form | {"rule_players": "4"}, "rule_players", BUNDLES)
    assert (now.rules, now.refusal) == (HouseRules(), "")


def test_what_cannot_go_together_is_named_before_anything_is_sent() -> None:
    form = sent(go_alone=False, canadian_loner=True) | {"rules_picked": "go_alone"}
    now = turned(form | {"rule_players": "3"}, "rule_players", BUNDLES)
    assert not now.refusal
    form = sent(sides=Sides.THREE_V_THREE) | {"rules_picked": "sides"}
    stuck = turned(form, "rule_sides", BUNDLES, left_out=["players"])
    told = "“Players: 4” and “Sides: 3v3” don’t go together: these sides don’t fit the number of players"
    assert told in stuck.refusal


def test_another_bundle_begins_anew() -> None:
    now = turned(sent(joker=True) | {"house_rules": "hoyle", "rules_picked": "joker"}, "house_rules", BUNDLES)
    assert (now.rules, now.picked, now.differences()) == (preset("hoyle"), (), [])
    assert {row.option.name for row in now.changed_rows()} == {"deck", "joker", "play_to"}


def test_the_other_game_has_a_bundle_of_its_own() -> None:
    now = turned(sent(variant=Variant.BID), "rule_variant", BUNDLES)
    assert (now.chosen, now.rules, now.has_new_bundle) == ("trickster_bid", preset("trickster_bid"), True)


def test_the_other_game_keeps_what_was_picked_and_can_be() -> None:
    """Six players were wanted: they are still wanted, and the page says what gave way for them."""
    form = sent(players=6, sides=Sides.TWO_V_TWO, deck=Deck.SEVEN, variant=Variant.BID)
    now = turned(form | {"rules_picked": "players"}, "rule_variant", BUNDLES)
    assert (now.rules.variant, now.rules.players, now.has_new_bundle) == (Variant.BID, 6, True)
    assert now.picked == ("players",)
    assert {one.option.name for one in now.differences()} >= {"players"}


def test_of_another_bundle_only_what_had_been_picked_is_said_to_follow() -> None:
    now = turned(sent(variant=Variant.BID) | {"rules_picked": "variant"}, "rule_variant", BUNDLES)
    assert now.followed == ()


def test_without_scripts_the_old_bundles_values_follow_the_new_bundle() -> None:
    form = sent("plain", joker=True) | {"house_rules": "hoyle"}
    found, wrong = picker_from(form, BUNDLES)
    assert (found.rules, wrong) == (HouseRules(deck=Deck.SEVEN, play_to=5, joker=True), "")


def test_a_name_alone_is_enough() -> None:
    found, wrong = picker_from({"house_rules": "trickster_bid"}, BUNDLES)
    assert (found.rules, wrong) == (preset("trickster_bid"), "")


def test_a_number_that_is_typed_goes_before_the_radio() -> None:
    found, wrong = picker_from(sent() | {"rule_play_to.other": "13"}, BUNDLES)
    assert (found.rules.play_to, wrong) == (13, "")
    row = next(
        row
        for row in turned(sent() | {"rule_play_to.other": "13"}, "rule_play_to.other", BUNDLES).most_used()
        if row.option.name == "play_to"
    )
    assert (row.other, [one.key for one in row.choices if one.is_chosen]) == ("13", [])


def test_a_radio_that_is_touched_goes_before_the_number_beside_it() -> None:
    now = turned(sent(play_to=21) | {"rule_play_to.other": "13"}, "rule_play_to", BUNDLES)
    assert now.rules.play_to == 21


@pytest.mark.parametrize(
    ("field", "text", "words"),
    [
        ("rule_play_to.other", "many", "Play to must be a whole number from 5 to 100."),
        ("rule_play_to.other", "101", "Play to must be a whole number from 5 to 100."),
        ("rule_deck", "3-A", "3-A isn’t a choice for Deck. Choose one from the list."),
        ("rule_joker", "perhaps", "perhaps isn’t a choice for Joker."),
        ("house_rules", "own-77", "These house rules are no longer offered."),
    ],
)
def test_what_is_no_value_is_refused_in_words(field: str, text: str, words: str) -> None:
    _found, wrong = picker_from(sent() | {field: text}, BUNDLES)
    assert words in wrong


def test_what_the_page_decides_is_left_out() -> None:
    left_out = ("players", "sides", "play_to")
    found, wrong = picker_from(sent(joker=True) | {"rule_play_to": "25"}, BUNDLES, left_out=left_out)
    assert (found.rules, wrong) == (HouseRules(joker=True), "")
    assert not {row.option.name for row in rows(found)} & set(left_out)


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_walk_through_the_picker_ends_in_rules_or_in_a_sentence(data: st.DataObject) -> None:
    form = sent(data.draw(st.sampled_from(sorted(PRESETS))))
    for _ in range(data.draw(st.integers(1, 5))):
        one = data.draw(st.sampled_from(options()))
        form |= {f"rule_{one.name}": key_of(data.draw(st.sampled_from(one.choices)))}
        now = turned(form, f"rule_{one.name}", BUNDLES)
        if now.refusal:
            assert now.refusal.count("“") >= 4
            return
        form |= fields_of(now.rules) | {
            "rules_picked": ",".join(now.picked),
            "house_rules": now.chosen,
            "rules_of": now.chosen,
        }
        found, wrong = picker_from(form, BUNDLES)
        assert (found.rules, wrong) == (now.rules, "")


def test_values_are_read_as_they_are_written() -> None:
    for one in options():
        for value in one.choices:
            assert value_of(one, key_of(value)) == value
    with pytest.raises(RuleError):
        value_of(options()[0], "")
