"""What was played, as the formats read it: standing results only, never derived tables."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin.models import Entry, StageEntry, Wish
from tournaments.events.models import Event, Stage
from tournaments.formats.base import ByeDraw, DrawRequest, Phase, PlayedRound, PlayedTable, TableDraw
from tournaments.formats.constraints import Constraints
from tournaments.formats.numbers import GHOST
from tournaments.results.match_state import reported_slip
from tournaments.rounds.models import Bye, Match, Round, Seat


def begun_stages(event: Event) -> list[Stage]:
    """The stages that have their field, in order: the first always, a later one once it was begun."""
    has_field = Exists(StageEntry.objects.filter(stage=OuterRef("pk")))
    stages = list(event.stages.filter(Q(number=1) | Q(has_field)).order_by("number"))
    for stage in stages:
        stage.event = event
    return stages


def current_stage(event: Event) -> Stage:
    """The stage that is being played: the latest that has begun."""
    return begun_stages(event)[-1]


def rounds_with_seats(stage: Stage) -> QuerySet[Round]:
    seats = Seat.objects.select_related("entry", "player").order_by("position")
    matches = Match.objects.select_related("standing").prefetch_related(Prefetch("seats", seats))
    return stage.rounds.prefetch_related(Prefetch("matches", matches), "byes__entry__lineup__player")


def played_rounds(stage: Stage) -> tuple[PlayedRound, ...]:
    """Published and closed rounds, oldest first, with the results that count now."""
    return tuple(played_round(round_) for round_ in rounds_with_seats(stage).exclude(status=Round.Status.DRAFT))


def played_round(round_: Round) -> PlayedRound:
    """A row of `rounds_with_seats` with the results that count now."""
    tables = tuple(
        PlayedTable(table_draw(match), reported_slip(match), _phase(match) if round_.opens_singly else Phase.OVER)
        for match in round_.matches.all()
    )
    byes = tuple(bye_draw(bye) for bye in round_.byes.all())
    return PlayedRound(round_.number, tables, byes, round_.opens_singly)


def _phase(match: Match) -> Phase:
    if match.is_terminal:
        return Phase.OVER
    return Phase.REPORTED if match.last_version else Phase.OPEN


def bye_draw(bye: Bye) -> ByeDraw:
    return ByeDraw(bye.entry.number, bye.points, bye.reason, bye.halves)


def table_draw(match: Match) -> TableDraw:
    """The match as the format drew it: entry numbers per side. House players count from 0 down."""
    sides: dict[int, list[int]] = {}
    for seat in match.seats.all():
        number = number_of(seat)
        if number not in sides.setdefault(seat.side, []):
            sides[seat.side].append(number)
    return TableDraw(match.table, tuple(tuple(sides[side]) for side in sorted(sides)))


def number_of(seat: Seat) -> int:
    """Whose chair it is, as formats call them: the entry's number, or GHOST and below for a player of the house."""
    return seat.entry.number if seat.entry else GHOST - (seat.house or 0)


def request_after(
    stage: Stage, rounds: tuple[PlayedRound, ...], field: tuple[int, ...], wishes: Constraints | None = None
) -> DrawRequest:
    """What a format may look at after these rounds, with this field: wishes (unless they are given) and seeds are those
    of the stage."""
    number = rounds[-1].number + 1 if rounds else 1
    constraints = constraints_of(stage.event) if wishes is None else wishes
    return DrawRequest(number, field, rounds, int(stage.seed, 16), constraints, seeding_of(stage))


def field_of(stage: Stage) -> tuple[int, ...]:
    """The entry numbers of who is here now and belongs to the stage, ascending."""
    here = stage.event.entries.filter(status=Entry.Status.CHECKED_IN)
    if stage.number > 1:
        here = here.filter(stage_places__stage=stage)
    return tuple(here.order_by("number").values_list("number", flat=True))


def constraints_of(event: Event) -> Constraints:
    """What people asked for and which tables are closed, by entry number."""
    kinds: dict[str, list[tuple[int, int]]] = {kind: [] for kind in Wish.Kind.values}
    for kind, entry, other in event.wishes.values_list("kind", "one__number", "other__number").order_by("pk"):
        kinds[kind].append((entry, other))
    stationary = event.entries.filter(is_stationary=True).order_by("number").values_list("number", flat=True)
    return Constraints(
        stationary=tuple(stationary),
        together=tuple(kinds[Wish.Kind.TOGETHER]),
        apart=tuple(kinds[Wish.Kind.APART]),
        closed_tables=tuple(event.closed_tables),
    )


def seeding_of(stage: Stage) -> tuple[int, ...]:
    """Entry numbers, best seed first, of a stage whose field an earlier one decided, or whose seeds an organizer set;
    empty where the numbers are the seeds."""
    if stage.number == 1 and not stage.play.is_seeded(stage.settings):
        return ()
    return tuple(stage.places.order_by("seed").values_list("entry__number", flat=True))


def published_at(round_: Round) -> datetime:
    """When people could read the round."""
    last = AuditLogEntry.objects.filter(round=round_, action=Action.PUBLISH_ROUND).order_by("-number").first()
    return last.at if last else timezone.now()


def opened_at(matches: Sequence[Match]) -> dict[int, datetime]:
    """Match id → when people could read that it is to be played. matches: with their rounds."""
    rounds = {match.round_id: match.round for match in matches}
    published = {pk: published_at(round_) for pk, round_ in rounds.items() if not round_.opens_singly}
    singly = [match.pk for match in matches if match.round.opens_singly]
    calls = AuditLogEntry.objects.filter(match__in=singly, action=Action.OPEN_MATCH) if singly else ()
    called = {call.match_id: call.at for call in calls}
    return {match.pk: called.get(match.pk) or published.get(match.round_id) or timezone.now() for match in matches}


def based_on(stage: Stage) -> list[int]:
    """The result entries that a draw made now is computed from."""
    matches: Iterable[int] = (
        Match.objects.filter(round__stage=stage, standing__isnull=False)
        .order_by("standing_id")
        .values_list("standing_id", flat=True)
    )
    return list(matches)
