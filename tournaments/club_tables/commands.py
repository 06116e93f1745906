"""Opening a table online for a club."""

from games.engine.errors import RuleError
from games.tables.models import Table
from tournaments.activity_log.models import Action
from tournaments.club_tables.models import ClubTable
from tournaments.clubs.models import Club
from tournaments.commands import command, lock_club
from tournaments.context import Context
from tournaments.errors import NotAllowed
from tournaments.permissions import Permission


@command(
    Action.OPEN_CLUB_TABLE,
    lock=lock_club,
    permission=Permission.OPEN_CLUB_TABLE,
    replay=lambda done: ClubTable.objects.get(table=done.detail["online_table"]),
)
def open_for_club(club: Club, table: Table, *, context: Context) -> ClubTable:
    """Make a new table the club's. Whether its games count there is settled now, by what the club wants: when that
    changes, what was played stays as it is."""
    if context.actor.player is None or table.owner_id != context.actor.player.pk:
        raise NotAllowed("Only the player who opened this table can make it a club table.")
    if table.is_imported or table.games.exists() or ClubTable.objects.filter(table=table).exists():
        raise RuleError("This table can’t become a club table. Open a new one.")
    context.log(detail={"online_table": table.pk})
    return ClubTable.objects.create(table=table, club=club, counts=club.counts_friendly_games)
