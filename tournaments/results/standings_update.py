"""Everything derived from standing results, recomputed from scratch and written where it differs."""

import dataclasses
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.engine.messages import Message
from games.live import publish
from games.locks import locking
from tournaments.checkin.models import Entry
from tournaments.commands import lock_stage
from tournaments.events.models import Stage
from tournaments.formats.base import DrawRequest, PlayedRound
from tournaments.formats.constraints import NO_WISHES
from tournaments.formats.round_facts import Kind
from tournaments.formats.standings import rows as standings
from tournaments.formats.standings.unplayed import rule_named
from tournaments.results.history import played_rounds, request_after
from tournaments.results.models import Standing
from tournaments.rounds.models import Match, Round
from tournaments.signals import stage_published, stage_settled

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Line:
    """One row of a stage's table as it should be."""

    entry_id: int
    group: int
    place: int
    place_before: int | None
    is_shared: bool
    points_over: int
    points_under: int
    rounds: tuple[str, ...]
    values: tuple[str, ...]
    because: Message

    def fields(self) -> dict[str, Any]:
        return {
            "group": self.group,
            "place": self.place,
            "place_before": self.place_before,
            "is_shared": self.is_shared,
            "because": self.because,
            "points_over": self.points_over,
            "points_under": self.points_under,
            "rounds": list(self.rounds),
            "values": list(self.values),
        }


WRITTEN = tuple(field.name for field in dataclasses.fields(Line) if field.name != "entry_id")


def settle_match(match_id: int) -> None:
    """Brings everything derived from a match up to date. Once, five times or out of order: the same outcome.

    It settles a stage for all its matches that wait. When a hall reports at the same moment, the first of its tasks
    leave nothing to the others.
    """
    waiting = Match.objects.filter(pk=match_id, unsettled_since__isnull=False)
    stage_id = waiting.values_list("round__stage_id", flat=True).first()
    if stage_id is not None:
        _settle_waiting(stage_id)


@locking()
def settle_stage(stage_id: int) -> bool:
    """Recompute a stage's standings; True when something changed. Clears what was marked unsettled."""
    stage = lock_stage(stage_id)
    return _settle(stage, _waiting(stage))


@locking()
def _settle_waiting(stage_id: int) -> None:
    """The same for a stage of which a match waits. Another task can have settled it while this one waited for its
    lock."""
    stage = lock_stage(stage_id)
    if waiting := _waiting(stage):
        _settle(stage, waiting)


def _waiting(stage: Stage) -> list[int]:
    waiting = Match.objects.filter(round__stage=stage, unsettled_since__isnull=False)
    return list(waiting.values_list("pk", flat=True))


def _settle(stage: Stage, waiting: list[int]) -> bool:
    event = stage.event
    changed = _write(stage, standing_lines(stage))
    stage_settled.send(Stage, stage=stage, matches=waiting)
    Match.objects.filter(pk__in=waiting).update(unsettled_since=None)
    if stage.settled_version != event.version:
        stage.settled_version = event.version
        stage.save(update_fields=["settled_version"])
        publish(stage.topic, event.version)
        stage_published.send(Stage, stage=stage)
    return changed


def settle_unsettled() -> int:
    """The sweep: settle every stage that has an unsettled match. Returns how many matches were waiting."""
    waiting = Match.objects.filter(unsettled_since__isnull=False).values_list("pk", "round__stage_id")
    stages = {stage_id for _, stage_id in waiting}
    for stage_id in sorted(stages):
        try:
            _settle_waiting(stage_id)
        except Exception:
            # One stage that cannot be settled must not keep the others waiting; its mark stays, `verify` names it.
            log.exception("stage %s could not be settled", stage_id)
    return len(waiting)


def standing_lines(stage: Stage) -> list[Line]:
    """The stage's table from its facts: standing results and byes of published and closed rounds."""
    entries, request = _asked(stage, played_rounds(stage))
    before = _places_before(stage, entries, request)
    return [
        _line(entries[row.entry], group, row, before.get(row.entry))
        for group, contest in enumerate(_ranked_together(stage, entries, request), start=1)
        for row in standings.rank(*contest)
    ]


