"""What somebody is called on a public board, and the setting by which a player's name is kept from strangers."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import BooleanField, Exists, OuterRef, QuerySet, Value

from games.engine.language import say
from games.locks import locked
from games.models import Player
from tournaments.errors import NotAllowed
from tournaments.models import Membership, SpanTotals
from tournaments.permissions import Actor, Verb, may
from tournaments.services import journal
from tournaments.services.honours.scopes import tell_boards
from tournaments.services.journal import By


@dataclass(frozen=True)
class Named:
    """name: as this viewer may read it. is_hidden: whether strangers read a number instead."""

    pk: int
    name: str
    is_bot: bool
    is_hidden: bool
    is_known: bool


def seen_by(viewer: Actor, players: QuerySet[Player]) -> QuerySet[Player]:
    """With `is_known`: whether the viewer may read a hidden name. Who is known to a club knows everybody there."""
    if viewer.user and viewer.user.is_superuser:
        return players.annotate(is_known=Value(True))
    if viewer.player is None:
        return players.annotate(is_known=Value(False, BooleanField()))
    common = Membership.objects.filter(player=OuterRef("pk"), club__memberships__player=viewer.player)
    return players.annotate(is_known=Exists(common))


def named(player: Player, viewer: Actor) -> Named:
    """Of a player from `seen_by`."""
    is_known = not player.hides_name or player.is_known or player == viewer.player  # type: ignore[attr-defined]
    name = player.name if is_known else say("Player #{number}", number=player.pk)
    return Named(player.pk, name, player.is_bot, player.hides_name, is_known)


def names_for(viewer: Actor, players: Collection[int]) -> dict[int, Named]:
    found = seen_by(viewer, Player.objects.filter(pk__in=players).order_by())
    return {player.pk: named(player, viewer) for player in found}


def told(viewer: Actor, players: Iterable[Player]) -> dict[int, str]:
    """What each is called for this viewer. Asks the database only where somebody keeps the name from strangers."""
    people = {player.pk: player for player in players}
    if not any(player.hides_name for player in people.values()):
        return {pk: player.name for pk, player in people.items()}
    return {pk: one.name for pk, one in names_for(viewer, people).items()}


def search(viewer: Actor, words: str, most: int = 50) -> list[Named]:
    """Players by a part of their name, from A to Z; a hidden name is found by those only who may read it."""
    rows = seen_by(viewer, Player.objects.filter(name__icontains=words, is_bot=False, alias=None, erased_at=None))
    found = (named(player, viewer) for player in rows.order_by("name", "pk")[: 4 * most])
    return [one for one in found if one.is_known][:most]


def may_hide(actor: Actor, player: Player) -> bool:
    """The player, and whoever runs events of a club that knows the player: most have no account."""
    if player.erased_at:
        return False
    if actor.player == player and actor.player is not None:
        return True
    clubs = [row.club for row in player.memberships.select_related("club")] if actor.user else []
    return any(may(actor, Verb.RUN_EVENT, club) for club in clubs)


@transaction.atomic
def hide_name(player_id: int, is_hidden: bool, *, by: By) -> Player:
    """Keep the name from strangers on public boards, or show it again."""
    player = locked(Player.objects).get(pk=player_id)
    membership = player.memberships.select_related("club").order_by("pk").first()
    body = {"player": player.pk, "is_hidden": is_hidden}
    if journal.replayed(by, "hide_name", body):
        return player
    if not may_hide(by.actor, player):
        raise NotAllowed("You may not change that. The player can, or an organizer of the club.")
    if player.hides_name != is_hidden:
        player.hides_name = is_hidden
        player.save(update_fields=["hides_name"])
        tell_boards(SpanTotals.objects.filter(player=player, span="all").values_list("scope", flat=True))
    if membership:
        journal.write_club(membership.club, "hide_name", by, body)
    return player
