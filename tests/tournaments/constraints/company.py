"""Rows that break each constraint about the company at a table online."""

import uuid
from collections.abc import Callable
from typing import Any

from games.accounts.models import Player
from games.tables.models import CardPicture, CoOwner, Hand, PlayerSettings, Silence, Table, TableLine, Watcher
from games.tables.opening import play_bots


def begun() -> Table:
    """A table at which a game was just begun."""
    return play_bots(Player.objects.create(name="Wim"))


def somebody() -> Player:
    return Player.objects.create(name="Yan")


def line_twice(*, same_number: bool) -> object:
    about = {"table": begun(), "player": somebody(), "kind": "text", "text": "Hello"}
    one, key = TableLine.objects.create(number=1, key=uuid.uuid4(), **about), uuid.uuid4()
    return TableLine.objects.create(number=1 if same_number else 2, key=key if same_number else one.key, **about)


def watch_twice(*, same_place: bool) -> object:
    table, one = begun(), somebody()
    Watcher.objects.create(table=table, place=1, player=one)
    other = somebody() if same_place else one
    return Watcher.objects.create(table=table, place=1 if same_place else 2, player=other)


def mute_twice() -> object:
    table, one = begun(), somebody()
    Silence.objects.create(table=table, player=one)
    return Silence.objects.create(table=table, player=one)


def share_twice() -> object:
    table, one = begun(), somebody()
    CoOwner.objects.create(table=table, player=one)
    return CoOwner.objects.create(table=table, player=one)


def picture_of(player: Player, kind: str) -> object:
    return CardPicture.objects.create(player=player, kind=kind, digest="0" * 64, body=b"WebP")


def site_as(player: Player) -> object:
    return TableLine.objects.create(table=begun(), number=1, player=player, kind="site", text="Anna passes.")


PLANTED: dict[str, Callable[[Any], object]] = {
    "hand_is_sealed_or_prepared": lambda t: Hand.objects.filter(game__table=begun()).update(seal=""),
    "one_line_per_number_and_table": lambda t: line_twice(same_number=True),
    "one_line_per_request": lambda t: line_twice(same_number=False),
    "the_site_speaks_for_nobody": lambda t: site_as(somebody()),
    "muted_once_per_table": lambda t: mute_twice(),
    "one_co_owner_per_player_and_table": lambda t: share_twice(),
    "one_watcher_per_place": lambda t: watch_twice(same_place=True),
    "one_place_per_watcher": lambda t: watch_twice(same_place=False),
    "one_card_picture_per_player_and_kind": lambda t: [picture_of(t.pam, "back") for _ in range(2)],
    "a_back_or_faces_with_their_layout": lambda t: picture_of(t.pam, "faces"),
    "settings_sounds_known": lambda t: PlayerSettings.objects.create(player=somebody(), sounds="drum"),
    "settings_pause_known": lambda t: PlayerSettings.objects.create(player=somebody(), pause="ever"),
    "ten_watchers_at_most": lambda t: Watcher.objects.create(table=begun(), place=11, player=somebody()),
}
