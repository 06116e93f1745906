"""A game that begins by itself: the owner names a time within a day; then the site starts it, or says why not."""

import datetime

from django.db import transaction
from django.utils import timezone

from games.engine.errors import RuleError
from games.engine.messages import Message, in_a_row, message
from games.tables.commands import TableCommand, check_open, lock_table, note, require_owner
from games.tables.models import Table
from games.tables.play import begin_game, running_game, set_due
from games.tables.rule_changes import changes_since_last_game
from games.tables.seating import fill_with_bots

LONGEST = datetime.timedelta(hours=24)


@transaction.atomic
def plan_start(table_id: int, at: datetime.datetime | None, command: TableCommand, *, with_bots: bool = False) -> Table:
    """The next game begins at that time, with bots in the seats that are empty then if wanted. None: not by itself."""
    table = lock_table(table_id)
    require_owner(table, command.player)
    if table.journal.filter(action="plan", detail__key=str(command.key)).exists():
        return table
    check_open(table, command.expected_version)
    if running_game(table):
        raise RuleError("A game is being played. Choose a time for the next game when this one is over.")
    if at is not None and not datetime.timedelta(0) < at - timezone.now() <= LONGEST:
        raise RuleError("Choose a time within the next 24 hours.")
    table.starts_at, table.starts_with_bots = at, with_bots and at is not None
    table.notice = changes_since_last_game(table)
    set_due(table)
    note(table, "plan", command.player, at=at.isoformat() if at else None, key=str(command.key))
    return table


def start_as_planned(table: Table) -> bool:
    """The planned time has come: a game, or a sentence about what is missing. Needs the lock."""
    if table.starts_at is None or table.starts_at > timezone.now():
        set_due(table)
        table.save(update_fields=["due_at", "clock_ends_at"])
        return False
    table.starts_at, table.due_at = None, None
    try:
        with transaction.atomic():
            if table.starts_with_bots:
                fill_with_bots(table)
            begin_game(table)
    except RuleError as error:
        table.refresh_from_db()
        table.starts_at, table.due_at = None, None
        missing = None if table.starts_with_bots else _missing(table)
        said = missing or message("The game didn’t start: {reason}", reason=error.words)
        table.notice = in_a_row([sentence for sentence in (said, changes_since_last_game(table)) if sentence], "\n")
        note(table, "not started", None, reason=said.as_data())
    return True


def _missing(table: Table) -> Message | None:
    """That seats are empty, if there are any."""
    empty = table.house_rules.players - table.seats.count()
    if empty > 1:
        return message("The game didn’t start: {number} seats were empty.", number=empty)
    return message("The game didn’t start: 1 seat was empty.") if empty else None
