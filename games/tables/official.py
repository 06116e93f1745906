"""The tables of matches. They have no owner: the event that opens one decides who sits where, and has asked who may.

Everyone is missed until their page reports in. The game, the only one here, begins with the last of them or when an
organizer says so.
"""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.messages import message
from games.engine.rules import HouseRules, rules_data
from games.tables import talk
from games.tables.commands import lock_table, note
from games.tables.models import Seat, Table, Visibility
from games.tables.options import TableOptions, options_data
from games.tables.play import begin_game
from games.tables.presence import someone_is_missing
from games.tables.seating import comes_in, fill_with_bots
from games.tables.shown import OTHER_SAW_IT

Line = Sequence[Player | None]
"""Who sits where, from seat 0 clockwise; None: a player of the house, that is a bot."""


@transaction.atomic
def open_official(
    name: str, rules: HouseRules, conduct: TableOptions, line: Line, *, home: str = "", is_public: bool = False
) -> Table:
    """A table for one match. home: the page of the event to which the players go back."""
    assert len(line) == rules.players
    table = Table.objects.create(
        name=name[:60],
        rules=rules_data(rules),
        options=options_data(conduct),
        home=home,
        visibility=Visibility.PUBLIC if is_public else Visibility.PRIVATE,
    )
    for number, player in enumerate(line):
        if player:
            _seat(table, number, player)
    fill_with_bots(table)
    note(table, "open", None)
    return table


@transaction.atomic
def reseat_official(table_id: int, line: Line) -> Table:
    """Makes the seats follow the match: newcomers play on from here, and players who stay notice nothing."""
    table = lock_table(table_id)
    seats = {seat.number: seat for seat in table.seats.select_related("player")}
    wrong = [number for number, player in enumerate(line) if not _is_right(seats[number], player)]
    if not wrong:
        return table
    table.seats.filter(number__in=wrong).delete()
    for number in wrong:
        if player := line[number]:
            _seat(table, number, player)
    fill_with_bots(table)
    for seat in table.seats.select_related("player").filter(number__in=wrong):
        comes_in(table, seat.number, seat.player, OTHER_SAW_IT)
    note(table, "reseat", None, seats=wrong)
    return table


@transaction.atomic
def begin_official(table_id: int) -> list[Player]:
    """Begin without those who have not come: a bot plays for each until he is there. Who they are."""
    table = lock_table(table_id)
    people = table.seats.select_related("player").filter(player__is_bot=False)
    missing = [seat for seat in people if seat.missed_since]
    if table.closed_at or table.games.exists():
        raise RuleError("The game at this table has already started.")
    if len(missing) == len(people):
        raise RuleError("No one has arrived at this table yet. Wait, or record a forfeit.")
    table.seats.filter(pk__in=[seat.pk for seat in missing]).update(is_bot_controlled=True)
    begin_game(table)
    note(table, "begin without", None, seats=[seat.number for seat in missing])
    names = [seat.player.name for seat in missing]
    begun = message("An organizer started the game. A bot plays for {players} until they arrive.", players=names)
    talk.site_says(table, begun)
    return [seat.player for seat in missing]


@transaction.atomic
def close_official(table_id: int) -> Table:
    """Ends play at this table, whether the game has ended or not."""
    table = lock_table(table_id)
    if table.closed_at is None:
        table.closed_at, table.due_at = timezone.now(), None
        note(table, "close", None)
    return table


def _seat(table: Table, number: int, player: Player) -> None:
    Seat.objects.create(table=table, number=number, player=player, missed_since=timezone.now())
    someone_is_missing(table)


def _is_right(seat: Seat, player: Player | None) -> bool:
    return seat.player.is_bot if player is None else seat.player_id == player.pk
