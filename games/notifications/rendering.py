"""A notification as its reader reads it: in their language, with the names that they may see."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from django.conf import settings

from games.accounts.models import Player
from games.engine.messages import Joined, Message
from games.notifications.kinds import QUESTIONS
from games.notifications.models import Notification
from games.notifications.values import PersonRef

NamesFor = Callable[[Player, Collection[int]], Mapping[int, str]]
_names_for: NamesFor | None = None


def register_names(names_for: NamesFor) -> None:
    """`names_for(reader, players)` returns what the reader may call these players. Call from AppConfig.ready()."""
    global _names_for
    _names_for = names_for


@dataclass(frozen=True)
class Rendered:
    """title, words: as the reader reads them. link: with the site's address. is_question: it leads to an answer."""

    title: str
    words: str
    link: str
    is_question: bool


def render(reader: Player, notifications: Iterable[Notification]) -> list[Rendered]:
    """Wants the reader's language switched on."""
    notifications = list(notifications)
    people = {
        person
        for notification in notifications
        for message in (notification.title, notification.words)
        for person in _people_in(message)
    }
    names = _names_for(reader, people) if _names_for and people else {}
    return [
        Rendered(
            title=notification.title.render(names),
            words=notification.words.render(names),
            link=site_address(notification.link),
            is_question=notification.kind in QUESTIONS,
        )
        for notification in notifications
    ]


def site_address(path: str) -> str:
    """A path of this site as others reach it from outside."""
    return f"{settings.SITE_ADDRESS}{path}"


def _people_in(message: Message) -> Iterable[int]:
    for value in message.values.values():
        parts = value if isinstance(value, tuple) else value.values if isinstance(value, Joined) else (value,)
        for part in parts:
            if isinstance(part, PersonRef):
                yield part.player
            elif isinstance(part, Message):
                yield from _people_in(part)
