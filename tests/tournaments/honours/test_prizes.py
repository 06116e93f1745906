"""What the payout sheet says, what the ledger gets, and what is asked before anything is paid."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from tests.said import said
from tournaments.honours.ledger import Account, Posting
from tournaments.honours.pot import Basket, Pot
from tournaments.honours.prize_plan import (
    Barred,
    Base,
    Measure,
    PlaceTable,
    PrizePlan,
    Shortfall,
    SidePrize,
    Tied,
    Unit,
    Winner,
    Worth,
)
from tournaments.honours.prize_ties import Decision, Finisher, Method
from tournaments.honours.prizes import Leftover, settle

SEED = 2026  # the lot of the place prizes draws 3, 2, 4, 1
POT = Pot(16, 500)


def night(*places, players=1, **counts):
    """Finishers with these places, entries from 1 on; counts by statistic, in the order of the entries."""
    rows = [{name: counts[name][index] for name in counts} for index in range(len(places))]
    return [Finisher(index + 1, place, players, rows[index]) for index, place in enumerate(places)]


def fixed(*amounts, **settings):
    return PrizePlan(Measure.FIXED, (PlaceTable(0, amounts),), **settings)


def reasons(settled):
    return {payout.entry: str(payout.reason) for payout in settled.payouts}


def test_the_reason_names_the_place_and_who_shares_it():
    settled = settle(POT, PrizePlan(), night(1, 2, 2, 4), SEED)
    assert reasons(settled) == {1: "1st place", 2: "2nd place (shared with No. 3)", 3: "2nd place (shared with No. 2)"}
    assert {str(payout.title) for payout in settled.payouts} == {"1st place", "2nd place"}
    assert settled.entry_total(2) == settled.entry_total(3) == 2000
    assert (settled.paid, settled.left) == (8000, 0)


def test_a_sheet_has_no_room_for_many_names():
    assert reasons(settle(POT, PrizePlan(), night(1, 1, 1, 1), SEED))[4] == (
        "1st place (shared with No. 1, No. 2 and No. 3)"
    )
    assert reasons(settle(POT, PrizePlan(), night(*[1] * 5), SEED))[5] == "1st place (shared with 4 others)"


def test_the_reason_says_how_a_tie_was_decided():
    def decided(method, *order):
        return reasons(settle(POT, PrizePlan(), night(1, 1, 3), SEED, [Decision(frozenset((1, 2)), method, order)]))

    assert decided(Method.CUT, (2,), (1,))[2] == "1st place, by a cut of the cards"
    assert decided(Method.PLAY_OFF, (2,), (1,))[1] == "2nd place, by a playoff hand"
    assert decided(Method.LOT)[1].endswith(" place, by random draw")
    assert decided(Method.SPLIT)[1] == "1st place (shared with No. 2)"


def test_the_reason_of_a_side_prize():
    sides = (
        SidePrize("hg", "High game", Winner.MOST, Worth.FIXED, 500, "high_game"),
        SidePrize("lm", "Loner money", Winner.EACH, Worth.FIXED, 50, "loners"),
    )
    settled = settle(POT, fixed(sides=sides), night(1, 2, 3, high_game=[9, 9, 8], loners=[0, 2, 1]), SEED)
    assert [(payout.entry, str(payout.reason), payout.cents) for payout in settled.payouts] == [
        (1, "High game (shared with No. 2)", 250),
        (2, "High game (shared with No. 1)", 250),
        (2, "Loner money (2 of 3)", 100),
        (3, "Loner money (1 of 3)", 50),
    ]


def test_a_sheet_explains_itself():
    plan = PrizePlan(
        sides=(
            SidePrize("ml", "Most loners", Winner.MOST, Worth.FIXED, 500, "loners"),
            SidePrize("hg", "High game", Winner.MOST, Worth.FIXED, 500, "high_game"),
            SidePrize("lb", "Loner basket", Winner.EACH, Worth.BASKET, 0, "loners", "loners", open_to_all=True),
            SidePrize("tm", "Ten marches", Winner.MOST, Worth.FIXED, 900, "marches"),
        ),
        barred=Barred.FIRST,
        one_side_prize=True,
        shortfall=Shortfall.SCALE,
        unit=Unit.HALF,
        percent_of=Base.WHOLE,
    )
    pot = Pot(16, 500, house_percent=1000, baskets=(Basket("loners", 725),))
    field = night(1, 2, 2, 4, loners=[3, 2, 0, 2], high_game=[10, 14, 12, 12], marches=[0, 0, 0, 0])
    settled = settle(pot, plan, field, SEED)
    # 72.00 / 82.00 of 36.00, 21.60, 14.40, 5.00 and 5.00: 31.61, 18.97, 12.64, 4.39 and 4.39
    assert said(settled.explanations) == (
        "Entry fees: 16 × 5.00 = 80.00. "
        "Other amounts: 7.25 in the fund “loners”, 8.00 for the house (10% of the fees).",
        "The prizes come to 82.00, but the pot has only 72.00. Every prize from the pot is scaled down in proportion.",
        "Rounding down left 1.50. It goes to 1st place.",
        "Most loners doesn’t go to No. 1 (1st place).",
        "High game doesn’t go to No. 2 and No. 4 (already won Most loners).",
        "No one won Ten marches.",
        "No. 2 and No. 3 share places 2 and 3: 31.00 in all, 15.50 each.",
        "No. 2 and No. 4 share Most loners: 4.00 in all, 2.00 each.",
        "Loner basket: 7.00, split by how many each player had (7 in all).",
        "0.25 stays in the fund “loners”.",
    )
    assert settled.leftovers == (Leftover(25, "loners"),)


def test_it_says_what_percentages_are_of():
    sides = (SidePrize("bb", "Booby prize", Winner.LAST, Worth.FIXED, 500),)
    assert said(settle(POT, PrizePlan(sides=sides), night(1, 2), SEED).explanations)[1:] == (
        "Side prizes take 5.00. Place prizes are percentages of the remaining 75.00.",
        "Rounding down left 0.01. It goes to 1st place.",
    )


def test_it_says_to_whom_the_odd_unit_went():
    settled = settle(POT, fixed(1000, 500, 200, unit=Unit.WHOLE), night(1, 1, 1), SEED)
    assert said(settled.explanations)[1:] == (
        (
            "No. 1, No. 2 and No. 3 share places 1, 2 and 3: 17.00 in all, 5.00 each, plus 1.00 more for No. "
            "2 and No. 3 by random draw."
        ),
        "63.00 stays in the pot.",
    )


def test_before_a_tie_is_decided_it_says_what_is_at_stake():
    asked = settle(POT, PrizePlan(tied=Tied.DECIDE), night(1, 2, 2, 2), SEED)
    (tie,) = asked.ties
    assert (tie.entries, tie.places) == ((2, 3, 4), (2, 3, 4))
    assert tie.promises == (Fraction(2400), Fraction(1600), Fraction(0))
    assert tie.methods == (Method.PLAY_OFF, Method.CUT, Method.LOT, Method.SPLIT)
    assert said(asked.explanations) == (
        (
            "No. 2, No. 3 and No. 4 are tied for 2nd, 3rd and 4th place, worth 24.00, 16.00 and 0.00. Break "
            "the tie first: playoff hand, cut the cards, random draw, split."
        ),
    )


def test_the_ledger_balances():
    sides = (SidePrize("bb", "Booby prize", Winner.LAST, Worth.FIXED, 300),)
    pot = Pot(16, 500, added=1000, house_per_entry=50, baskets=(Basket("fines", 350),))
    settled = settle(pot, fixed(4001, sides=sides), night(1, 2, players=2), SEED)
    assert tuple(replace(one, memo=str(one.memo)) for one in settled.postings()) == (
        Posting(Account.POT, Account.CLUB, 800, "house share"),
        Posting(Account.POT, Account.ENTRIES, 4001, "1st place", 1, "places"),
        Posting(Account.POT, Account.ENTRIES, 300, "Booby prize", 2, "bb"),
    )
    held = Counter()
    for posting in (*pot.postings(), *settled.postings()):
        held[posting.debit] -= posting.cents
        held[posting.credit] += posting.cents
    assert held["pot"] == settled.left == 9350 - 800 - 4001 - 300
    assert sum(held.values()) == 0
    assert settle(POT, fixed(), night(1, 2), SEED).postings() == ()


def test_a_plan_without_places_pays_side_prizes_alone():
    plan = PrizePlan(
        tables=(), sides=(SidePrize("bb", "Booby prize", Winner.LAST, Worth.PERCENT, 3333),), unit=Unit.WHOLE
    )
    settled = settle(POT, plan, night(1, 2), SEED)
    assert reasons(settled) == {2: "Booby prize"}
    assert (settled.paid, settled.left) == (2600, 5400)


def test_a_line_of_zeros_pays_no_one():
    assert settle(POT, PrizePlan(tables=(PlaceTable(0, (0, 0)),)), night(1, 2), SEED).payouts == ()
