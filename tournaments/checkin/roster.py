"""A sign-up list as a CSV file: all of it is entered or nothing, with a report that names row and column."""

import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import mark, say
from games.engine.messages import Message, message, message_from
from tournaments.activity_log.models import Action
from tournaments.checkin import entries
from tournaments.checkin.models import EntryPlayer
from tournaments.clubs.models import Membership
from tournaments.commands import command, lock_event
from tournaments.context import Context
from tournaments.events.models import Event
from tournaments.permissions import Permission

MAX_BYTES = 1_000_000
MAX_ROWS = 2_000
COLUMNS = {"name": True, "email": False, "number": False, "paid": False}
"""Column → must it be there?"""
ENTRY, NEW_ENTRY = message("Line {line}: entry {number}"), message("Line {line}: entry {number}, new to the club")
YES, NO = {"yes", "y", "x", "1", "true", "paid"}, {"", "no", "n", "0", "false"}


@dataclass(frozen=True)
class Row:
    line: int
    name: str
    email: str
    number: str
    paid: bool


class RosterRefused(RuleError):
    """Nothing was imported. problems: one sentence for each thing to mend, with its line."""

    def __init__(self, problems: list[str]):
        self.problems = problems
        super().__init__(mark("Nothing was imported. {problems}"), problems=" ".join(problems[:20]))


@command(
    Action.IMPORT_ROSTER,
    lock=lock_event,
    permission=Permission.RUN_EVENT,
    replay=lambda done: list(map(message_from, done.detail["report"])),
)
def import_roster(event: Event, content: bytes, *, context: Context) -> list[Message]:
    """Enter everybody on the list, one player a row. Returns a line of report for each row.

    A club number, or an e-mail address, says who somebody is; without them a name that the club knows exactly once
    is that person, any other name is a new player.
    """
    if entries.entry_size(event) != 1:
        raise RuleError("A roster enters single players; this event is played by pairs.")
    rows = read_roster(content)
    report = enter_rows(event, [[row] for row in rows], context)
    context.log(detail={"rows": len(rows), "report": [line.as_data() for line in report]})
    return report


def read_roster(content: bytes) -> list[Row]:
    """The rows of a CSV file. RosterRefused with every problem found, not only the first."""
    records = csv.reader(io.StringIO(_text(content), newline=""), strict=True)
    try:
        lines = [(records.line_num, cells) for cells in records if any(cell.strip() for cell in cells)]
    except csv.Error as error:
        raise RosterRefused(
            [say("Line {line}: not readable as CSV ({error}).", line=records.line_num, error=error)]
        ) from error
    if len(lines) < 2:
        raise RosterRefused([say("The file needs a first line with column names and a line for each player.")])
    if len(lines) - 1 > MAX_ROWS:
        raise RosterRefused([say("The file has more than {most} rows.", most=MAX_ROWS)])
    header = _header(lines[0][1])
    problems: list[str] = []
    rows = [_row(line, cells, header, problems) for line, cells in lines[1:]]
    problems += repeats(rows)
    if problems:
        raise RosterRefused(problems)
    return rows


def _text(content: bytes) -> str:
    if len(content) > MAX_BYTES:
        raise RosterRefused([say("The file is larger than 1 MB; a roster is not.")])
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        problem = say("Line {line}: not UTF-8. Save the file as “CSV UTF-8” and try again.", line=line)
        raise RosterRefused([problem]) from error
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise RosterRefused([say("Line {line}: has a NUL character.", line=line)])
    return text


def _header(cells: list[str]) -> list[str]:
    header = [cell.strip().casefold().replace("-", "").replace("e mail", "email") for cell in cells]
    problems = [say("Line 1: unknown column “{column}”.", column=name) for name in header if name not in COLUMNS]
    twice = [name for name, count in Counter(header).items() if count > 1]
    problems += [say("Line 1: column “{column}” twice.", column=name) for name in twice]
    missing = [name for name, must in COLUMNS.items() if must and name not in header]
    problems += [say("Line 1: column “{column}” is missing.", column=name) for name in missing]
    if problems:
        raise RosterRefused([*problems, say("Columns are: {columns}.", columns=", ".join(COLUMNS))])
    return header


