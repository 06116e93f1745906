"""What is seen at the table for one value of a house rule: one small experiment per option, really played."""

from dataclasses import replace

from games.engine.choices import (
    BidKind,
    Deck,
    DefendAlone,
    Packs,
    Sides,
    Variant,
)
from games.engine.phases import Phase
from games.engine.rules import HouseRules, options
from games.engine.scoring import Loner, Result
from tests.games.engine.setting import act, dealt, find, finished, game_after, maker_tricks, offered, random_hand

BID = HouseRules(variant=Variant.BID, cards_each=6, play_to=32)
SEATS = {Sides.TWO_V_TWO: 4, Sides.THREE_PAIRS: 6, Sides.FOUR_PAIRS: 8, Sides.THREE_V_THREE: 6, Sides.SOLO: 3}
PASSES = ("pass",) * 4


def rules_for(option, value):
    """Rules in which that value can be played, everything else as plain as possible."""
    base = BID if next(each for each in options() if each.name == option).only == "bid" else HouseRules()
    return replace(base, **{option: value})


def solo(players, **others):
    return HouseRules(players=players, sides=Sides.SOLO, go_alone=False, **others)


def first_phase(value):
    return dealt(BID if value is Variant.BID else HouseRules()).phase


def out_with_a_loner(value):
    """Who sits out when seat 0 plays alone, or in a solo game how many scores there are."""
    rules = HouseRules(sides=value, players=SEATS[value], packs=Packs.TWO, go_alone=value is not Sides.SOLO)
    if value is Sides.SOLO:
        return len(random_hand(rules, 1).result.points)
    return act(dealt(rules, dealer=SEATS[value] - 1), "order alone", f"discard {first_card(rules)}").sitting_out


def first_card(rules):
    hand = act(dealt(rules, dealer=rules.players - 1), "order alone")
    return next(iter(hand.legal_actions)).card


def bidders(value):
    """How many players pass before the second round."""
    rules = HouseRules() if value == 4 else solo(value, packs=Packs.TWO)
    hand, count = dealt(rules, dealer=0), 0
    while hand.phase is Phase.ORDER:
        hand, count = act(hand, "pass"), count + 1
    return count


def lowest_and_size(value):
    special = {Deck.JACK: replace(BID, deck=Deck.JACK, cards_each=4), Deck.TEN: solo(3, deck=Deck.TEN)}
    hand = dealt(special[value] if value in special else HouseRules(deck=value), dealer=0)
    return min(card.rank for own in (*hand.dealt, hand.undealt) for card in own).name, len(hand.position.deck)


def second_ace(value):
    """Who wins when seat 0 leads the ace of clubs and seat 2 has the best club left: its twin, or the queen."""
    other = "AC" if value is Packs.TWO else "QC"
    rules = replace(BID, packs=value, cards_each=5)
    hands = {0: "AC 9D TD QD KD", 1: "9C 9H TH QH KH", 2: f"{other} 9S TS QS KS", 3: "TC AD JD AH JH"}
    hand = act(dealt(rules, hands), "bid 3 S", "pass", "pass", "pass", "play AC", "play 9C", f"play {other}", "play TC")
    return hand.tricks[0].winner, len(hand.position.deck)


def tricks_in_a_hand(value):
    packs = Packs.TWO if value > 6 else Packs.ONE
    rules = HouseRules(cards_each=value) if value < 6 else replace(BID, cards_each=value, packs=packs)
    return sum(find(rules, lambda hand: hand.result.maker >= 0).result.tricks)


def winner_of_bower_and_joker(value):
    """Seat 0 leads the right bower; seat 1 plays the best heart there is beside the left bower."""
    best = "JO" if value else "AH"
    rules = HouseRules(joker=value)
    hands = {0: "JH 9C TC QC KC", 1: f"{best} 9S TS QS KS"}
    hand = act(dealt(rules, hands, "9H AC"), "order", "discard 9H", "play JH", f"play {best}")
    return finished(hand).tricks[0].winner


def bids_after_seat_0(value):
    return dealt(HouseRules(direction=value), dealer=0).turn


