"""The one place that says whose record a record is. Facts keep the player they were recorded with; readers ask here."""

from collections.abc import Iterable

from django.db.models.functions import Coalesce

from games.accounts.models import Player, User
from tournaments.merging.models import PlayerAlias

PERSON = Coalesce("player__alias__person", "player")
"""For rows with a player: the person, as a column."""


def person_of(player: Player) -> int:
    """The number of whoever this record is of. Select `alias` with the player."""
    return int(player.alias.person_id) if hasattr(player, "alias") else player.pk


def persons(players: Iterable[int]) -> dict[int, int]:
    """Player → person, in one question."""
    asked = set(players)
    aliases = dict(PlayerAlias.objects.filter(player__in=asked).values_list("player_id", "person_id"))
    return {player: aliases.get(player, player) for player in asked}


def records_of(player: Player) -> list[int]:
    """Every record of that person, the one that is used first."""
    person = PlayerAlias.objects.filter(player=player).values_list("person_id", flat=True).first() or player.pk
    return [
        person,
        *PlayerAlias.objects.filter(person=person).order_by("player_id").values_list("player_id", flat=True),
    ]


def player_of(user: User) -> Player:
    """The account's player; made at the first need, named after the e-mail address until the person says otherwise."""
    player, _ = Player.objects.get_or_create(user=user, defaults={"name": user.email.split("@")[0][:80]})
    return player
