"""Who may see a table, and its owner's change of mind. For everyone else a hidden table doesn't exist."""

from django.db import transaction
from django.db.models import Q, QuerySet

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import mark
from games.engine.messages import Message
from games.errors import KeyReused, NotAllowed
from games.tables import talk
from games.tables.commands import TableCommand, check_open, is_owner, list_anew, lock_table, note, require_owner
from games.tables.models import Table, Visibility

TOLD = {
    Visibility.PRIVATE: mark("Anyone with the link to this table can now open it."),
    Visibility.PUBLIC: mark("This table is now on the list of live games."),
    Visibility.HIDDEN: mark("Only invited people can now find this table."),
}


@transaction.atomic
def change_visibility(table_id: int, visibility: str, command: TableCommand) -> Table:
    """Lets others find the table, or no longer.

    People who sit there or were invited stay; other watchers can no longer see a hidden table.
    """
    table = lock_table(table_id)
    require_owner(table, command.player)
    if visibility not in Visibility.values:
        raise RuleError("Choose the table’s visibility from the list.")
    if done := table.journal.filter(action="show", detail__key=str(command.key)).first():
        if done.detail["to"] != visibility:
            raise KeyReused("This form was already sent. Reload the page to start over.")
        return table
    check_open(table, command.expected_version)
    before = table.visibility
    if before == visibility:
        return table
    list_anew(table)  # while it is still known what the lobby shows
    table.visibility = visibility
    table.save(update_fields=["visibility"])
    if visibility == Visibility.HIDDEN:
        known = Q(player=table.owner) | Q(player__in=table.co_owners.values("player"))
        table.watchers.exclude(known | Q(player__in=table.guests.values("player"))).delete()
    note(table, "show", command.player, before=before, to=visibility, key=str(command.key))
    talk.site_says(table, Message(TOLD[Visibility(visibility)]))
    return table


def may_see(table: Table, player: Player | None) -> bool:
    """A hidden table is seen by its owner and co-owners, those who sit there, and those who came by invitation."""
    if table.visibility != Visibility.HIDDEN:
        return True
    if player is None:
        return False
    return is_owner(table, player) or _was_let_in(table, player)


def _was_let_in(table: Table, player: Player) -> bool:
    return table.seats.filter(player=player).exists() or table.guests.filter(player=player).exists()


def check_may_see(table: Table, player: Player) -> None:
    if not may_see(table, player):
        raise NotAllowed("This table is for invited players. Ask its owner for a link.")


def tables_of(player: Player) -> QuerySet[Table]:
    """Open tables that the player opened or runs too, at which the player sits, or to which the player was invited."""
    run = Q(owner=player) | Q(co_owners__player=player)
    mine = run | Q(seats__player=player) | Q(guests__player=player)
    return Table.objects.filter(mine, closed_at=None).distinct()
