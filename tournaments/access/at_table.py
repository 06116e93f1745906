"""A personal link at a table online: it makes a browser its player, at the tables of that player's matches only."""

from django.http import HttpRequest

from games.accounts.guests import register_finder
from games.accounts.models import Player
from games.tables.models import Table
from tournaments.http import actor_for
from tournaments.results.models import MatchTable


def player_with_link(request: HttpRequest, table: Table) -> Player | None:
    """The link is looked at each time, so one that was replaced or has ended opens no seat."""
    link = MatchTable.objects.select_related("match__round__stage__event").filter(table=table).first()
    player = actor_for(request, link.match.round.stage.event).player if link else None
    return player if player and table.seats.filter(player=player).exists() else None


register_finder(player_with_link)