def contests(
    stage: Stage, played: tuple[PlayedRound, ...] | None = None
) -> tuple[dict[int, int], list[standings.Contest]]:
    """Entry number → entry id of everyone listed, and for each pool who is ranked together and by what.

    played: the rounds as they would be with another result; by default as they are.
    """
    entries, request = _asked(stage, played_rounds(stage) if played is None else played)
    return entries, _ranked_together(stage, entries, request)


def _asked(stage: Stage, rounds: tuple[PlayedRound, ...]) -> tuple[dict[int, int], DrawRequest]:
    """Who is listed, and what the format may look at. No one's place depends on a wish."""
    entries = listed(stage)
    return entries, request_after(stage, rounds, tuple(entries), NO_WISHES)


def _ranked_together(stage: Stage, entries: dict[int, int], request: DrawRequest) -> list[standings.Contest]:
    play, config, rounds = stage.play, stage.settings, request.history
    facts = standings.facts(rounds, tuple(entries), play.missed(config))
    if play.compare:
        facts = play.compare(config, rounds, facts)
    placing: tuple[tuple[int, ...], ...] = ()
    if play.placing and rounds:
        placing = play.placing(config, dataclasses.replace(request, field=_not_gone(stage, entries)))
    how = tuple(stage.criteria), request.seed, placing, rule_named(stage.unplayed)
    return [standings.Contest(members, facts, *how) for members in play.groups(config, request)]


def _places_before(stage: Stage, entries: dict[int, int], request: DrawRequest) -> dict[int, int]:
    """Entry number → place before the newest round with a result, for those who had played or sat out by then.

    Empty in a knockout, where a place is how far an entry got and does not move.
    """
    scored = [played.number for played in request.history if any(table.slip for table in played.tables)]
    earlier = tuple(played for played in request.history if scored and played.number < scored[-1])
    if not earlier or stage.play.placing:
        return {}
    then = _ranked_together(stage, entries, dataclasses.replace(request, history=earlier))
    were_there = {fact.entry for contest in then for fact in contest.facts if fact.kind is not Kind.MISSED}
    return {row.entry: row.place for contest in then for row in standings.rank(*contest) if row.entry in were_there}


def _not_gone(stage: Stage, entries: Iterable[int]) -> tuple[int, ...]:
    """The entries still here: in a knockout a departed entry loses the matches to come, so places follow departures."""
    left = set(stage.event.entries.filter(status=Entry.Status.DROPPED).values_list("number", flat=True))
    return tuple(number for number in entries if number not in left)


def listed(stage: Stage) -> dict[int, int]:
    """Entry number → entry id of everyone who has a place in a round of this stage.

    It does not matter who is here: that changes without anything being settled.
    """
    drawn = Round.Status.PUBLISHED, Round.Status.CLOSED
    seated = Entry.objects.filter(seats__round__stage=stage, seats__round__status__in=drawn)
    sat_out = Entry.objects.filter(byes__round__stage=stage, byes__round__status__in=drawn)
    there, away = (entries.order_by().values_list("number", "pk") for entries in (seated, sat_out))
    return dict(sorted(there.union(away)))


def _line(entry_id: int, group: int, row: standings.Row, place_before: int | None) -> Line:
    points = Fraction(row.points)
    return Line(
        entry_id,
        group,
        row.place,
        place_before,
        row.is_shared,
        points.numerator,
        points.denominator,
        tuple(row.rounds),
        tuple(row.values),
        row.because,
    )


def _write(stage: Stage, lines: list[Line]) -> bool:
    """Make the stored rows what they should be, those that differ in one statement. True when any did."""
    present = {standing.entry_id: standing for standing in stage.standings.all()}
    gone = set(present) - {line.entry_id for line in lines}
    if gone:
        stage.standings.filter(entry_id__in=gone).delete()
    differing = [
        Standing(stage=stage, entry_id=line.entry_id, **line.fields())
        for line in lines
        if _differs(present.get(line.entry_id), line)
    ]
    Standing.objects.bulk_create(
        differing, update_conflicts=True, unique_fields=["stage", "entry"], update_fields=WRITTEN
    )
    return bool(gone or differing)


def _differs(standing: Standing | None, line: Line) -> bool:
    return standing is None or any(getattr(standing, name) != value for name, value in line.fields().items())
