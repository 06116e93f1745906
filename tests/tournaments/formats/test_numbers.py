"""Values of messages, in English and in another language."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import language
from games.engine.messages import message, verbatim
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.numbers import EntryRef, Named, Number, Share, entries_in, number_in, refs
from tournaments.honours.achievements.catalogue import ACHIEVEMENTS
from tournaments.honours.pot import Pot
from tournaments.honours.wording import Money, Ordinal, Percent


@pytest.fixture
def marked() -> Iterator[None]:
    """A language in which every sentence stands in brackets, and numbers have a comma."""
    before = language._one, language._many, language._point
    language.speak_with(lambda text: f"[{text}]", lambda one, many, number: f"[{many}]", lambda: ",")
    yield
    language.speak_with(*before)


def test_constants_speak_the_readers_language(marked: None) -> None:
    play = FORMATS["swiss"]
    assert play.name == "[Swiss]"
    assert play.config.__dataclass_fields__["rounds"].metadata["label"] == "[Rounds]"
    assert ACHIEVEMENTS["first_win"].name == "[First win]"
    assert ACHIEVEMENTS["shut_out"].words(1) == "[Win 1 game without giving up a point.]"
    assert ACHIEVEMENTS["shut_out"].words(2) == "[Win 10 games without giving up a point.]"


def test_values_are_said_as_the_reader_writes_them(marked: None) -> None:
    assert [str(one) for one in (Money(1250), Percent(1250), Share(541))] == ["12,50", "[12,5%]", "[54,1%]"]
    assert (Money(1250).in_english, Share(541).in_english) == ("12.50", "54.1%")
    assert [str(Ordinal(place)) for place in (1, 21, 12)] == ["[1st]", "[21st]", "[12th]"]
    assert str(Named("Games won")) == "[games won]"
    assert str(EntryRef(-1)) == "[house player 2]"


def test_numbers_are_exact() -> None:
    assert [str(Number(one)) for one in (0, 7, Fraction(2, 3), Fraction(-3, 2))] == ["0", "7", "2/3", "−1 1/2"]
    assert str(Share.of(Fraction(1, 3))) == "33.3%"
    assert str(Money(Fraction(2501, 2))) == "12.51"


@pytest.mark.parametrize("text", ["1e9999999", "1/0", "x", "", "9" * 30])
def test_no_file_asks_for_a_number_without_end(text: str) -> None:
    with pytest.raises((ValueError, ZeroDivisionError)):
        Number.from_data(text)


def test_entries_are_values_and_nothing_else() -> None:
    one = message("{entries} ({note})", entries=refs((0, 3, 5)), note="No. 7")
    assert entries_in(one) == {3, 5}
    assert entries_in(verbatim("No. 3")) == set()
    assert one.render({3: "Ann", 7: "Earl"}) == "house player 1, Ann and No. 5 (No. 7)"


def test_what_is_settled_is_the_same_in_every_language(marked: None) -> None:
    assert Pot(16, 500).explanation().template == "Entry fees: {count} × {fee} = {money}."


@given(st.fractions(max_denominator=10_000))
def test_a_number_is_read_back_from_its_text(value: Fraction) -> None:
    assert number_in(str(Number(value))) == value


@given(st.integers(0, 1000))
def test_a_percentage_is_read_back_from_its_text(tenths: int) -> None:
    assert number_in(Share(tenths).in_english) == Fraction(tenths, 10)


def test_an_empty_text_has_no_number_and_another_one_is_none() -> None:
    assert number_in("") is None
    for text in ("-1", "1,5", "1 2 x", "−", "%", "٣", " 1", "1/0x"):
        with pytest.raises(ValueError, match="no number"):
            number_in(text)
