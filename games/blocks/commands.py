"""Blocking a player, and who must not sit with whom. Doing it twice changes nothing more."""

from collections.abc import Callable, Collection
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.accounts.models import Player
from games.blocks.models import Block
from games.engine.errors import RuleError
from games.errors import CommandError
from games.tables.models import GamePlayer, Seat, Table, TableEntry, TableLine, Watcher

MAX_BLOCKS = 500
"""Players that one player may have blocked."""
Rows = TypeVar("Rows", bound=QuerySet[Any])
Pages = Callable[[Player], QuerySet[Player]]
_known: list[Pages] = []


class NoSuchPlayer(CommandError):
    """No one has this number, or the player may not know who has: the answer is the same (404)."""


def register_pages(known: Pages) -> None:
    """Call from AppConfig.ready(). known: the players whose pages a player may open."""
    _known.append(known)


@transaction.atomic
def block(player: Player, other_id: int) -> Player:
    """Never be seated with that person again, and read nothing of what they say. Returns that person.

    NoSuchPlayer for someone the player hasn't met at a table and may not look up: the answer would give the name
    away."""
    if other_id == player.pk:
        raise RuleError("You can’t block yourself. Choose another player.")
    other = Player.objects.filter(pk=other_id, is_bot=False, erased_at=None).first()
    if other is None:
        raise NoSuchPlayer
    if has_blocked(player, other):
        return other
    if not (_may_open_page(player, other) or _have_met(player, other)):
        raise NoSuchPlayer
    if Block.objects.filter(player=player).count() >= MAX_BLOCKS:
        raise RuleError("You’ve blocked {most} players, which is the limit. Unblock someone first.", most=MAX_BLOCKS)
    Block.objects.get_or_create(player=player, other=other)
    return other


@transaction.atomic
def unblock(player: Player, other_id: int) -> Player | None:
    """Returns the person; None for one who wasn't blocked, whether there is such a person or not."""
    block = Block.objects.filter(player=player, other=other_id).select_related("other").first()
    if block is None:
        return None
    block.delete()
    return block.other


def has_blocked(player: Player, other: Player) -> bool:
    return Block.objects.filter(player=player, other=other).exists()


def blocked_by(player: Player) -> list[Player]:
    """The last one first."""
    return [block.other for block in Block.objects.filter(player=player).select_related("other")]


def avoided_among(people: Collection[int]) -> dict[int, frozenset[int]]:
    """Whom each of these people is never to sit with, whichever of the two wants it."""
    avoided: dict[int, set[int]] = {number: set() for number in people}
    for player, other in Block.objects.filter(player__in=people, other__in=people).values_list("player", "other"):
        avoided[player].add(other)
        avoided[other].add(player)
    return {number: frozenset(others) for number, others in avoided.items()}


def between(player: Player, people: Collection[int]) -> list[Block]:
    """Blocks between the player and any of these people, in either direction."""
    blocks = Block.objects.filter(Q(player=player, other__in=people) | Q(player__in=people, other=player))
    return list(blocks.select_related("other"))


def with_blocked(queryset: Rows, viewer: Player) -> Rows:
    """The rows with `is_blocked`: whether the viewer has blocked the player of the row."""
    return queryset.annotate(is_blocked=Exists(Block.objects.filter(player=viewer, other=OuterRef("player"))))


def _may_open_page(player: Player, other: Player) -> bool:
    """Where no one has pages of players, everyone may know those who don't hide their names."""
    if not _known:
        return not other.hides_name
    return any(known(player).filter(pk=other.pk).exists() for known in _known)


def _have_met(player: Player, other: Player) -> bool:
    """Whether one table is among those of both."""
    return Table.objects.filter(pk__in=tables_of(player)).filter(pk__in=tables_of(other)).exists()


def tables_of(player: Player) -> QuerySet[Any, Any]:
    """The numbers of tables where the player sits or watches, or did, said or played something."""
    played = GamePlayer.objects.filter(player=player).order_by().values_list("game__table")
    there = (
        kind.objects.filter(player=player).order_by().values_list("table") for kind in (Watcher, TableEntry, TableLine)
    )
    return Seat.objects.filter(player=player).order_by().values_list("table").union(played, *there)
