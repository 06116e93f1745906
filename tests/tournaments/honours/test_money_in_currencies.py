"""Amounts as a club writes them, in the reader's language."""

import threading
from fractions import Fraction

import pytest
from django.utils import translation

from games.engine.messages import message, message_from
from tournaments.honours.wording import (
    CURRENCIES,
    Money,
    currency_mark,
    currency_name,
    is_mark_first,
    money_in,
    money_text,
    write_money_in,
)


@pytest.mark.parametrize(
    ("code", "english", "french"),
    [
        ("", "5.00", "5,00"),
        ("USD", "$5.00", "5,00\u00a0$"),
        ("CAD", "$5.00", "5,00\u00a0$"),
        ("AUD", "$5.00", "5,00\u00a0$"),
        ("NZD", "$5.00", "5,00\u00a0$"),
        ("GBP", "£5.00", "5,00\u00a0£"),
        ("EUR", "€5.00", "5,00\u00a0€"),
        ("CHF", "CHF\u00a05.00", "5,00\u00a0CHF"),
    ],
)
def test_it_is_written_as_the_reader_writes(code: str, english: str, french: str) -> None:
    with money_in(code):
        assert money_text(500) == english
        with translation.override("fr"):
            assert money_text(500) == french


def test_every_currency_is_among_them() -> None:
    assert set(CURRENCIES) == {"USD", "CAD", "GBP", "EUR", "AUD", "NZD", "CHF"}


def test_below_zero_the_minus_comes_first() -> None:
    with money_in("USD"):
        assert [money_text(cents) for cents in (-1, -550, -100_00)] == ["−$0.01", "−$5.50", "−$100.00"]
    assert Money(-550).in_english == "-5.50", "as it is typed"


def test_a_part_of_a_cent_counts_as_a_full_one() -> None:
    with money_in("EUR"):
        assert money_text(Fraction(1, 3)) == "€0.01"


def test_what_is_kept_is_the_amount_alone_and_is_said_in_the_currency_of_now() -> None:
    kept = message("{money} came in", money=Money(1250)).as_data()
    assert kept == ["{money} came in", {"money": {"money": 1250}}]
    said = []
    for code in ("", "GBP"):
        with money_in(code):
            said.append(str(message_from(kept)))
    assert said == ["12.50 came in", "£12.50 came in"]


def test_another_thread_knows_nothing_of_it() -> None:
    seen: list[str] = []
    with money_in("USD"):
        thread = threading.Thread(target=lambda: seen.append(money_text(500)))
        thread.start()
        thread.join()
    assert seen == ["5.00"]


def test_within_ends() -> None:
    write_money_in("USD")
    with money_in("EUR"):
        assert currency_mark() == "€"
    assert currency_mark() == "$"
    write_money_in("")
    assert currency_mark() == ""


def test_the_choices_show_an_example() -> None:
    assert currency_name("CHF") == "Swiss franc: CHF\u00a05.00"
    assert currency_name("") == "No currency sign: 5.00"
    assert currency_mark() == ""


def test_french_has_the_sign_behind() -> None:
    assert is_mark_first()
    with translation.override("fr"):
        assert not is_mark_first()
