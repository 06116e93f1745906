"""A list of names as it is copied out of a message or a table: one entry a line, all of them are entered or nobody."""

import re

from games.engine.language import say
from games.engine.messages import Message, message_from
from tournaments.activity_log.models import Action
from tournaments.checkin import entries
from tournaments.checkin.roster import RosterRefused, Row, enter_rows, repeats
from tournaments.commands import command, lock_event
from tournaments.context import Context
from tournaments.events.models import Event
from tournaments.permissions import Permission

MAX_LINES = 500
MAX_LETTERS = 100_000
_NUMBERING = re.compile(r"^\s*(?:\d{1,4}[.):]\s+|[-*•]\s+)")
_BETWEEN_PARTNERS = re.compile(r"\s*(?:[&/+,;\t]|\band\b)\s*")


_CLUB_NUMBER = re.compile(r"\(([\w-]*\d[\w-]*)\)$")


@command(
    Action.ENTER_NAMES,
    lock=lock_event,
    permission=Permission.RUN_EVENT,
    replay=lambda done: list(map(message_from, done.detail["report"])),
)
def enter_names(event: Event, text: str, *, here: bool, context: Context) -> list[Message]:
    """Enter everybody named, and check them in if they are here. Returns a line of report for each entry.

    A name that the club knows exactly once is that person, any other name is a new player; a club number behind it,
    "Ann Weber (007)", tells namesakes apart. Partners of a pair stand on one line: "Ann Weber & Bob Hart".
    """
    found = read_names(text, entries.entry_size(event))
    report = enter_rows(event, found, context, here=here)
    context.log(detail={"rows": len(found), "report": [line.as_data() for line in report]})
    return report


def read_names(text: str, size: int) -> list[list[Row]]:
    """The players of each line. RosterRefused with every problem found. size: players per entry."""
    if "\0" in text:
        raise RosterRefused([say("The list contains a character that cannot be used.")])
    lines = [(number, _NUMBERING.sub("", line).strip()) for number, line in enumerate(text.splitlines(), start=1)]
    lines = [(number, line) for number, line in lines if line]
    if not lines:
        raise RosterRefused([say("The list is empty. Write one name on each line.")])
    if len(lines) > MAX_LINES:
        raise RosterRefused([say("The list has more than {most} lines. Import it as a file.", most=MAX_LINES)])
    found = [[_row(number, name) for name in _names(line, size)] for number, line in lines]
    problems = [problem for rows in found for problem in _problems(rows, size)]
    problems += repeats([row for rows in found for row in rows])
    if problems:
        raise RosterRefused(problems)
    return found


def _names(line: str, size: int) -> list[str]:
    parts = [line] if size == 1 else _BETWEEN_PARTNERS.split(line)
    return [" ".join(part.split()) for part in parts if part.strip()]


def _row(line: int, text: str) -> Row:
    """A name, perhaps with the club number behind it: Ann Weber (007)."""
    number = _CLUB_NUMBER.search(text)
    return Row(line, _CLUB_NUMBER.sub("", text).strip(), "", number[1][:20] if number else "", False)


def _problems(rows: list[Row], size: int) -> list[str]:
    if not rows:
        return [say("write the {size} names of a pair on one line, with & between them.", size=size)]
    if len(rows) != size:
        line = rows[0].line
        return [
            say("Line {line}: write the {size} names of a pair on one line, with & between them.", line=line, size=size)
        ]
    wrong = [row.line for row in rows if not 1 <= len(row.name) <= 80]
    return [say("Line {line}: a name has 1 to 80 letters.", line=line) for line in wrong]