def game_at(rules, points):
    """Whether a march for side 0 ends the game from these points, and who has then won."""
    heart_hand = {0: "JH JD AH KH QH"}
    hand = finished(act(dealt(rules, heart_hand, "9H"), "order", "discard 9H"))
    assert hand.result.points == (2, 0)
    from games.engine.game import Game

    outcome = Game(rules, 3, points, (hand,)).outcome
    return None if outcome is None else outcome.winners


def ends_at(value):
    rules = replace(BID, play_to=value) if value > 25 else HouseRules(play_to=value)
    if value > 25:
        from games.engine.game_end import outcome_of

        ended = outcome_of(rules, (value, 0), 9)
        return outcome_of(rules, (value - 1, 0), 9), ended and ended.winners
    return game_at(rules, (value - 3, 0)), game_at(rules, (value - 2, 0))


def end_by_hands(value):
    rules = HouseRules(number_of_hands=value, stick_the_dealer=True)
    game = game_after(rules, (20, 0) if value else (0, 0), (value or 2) - 1)
    return game.outcome is None


def offers_round_one(value):
    """The cards offered to the four bidders."""
    hand = dealt(HouseRules(advance_kitty=value), rest="9H TS QD AC")
    seen = []
    for _ in range(4):
        seen.append(hand.position.turned)
        hand = act(hand, "pass")
    return len({*seen})


def may_call_turned_down(value):
    return "call H" in offered(act(dealt(HouseRules(turned_down_suit=value), rest="9H"), *PASSES))


def last_may_pass(value):
    return "pass" in offered(act(dealt(HouseRules(stick_the_dealer=value)), *PASSES, "pass", "pass", "pass"))


def first_bidder(value):
    return dealt(HouseRules(dealer_bids_first=value), dealer=1).turn


def may_leave(value):
    return "leave" in offered(act(dealt(HouseRules(dealer_may_decline=value)), "order"))


def may_order_alone(value):
    return "order alone" in offered(dealt(HouseRules(go_alone=value)))


def partner_may_order(value):
    return offered(act(dealt(HouseRules(canadian_loner=value)), "pass"))


def asked_to_defend(value):
    """Whether defenders are asked after a lone call and after a plain one."""
    hand = act(dealt(HouseRules(defend_alone=value)), *PASSES)
    return act(hand, "call C alone").phase is Phase.DEFEND, act(hand, "call C").phase is Phase.DEFEND


def may_order_holding(value):
    """With a natural heart, with the left bower only, with neither (hearts turned up)."""
    held = ("9H TC QC KC AC", "JD TC QC KC AC", "9C TC QC KC AC")
    return [("order" in offered(dealt(HouseRules(call_needs=value), {0: own}, "TH"))) for own in held]


def ways_under(value):
    own = {0: "9C TC 9D KC AC"}
    return [each for each in offered(dealt(HouseRules(go_under=value), own)) if each.startswith("under")]


def may_throw_in(value):
    """One ace and no face card; neither; both an ace and a face card."""
    held = ("9C TC 9D TD AH", "9C TC 9D TD 9H", "9C TC 9D KD AH")
    return ["misdeal" in offered(dealt(HouseRules(misdeal_claim=value), {0: own})) for own in held]


def no_trump_calls(value):
    hand = act(dealt(HouseRules(no_trump=value)), *PASSES)
    return {each for each in offered(hand) if each in ("call N", "call L")}


def joker_up(value):
    rules = HouseRules(joker=True, joker_turned_up=value)
    hand = dealt(rules, rest="JO", dealer=3)
    return hand.phase, hand.turn, "order" in offered(hand)


def may_discard_turned(value):
    return "discard 9H" in offered(act(dealt(HouseRules(dealer_discard=value), rest="9H"), "order"))


def alone_asked(value):
    hand = dealt(HouseRules(alone_said=value))
    later = act(hand, "order", str(next(iter(act(hand, "order").legal_actions))))
    return "order alone" in offered(hand), later.phase is Phase.ALONE


def first_asked(value):
    rules = HouseRules(defend_alone=DefendAlone.ANYTIME, defend_asked=value)
    return act(dealt(rules, dealer=3), *PASSES, "pass", "call C").turn


