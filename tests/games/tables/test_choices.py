"""Answers on the page: what is a button, a pick of cards or a bid in two steps, and what their forms ask for."""

import re
from itertools import product

import pytest
from django.http import QueryDict
from django.test import Client

from games.accounts.models import Player
from games.engine.actions import Verb
from games.engine.choices import AloneBids, BidKind, Deck, NoTrump, Packs, Variant
from games.engine.errors import RuleError
from games.engine.notation import action_from
from games.engine.rules import HouseRules
from games.engine.view import view_for
from games.tables.choices import answer_from, bid_box, choices_of, doing_with_a_card, low_cards
from games.tables.models import PlayerSettings, Table
from tests.games.engine.setting import act, dealt
from tests.games.tables.cast import act as act_at
from tests.games.tables.cast import dealt_table, state_at
from tests.games.tables.test_pages import browser_of, seen_by, send
from tests.markup import squeezed

UNDER = HouseRules(go_under=True, deck=Deck.SEVEN)
DOUBLE = HouseRules(
    variant=Variant.BID,
    cards_each=12,
    packs=Packs.TWO,
    minimum_bid=6,
    no_trump=NoTrump.HIGH_LOW,
    alone_bids=AloneBids.CALL_2,
)
LEVELS = HouseRules(variant=Variant.BID, cards_each=6, bid_kind=BidKind.LEVEL, alone_bids=AloneBids.ALONE)
LOW = "7C 8C 7D 8D AH"


def form(**typed):
    data = QueryDict(mutable=True)
    for name, value in typed.items():
        data.setlist(name, value if isinstance(value, list) else [value])
    return data


def view_of(hand):
    return view_for(hand, hand.turn)


@pytest.mark.parametrize(
    ("rules", "before", "levels", "lone", "strains"),
    [
        (DOUBLE, (), "6 7 8 9 10 11 12", "call_2 call_1 alone", "C D H S N L"),
        (DOUBLE, ("bid 8 S",), "9 10 11 12", "call_2 call_1 alone", "C D H S N L"),
        (DOUBLE, ("bid S call_2",), "", "call_1 alone", "C D H S N L"),
        (LEVELS, ("bid 4",), "5 6", "alone", ""),
    ],
)
def test_any_two_picks_of_the_box_are_a_legal_bid_and_there_is_no_other(rules, before, levels, lone, strains):
    hand = act(dealt(rules), *before)
    box = bid_box(view_of(hand))
    assert " ".join(pick.value for pick in box.levels) == levels
    assert " ".join(pick.value for pick in box.lone) == lone
    assert " ".join(pick.value for pick in box.strains) == strains
    picks = product([*box.levels, *box.lone], box.strains or [None])
    bids = {
        answer_from(form(action="bid", tricks=tricks.value, strain=strain.value if strain else ""))
        for tricks, strain in picks
    }
    assert {action_from(bid) for bid in bids} == {one for one in hand.legal_actions if one.verb is Verb.BID}
    assert [choice.action for choice in choices_of(view_of(hand))] == ["pass"]


def test_there_is_no_box_where_nothing_can_be_bid():
    assert bid_box(view_of(dealt(HouseRules()))) is None
    assert bid_box(view_of(act(dealt(LEVELS), "bid alone"))) is None


def test_cards_that_may_go_under_are_picked_and_no_buttons():
    view = view_of(dealt(UNDER, {0: LOW}, "9H"))
    assert {str(card) for card in low_cards(view)} == {"7C", "8C", "7D", "8D"}
    assert [choice.action for choice in choices_of(view)] == ["pass", "order", "order alone"]
    assert low_cards(view_of(dealt(UNDER, {0: "7C 8C AD KD AH"}, "9H"))) == frozenset()


def test_an_action_in_full_is_taken_as_it_is():
    for action in ("pass", "under 7C 8C 7D", "bid 5 S", "play JH"):
        assert answer_from(form(action=action)) == action


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"action": "under"}, "Choose 3 cards to exchange. You chose 0."),
        ({"action": "under", "card": ["7C", "8C"]}, "Choose 3 cards to exchange. You chose 2."),
        ({"action": "under", "card": ["7C", "8C", "7D", "8D"]}, "Choose 3 cards to exchange. You chose 4."),
        ({"action": "bid", "strain": "S"}, "Choose how many tricks to bid."),
    ],
)
def test_picks_that_are_missing_are_asked_for(typed, words):
    with pytest.raises(RuleError) as refused:
        answer_from(form(**typed))
    assert str(refused.value) == words


