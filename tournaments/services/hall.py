"""What hangs on the wall of the hall: clock, seats by name, tables that play, standings, announcements. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Announcement, Clock, Event, Match, Round, Stage, Standing
from tournaments.services import boards
from tournaments.services.history import current_stage


@dataclass(frozen=True)
class Hall:
    """What the boards show. round: the one being played, else the last one; None before the first."""

    stage: Stage
    round: Round | None
    clock: Clock | None
    by_name: Sequence[tuple[str, int, int, str]]
    playing: Sequence[Match]
    standings: Sequence[Standing]
    announcements: Sequence[Announcement]

    @property
    def is_played(self) -> bool:
        return self.round is not None and self.round.status == Round.Status.PUBLISHED


def hall_of(event: Event) -> Hall:
    stage = current_stage(event)
    rounds = boards.rounds_of(stage, with_draft=False)[:1]
    row = rounds[0] if rounds else None
    matches = row.matches.all() if row else ()
    return Hall(
        stage=stage,
        round=row,
        clock=clock_of(row),
        by_name=boards.seats_by_name(row) if row else (),
        playing=[match for match in matches if not match.is_terminal],
        standings=list(boards.standings_of(stage)),
        announcements=announcements_of(event),
    )


def clock_of(row: Round | None) -> Clock | None:
    """The clock of a round that is being played."""
    if row is None or row.status != Round.Status.PUBLISHED:
        return None
    return Clock.objects.filter(round=row).first()


def announcements_of(event: Event) -> list[Announcement]:
    """What is announced now, newest first."""
    return list(event.announcements.filter(is_withdrawn=False))
