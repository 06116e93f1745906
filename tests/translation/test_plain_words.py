"""Every English sentence of the site keeps to the guide for texts, as far as a machine can tell."""

import csv
from pathlib import Path

import pytest

from tests.translation.catalogue import forms, gathered, kept
from tests.translation.plain_words import INSTEAD, findings, sentences
from tests.translation.values import MEANING, names_in

EXCEPTIONS = {
    "Lay away": "a word of the game that players look up among the words",
    "level": "the level of a division in its league",
    "You can check the random draw in Python": "what can be computed again has a name in code, “prize lot”",
}
"""Sentences, or how they begin, with the reason why the guide does not hold for them."""


def all_sentences() -> list[str]:
    return [text for message in gathered() if message.id for text in forms(message.id)]


def is_excepted(text: str) -> bool:
    return text in EXCEPTIONS or any(len(start) > 20 and text.startswith(start) for start in EXCEPTIONS)


@pytest.mark.slow
def test_every_sentence_is_in_the_guides_words() -> None:
    found = [
        f"{text!r}: {rule}, {what}"
        for text in all_sentences()
        if not is_excepted(text)
        for rule, what in findings(text)
    ]
    assert found == [], "Say it in the words of tests/translation/plain_words.py."


def test_each_exception_is_still_needed() -> None:
    texts = all_sentences()
    needed = {start for start in EXCEPTIONS for text in texts if text.startswith(start) and list(findings(text))}
    assert needed == set(EXCEPTIONS)


def test_translators_read_what_each_value_is() -> None:
    used = {name for text in all_sentences() for name in names_in(text)}
    assert used == set(MEANING), "tests/translation/values.py says what each value is, and of no other."
    bare = [
        message.id
        for message in kept("fr")
        if message.id and {note.split(": ")[0] for note in message.auto_comments} != set(names(message.id))
    ]
    assert bare == [], "Run `make messages`."


def names(text: object) -> list[str]:
    return [name for form in forms(text) for name in names_in(form)]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Nobody is here.", "words"),
        ("Take the seating back", "words"),
        ("It is drawn by lot.", "words"),
        ("Else it stays.", "words"),
        ("The fixture's card", "words"),
        ("Fees are in; the rest stays.", "semicolons"),
        ("You cannot do that.", "contractions"),
        ("Players do not see it.", "contractions"),
        ("It is over.", "contractions"),
        ("Ann's table", "straight quotes"),
        ("At most 100 %", "percent"),
        ("One — two", "dashes"),
        ("one " * 26, "long sentences"),
    ],
)
def test_what_the_guide_does_not_want_is_found(text: str, rule: str) -> None:
    assert rule in {found for found, _ in findings(text)}


@pytest.mark.parametrize(
    "text",
    [
        "No one is here.",
        "Anyone who has it can act as you.",
        "Someone else has it.",
        "That was a lot too fast.",
        "You can’t play in {fixture}.",
        "1st place takes 100% of the pot.",
        "A table that Ann opened for %(squad)s",
    ],
)
def test_plain_sentences_pass(text: str) -> None:
    assert list(findings(text)) == []


def test_a_sentence_ends_at_its_stop_and_tags_are_no_words() -> None:
    assert sentences('See <a href="%(address)s">it</a>. Then {name} goes.') == ["See it.", "Then X goes."]


def test_each_rule_says_what_to_say() -> None:
    assert all(INSTEAD.values())


def test_a_random_sample_was_judged_by_three_readers() -> None:
    lines = (Path(__file__).parents[1] / "data" / "strings_judged.csv").read_text().splitlines()
    judged = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    assert len(judged) == 400
    assert sum(int(row["fine for"]) >= 2 for row in judged) >= 396
    notes = [row["verdicts and notes"] for row in judged]
    assert [note for note in notes if note.count("confusing:") > 1 or "ungrammatical:" in note] == []
