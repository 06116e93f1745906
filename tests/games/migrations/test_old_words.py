"""What older releases kept in columns of text comes back as messages, and goes back."""

from games.engine.messages import message_from
from games.migrations import _old_words as old

BID = "{player} {deed}.\x1fplayer\x1fAnn\x1fdeed\x1f\x1ebids {bid}\x1ebid\x1e\x1d{tricks} in {suit}\x1dtricks\x1d4\x1dsuit\x1d\x1chearts"


def test_a_sentence_within_a_sentence() -> None:
    assert str(message_from(old.message(BID))) == "Ann bids 4 in hearts."
    assert old.text(old.message(BID), 200) == BID


def test_plain_text_is_a_template_without_values() -> None:
    assert old.message("Nobody was here any more.") == ["Nobody was here any more.", {}]
    assert old.text(["Nobody was here any more.", {}], 9) == "Nobody wa"


def test_a_text_that_was_cut_still_reads() -> None:
    assert str(message_from(old.message("{player} is watching.\x1fplayer\x1fAnn O"))) == "Ann O is watching."


def test_a_list_goes_back_as_text() -> None:
    data = ["A bot plays for {players}.", {"players": {"list": ["Ann", "Bob", "Cy"]}}]
    assert old.text(data, 200) == "A bot plays for {players}.\x1fplayers\x1fAnn, Bob and Cy"
