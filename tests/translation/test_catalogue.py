"""Every sentence is known to the translators, translated in full, with the same values in it."""

import re
from string import Formatter

import pytest

from tests.translation.catalogue import (
    LANGUAGES,
    compiled,
    forms,
    gathered,
    kept,
    po_file,
    script_words,
    spoken,
    words_file,
)

AGAIN = "Run `make messages`, and translate what is empty in locale/."


def ids(catalogue: object) -> set[object]:
    return {(message.id, message.context) for message in catalogue if message.id}  # type: ignore[attr-defined]


def values_of(sentence: str, *, is_template: bool) -> set[str]:
    if is_template:
        return set(re.findall(r"%\((\w+)\)s", sentence))
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_know_what_the_sources_say(language: str) -> None:
    assert ids(kept(language)) == ids(gathered()), AGAIN


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_translated(language: str) -> None:
    empty = [message.id for message in kept(language) if message.id and not all(forms(message.string))]
    assert empty == []
    assert not [message.id for message in kept(language) if message.fuzzy and message.id]


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_values_of_their_sentence(language: str) -> None:
    wrong = []
    for message in kept(language):
        is_template = "python-format" in message.flags
        wanted = set().union(*(values_of(one, is_template=is_template) for one in forms(message.id)))
        for said in forms(message.string):
            found = values_of(said, is_template=is_template)
            if message.id and (found - wanted or (wanted - found and not isinstance(message.id, tuple))):
                wrong.append((message.id, said))
    assert wrong == []


def test_french_marks_do_not_begin_a_line() -> None:
    """French has a space before them: one at which no line ends. A value's own percent sign is none of them."""
    said = [form for message in kept("fr") for form in forms(message.string)]
    assert [form for form in said if re.search("[ \u202f][:;!?»]|« |[ \u202f]%(?![(\\w])", form)] == []


def test_french_has_curly_apostrophes_and_the_word_for_and() -> None:
    """A straight apostrophe stays in code, and “&” between the names of a pair."""
    pairs = re.compile("Ann Lee & Bob Ray|Ann Weber & Bob Hart|séparés par &|&(nbsp|lt|gt);")
    said = [form for message in kept("fr") for form in forms(message.string)]
    assert [form for form in said if re.search(r"[^\W\d_]'[^\W\d_]", form)] == []
    assert [form for form in said if "&" in pairs.sub("", form)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_file_says_the_same(language: str) -> None:
    file = po_file(language).with_suffix(".mo")
    assert file.read_bytes() == compiled(kept(language)), AGAIN
    assert len(spoken(file)) > 1000
    assert words_file(language).read_text() == script_words(kept(language)), AGAIN


@pytest.mark.slow
def test_the_sources_are_read() -> None:
    """Controls: a template, a sentence with values, a label, a plural, an error."""
    found = {message.id for message in gathered()}
    assert found >= {"Skip to content", "You’re going too fast. Wait {wait} seconds and try again."}
    assert any(isinstance(one, tuple) for one in found)
