"""The switch of a member: on which evenings of the week they can substitute."""

from collections.abc import Collection

from games.accounts.models import Player
from games.engine.errors import RuleError
from tournaments.activity_log.models import Action
from tournaments.clubs.models import Club, Membership
from tournaments.commands import command, lock_club
from tournaments.context import Context
from tournaments.errors import NotAllowed
from tournaments.subs.models import SubEvening

WEEK = range(7)
"""0 is Monday."""


@command(Action.SET_SUB_EVENINGS, lock=lock_club, permission=None)
def set_evenings(club: Club, weekdays: Collection[int], *, context: Context) -> Club:
    """Replace the actor's own days. Only members can."""
    player = _member(club, context)
    if not set(weekdays) <= set(WEEK):
        raise RuleError("Choose days of the week.")
    if evenings_of(club, player) != set(weekdays):
        SubEvening.objects.filter(club=club, player=player).exclude(weekday__in=weekdays).delete()
        wanted = [SubEvening(club=club, player=player, weekday=weekday) for weekday in sorted(set(weekdays))]
        SubEvening.objects.bulk_create(wanted, ignore_conflicts=True)
        context.log(detail={"evenings": len(wanted)})
    return club


def evenings_of(club: Club, player: Player) -> set[int]:
    return set(SubEvening.objects.filter(club=club, player=player).values_list("weekday", flat=True))


def forget_former_members(club_id: int) -> None:
    """Delete the days of former members, so they aren't asked if they rejoin."""
    members = Membership.objects.filter(club=club_id).values("player")
    SubEvening.objects.filter(club=club_id).exclude(player__in=members).delete()


def _member(club: Club, context: Context) -> Player:
    player = context.actor.player if context.actor.user else None
    if player is None or not Membership.objects.filter(club=club, player=player).exists():
        raise NotAllowed("You aren’t a member of {club}.", club=club)
    return player
