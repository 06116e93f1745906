"""Opening and closing tables, and the friendly game against bots."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.presets import preset
from games.engine.rules import HouseRules, rules_data
from games.tables.breaking_off import break_off, check_may_close
from games.tables.commands import TableCommand, check_open, lock_table, note, require_opener
from games.tables.models import Seat, Table, Visibility
from games.tables.options import Clock, Patience, TableOptions, options_data
from games.tables.play import begin_game, running_game
from games.tables.seating import fill_with_bots

MAX_OPEN = 20
"""Tables that one player may have open at the same time."""
AMONG_STRANGERS = TableOptions(bid_clock=Clock.THIRTY, play_clock=Clock.THIRTY, abandoned_after=Patience.FIVE_MINUTES)
"""They don't wait for each other without end."""


@transaction.atomic
def open_table(
    owner: Player,
    rules: HouseRules,
    conduct: TableOptions,
    *,
    name: str = "",
    visibility: str = Visibility.PRIVATE,
) -> Table:
    """A new table with its owner in the first seat."""
    if Table.objects.filter(owner=owner, closed_at=None, is_found=False).count() >= MAX_OPEN:
        raise RuleError(
            "You already have {most_open} tables open, which is the limit. Close one you don’t need.",
            most_open=MAX_OPEN,
        )
    table = Table.objects.create(
        name=name.strip() or f"{owner}'s table"[:60],
        owner=owner,
        visibility=visibility,
        rules=rules_data(rules),
        options=options_data(conduct),
    )
    Seat.objects.create(table=table, number=0, player=owner)
    note(table, "open", owner, 0)
    return table


@transaction.atomic
def play_bots(owner: Player, rules_name: str = "plain") -> Table:
    """A friendly game that begins at once: the owner in seat 0, bots in all others."""
    table = open_table(owner, preset(rules_name), TableOptions())
    fill_with_bots(table)
    begin_game(table)
    return table


@transaction.atomic
def open_found(people: Sequence[Player], rules: HouseRules) -> Table:
    """A public table for people who looked for a game, in the order of the seats; bots in the seats that are left. It
    closes when everyone has left it. None of them counts it among the tables that they may have open."""
    table = Table.objects.create(
        name=f"{people[0]}'s table"[:60],
        owner=people[0],
        visibility=Visibility.PUBLIC,
        rules=rules_data(rules),
        options=options_data(AMONG_STRANGERS),
        is_found=True,
    )
    Seat.objects.bulk_create(Seat(table=table, number=n, player=player) for n, player in enumerate(people))
    fill_with_bots(table)
    note(table, "open", people[0], 0, found=[player.pk for player in people])
    return table


@transaction.atomic
def close_table(table_id: int, command: TableCommand) -> Table:
    """Ends play at this table; the finished games stay. A game that is being played is broken off.

    RuleError while other people have chips in it. A player who alone has chips in it gives them up.
    """
    table = lock_table(table_id)
    if table.closed_at:
        return table
    require_opener(table, command.player)
    check_open(table, command.expected_version)
    if game := running_game(table):
        check_may_close(table, game, command.player)
        break_off(table, game)
    table.closed_at, table.due_at, table.starts_at = timezone.now(), None, None
    note(table, "close", command.player)
    return table
