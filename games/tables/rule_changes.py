"""Other house rules and another conduct for a table, between two games. The log keeps what changed, and until the
next game everyone at the table reads it there.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction

from games.engine.errors import RuleError
from games.engine.messages import Joined, Message, in_a_row, message
from games.engine.rules import HouseRules, options, rules_data
from games.errors import KeyReused
from games.tables import chips, talk
from games.tables.commands import TableCommand, check_open, lock_table, note, require_owner
from games.tables.models import Table, TableEntry
from games.tables.options import TableOptions, Watching, options_data, table_options
from games.tables.play import running_game
from games.tables.prepared import drop_unfit

CHANGES_RULES = "rules"
Change = Sequence[Any]
"""Of an option: the value before, and the one since."""


@transaction.atomic
def change_rules(table_id: int, rules: HouseRules, conduct: TableOptions, command: TableCommand) -> Table:
    """The next game is played under these. Seats beyond the new number go if they are free or a bot has them."""
    table = lock_table(table_id)
    require_owner(table, command.player)
    if done := table.journal.filter(action=CHANGES_RULES, detail__key=str(command.key)).first():
        if done.detail["asked"] != _digest(rules, conduct):
            raise KeyReused("This form was already sent. Reload the page to start over.")
        return table
    check_open(table, command.expected_version)
    if running_game(table):
        raise RuleError("A game is being played. Change the rules when it’s over.")
    write_rules(table, rules, conduct, command)
    return table


def write_rules(
    table: Table, rules: HouseRules, conduct: TableOptions, command: TableCommand, *, for_seated: bool = False
) -> None:
    """The table has these rules and this conduct from now on, and says what changed. Needs the lock, and no game.

    for_seated: only because of the number of players here now (see ways.py)."""
    played_before = table.house_rules
    before, after = _values(played_before, table.conduct), _values(rules, conduct)
    changes = {name: [before[name], value] for name, value in after.items() if before[name] != value}
    if not changes:
        return
    _drop_seats(table, rules.players)
    table.rules, table.options = rules_data(rules), options_data(conduct)
    table.save(update_fields=["rules", "options"])
    if "buy_in" in changes:
        for seat in table.seats.select_related("player").filter(player__is_bot=False):
            chips.check_can_pay(table, seat.player)
    if conduct.watchers is Watching.NONE:
        table.watchers.all().delete()
    dropped = drop_unfit(table, played_before)
    now = TableEntry(player=command.player, detail={"changes": changes, "dropped": dropped, "for_seated": for_seated})
    table.notice = _notice([*_entries(table), now])
    note(table, CHANGES_RULES, command.player, **now.detail, asked=_digest(rules, conduct), key=str(command.key))
    said = message(
        "{player} changed the rules: {changes}.", player=command.player, changes=Joined(tuple(lines_of(changes)))
    )
    talk.site_says(table, said)


def changes_since_last_game(table: Table) -> Message | None:
    """Who changed the rules since a game began here, and what is different now. None: nothing is."""
    return _notice(_entries(table))


def _entries(table: Table) -> list[TableEntry]:
    """Of changed rules, since a game began here."""
    begun = table.journal.filter(action="start").last()
    changed = table.journal.filter(action=CHANGES_RULES, version__gt=begun.version if begun else 0)
    return list(changed.select_related("player"))


def _notice(entries: list[TableEntry]) -> Message | None:
    """A line for each option that is another one after all these changes."""
    changes: dict[str, Change] = {}
    for entry in entries:
        for name, (old, new) in entry.detail["changes"].items():
            changes[name] = (changes[name][0] if name in changes else old, new)
    lines = list(lines_of(changes))
    if any(entry.detail["dropped"] for entry in entries):
        lines.append(message("We removed prepared deals that don’t fit these rules."))
    head = message("{player} changed the rules:", player=entries[-1].player) if lines else None
    return in_a_row([head, *lines], "\n") if head else None


def lines_of(changes: Mapping[str, Change]) -> Iterable[Message]:
    """What each option is now, and what it was; house rules first. changes: by its name, stored values."""
    for shown in (*options(), *table_options()):
        old, new = changes.get(shown.name, (None, None))
        if old != new:
            yield message(
                "{option}: {now} (was {before})",
                option=Message(shown.english_label),
                now=shown.as_message(new),
                before=shown.as_message(old),
            )


def _values(rules: HouseRules, conduct: TableOptions) -> dict[str, Any]:
    """Every option of a table by name, as it is stored."""
    return rules_data(rules) | options_data(conduct)


def _digest(rules: HouseRules, conduct: TableOptions) -> str:
    """Tells one wish from another that came with the same key."""
    return hashlib.sha256(json.dumps(_values(rules, conduct), sort_keys=True).encode()).hexdigest()[:16]


def _drop_seats(table: Table, players: int) -> None:
    gone = table.seats.select_related("player").filter(number__gte=players)
    if people := [seat.player.name for seat in gone if not seat.player.is_bot]:
        raise RuleError(
            "These rules are for {seats} players, so {players} would have no seat. Ask them to move or leave first.",
            seats=players,
            players=people,
        )
    gone.delete()
