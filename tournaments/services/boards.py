"""The read side: what pages show, fetched in a fixed number of queries."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Prefetch, QuerySet

from games.models import Player
from tournaments.formats.comparison import Comparison, compare, neighbour
from tournaments.formats.criteria import CRITERIA, Criterion
from tournaments.models import (
    Bye,
    Entry,
    EntryPlayer,
    Event,
    JournalEntry,
    Match,
    Membership,
    ResultEntry,
    Round,
    Seat,
    Stage,
    Standing,
    Wish,
)
from tournaments.services.history import rounds_with_seats
from tournaments.services.rounds import planned_rounds
from tournaments.services.settle import contests

Status = Round.Status


@dataclass(frozen=True)
class Step:
    """What an organizer does next, in words, with the button for it."""

    text: str
    action: str = ""
    label: str = ""
    next_stage: Stage | None = None


@dataclass(frozen=True)
class Ranking:
    """The standings of those who are ranked together. name: of their pool or division, "" when there is only one.
    rows: each with the values shown."""

    name: str
    rows: tuple[tuple[Standing, tuple[str, ...]], ...]


@dataclass(frozen=True)
class SeatCard:
    """One player's chair in a round, as the phone shows it."""

    round: Round
    match: Match
    seat: Seat
    partners: tuple[str, ...]
    opponents: tuple[tuple[str, ...], ...]


def stage_shown(begun: Sequence[Stage], number: str) -> Stage:
    """The stage that a page is asked for by its number; else the one being played. begun: in order."""
    return next((stage for stage in begun if str(stage.number) == number), begun[-1])


def rounds_of(stage: Stage, *, with_draft: bool) -> list[Round]:
    rows = rounds_with_seats(stage).order_by("-number")
    rounds = list(rows if with_draft else rows.exclude(status=Status.DRAFT))
    for row in rounds:
        row.stage = stage
    return rounds


def standings_of(stage: Stage) -> QuerySet[Standing]:
    return stage.standings.select_related("entry").prefetch_related("entry__lineup__player")


def entries_of(event: Event) -> QuerySet[Entry]:
    return event.entries.prefetch_related("lineup__player", "pot")


def wishes_of(event: Event) -> QuerySet[Wish]:
    people = ("one__lineup__player", "other__lineup__player")
    return event.wishes.select_related("one", "other").prefetch_related(*people).order_by("kind", "one__number")


def draft_of(event: Event) -> Round | None:
    """The round that waits to be published, if there is one."""
    return Round.objects.filter(stage__event=event, status=Status.DRAFT).first()


def is_settled(stage: Stage) -> bool:
    return not Match.objects.filter(round__stage=stage, unsettled_since__isnull=False).exists()


def seats_by_name(row: Round) -> list[tuple[str, int, int, str]]:
    """(name, player id, table, compass) for the hall's wall, by name."""
    seats = [(seat.name, seat.player_id or 0, match.table, seat.compass) for match in row.matches.all()
             for seat in match.seats.all() if seat.player]  # fmt: skip
    return sorted(seats, key=lambda seat: (seat[0].casefold(), seat[2]))


def sides_of(match: Match) -> list[dict[str, Any]]:
    """Each side of a match with the names of its seats."""
    sides: dict[int, list[str]] = {}
    for seat in match.seats.all():
        sides.setdefault(seat.side, []).append(seat.name)
    return [{"index": side, "name": " & ".join(sides[side])} for side in sorted(sides)]


def seat_cards(event: Event, player: Player) -> list[SeatCard]:
    """Where a player sits or sat, newest round first; drafts are not shown."""
    seats = Seat.objects.select_related("player", "entry").order_by("position")
    matches = (
        Match.objects.filter(round__stage__event=event, seats__player=player)
        .exclude(round__status=Status.DRAFT)
        .select_related("round__stage", "standing")
        .prefetch_related(Prefetch("seats", seats))
        .order_by("-round__stage__number", "-round__number")
    )
    return [_seat_card(match, player) for match in matches]


def _seat_card(match: Match, player: Player) -> SeatCard:
    own = next(seat for seat in match.seats.all() if seat.player_id == player.pk)
    partners = tuple(seat.name for seat in match.seats.all() if seat.side == own.side and seat.pk != own.pk)
    others = sorted({seat.side for seat in match.seats.all()} - {own.side})
    opponents = tuple(tuple(seat.name for seat in match.seats.all() if seat.side == side) for side in others)
    return SeatCard(match.round, match, own, partners, opponents)


