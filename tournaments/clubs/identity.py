"""The one place that says whose record a record is. Facts keep the player they were recorded with; readers ask here."""

from collections import defaultdict
from collections.abc import Iterable
from functools import reduce
from itertools import chain, count
from operator import or_

from django.db.models import Q
from django.db.models.functions import Coalesce

from games.accounts.models import Player, User
from tournaments.clubs.models import Membership
from tournaments.merging.models import PlayerAlias

PAIR = 2
"""So many newcomers are asked for by name. For more of them the whole club is read."""
PERSON = Coalesce("player__alias__person", "player")
"""For rows with a player: the person, as a column."""


def person_of(player: Player) -> int:
    """The number of the person whom this record is about. Select `alias` with the player."""
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


def tell_apart(club_id: int, players: Iterable[int]) -> None:
    """Marks those of the players who share a name with someone else in the club: with their club number, or as the
    second of that name.

    Members who were there before them get no mark. Marks stay as they are while they tell people apart.
    """
    known = Membership.objects.filter(club=club_id, player__alias=None, player__erased_at=None)
    known = known.select_related("player").order_by("player_id")
    newcomers = list(known.filter(player__in=set(players)))
    if len(newcomers) <= PAIR:
        names = (Q(player__name__iexact=newcomer.player.name) for newcomer in newcomers)
        known = known.filter(reduce(or_, names, Q()))
    bearers: dict[str, list[Player]] = defaultdict(list)
    for membership in known if newcomers else ():
        bearers[membership.player.name.casefold()].append(membership.player)
    later = {member.player_id for member in newcomers}
    for member in newcomers:
        later.remove(member.player_id)
        player = next(player for player in bearers[member.player.name.casefold()] if player == member.player)
        before = (bearer for bearer in bearers[player.name.casefold()] if bearer != player and bearer.pk not in later)
        taken = {player.mark.casefold() for player in before}
        if player.mark.casefold() in taken:
            marks = chain([member.number] if member.number else [], map(str, count(2)))
            player.mark = next(mark for mark in marks if mark.casefold() not in taken)
            player.save(update_fields=["mark"])


def player_of(user: User) -> Player:
    """The account's player; made when first needed, and named after the email address until the person changes it."""
    player, _ = Player.objects.get_or_create(user=user, defaults={"name": user.email.split("@")[0][:80]})
    return player
