"""The clubs that a member can open a table for, what a table's page says of its club, and who runs it for the club."""

from django.http import HttpRequest

from games.accounts.models import Player
from games.engine.language import say
from games.tables import hosts
from games.tables.models import Table
from tournaments.club_tables.commands import open_for_club
from tournaments.clubs.models import Club
from tournaments.context import Context
from tournaments.http import actor_for
from tournaments.permissions import ALLOWED, Actor, Permission, may
from tournaments.results.models import Channel


class Clubs(hosts.Hosts):
    related = ("for_club__club",)

    def choices(self, request: HttpRequest) -> list[tuple[str, str]]:
        """The visitor's clubs, each with what becomes of the games there."""
        user = actor_for(request).user
        if user is None:
            return []
        roles = [role for role, allowed in ALLOWED.items() if Permission.OPEN_CLUB_TABLE in allowed]
        clubs = Club.objects.filter(memberships__player__user=user, memberships__role__in=roles)
        return [(str(club.pk), _choice(club)) for club in clubs.order_by("name")]

    def open_for(self, request: HttpRequest, table: Table, chosen: str) -> None:
        open_for_club(int(chosen), table, context=Context(actor_for(request), Channel.PAGE))

    def of(self, table: Table) -> hosts.Host | None:
        link = getattr(table, "for_club", None)
        if link is None:
            return None
        words = (
            say("Games at this table count for the club.")
            if link.counts
            else say("Games at this table don’t count for the club.")
        )
        return hosts.Host(link.club.name, link.club.get_absolute_url(), words)

    def has_as_co_owner(self, table: Table, player: Player) -> bool:
        link = getattr(table, "for_club", None)
        return link is not None and may(Actor(player.user, player), Permission.RUN_CLUB_TABLE, link.club)


def _choice(club: Club) -> str:
    if club.counts_friendly_games:
        return say("{club}: games count for its leaderboards", club=club)
    return say("{club}: games don’t count for its leaderboards", club=club)


hosts.register(Clubs())
