"""What is stored as English text is read back: by its own sentence, with its values, in any language."""

from collections.abc import Iterator
from string import Formatter

import pytest

from games.engine import language
from games.engine.language import later
from tournaments.formats import kept
from tournaments.formats.audit import whole as audit
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.kept import told, told_value
from tournaments.formats.seasons import section_table
from tournaments.formats.standings import consequences
from tournaments.honours import prizes, wording
from tournaments.honours.achievements.catalogue import ACHIEVEMENTS
from tournaments.honours.jackpots import closing

ROOMS = (audit, consequences, section_table, prizes, closing)
SAMPLES = {
    "number": "7", "entry": "No. 3", "other": "house player 1", "entries": "No. 3, No. 4 and No. 11", "others": "No. 5",
    "count": "3", "total": "1/2", "percent": "12.5 %", "ordinal": "3rd", "name": "Saint Mary’s and Sons",
    **dict.fromkeys(("money", "fee", "sum", "each", "extra", "rest"), "12.50"),
}  # fmt: skip


@pytest.fixture
def marked() -> Iterator[None]:
    """A language in which every sentence stands in brackets, and numbers have a comma."""
    before = language._one, language._many, language._point
    language.speak_with(lambda text: f"[{text}]", lambda one, many, number: f"[{many}]", lambda: ",")
    yield
    language.speak_with(*before)


def values_of(sentence: str) -> dict[str, str]:
    return {name: SAMPLES.get(name, f"<{name}>") for _, name, _, _ in Formatter().parse(sentence) if name}


def test_every_sentence_is_read_by_itself() -> None:
    assert len(kept._sentences) > 150
    for one in kept._sentences:
        values = values_of(one.sentence)
        found = kept._read(one(**values), is_part=False)
        assert found is not None
        assert (found[0].sentence, found[1]) == (one.sentence, values)


def test_every_text_reads_the_same_in_english() -> None:
    for one in kept.sentences():
        text = one(**values_of(one.sentence))
        assert told(text) == text
        assert told_value(text) == text


def test_text_of_another_origin_stays(marked: None) -> None:
    for text in ("", "Ann said so", "Rain and snow", "Two of them. Or three.", "12.50", "No. 3"):
        assert told(text) == text


def test_sentences_one_after_the_other(marked: None) -> None:
    assert told("First round: lots decided the seats. At table 3 the winners stay.") == (
        "[First round: lots decided the seats.] [At table 3 the winners stay.]"
    )


def test_values_are_said_too(marked: None) -> None:
    assert told("No. 3 is above No. 5: level on points and games won, but 1 to 0 on loners.") == (
        "[No. 3 is above No. 5: level on [[points] and [games won]], but [1 to 0 on [loners]].]"
    )
    assert told("No. 1 and house player 2 stay together, as they wished.") == (
        "[[No. 1 and [house player 2]] stay together, as they wished.]"
    )
    assert told("12.50 stays in the basket “12.50 and No. 1”.") == "[12,50 stays in the basket “12.50 and No. 1”.]"


def test_data_of_sentences_is_said_as_well(marked: None) -> None:
    assert told(later("Table {table}", table=3).as_data()) == "[Table 3]"


def test_constants_speak_the_language_of_whoever_looks(marked: None) -> None:
    play = FORMATS["swiss"]
    assert play.name == "[Swiss]"
    assert play.config.__dataclass_fields__["rounds"].metadata["label"] == "[Rounds]"
    assert ACHIEVEMENTS["first_win"].name == "[First win]"
    assert ACHIEVEMENTS["shut_out"].words(1) == "[Win 1 game to nothing.]"
    assert ACHIEVEMENTS["shut_out"].words(2) == "[Win 10 games to nothing.]"


def test_money_and_places_have_two_forms(marked: None) -> None:
    assert (wording.money_text(1250), wording.money_kept(1250)) == ("12,50", "12.50")
    assert (wording.percent_text(1250), wording.percent_kept(1250)) == ("12,5 %", "12.5 %")
    assert [wording.ordinal(place) for place in (1, 21, 12)] == ["[1st]", "[21st]", "[12th]"]
    assert wording.ordinal_kept(21) == "21st"


def test_what_is_drawn_and_settled_is_english(marked: None) -> None:
    assert wording.all_called([3, 1]) == "No. 1 and No. 3"
    assert prizes.Pot(16, 500).explanation() == "16 entry fees of 5.00 make 80.00."
