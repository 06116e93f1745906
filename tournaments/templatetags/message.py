"""Messages in the language of the page's reader."""

from collections.abc import Mapping
from typing import Any

from django import template

from games.engine.messages import NOBODY, Message, message_from
from tournaments.entry_names import error_named

register = template.Library()


@register.filter
def message(words: Any, names: Mapping[int, str] = NOBODY) -> str:
    """A message, one out of the audit log, or a refusal, with names for entries. What people typed stays."""
    if isinstance(words, Exception):
        return error_named(words, names)
    if isinstance(words, list):
        words = message_from(words)
    return words.render(names) if isinstance(words, Message) else str(words or "")
