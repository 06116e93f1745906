"""At whose tables a moderator reads reports: those of the matches and of the members of clubs that they run."""

from typing import Any

from django.db.models import Q, QuerySet

from games.accounts.models import Player
from games.reports.moderators import register_tables
from games.tables.models import Table
from tournaments.clubs.models import Club
from tournaments.permissions import ALLOWED, Permission
from tournaments.results.models import MatchTable

ROLES = [role for role, allowed in ALLOWED.items() if Permission.RUN_CLUB_TABLE in allowed]


def tables_run_by(player: Player) -> QuerySet[Any, Any]:
    clubs = Club.objects.filter(memberships__player=player, memberships__role__in=ROLES).values("pk")
    of_matches = MatchTable.objects.filter(match__round__stage__event__club__in=clubs)
    return Table.objects.filter(Q(for_club__club__in=clubs) | Q(pk__in=of_matches.values("table"))).values("pk")


register_tables(tables_run_by)
