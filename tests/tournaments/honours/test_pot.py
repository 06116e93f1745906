"""What came in, and what of it is there for prizes."""

from dataclasses import replace

import pytest

from games.engine.errors import RuleError
from tournaments.honours.ledger import Account, Posting
from tournaments.honours.pot import Basket, Pot

FULL = Pot(16, 500, 2000, house_percent=1050, house_per_entry=25, baskets=(Basket("fines", 350), Basket("loners", 725)))


def test_it_is_all_there():
    assert FULL.fees == 8000
    assert FULL.house == 840 + 400
    assert FULL.total == 8000 + 2000 + 350 + 725
    assert FULL.prize_money(()) == FULL.total - 1240
    assert FULL.prize_money(["loners"]) == FULL.total - 1240 - 725


def test_the_house_rounds_down():
    assert Pot(1, 999, house_percent=1000).house == 99


def test_how_it_came_in():
    assert tuple(replace(one, memo=str(one.memo)) for one in FULL.postings()) == (
        Posting(Account.ENTRIES, Account.POT, 8000, "entry fees"),
        Posting(Account.CLUB, Account.POT, 2000, "added money"),
        Posting(Account.ENTRIES, Account.POT, 350, "fines"),
        Posting(Account.ENTRIES, Account.POT, 725, "loners"),
    )
    assert Pot(16, 0, baskets=(Basket("fines", 0),)).postings() == ()


def test_where_it_comes_from_in_words():
    assert str(FULL.explanation()) == (
        "Entry fees: 16 × 5.00 = 80.00. Other amounts: 20.00 added, 3.50 in the fund “fines”, "
        "7.25 in the fund “loners”, 12.40 for the house (10.5% of the fees and 0.25 per entry)."
    )
    assert str(Pot(16, 500).explanation()) == "Entry fees: 16 × 5.00 = 80.00."


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Pot(-1), "“Entries” is -1. Choose a number from 0 to 10000."),
        (lambda: Pot(1, -5), "“Entry fee” is -5."),
        (lambda: Pot(1, 100, added=10**9), "“Added money” is 1000000000."),
        (lambda: Pot(1, 100, house_percent=10001), "“House share” is 10001."),
        (
            lambda: Pot(2, 100, house_per_entry=101),
            "The house share is 2.02, but entry fees total only 2.00. Lower the house share.",
        ),
        (lambda: Pot(1, 100, house_percent=5000, house_per_entry=51), "The house share is 1.01, but entry fees total"),
        (lambda: Basket("fines", -1), "“Amount” is -1."),
        (lambda: Basket("", 1), "The name “” has 0 characters. Use 1 to 60."),
        (lambda: Basket("x" * 61, 1), f"The name “{'x' * 61}” has 61 characters."),
        (lambda: Pot(1, baskets=(Basket("fines", 1), Basket("fines", 2))), "2 funds have the same name."),
        (
            lambda: FULL.basket("beer"),
            "A prize is paid from the fund “beer”, but that fund doesn’t exist. Add it, even if",
        ),
    ],
)
def test_a_wrong_pot_is_refused_in_words(make, message):
    with pytest.raises(RuleError) as refused:
        make()
    assert str(refused.value).startswith(message)
