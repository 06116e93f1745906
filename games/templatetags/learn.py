"""Links from the words on a page to what they mean."""

from collections.abc import Iterable

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join

from games.learn.words import Word, said_as, word_of

register = template.Library()


@register.simple_tag
def word(name: str, shown: str = "") -> str:
    """The word as a link to its meaning. shown: its form in the sentence, when it is not by its name."""
    return _link(_known(name), shown or said_as(name))


@register.simple_tag
def word_address(name: str) -> str:
    """Where the meaning is, for a sentence that has the link in its middle."""
    return _address(_known(name))


@register.simple_tag
def words(names: Iterable[str]) -> str:
    """Several of them, as a list in a sentence."""
    return format_html_join(", ", "{}", ((word(name),) for name in names))


@register.simple_tag
def term(name: str) -> str:
    """A name that comes from elsewhere, such as an option's label: a link if there is such a word."""
    word = word_of(name)
    return _link(word, name) if word else name


def _known(name: str) -> Word:
    word = word_of(name)
    if word is None:
        raise template.TemplateSyntaxError(f"There is no word {name!r} in games/learn/words.py.")
    return word


def _address(word: Word) -> str:
    return f"{reverse('learn_words')}#{word.anchor}"


def _link(word: Word, shown: str) -> str:
    return format_html('<a class="word" href="{}">{}</a>', _address(word), shown)
