"""What is said at a table: phrases, text, and the site's own lines. Lines are appended, a few a minute and player.

Speech has a version of its own, so that no line makes anyone's move come too late. Before and after a game people talk
freely; during one the table's level applies. Nothing here reads a hand except as everyone sees it.
"""

import datetime
import re
import unicodedata
import uuid

from django.db import transaction
from django.utils import timezone

from games.accounts.models import Player
from games.blocks.commands import with_blocked
from games.engine.actions import Verb
from games.engine.errors import RuleError
from games.engine.hand import Hand as EngineHand
from games.engine.language import mark
from games.engine.messages import Message, message
from games.engine.view import Watcher as WatcherView
from games.engine.view import view_for
from games.errors import NotAllowed
from games.live import publish
from games.reports.models import Report
from games.tables import words
from games.tables.commands import lock_table
from games.tables.models import MAX_LINE, Silence, Table, TableLine, Watcher
from games.tables.options import Announcements, Chat

PHRASES = {
    "hello": mark("Hello!"),
    "luck": mark("Good luck!"),
    "ready": mark("I’m ready."),
    "moment": mark("One moment, please."),
    "back": mark("I’m back."),
    "well": mark("Well played."),
    "hand": mark("Nice hand!"),
    "close": mark("That was close."),
    "thanks": mark("Thank you."),
    "sorry": mark("Sorry!"),
    "welcome": mark("You’re welcome."),
    "game": mark("Good game!"),
    "again": mark("Another game?"),
    "bye": mark("Goodbye!"),
}
MAX_LINES, IN = 5, datetime.timedelta(seconds=10)
SHOWN = 50
KEPT = datetime.timedelta(days=30)
MARKS = "\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff"
PILED_MARKS = re.compile(f"([{MARKS}]{{2}})[{MARKS}]+")


def topic(table: Table) -> str:
    """What the browsers listen to for new lines."""
    return f"talk:{table.topic_code}"


def level_now(table: Table) -> Chat:
    """What may be said at this moment."""
    return level_when(table, is_playing=table.games.filter(ended_at=None, broken_off_at=None).exists())


def level_when(table: Table, *, is_playing: bool) -> Chat:
    """What may be said during a game, or outside one. In a match of a competition never more than phrases."""
    return table.conduct.chat if table.is_official or is_playing else Chat.TEXT


@transaction.atomic
def say(table_id: int, player: Player, key: uuid.UUID, *, text: str = "", phrase: str = "") -> TableLine:
    """One line of a player, or of a watcher outside a game. The same key again says nothing more."""
    table = lock_table(table_id)
    if said := TableLine.objects.filter(table=table, player=player, key=key).first():
        return said
    _check_may_speak(table, player)
    level = level_now(table)
    if level is Chat.NONE:
        raise RuleError("Chat is off during a game at this table. Wait until it ends.")
    if phrase:
        if phrase not in PHRASES:
            raise RuleError("That phrase isn’t on the list. Reload the page and choose again.")
        return _append(table, PHRASES[phrase], TableLine.Kind.PHRASE, player, key)
    if level is not Chat.TEXT:
        raise RuleError("During a game, choose a phrase from the list.")
    return _append(table, cleaned(text), TableLine.Kind.TEXT, player, key)


def cleaned(text: str) -> str:
    """Text as it is kept: nothing hidden, nothing that turns the line round, no piles of marks. RuleError when empty or
    too long."""
    plain = unicodedata.normalize("NFC", text)
    shown = "".join(" " if char.isspace() else char for char in plain if char.isspace() or _is_shown(char))
    shown = PILED_MARKS.sub(r"\1", " ".join(shown.split()))
    if not shown:
        raise RuleError("Enter a message first.")
    if len(shown) > MAX_LINE:
        raise RuleError(
            "A message can have at most {most} characters. This one has {number}.",
            most=MAX_LINE,
            number=len(shown),
        )
    return shown


def site_says(table: Table, said: Message) -> TableLine:
    """A line of the site itself. Needs the lock."""
    return _append(table, "", TableLine.Kind.SITE, None, None, said)


def announce(table: Table, after: EngineHand) -> None:
    """At a chatty table the site announces the last bid and how a hand ended, as everyone at the table has seen it."""
    if table.conduct.announcements is not Announcements.CHATTY:
        return
    view = view_for(after, WatcherView.FACE_DOWN)
    taken = dict(table.seats.values_list("number", "player__name"))
    names = [taken.get(seat) or message("Seat {number}", number=seat + 1) for seat in range(view.rules.players)]
    step = view.history[-1]
    if step.action.verb is not Verb.PLAY:
        site_says(table, words.did(names[step.seat], words.phrase(step, view)))
    if view.result:
        site_says(table, words.ending(view.result, names, view.rules))


def lines_of(table: Table, viewer: Player | None = None) -> list[TableLine]:
    """The last lines that the viewer reads, oldest first."""
    return remembered(newest(table, viewer))


def newest(table: Table, viewer: Player | None = None) -> list[TableLine]:
    """The last lines, oldest first, with those that are forgotten or of players whom the viewer has blocked; the last
    one's number is the talk's version."""
    lines = table.lines.select_related("player").order_by("-number")
    return list(reversed((with_blocked(lines, viewer) if viewer else lines)[:SHOWN]))


def remembered(lines: list[TableLine]) -> list[TableLine]:
    """Without those that are forgotten, or that the viewer doesn't want to read."""
    return [line for line in lines if not (line.is_forgotten or getattr(line, "is_blocked", False))]


def version_of(table: Table) -> int:
    """The number of the last line."""
    return table.lines.order_by("-number").values_list("number", flat=True).first() or 0


def forget_old_lines() -> int:
    """Deletes lines that are a month old, with their speakers. Returns how many. Lines stay where a report is open."""
    old = TableLine.objects.filter(at__lt=timezone.now() - KEPT).exclude(text="", said__isnull=True)
    old = old.exclude(table__in=Report.objects.filter(closed_at=None).values("table"))
    return old.update(text="", said=None, player=None, key=None)


def _check_may_speak(table: Table, player: Player) -> None:
    if table.closed_at:
        raise RuleError("This table is closed.")
    if Silence.objects.filter(table=table, player=player).exists():
        raise NotAllowed("You’re muted at this table. The owner can unmute you.")
    if not table.seats.filter(player=player).exists():
        _check_watcher_may_speak(table, player)
    lately = TableLine.objects.filter(player=player, at__gt=timezone.now() - IN).count()
    if lately >= MAX_LINES:
        raise RuleError("You’re sending messages too fast. Wait a few seconds and try again.")


def _check_watcher_may_speak(table: Table, player: Player) -> None:
    if not Watcher.objects.filter(table=table, player=player).exists():
        raise NotAllowed("Only players and watchers at this table can chat here.")
    if table.games.filter(ended_at=None, broken_off_at=None).exists():
        raise NotAllowed("Watchers can chat before and after a game, but not during it.")


def _append(
    table: Table, text: str, kind: str, player: Player | None, key: uuid.UUID | None, said: Message | None = None
) -> TableLine:
    number = version_of(table) + 1
    about = {"player": player, "kind": kind, "text": text, "key": key, "said": said}
    line = TableLine.objects.create(table=table, number=number, **about)
    publish(topic(table), number)
    return line


def _is_shown(char: str) -> bool:
    """Not a control, format (bidirectional, zero width), private, unassigned or lone surrogate character."""
    return unicodedata.category(char)[0] != "C"