def next_step(stage: Stage, rounds: Sequence[Round], current: Stage) -> Step:
    """rounds: newest first, drafts included, matches prefetched. current: the stage being played."""
    if stage != current:
        return Step(f"{stage.title} is over. {current.title} is being played.")
    latest = rounds[0] if rounds else None
    if latest is None or latest.status == Status.CLOSED:
        number = latest.number + 1 if latest else 1
        if latest and number > planned_rounds(stage, number):
            follower = stage.event.stages.filter(number=stage.number + 1).first()
            if follower:
                return Step(f"All rounds of {stage.title} are played. Begin {follower.title}: look at the seeding.",
                            "begin", f"Look at the seeding of {follower.title}", follower)  # fmt: skip
            return Step(f"All {latest.number} rounds are played. The final standings are on the standings page.")
        return Step(f"When everybody for round {number} is checked in, draw it.", "draw", f"Draw round {number}")
    if latest.status == Status.DRAFT:
        return Step(f"{latest} is drawn and only organizers see it. Look it over, then publish.", "publish",
                    f"Publish round {latest.number}")  # fmt: skip
    playing = [match.table for match in latest.matches.all() if not match.is_terminal]
    if playing:
        tables = ", ".join(str(table) for table in playing)
        return Step(f"{latest} is being played. No result that counts yet from table {tables}.")
    return Step(f"Every table of {latest} has its result.", "close", f"Close round {latest.number}")


def attention(rounds: Sequence[Round]) -> list[Match]:
    """Matches of the open round that wait for somebody: disputed first, then unconfirmed."""
    if not rounds or rounds[0].status != Status.PUBLISHED:
        return []
    urgent = {Match.State.DISPUTED: 0, Match.State.WAITING: 1}
    return sorted((match for match in rounds[0].matches.all() if match.state in urgent),
                  key=lambda match: (urgent[Match.State(match.state)], match.table))  # fmt: skip


def results_of(match: Match) -> QuerySet[ResultEntry]:
    return match.results.select_related("player", "user__player").order_by("-version")


def happened(event: Event, most: int = 200) -> QuerySet[JournalEntry]:
    rows = event.journal.select_related("user__player", "player", "round", "match", "result")
    return rows.prefetch_related("entry__lineup__player").order_by("-number")[:most]


def sitting_out(event: Event, player: Player) -> Bye | None:
    """The player's bye in the round that is being played, if any."""
    rows = Bye.objects.filter(round__stage__event=event, round__status=Status.PUBLISHED, entry__players=player)
    return rows.select_related("round", "entry").prefetch_related("entry__lineup__player").first()


def entry_counts(event: Event) -> dict[str, int]:
    """How many entries are here, expected and gone."""
    counts = Counter(event.entries.values_list("status", flat=True))
    return {str(status): counts[status] for status in Entry.Status}


def free_members(event: Event) -> QuerySet[Membership]:
    """Everybody the club knows who is not entered in the event."""
    entered = EntryPlayer.objects.filter(event=event, is_active=True).values("player")
    return event.club.memberships.exclude(player__in=entered).select_related("player")


def criteria_of(stage: Stage) -> list[Criterion]:
    """The criteria that rank a stage, with name and explanation, in order."""
    return [CRITERIA[key] for key in stage.criteria]


def score_lines(sides: Sequence[dict[str, Any]], claim: ResultEntry | None) -> list[str]:
    """A reported score with names, winners first, as people say it to each other."""
    if claim is None:
        return []
    points = claim.slip["points"]
    ordered = sorted(sides, key=lambda side: -points[side["index"]])
    return [f"{side['name']} {points[side['index']]}" for side in ordered]


def columns_of(stage: Stage) -> list[tuple[int, Criterion]]:
    """The criteria with a number for everybody, each with its position among the stage's criteria."""
    return [(place, one) for place, one in enumerate(criteria_of(stage)) if one.has_column]


def rankings_of(stage: Stage) -> list[Ranking]:
    """The stage's standings, by pool or division where there are several."""
    places = [place for place, _ in columns_of(stage)]
    config = stage.settings
    return [
        Ranking(
            stage.play.group_name(config, group),
            tuple((row, tuple(row.values[place] for place in places)) for row in rows),
        )
        for group, rows in groupby(standings_of(stage), key=lambda row: row.group)
    ]


def why(stage: Stage, entry: int, other: int | None) -> Comparison | None:
    """Why one entry is above another of its group: the given one, else the next one above it.

    None when nobody is there to compare it with. RuleError when the two are not ranked together. Computed from the
    facts, as settling does it.
    """
    _, found = contests(stage)
    contest = next((one for one in found if entry in one.entries), None)
    if contest is None:
        return None
    other = neighbour(contest, entry) if other is None else other
    return None if other is None else compare(contest, entry, other)


def is_entered(event: Event, player: Player) -> bool:
    return EntryPlayer.objects.filter(event=event, player=player, is_active=True).exists()