def _row(line: int, cells: list[str], header: list[str], problems: list[str]) -> Row:
    if len(cells) > len(header):
        counts = {"number": len(cells), "columns": len(header)}
        problems.append(say("Line {line}: has {number} cells, the first line has {columns}.", line=line, **counts))
    values = {name: " ".join(cell.split()) for name, cell in zip(header, cells, strict=False)}
    name, email = values.get("name", ""), values.get("email", "").lower()
    if not name or len(name) > 80:
        problems.append(say("Line {line}, name: write 1 to 80 letters.", line=line))
    if email and not _is_email(email):
        problems.append(say("Line {line}, email: “{email}” is not an e-mail address.", line=line, email=email[:60]))
    if len(values.get("number", "")) > 20:
        problems.append(say("Line {line}, number: longer than 20 characters.", line=line))
    paid = values.get("paid", "").casefold()
    if paid not in YES | NO:
        problems.append(say("Line {line}, paid: write yes or no, not “{text}”.", line=line, text=paid[:20]))
    return Row(line, name, email, values.get("number", ""), paid in YES)


def _is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def repeats(rows: Sequence[Row]) -> list[str]:
    """What cannot be told apart: a number, an address, or a name without either, that is there twice."""
    problems = []
    for column in ("number", "email"):
        seen: dict[str, int] = {}
        for row in rows:
            value = getattr(row, column)
            if value and seen.setdefault(value, row.line) != row.line:
                about = {"line": row.line, "column": column, "value": value, "other": seen[value]}
                problems.append(say("Line {line}, {column}: {value} is also on line {other}.", **about))
    alone: dict[str, int] = {}
    for row in rows:
        if not row.number and not row.email and alone.setdefault(row.name.casefold(), row.line) != row.line:
            first = alone[row.name.casefold()]
            problems.append(
                say(
                    "Line {line}, name: {name} is also on line {other}; add club numbers to tell them apart.",
                    line=row.line,
                    name=row.name,
                    other=first,
                )
            )
    return problems


def enter_rows(event: Event, found: Sequence[Sequence[Row]], context: Context, *, here: bool = False) -> list[Message]:
    """Enter everybody, or nobody and say why not. found: the players of each entry. For commands of this package."""
    problems, report = [], []
    for rows in found:
        try:
            known = [_player(event, row) for row in rows]
            _check_not_entered(event, known)
        except RuleError as error:
            problems.append(say("Line {line}: {problem}", line=rows[0].line, problem=error))
            continue
        entry = entries.register(event.pk, [player for player, _ in known], context=context, check_in=here)
        if rows[0].paid and event.fee:
            entries.take_fee(entry.pk, context=context)
        sentence = NEW_ENTRY if any(new for _, new in known) else ENTRY
        report.append(sentence(line=rows[0].line, number=entry.number))
    if problems:
        raise RosterRefused(problems)
    return report


def _check_not_entered(event: Event, known: Sequence[tuple[Player, bool]]) -> None:
    for player, _ in known:
        if EntryPlayer.objects.filter(event=event, player=player, is_active=True).exists():
            raise RuleError("{player} entered this event already.", player=player)


def _player(event: Event, row: Row) -> tuple[Player, bool]:
    known = Membership.objects.filter(club=event.club).select_related("player")
    if row.number:
        found = list(known.filter(number=row.number))
        if found and found[0].player.name.casefold() != row.name.casefold():
            raise RuleError("club number {number} belongs to {player}.", number=row.number, player=found[0].player.name)
    elif row.email:
        found = list(known.filter(email=row.email))
    else:
        found = list(known.filter(player__name__iexact=row.name))
    if len(found) > 1:
        raise RuleError("the club knows more than one {name}; add the club number.", name=row.name)
    if found:
        return found[0].player, False
    return entries.new_player(event, row.name, number=row.number, email=row.email), True
