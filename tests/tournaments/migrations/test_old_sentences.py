"""Text that older releases kept becomes messages without a loss, and text again when somebody goes back."""

import json
from string import Formatter

import pytest

from games.engine.messages import Message, message_from
from tournaments.formats.numbers import EntryRef, Named, Number, Share, entries_in
from tournaments.formats.seasons.section_table import SECTION_CRITERIA
from tournaments.formats.standings.criteria import CRITERIA
from tournaments.formats.standings.rows import ABOVE
from tournaments.migrations import _old_sentences as old

SAMPLES = {
    "number": "7", "entry": "No. 3", "other": "house player 1", "entries": "No. 3, No. 4 and No. 11", "others": "No. 5",
    "count": "3", "total": "1/2", "percent": "12.5 %", "ordinal": "3rd", "name": "Saint Mary’s and Sons",
    "less": "6 1/2", "score": "2 1/2", **dict.fromkeys(("money", "fee", "sum", "each", "extra", "rest"), "12.50"),
}


def filled(template: str) -> str:
    values = {name: SAMPLES.get(name, f"<{name}>") for _, name, _, _ in Formatter().parse(template) if name}
    return template.format(**values)


@pytest.mark.parametrize("template", old.SENTENCES)
def test_every_sentence_is_read_by_itself(template: str) -> None:
    text = filled(template)
    data = old.message(text)
    assert data[0] == template
    assert old.english(data) == text
    assert str(message_from(json.loads(json.dumps(data)))) == text.replace(" %", "%")


@pytest.mark.parametrize(
    "text",
    ["Ann said so", "Rain and snow", "Two of them. Or three.", "12.50", "No. 3", "a {brace}", "See No. 3, and No. 7."],
)
def test_what_people_typed_is_kept_word_for_word(text: str) -> None:
    assert old.message(text) == ["{text}", {"text": text}]
    assert old.english(old.message(text)) == text
    assert entries_in(message_from(old.message(text))) == set()


def test_nothing_stays_nothing() -> None:
    assert not message_from(old.message(""))
    assert old.english(old.message("")) == ""


def test_a_reason_is_what_was_computed_then() -> None:
    text = "No. 3 is above No. 5: level on games won, Buchholz and 2 more, but 6 1/2 to −1/2 on points."
    [level] = [[Named("Games won"), Named("Buchholz"), message_from(["{number} more", {"number": 2}])]]
    difference = message_from(["{more} to {less} on {criterion}", {"criterion": {"name": "Points"}}])
    values = {"more": Number.from_data("13/2"), "less": Number.from_data("-1/2"), "criterion": Named("Points")}
    difference = type(difference)(difference.template, values)
    about = {"entry": EntryRef(3), "other": EntryRef(5), "difference": difference}
    then = Message("{entry} is above {other}: level on {criteria}, but {difference}.")
    assert message_from(old.message(text)) == then(**about, criteria=level)
    shares = message_from(old.message("No. 1 is above No. 2: 54.1 % to 50.0 % on share of points."))
    assert shares == ABOVE(
        entry=EntryRef(1),
        other=EntryRef(2),
        difference=type(difference)(
            difference.template, {"more": Share(541), "less": Share(500), "criterion": Named("Share of points")}
        ),
    )


LATER = {"games_won", "games_percentage", "games_behind", "deciding_match", "decided"}
"""Criteria of a season that came after sentences were kept as messages: no old text has them."""


REWORDED = {
    "decided by random draw": "the lot decided",
    "{entry} has the better head-to-head record": "{entry} won more of their meetings",
    "{entry} got further in the bracket": "{entry} went further",
    "{more} to {less} on points": "{more} to {less} points",
    "{more} to {less} on matches won": "{more} to {less} fixtures won",
}
"""What decides today, and the words that old texts have for it."""

RENAMED = {
    Named("Percentage of points"): Named("Share of points"),
    Named("4-point hands"): Named("Four-point hands"),
    Named("2-point hands"): Named("Two-point hands"),
}
"""What a criterion is called today, and the name that old texts have for it."""


def test_every_criterion_is_read_where_it_decides() -> None:
    ways = [(one, old.of_standings) for one in CRITERIA.values()]
    of_then = [one for name, one in SECTION_CRITERIA.items() if name not in LATER]
    for criterion, read in [*ways, *((one, old.message) for one in of_then)]:
        about = {"entry": EntryRef(4), "other": EntryRef(3), "more": Number(1), "less": Number(0)}
        today = criterion.reason(**about)
        values = {name: RENAMED.get(value, value) for name, value in today.values.items()}
        then = Message(REWORDED.get(today.template, today.template), values)
        reason = ABOVE(entry=EntryRef(4), other=EntryRef(3), difference=then)
        assert message_from(read(str(reason))) == reason


def test_sentences_in_a_row_and_what_they_quote() -> None:
    row = "5 pairs are an odd number. Without No. 3 the others could not all be paired without a rematch."
    by_hand = (
        "Made by hand, because: Round 2 has no legal seating for 4 people at 1 tables. In the way: “Never to meet” "
        "(No. 1 and No. 2; No. 3 and No. 4) and “To keep their place” (No. 1). Take a wish off the list, or let more "
        "or fewer people take part."
    )
    for text, entries in ((row, {3}), (by_hand, {1, 2, 3, 4})):
        read = message_from(old.message(text))
        assert (str(read), entries_in(read)) == (text, entries)


def test_the_journal_and_frozen_records_are_read_too() -> None:
    assert old.journal_detail("decide_tie", {"method": "play-off hand"}) == {
        "method": ["{text}", {"text": {"name": "Play-off hand"}}]
    }
    assert old.journal_detail("announce", {"memo": "entry fee"}) == {"memo": "entry fee"}
    assert old.frozen({"prizes": [[1, 500, "1st place with 3"]]})["prizes"][0][2][0] == "{ordinal} place with {count}"
    fresh = old.settled({"explanations": ["5.00 stays in the pot."], "payouts": [{"title": "Best", "reason": "Best"}]})
    assert fresh["explanations"] == [["{money} stays in the pot.", {"money": {"money": 500}}]]
    assert old.settled(fresh) == fresh
