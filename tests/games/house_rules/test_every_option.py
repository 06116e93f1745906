"""Every rule of the engine, all the way: picked for a table, saved, read on its page and played; picked for an event,
read on its page, and a slip that follows it taken. A rule that is new fails here until it has its row.
"""

import html
import re
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse

from games.accounts.models import User
from games.engine.choices import (
    AloneBids,
    AloneLead,
    AloneSaid,
    Bidding,
    BidKind,
    CallNeeds,
    DealerDiscard,
    Deck,
    DefendAlone,
    DefendAsked,
    Direction,
    JokerTurnedUp,
    LeadTrump,
    MisdealClaim,
    NoTrump,
    Packs,
    Sides,
    TurnedDownSuit,
    Variant,
)
from games.engine.hand import Hand as EngineHand
from games.engine.options import Option, key_of
from games.engine.rules import option_of, options
from games.engine.scoring import possible_hands
from games.house_rules.picker import Picker, turned
from games.tables import play, seating
from games.tables.models import Table
from tests.cast import enter_pairs, first_match, make_club, make_user, on_grid, publish
from tests.games.engine.random_games import cards_of, play_game
from tests.games.house_rules.forms import BUNDLES, new_table, picker_fields
from tests.games.tables.cast import command_by
from tests.kept import kept
from tests.markup import squeezed
from tests.sizes import sample
from tests.tournaments.pages.browsing import form, log_in, text_of
from tournaments.clubs.models import Club
from tournaments.events.forms import EventForm
from tournaments.events.house_rules import LEFT_OUT, bundles_for, for_stage
from tournaments.events.models import Event
from tournaments.formats.base import Slip
from tournaments.formats.catalogue import FORMATS
from tournaments.results import commands as results
from tournaments.results.scoring import at_table, table_rules

pytestmark = pytest.mark.django_db
TURNED: dict[str, Any] = {
    "variant": Variant.BID,
    "sides": Sides.THREE_V_THREE,
    "players": 6,
    "deck": Deck.SEVEN,
    "packs": Packs.TWO,
    "cards_each": 4,
    "joker": True,
    "direction": Direction.RIGHT,
    "play_to": 15,
    "number_of_hands": 1,
    "win_by_two": True,
    "advance_kitty": True,
    "turned_down_suit": TurnedDownSuit.ALLOWED,
    "stick_the_dealer": True,
    "dealer_bids_first": True,
    "dealer_may_decline": True,
    "go_alone": False,
    "canadian_loner": True,
    "defend_alone": DefendAlone.ANYTIME,
    "call_needs": CallNeeds.NATURAL,
    "go_under": True,
    "misdeal_claim": MisdealClaim.EITHER,
    "no_trump": NoTrump.HIGH_LOW,
    "joker_turned_up": JokerTurnedUp.DEALER_BLIND,
    "dealer_discard": DealerDiscard.NOT_TURNED,
    "alone_said": AloneSaid.AFTER_DISCARD,
    "defend_asked": DefendAsked.DEALER_LEFT,
    "lead_trump": LeadTrump.AFTER_BROKEN,
    "alone_lead": AloneLead.MAKER_LEFT,
    "call_for_best": True,
    "take_four": True,
    "alone_worth_two": True,
    "alone_must_take_all": True,
    "defended_sweep": True,
    "loner_bonus": True,
    "euchred_loner": 4,
    "lone_march": 5,
    "solo_march": 3,
    "minimum_bid": 4,
    "bidding": Bidding.AUCTION,
    "bid_kind": BidKind.LEVEL,
    "alone_bids": AloneBids.CALL_2,
    "kitty_to_winner": True,
    "bid_winner_leads": False,
    "score_bid_only": True,
}
"""What each rule is turned to; never what it is in the bundle that it starts from."""
FIELDS = {"number_of_hands": "hands", "play_to": "play_to"}
"""Asked by an event's own form, not by its picker."""
OF_THE_FORMAT = {"players", "sides"}
"""What follows from who sits at a table of an event."""
NAMES = [one.name for one in options()]
SCORED = (
    "variant",
    "play_to",
    "number_of_hands",
    "win_by_two",
    "defend_alone",
    "take_four",
    "lone_march",
    "alone_bids",
)
"""What changes a slip most: at an event these in each run, the others in `make proof`."""


def bundle_for(option: Option) -> str:
    """Where it has a meaning."""
    return "trickster_bid" if option.only == Variant.BID else "plain"


def picked(option: Option, **more: Any) -> Picker:
    """The picker of a new table, once the rule was turned there."""
    sent = picker_fields(bundle_for(option)) | {f"rule_{option.name}": key_of(TURNED[option.name])}
    return turned(sent, f"rule_{option.name}", BUNDLES, **more)


