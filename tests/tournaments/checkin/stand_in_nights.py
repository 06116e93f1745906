"""A night with a published round, for the tests of those who are missing or come late: what changed, and for whom."""

from typing import Any

from games.accounts.models import Player
from tests.cast import context_of, enter, enter_pairs, make_club, make_event, make_user, publish
from tests.tournaments.pages.browsing import finish_round
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.checkin.seat_changes import RoundNow, SeatChange, Way
from tournaments.rounds.models import Match, Round

Status = Entry.Status


class Night:
    """A night with one published round. `here`: so many entered before it was drawn."""

    def __init__(self, format_key: str, here: int, **more: Any):
        self.olga = make_user("Olga")
        self.event = make_event(make_club(self.olga), self.olga, format_key, **more)
        self.is_pairs = self.event.stages.get().play.entry_size == 2
        if self.is_pairs:
            enter_pairs(self.event, self.olga, here)
        else:
            enter(self.event, self.olga, [f"Player {number}" for number in range(1, here + 1)])
        publish(self.event, self.olga)
        self.before = self.tables()

    @property
    def row(self) -> Round:
        return Round.objects.select_related("stage__event__club").latest("number")

    @property
    def now(self) -> RoundNow:
        return RoundNow(self.row)

    def come(self, *names: str) -> Entry:
        return entries.walk_in(self.event.pk, names or ("Late",), context=context_of(self.olga))

    def at(self, table: int, position: int = 0) -> Entry:
        return Entry.objects.get(seats__round=self.row, seats__match__table=table, seats__position=position)

    def out(self) -> list[Entry]:
        return [bye.entry for bye in self.row.byes.select_related("entry").order_by("entry__number")]

    def tables(self) -> dict[int, list[tuple[int | None, int | None]]]:
        """Table → entry and player of every chair."""
        matches = Match.objects.filter(round=self.row).prefetch_related("seats")
        return {match.table: [(seat.entry_id, seat.player_id) for seat in match.seats.all()] for match in matches}

    def touched(self) -> set[int]:
        now = self.tables()
        return {table for table in now.keys() | self.before.keys() if now.get(table) != self.before.get(table)}

    def finish(self) -> None:
        stage = self.event.stages.get()
        finish_round(stage, self.olga, (3, 2) if stage.format == "duplicate" else (10, 6))

    def asks(self, seen: int | None = None) -> dict[str, Any]:
        return {"context": context_of(self.olga), "expected_version": self.row.revision if seen is None else seen}


def only(changes: Any, way: Way) -> SeatChange:
    [found] = [change for change in changes if change.way is way]
    return found


def status(entry: Entry) -> str:
    return Entry.objects.get(pk=entry.pk).status


def people(entry: Entry) -> Player:
    return Entry.objects.get(pk=entry.pk).lineup.get(is_active=True).player
