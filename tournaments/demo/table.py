"""A game to watch: bots play at an open table, one of them for a player who has gone to put the kettle on."""

import uuid

from games.accounts.models import Player
from games.engine.presets import preset
from games.tables import opening, play, seating
from games.tables.commands import TableCommand
from games.tables.models import Table, Visibility
from games.tables.options import TableOptions

NAME = "The kitchen table"


def open_kitchen_table(owner: Player) -> Table:
    """Made once; it plays as soon as the site is served."""
    opened = Table.objects.filter(owner=owner, name=NAME).first()
    if opened:
        return opened
    table = opening.open_table(owner, preset("plain"), TableOptions(), name=NAME, visibility=Visibility.PUBLIC)
    seating.seat_bots(table.pk, command_by(owner, table))
    play.start_game(table.pk, command_by(owner, table))
    return seating.mind_seat(table.pk, command_by(owner, table), is_away=True)


def command_by(player: Player, table: Table) -> TableCommand:
    table.refresh_from_db()
    return TableCommand(player, table.version, uuid.uuid4())
