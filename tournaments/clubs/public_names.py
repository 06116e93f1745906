"""What a player is called on a public board, and the setting that hides a player's name from strangers."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import BooleanField, Exists, OuterRef, Q, QuerySet, Value

from games.accounts.models import Player
from games.encryption import number_for
from games.engine.language import say
from games.locks import locked
from tournaments.activity_log.models import Action
from tournaments.clubs.models import Membership
from tournaments.commands import command
from tournaments.context import Context
from tournaments.errors import NotAllowed
from tournaments.permissions import Actor, Permission, may
from tournaments.signals import name_changed

NUMBERS = "tournaments.people.public_names"
"""What the numbers are for that stand in place of hidden names."""


@dataclass(frozen=True)
class Named:
    """name: as this viewer may read it. number: by which the viewer tells the player from others; the record's own
    where the name may be read. is_hidden: whether strangers read a number instead."""

    pk: int
    name: str
    number: int
    is_bot: bool
    is_hidden: bool
    is_known: bool

    @property
    def strange_number(self) -> int:
        """What strangers read where the name is hidden. Pages of events name people: it leads to none of their rows."""
        return number_for(NUMBERS, self.pk)

    @property
    def beside_event(self) -> str:
        """Where an event is named, whose pages show who played: there a number would say which of them it is."""
        return self.name if self.is_known else say("Hidden player")


def public_name(player: Player) -> str:
    """The name where it leaves the site beside an event, on paper or in a message: anyone may read it there."""
    return say("Hidden player") if player.hides_name else player.name


def seen_by(viewer: Actor, players: QuerySet[Player]) -> QuerySet[Player]:
    """With `is_known`: whether the viewer may read a hidden name. Anyone known to a club knows everyone there."""
    if viewer.user and viewer.user.is_superuser:
        return players.annotate(is_known=Value(True))
    if viewer.player is None:
        return players.annotate(is_known=Value(False, BooleanField()))
    common = Membership.objects.filter(player=OuterRef("pk"), club__memberships__player=viewer.player)
    return players.annotate(is_known=Exists(common))


def named(player: Player, viewer: Actor) -> Named:
    """Of a player from `seen_by`."""
    is_known = not player.hides_name or player.is_known or player == viewer.player  # type: ignore[attr-defined]  # annotated by the caller
    number = player.pk if is_known else number_for(NUMBERS, player.pk)
    name = player.called if is_known else say("Player #{number}", number=number)
    return Named(player.pk, name, number, player.is_bot, player.hides_name, is_known)


def known_to(viewer: Actor, players: QuerySet[Player]) -> QuerySet[Player]:
    """The players whose names the viewer may read."""
    own = viewer.player.pk if viewer.player else None
    return seen_by(viewer, players).filter(Q(hides_name=False) | Q(is_known=True) | Q(pk=own))


def pages_open_to(viewer: Player) -> QuerySet[Player]:
    """Players whose pages the viewer may open, without records that lead to another one's page."""
    return known_to(Actor(viewer.user, viewer), Player.objects.filter(alias=None))


def names_for(viewer: Actor, players: Collection[int]) -> dict[int, Named]:
    shown = seen_by(viewer, Player.objects.filter(pk__in=players).order_by())
    return {player.pk: named(player, viewer) for player in shown}


def shown_names(viewer: Actor, players: Iterable[Player]) -> dict[int, Named]:
    """What each is called for this viewer. Asks the database only where someone hides their name from strangers."""
    people = {player.pk: player for player in players}
    if any(player.hides_name for player in people.values()):
        return names_for(viewer, people)
    return {pk: Named(pk, player.called, pk, player.is_bot, False, True) for pk, player in people.items()}


def search(viewer: Actor, words: str, most: int = 50) -> list[Named]:
    """Players by a part of their name, from A to Z; a hidden name is found by those only who may read it."""
    people = Player.objects.filter(name__icontains=words, is_bot=False, alias=None, erased_at=None)
    return [named(player, viewer) for player in known_to(viewer, people).order_by("name", "pk")[:most]]


def may_hide(actor: Actor, player: Player) -> bool:
    """Whether the actor is the player or runs events of a club that knows the player: most players have no account."""
    if player.erased_at:
        return False
    if actor.player == player and actor.player is not None:
        return True
    clubs = [membership.club for membership in player.memberships.select_related("club")] if actor.user else []
    return any(may(actor, Permission.RUN_EVENT, club) for club in clubs)


def _lock(player_id: int) -> Player:
    return locked(Player.objects).get(pk=player_id)


def _may_hide(player: Player, context: Context) -> None:
    if not may_hide(context.actor, player):
        raise NotAllowed("You can’t hide or show this player’s name. Ask the player or a club organizer.")


@command(Action.HIDE_NAME, lock=_lock, permission=_may_hide)
def hide_name(player: Player, is_hidden: bool, *, context: Context) -> Player:
    """Keep the name from strangers on public boards, or show it again."""
    membership = player.memberships.select_related("club").order_by("pk").first()
    if player.hides_name != is_hidden:
        player.hides_name = is_hidden
        player.save(update_fields=["hides_name"])
        name_changed.send(Player, player=player)
    if membership:
        context.log(membership.club)
    return player
