"""Finds words that no translator is shown: in a template as it is written, or on a page in a made-up language."""

import re
from html.parser import HTMLParser

from django.template.base import Lexer, TokenType

READ = {"alt", "title", "aria-label", "aria-description", "placeholder", "data-confirm", "label", "summary"}
NO_WORDS = {"script", "style", "code", "kbd", "pre"}
NOT_READ = ("blocktranslate", "comment", "block body_class")
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
ATTRIBUTE = re.compile(r'[\w:-]+="[^"]*"')
"""In a template that is a part of a tag."""
WORD = re.compile(r"[^\W\d_]{2,}")
OPEN, CLOSE = "⟦", "⟧"


class Words(HTMLParser):
    """The words of a page or template that are not between the marks. translate="no" on an element excuses it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.excused: list[tuple[str, bool]] = []
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        is_button = tag == "input" and named.get("type") in ("submit", "button", "reset")
        if not self._is_excused():
            for name, value in attrs:
                if value and (name in READ or (name == "value" and is_button)):
                    self._read(value, marked=OPEN in value)
        if tag not in VOID:
            self.excused.append((tag, tag in NO_WORDS or named.get("translate") == "no"))

    def handle_endtag(self, tag: str) -> None:
        names = [name for name, _ in self.excused]
        if tag in names:
            del self.excused[len(names) - 1 - names[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        for part in re.split(f"([{OPEN}{CLOSE}])", data):
            if part in (OPEN, CLOSE):
                self.depth += 1 if part == OPEN else -1
            elif not self._is_excused():
                self._read(part, marked=self.depth > 0)

    def _is_excused(self) -> bool:
        return any(is_excused for _, is_excused in self.excused)

    def _read(self, text: str, *, marked: bool) -> None:
        if not marked and WORD.search(ATTRIBUTE.sub("", text)):
            self.found.append(" ".join(text.split()))


def unmarked_in_template(source: str) -> list[str]:
    """Words outside of {% translate %} and {% blocktranslate %}."""
    rest, within = "", False
    for token in Lexer(source).tokenize():
        if token.token_type == TokenType.BLOCK:
            name = " ".join(token.contents.split()[:2])
            within = name.startswith(NOT_READ) or (within and not name.startswith("end"))
        elif token.token_type == TokenType.TEXT and not within:
            rest += token.contents
    reader = Words()
    reader.feed(rest)
    return reader.found


def unmarked_on_page(html: str, known: re.Pattern[str]) -> list[str]:
    """Words outside of the marks of the made-up language, but for those that people wrote (`known`)."""
    reader = Words()
    reader.feed(html)
    return [text for text in reader.found if WORD.search(known.sub(" ", text))]
