"""Cards with names that no one could make up: if a browser is sent a card that it may not see, the test finds it.

Wherever the site writes a card, in a page, an action, an error or a log line, its token comes with it.
"""

import json
import re
import secrets
from collections.abc import Callable
from functools import partial

import pytest

from games.engine.cards import BY_TEXT, CARDS, Card
from games.engine.view import Viewer, view_data, view_for
from games.tables import play, words
from games.tables.models import Hand, Table

TOKEN = re.compile(r"zq[0-9a-f]{8}", re.IGNORECASE)
_named: set[str] = set()
"""Of all cards, since tokens were given out: once in a million pages a secret of the site happens to look like one."""


def name_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on every card but the joker is written with a token of its own."""
    plain, joker = Card.__str__, CARDS[-1]
    texts = {card: f"{card}zq{secrets.token_hex(4)}" for card in CARDS if card != joker} | {joker: str(joker)}
    _named.update(found.lower() for text in texts.values() for found in TOKEN.findall(text))
    for card, text in texts.items():
        monkeypatch.setitem(BY_TEXT, text.upper(), card)
    monkeypatch.setattr(Card, "__str__", lambda card: texts.get(card) or plain(card))
    for function in (words.card_name, words.the_card):
        monkeypatch.setattr(words, function.__name__, partial(named, function))


def named(name: Callable[[Card], str], card: Card) -> str:
    return f"{name(card)} {str(card)[2:]}"


def tokens_in(text: str) -> set[str]:
    return {found.lower() for found in TOKEN.findall(text)} & _named


def entitled(table: Table, viewer: Viewer) -> set[str]:
    """Tokens of the cards that this viewer may see of the hand at the table, or of the one just over."""
    row = last_hand(table)
    return tokens_in(json.dumps(view_data(view_for(play.state_of(row), viewer)))) if row else set()


def last_hand(table: Table) -> Hand | None:
    return Hand.objects.filter(game__table=table).select_related("game").order_by("game", "number").last()


def live_seeds() -> list[str]:
    """What no one at all may be sent before the hand is over."""
    return list(Hand.objects.filter(ended_at=None).values_list("seed", flat=True))