def test_the_second_tap_says_what_it_does():
    take = act(dealt(HouseRules(), rest="9H"), "order")
    assert doing_with_a_card(view_of(take)) == "Discard this card"
    assert doing_with_a_card(view_of(act(take, "discard 9H"))) == "Play this card"
    assert doing_with_a_card(view_of(dealt(HouseRules()))) == ""


def picks_on(page: str, kind: str) -> set[str]:
    return set(re.findall(rf'<input [^>]*type="{kind}"[^>]*name="(?:card|action)" value="([^"]+)"', squeezed(page)))


def press(who: Player, table: Table, **typed: object):
    return send(browser_of(who), table, "act", **typed)


@pytest.mark.django_db
class TestPages:
    def test_three_cards_go_under(self) -> None:
        table, people = dealt_table(UNDER, {0: LOW}, "9H QS KS AS")
        page = seen_by(people[0], table)
        assert picks_on(page, "checkbox") == {"7C", "8C", "7D", "8D"}
        assert page.count("Exchange") == 1
        assert press(people[0], table, action="under", card=["7C", "8C"]).status_code == 422
        assert press(people[0], table, action="under", card=["7C", "8C", "7D"]).status_code == 302
        assert str(state_at(table).history[-1][1]) == "under 8C 7C 7D"
        assert picks_on(seen_by(people[0], table), "checkbox") == set()

    def test_a_bid_is_sent_in_two_parts(self) -> None:
        table, people = dealt_table(DOUBLE)
        page = seen_by(people[0], table)
        assert page.count('name="tricks"') == 10
        assert page.count('name="strain"') == 6
        assert page.count('value="bid') == 1
        assert press(people[0], table, action="bid", tricks="7", strain="H").status_code == 302
        assert press(people[1], table, action="bid", tricks="call_1", strain="N").status_code == 302
        assert [str(action) for _, action in state_at(table).history] == ["bid 7 H", "bid N call_1"]
        assert press(people[2], table, action="bid", tricks="8", strain="H").status_code == 422

    def test_one_tap_plays_unless_the_player_asks_for_two(self) -> None:
        table, people = dealt_table(HouseRules(), {0: "JS JC AC KH QH"}, "9C")
        act_at(table, people, "order", "discard 9C")
        page = seen_by(people[0], table)
        assert picks_on(page, "radio") == set()
        assert page.count('class="my-hand__card"') == 5
        assert "Play this card" not in page
        PlayerSettings.objects.create(player=people[0], two_taps=True)
        page = seen_by(people[0], table)
        assert picks_on(page, "radio") == {f"play {card}" for card in ("JS", "JC", "AC", "KH", "QH")}
        assert "Play this card" in page
        assert press(people[0], table, action="play AC").status_code == 302
        assert "Play this card" not in seen_by(people[0], table)

    def test_the_setting_is_kept(self) -> None:
        client = Client()
        settings = {"cards": "standard", "felt": "green", "turn": "gold", "sound": "off", "two_taps": "on"}
        settings |= {"sounds": "table", "pause": "tap"}
        assert client.post("/tables/settings/", settings).status_code == 302
        assert PlayerSettings.objects.get().two_taps
        assert "Tap twice to play a card" in client.get("/tables/settings/").content.decode()

    def test_trumps_are_marked_and_the_left_bower_says_so(self) -> None:
        table, people = dealt_table(HouseRules(joker=True), {0: "JS JC JO KH QH"}, "9C")
        assert "playing-card__trump" not in seen_by(people[0], table)
        act_at(table, people, "order", "discard 9C")
        page = squeezed(re.sub(r"<(?!/?button)[^>]*>", "", seen_by(people[0], table)))
        hand = [one for one in re.findall(r"<button[^>]*>([^<]*)</button>", page) if " of " in one or "joker" in one]
        named = [re.sub(r"[^a-z, ]", "", one.lower()) for one in hand]
        assert ["trump" in one or "bower" in one for one in named] == [True, True, True, False, False]
        assert "jack of spades" in next(one for one in named if "left bower" in one)
        assert "jack of clubs" in next(one for one in named if "right bower" in one)
