"""Who is concerned by what happens at an event, and what they may be told."""

from collections.abc import Collection, Mapping

from games.accounts.models import Player
from games.notifications.values import Moment
from tournaments.clubs.models import Club, Membership, Role
from tournaments.clubs.public_names import names_for as public_names
from tournaments.events.models import Event
from tournaments.permissions import Actor
from tournaments.rounds.models import Match, Seat


def names_for(reader: Player, players: Collection[int]) -> Mapping[int, str]:
    """What the reader may call these players. A hidden name has no number in its place: beside an event, whose pages
    show who played, it would say which of them it is."""
    return {pk: named.beside_event for pk, named in public_names(Actor(None, reader), players).items()}


def seated_at(match: Match) -> dict[int, list[int]]:
    """Side → the players who sit there."""
    sides: dict[int, list[int]] = {}
    for side, player in Seat.objects.filter(match=match, player__isnull=False).values_list("side", "player"):
        sides.setdefault(side, []).append(player)
    return sides


def organizers_of(event: Event) -> list[int]:
    """Everyone who runs events of its club, if they have an account."""
    return organizers_in(event.club)


def organizers_in(club: Club) -> list[int]:
    """Everyone who runs events and seasons of the club, if they have an account."""
    roles = (Role.OWNER, Role.ORGANIZER)
    memberships = Membership.objects.filter(club=club, role__in=roles, player__user__is_active=True)
    return sorted(memberships.values_list("player", flat=True))


def start_of(event: Event) -> Moment:
    return Moment(event.starts_at, event.club.zone)
