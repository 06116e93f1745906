"""The list at the door: who is here, who is still expected, who owes the fee, and who has come after the draw."""

from dataclasses import dataclass

from games.engine.language import say
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin import bulk
from tournaments.checkin.models import Entry
from tournaments.events.boards import entries_of
from tournaments.events.models import Event
from tournaments.rounds.models import Bye, Round, Seat

Status = Entry.Status


@dataclass(frozen=True)
class CheckInRow:
    """One entry. place: where it is in the round that is out, in words; "" when it has no place there."""

    entry: Entry
    has_paid: bool
    place: str


@dataclass(frozen=True)
class CheckInList:
    """round: the published one, if any. may_undo: the check-in of everyone, if it can still be undone. imported: the
    newest list whose entries can still be removed."""

    rows: tuple[CheckInRow, ...]
    round: Round | None
    may_undo: AuditLogEntry | None
    imported: AuditLogEntry | None

    def count(self, status: str) -> int:
        return sum(check_in_row.entry.status == status for check_in_row in self.rows)

    @property
    def here(self) -> int:
        return self.count(Status.CHECKED_IN)

    @property
    def expected(self) -> int:
        return self.count(Status.REGISTERED)

    @property
    def left(self) -> int:
        return self.count(Status.DROPPED)

    @property
    def all_here(self) -> bulk.Offer:
        """The check-in of everyone who is still expected."""
        return bulk.Offer("check_in_all", self.absent)

    @property
    def absent(self) -> list[Entry]:
        return sorted(
            (check_in_row.entry for check_in_row in self.rows if check_in_row.entry.status == Status.REGISTERED),
            key=lambda entry: entry.pk,
        )

    @property
    def owing(self) -> int:
        """How many players are here and have not paid."""
        return sum(
            check_in_row.entry.status == Status.CHECKED_IN and not check_in_row.has_paid for check_in_row in self.rows
        )

    @property
    def late(self) -> list[CheckInRow]:
        """Players who are here without a place in the published round."""
        if self.round is None:
            return []
        return [
            check_in_row
            for check_in_row in self.rows
            if check_in_row.entry.status == Status.CHECKED_IN and not check_in_row.place
        ]


def check_in_list(event: Event) -> CheckInList:
    out = Round.objects.filter(stage__event=event, status=Round.Status.PUBLISHED).order_by("-number").first()
    places = _places(out) if out else {}
    entries = entries_of(event)
    check_in_rows = tuple(CheckInRow(entry, entry.has_paid, places.get(entry.pk, "")) for entry in entries)
    newest: dict[str, AuditLogEntry] = {}
    for undoing in bulk.undoable(event):
        newest.setdefault(undoing.action, undoing)
    return CheckInList(check_in_rows, out, newest.get(Action.CHECK_IN_ALL), newest.get(Action.IMPORT_ROSTER))


def _places(out: Round) -> dict[int, str]:
    """Entry → where it is."""
    if out.opens_singly:
        return _places_singly(out.stage_id)
    places = {bye.entry_id: say("sits out") for bye in Bye.objects.filter(round=out)}
    for seat in Seat.objects.filter(round=out, entry__isnull=False).select_related("match"):
        places[seat.entry_id or 0] = say("table {number}", number=seat.match.table)
    return places


def _places_singly(stage: int) -> dict[int, str]:
    """Where each entry of the bracket is when matches open singly: no one is late, with a table or without."""
    byes = Bye.objects.filter(round__stage=stage).values_list("entry", flat=True)
    seats = Seat.objects.filter(round__stage=stage).values_list("entry", "called_in", "match__table")
    places = dict.fromkeys(byes, say("no table right now")) | {entry: say("no table right now") for entry, *_ in seats}
    return places | {entry: say("table {number}", number=table) for entry, called_in, table in seats if called_in}
