"""Prepared deals: read with clear errors, used in order, without a seal, and never as a real game."""

import pytest
from django.db import IntegrityError, transaction

from games.engine.cards import CARDS
from games.engine.choices import Variant
from games.engine.errors import RuleError
from games.engine.hand import Hand as EngineHand
from games.engine.notation import hand_text
from games.engine.presets import preset
from games.engine.rules import HouseRules
from games.engine.setup import setup_of
from games.errors import NotAllowed
from games.tables import play, prepared
from games.tables.models import Hand, PreparedDeal, Table
from games.tables.presenter import TableView
from games.tables.verify import games_online_add_up
from tests.games.tables.cast import command_by, table_for

pytestmark = pytest.mark.django_db
RULES = preset("plain")
DECK = [CARDS[kind] for kind in setup_of(RULES).deck]


def line(dealer: int, turn: int = 0) -> str:
    return hand_text(EngineHand.deal(RULES, DECK[turn:] + DECK[:turn], dealer)).partition("\n")[0]


@pytest.mark.slow
def test_deals_are_used_in_order_from_the_next_hand_on() -> None:
    table, people = table_for(deck_upload=True)
    olga = people[0]
    text = f"# two deals\n\n{line(2)}\n{line(1, 5)}\n"
    assert prepared.load_deals(table.pk, text, command_by(olga, table)) == 2
    play.start_game(table.pk, command_by(olga, table))
    hand = Hand.objects.get()
    state = play.state_of(hand)
    assert hand_text(state).startswith(line(2))
    assert (hand.seed, hand.seal, hand.dealer, prepared.waiting(table)) == ("", "", 2, 1)
    assert hand.game.is_practice
    assert hand.prepared
    assert hand.prepared.by == olga
    while play.running_hand(play.running_game(table)):
        state = play.state_of(Hand.objects.get())
        orders = [one for one in state.legal_actions if str(one) == "order"]
        action = (orders or list(state.legal_actions))[0]
        play.act(table.pk, str(action), command_by(people[state.turn or 0], table))
    assert list(games_online_add_up()) == []
    play.deal_next(table.pk, command_by(olga, table))
    assert hand_text(play.state_of(Hand.objects.get(number=2))).startswith(line(1, 5))


def test_the_same_request_loads_once_and_a_new_one_replaces_what_waits() -> None:
    table, (olga, *_) = table_for(deck_upload=True)
    request = command_by(olga, table)
    for _ in range(2):
        assert prepared.load_deals(table.pk, line(0), request) == 1
    assert prepared.load_deals(table.pk, "", command_by(olga, table)) == 0
    assert not PreparedDeal.objects.exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("what", "Line 1: 'what' isn’t a deal"),
        (f"{line(0)}\n\n{line(0)[:-3]}", "Line 3: These 23 cards aren’t the 24-card deck"),
        (line(0).replace("deal 0", "deal 7"), "Line 1: There’s no seat 7"),
        (line(0).replace("AC", "AD", 1), "Line 1: These 24 cards aren’t the 24-card deck"),
        (line(0).replace("AC", "XX", 1), "Line 1: 'XX'"),
        ("x" * 500, "Line 1 is too long"),
        (f"{line(0)}\n" * 51, "at most 50"),
    ],
)
def test_errors_name_the_line(text: str, words: str) -> None:
    table, (olga, *_) = table_for(deck_upload=True)
    with pytest.raises(RuleError) as refused:
        prepared.load_deals(table.pk, text, command_by(olga, table))
    assert words in str(refused.value)
    assert not PreparedDeal.objects.exists()


def test_who_loads_deals_and_where() -> None:
    table, (olga, pam, *_) = table_for(deck_upload=True)
    with pytest.raises(NotAllowed):
        prepared.load_deals(table.pk, line(0), command_by(pam, table))
    prepared.load_deals(table.pk, line(0), command_by(olga, table))
    Table.objects.update(owner=None)
    with pytest.raises(NotAllowed, match="belongs to a match"):
        prepared.load_deals(table.pk, line(0), command_by(olga, table))
    play.begin_game(Table.objects.get())
    assert Hand.objects.get().seal
    assert not Hand.objects.get().game.is_practice


def test_every_hand_is_sealed_or_prepared() -> None:
    table, people = table_for()
    play.start_game(table.pk, command_by(people[0], table))
    hand = Hand.objects.get()
    deal = PreparedDeal.objects.create(table=table, dealer=0, deck="", by=people[0])
    for values in ({"seal": ""}, {"seed": ""}, {"prepared": deal}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Hand.objects.filter(pk=hand.pk).update(**values)


@pytest.mark.parametrize("rules", [RULES, HouseRules(variant=Variant.BID, cards_each=6)])
def test_the_example_of_the_page_can_be_dealt(rules: HouseRules) -> None:
    assert prepared.deals_from(rules, prepared.example(rules))


def test_the_page_says_who_prepared_the_deal() -> None:
    table, (olga, *_) = table_for(deck_upload=True)
    prepared.load_deals(table.pk, line(0), command_by(olga, table))
    play.start_game(table.pk, command_by(olga, table))
    look = TableView(Table.objects.get(), olga)
    assert look.hand
    assert look.hand.prepared


def test_the_owner_knows_no_deal_that_is_played_for_chips() -> None:
    table, people = table_for(deck_upload=True, buy_in="30")
    with pytest.raises(RuleError, match="plays for chips"):
        prepared.load_deals(table.pk, line(2), command_by(people[0], table))
    PreparedDeal.objects.create(table=table, by=people[0], dealer=2, deck=" ".join(str(card) for card in DECK))
    play.start_game(table.pk, command_by(people[0], table))
    assert Hand.objects.get().seed