def lead_of_trump(value):
    """Whether seat 0 may lead a trump to the first, to the second trick, and to one after trump has fallen."""
    hands = {0: "AC KC QC JC 9S", 1: "TC 9D TD QD KD", 2: "9C 9H TH QH KH", 3: "AD JD AH JH TS"}
    rules = HouseRules(lead_trump=value)
    called = act(dealt(rules, hands, "KS QS AS JS"), "pass", "pass", "pass", "pass", "pass", "call C")
    second = act(called, "play 9S", "play TC", "play 9C", "play TS")
    others = {0: "AC KC QC AS 9S", 1: "TS 9D TD QD KD", 2: "QS 9H TH QH KH", 3: "KS AD JD AH JH"}
    plain = act(
        dealt(rules, others, "JS TC JC 9C"),
        *PASSES,
        "pass",
        "pass",
        "pass",
        "call C",
        "play AS",
        "play TS",
        "play QS",
        "play KS",
    )
    return can_lead_trump(called), can_lead_trump(plain), can_lead_trump(second)


def can_lead_trump(hand):
    trumps = {f"play {rank}C" for rank in "AKQJT9"}
    return bool(trumps & offered(hand)) or not any(f"{own}".endswith("C") for own in hand_of(hand))


def hand_of(hand):
    from games.engine.view import view_for

    return view_for(hand, hand.turn).hands[hand.turn]


def leader_against_loner(value):
    return act(dealt(HouseRules(alone_lead=value), dealer=3), *PASSES, "pass", "call C alone").turn


def exchange_begins(value):
    hand = act(dealt(HouseRules(call_for_best=value)), *PASSES, "call C alone")
    return hand.phase is Phase.GIVE


def points_for(rules, tricks, loner=Loner.NO, bonus=False):
    """Points of maker's side and of the others for so many tricks, from a hand really played."""
    hand = find(rules, lambda hand: hand.result.maker >= 0 and maker_tricks(hand) == tricks and hand.loner is loner)
    makers = hand.position.setup.sides[hand.result.maker]
    if bonus:
        return hand.result.points[makers], hand.result.seat_points[hand.result.maker]
    return hand.result.points[makers], hand.result.points[makers - 1]


def scores(option, tricks, loner=Loner.NO):
    return lambda value: points_for(rules_for(option, value), tricks, loner)


def lowest_bid(value):
    return min(each for each in offered(dealt(replace(BID, minimum_bid=value))) if each.startswith("bid"))


def speaks_again(value):
    hand = act(dealt(replace(BID, bidding=value), dealer=3), "bid 3 C", "bid 4 H", "pass", "pass")
    return hand.phase, hand.turn


def named_later(value):
    rules = replace(BID, bid_kind=value)
    bid = "bid 4" if value is BidKind.LEVEL else "bid 4 H"
    hand = act(dealt(rules), bid, "pass", "pass", "pass")
    return hand.phase


def lone_bids(value):
    rules = replace(BID, alone_bids=value)
    return {each.split(" ")[-1] for each in offered(dealt(rules)) if each.startswith("bid H ")}


def kitty_taken(value):
    hand = act(dealt(replace(BID, cards_each=5, kitty_to_winner=value)), "bid 3 H", "pass", "pass", "pass")
    return hand.phase, hand.position.cards[0].bit_count()


def bid_leader(value):
    return act(dealt(replace(BID, bid_winner_leads=value), dealer=3), "pass", "bid 3 H", "pass", "pass").turn


def score_of_three_bid(value):
    rules = replace(BID, score_bid_only=value)
    wanted = find(rules, lambda hand: maker_tricks(hand) == 5, ("bid 3 H", "pass", "pass", "pass"))
    return sorted(wanted.result.points)


def solo_scores(value):
    hand = find(solo(3, solo_march=value), lambda hand: hand.result.result is Result.MARCH)
    return max(hand.result.points)


def swept(value):
    hand = find(
        HouseRules(defended_sweep=value), lambda hand: hand.result.result is Result.EUCHRE and maker_tricks(hand) == 0
    )
    return max(hand.result.points)
