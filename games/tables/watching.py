"""Watching a table: ten places, held as long as the page is heard of, and what is seen from them.

Face down at a friendly table a watcher sees what lies open, as it happens. In a match it is the hand as it was after
the last finished trick. Face up it is the hand before this one, as far as this one has come: every card that is shown
belongs to a hand that is over. Where all players see all hands anyway, so do those who watch face up.
"""

import datetime
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.hand import Hand as EngineHand
from games.engine.messages import Message, message
from games.engine.view import Watcher as Viewer
from games.errors import NotAllowed
from games.tables import talk
from games.tables.commands import lock_table
from games.tables.models import MAX_WATCHERS, Hand, Table, Watcher
from games.tables.options import TableOptions, Watching
from games.tables.shown import show_all
from games.tables.states import state_after, state_of

WATCHER_SILENT = datetime.timedelta(seconds=95)
"""A page that is hidden is heard of every minute at worst, and that is written three times a minute at most."""
WRITTEN = datetime.timedelta(seconds=20)
SAID_AGAIN = datetime.timedelta(minutes=10)


@dataclass(frozen=True)
class Seen:
    """What a watcher is shown: a hand, the state to make a view of, how, and whether it is a later one than now."""

    row: Hand
    state: EngineHand
    viewer: Viewer
    is_delayed: bool


@transaction.atomic
def watch(table_id: int, player: Player) -> Watcher:
    """Takes one of the places, or keeps the one the player has. RuleError for the eleventh."""
    table = lock_table(table_id)
    _check_may_watch(table, player)
    here = table.watchers.filter(seen_at__gt=_heard_of())
    if own := here.filter(player=player).first():
        return own
    taken = set(here.values_list("place", flat=True))
    free = [place for place in range(1, MAX_WATCHERS + 1) if place not in taken]
    if not free:
        raise RuleError(
            "{most_watchers} people are already watching, which is the limit. Try again when someone leaves.",
            most_watchers=MAX_WATCHERS,
        )
    table.watchers.exclude(pk__in=here.values("pk")).delete()
    place = Watcher.objects.create(table=table, player=player, place=free[0])
    if _sees_all(table):
        show_all(table, player)
    _tell(table, message("{player} is watching.", player=player))
    return place


@transaction.atomic
def stop_watching(table_id: int, player: Player) -> None:
    """Frees the place for someone else."""
    Watcher.objects.filter(table=lock_table(table_id), player=player).delete()


def still_watches(table_id: int, player: Player) -> None:
    """The watcher's page is open."""
    now = timezone.now()
    place = Watcher.objects.filter(table=table_id, player=player, seen_at__gt=_heard_of()).first()
    if place and place.seen_at < now - WRITTEN:
        Watcher.objects.filter(pk=place.pk).update(seen_at=now)


def watchers_of(table: Table) -> list[Player]:
    """Who is watching now, for everyone at the table to see."""
    here = table.watchers.filter(seen_at__gt=_heard_of()).select_related("player")
    return [place.player for place in here]


def deal_to_watchers(table: Table) -> None:
    """Where all hands lie open to them, those who watch see a deal from its beginning. Needs the lock."""
    if _sees_all(table):
        for player in watchers_of(table):
            show_all(table, player)


def seen_by_watcher(conduct: TableOptions, hand: Hand, *, is_match: bool) -> Seen | None:
    """What is shown of the hand that is being played, or was just over. None: nothing yet, or nothing ever."""
    if conduct.watchers is Watching.FACE_UP:
        return _seen_face_up(conduct, hand)
    if conduct.watchers is Watching.FACE_DOWN:
        state = state_after(hand, _until_last_trick(hand)) if is_match else state_of(hand)
        return Seen(hand, state, Viewer.FACE_DOWN, is_match)
    return None


def _seen_face_up(conduct: TableOptions, hand: Hand) -> Seen | None:
    if hand.ended_at or conduct.open_hands:
        return Seen(hand, state_of(hand), Viewer.FACE_UP, False)
    before = hand.game.hands.filter(number=hand.number - 1).select_related("game", "prepared").first()
    if before is None:
        return None
    state = state_after(before, before.actions.split("; ")[: len(_actions(hand))])
    return Seen(before, state, Viewer.FACE_UP, True)


def _sees_all(table: Table) -> bool:
    """Whether a watcher sees the hands of a deal that is being played."""
    return table.conduct.watchers is Watching.FACE_UP and table.conduct.open_hands


def _until_last_trick(hand: Hand) -> list[str]:
    """The actions up to the end of the last trick that is finished; none while the first is being played."""
    actions, state = _actions(hand), state_of(hand)
    if state.is_over:
        return actions
    in_play = sum(len(trick.plays) for trick in state.tricks)
    unfinished = sum(len(trick.plays) for trick in state.tricks if trick.winner is None)
    return actions[: len(actions) - unfinished] if in_play > unfinished else []


def _actions(hand: Hand) -> list[str]:
    return hand.actions.split("; ") if hand.actions else []


def _check_may_watch(table: Table, player: Player) -> None:
    if table.closed_at:
        raise RuleError("This table is closed.")
    if table.conduct.watchers is Watching.NONE:
        raise NotAllowed("Watching is off at this table.")
    if table.seats.filter(player=player).exists():
        raise RuleError("You’re seated at this table. Leave your seat to watch.")


def _heard_of() -> datetime.datetime:
    return timezone.now() - WATCHER_SILENT


def _tell(table: Table, words: Message) -> None:
    """Says it only once in a while, however often people come and go."""
    if not table.lines.filter(said=words, at__gt=timezone.now() - SAID_AGAIN).exists():
        talk.site_says(table, words)
