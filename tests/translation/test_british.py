"""British English: a small file, of sentences that the sources say, with the same values and no American spelling."""

import pytest
from django.utils import translation
from django.utils.translation import gettext

from tests.translation.british import spelled
from tests.translation.catalogue import BRITISH, compiled, forms, gathered, kept, po_file
from tests.translation.values import names_in


@pytest.mark.slow
@pytest.mark.heavy
def test_each_sentence_is_one_of_the_sources() -> None:
    known = {(message.id, message.context) for message in gathered()}
    assert [message.id for message in kept(BRITISH) if (message.id, message.context) not in known] == []


def test_each_sentence_with_an_american_spelling_is_in_it() -> None:
    british = kept(BRITISH)
    missing = [
        message.id
        for message in gathered()
        if message.id
        and any(spelled(form) != form for form in forms(message.id))
        and british.get(message.id, context=message.context) is None
    ]
    assert missing == [], "Run `make messages`."


def test_it_says_the_same_in_british_words() -> None:
    for message in kept(BRITISH):
        if message.id:
            one = [names_in(form) for form in forms(message.id)]
            assert [sorted(names_in(form)) for form in forms(message.string)] == [sorted(names) for names in one]
            assert [spelled(form) for form in forms(message.string)] == list(forms(message.string))
            assert message.string != message.id


def test_the_compiled_file_says_the_same() -> None:
    assert po_file(BRITISH).with_suffix(".mo").read_bytes() == compiled(kept(BRITISH)), "Run `make messages`."


@pytest.mark.parametrize(
    ("american", "british"),
    [("My matches", "My fixtures"), ("Score card colors", "Score card colours"), ("Welcome", "Welcome")],
)
def test_the_site_speaks_it(american: str, british: str) -> None:
    with translation.override("en-gb"):
        assert gettext(american) == british
    with translation.override("en"):
        assert gettext(american) == american