def olga_of_a_club() -> User:
    olga = make_user("Olga")
    make_club(olga)
    return olga


olga = kept(olga_of_a_club)


def test_every_rule_is_turned_to_something_else() -> None:
    assert set(TURNED) == {one.name for one in options()}
    for one in options():
        assert TURNED[one.name] != getattr(BUNDLES[bundle_for(one)].rules, one.name), one.name


@pytest.mark.parametrize("name", sample(*NAMES[::3], of=NAMES))
def test_at_a_table(olga: User, name: str) -> None:
    option = option_of(name)
    now = picked(option)
    assert not now.refusal
    assert getattr(now.rules, option.name) == TURNED[option.name]
    at_work = log_in(olga)
    sent = new_table(rules_save_as="Ours") | picker_fields(now.chosen, now.rules)
    assert at_work.post(reverse("new_table"), sent).status_code == 302
    table = Table.objects.get()
    assert table.house_rules == olga.player.rule_presets.get(name="Ours").house_rules == now.rules
    shown = at_work.get(reverse("table_rules", args=[table.code])).content.decode()
    assert rules_on(shown)[option.label] == (option.shown(TURNED[option.name]), TURNED[option.name] != option.default)
    hand = play_a_hand(olga, table)
    assert hand.result
    assert hand.result.maker >= 0
    assert sum(hand.result.tricks) == now.rules.cards_each


@pytest.mark.parametrize("name", sample(*SCORED, of=[name for name in NAMES if name not in OF_THE_FORMAT]))
def test_at_an_event(olga: User, name: str) -> None:
    option, value = option_of(name), TURNED[name]
    now = picked(option, left_out=LEFT_OUT)
    at_work, club = log_in(olga), Club.objects.get()
    address = reverse("new_event", args=[club.slug]) + "?format=round_robin"
    length = {"play_to": str(now.rules.play_to), "hands": ""}
    if option.name in FIELDS:
        length |= {FIELDS[option.name]: str(value)}
    answer = at_work.post(address, event_form(club) | picker_fields(now.chosen, now.rules) | length)
    assert answer.status_code == 302, answer.context["form"].errors
    event = Event.objects.get()
    rules = table_rules(event.stages.get())
    assert getattr(rules, option.name) == value
    page = text_of(at_work.get(reverse("stages", args=[event.slug])))
    assert (f"{option.label}: {option.shown(value)}" in page) == (value != option.default)
    enter_pairs(event, olga, 2)
    match = first_match(publish(event, olga))
    final, by_hand = cards_of(play_game(rules, Random(option.name)))
    results.record_result(match.pk, Slip(by_hand.points, by_hand.hands), context=on_grid(olga))
    assert first_match(match.round).standing.slip["points"] == list(final.points)


def test_a_rule_for_cut_throat_holds_at_an_events_tables_of_three() -> None:
    now = picked(option_of("solo_march"), left_out=LEFT_OUT)
    assert not now.refusal
    three = at_table(for_stage(now.rules), 3)
    assert max(max(hand.points) for hand in possible_hands(three)) == 3


def rules_on(page: str) -> dict[str, tuple[str, bool]]:
    """Rule → value, and whether it is bold."""
    rows = re.findall(r'<th scope="row">((?:(?!</th>).)*)</th><td>(<strong>)?([^<]*)', squeezed(page))
    return {
        html.unescape(re.sub("<[^>]*>", "", label)): (html.unescape(value), bool(bold)) for label, bold, value in rows
    }


@transaction.atomic
def play_a_hand(olga: User, table: Table) -> EngineHand:
    """Bots in the other chairs; each does the first thing that is possible, except that someone names trump."""
    seating.seat_bots(table.pk, command_by(olga.player, table))
    row = play.start_game(table.pk, command_by(olga.player, table)).hands.get()
    table.refresh_from_db()
    state = play.state_of(row)
    while not state.is_over:
        legal = list(state.legal_actions)
        calls = [one for one in legal if str(one) not in ("pass", "misdeal")]
        state = play.perform(table, row, state, (calls or legal)[0])
    row.refresh_from_db()
    assert row.ended_at
    return play.state_of(row)


def event_form(club: Club) -> dict[str, Any]:
    """A round robin's form as it opens."""
    opened = EventForm(club=club, play=FORMATS["round_robin"], offered=bundles_for(club, None))
    usual = {name: opened.get_initial_for_field(field, name) for name, field in opened.fields.items()}
    sent = {name: value for name, value in usual.items() if value is not None and value is not False}
    return form(**sent, confirmation="opponents") | {"starts_at": usual["starts_at"].strftime("%Y-%m-%dT%H:%M")}
