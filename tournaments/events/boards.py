"""The read side: what pages show, fetched in a fixed number of queries."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from games.accounts.models import Player
from games.engine.language import say
from games.engine.messages import and_list
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin.models import Entry, EntryPlayer, Wish
from tournaments.clubs.models import Membership
from tournaments.events.models import Event, Stage
from tournaments.formats.standings.comparison import Comparison, compare, neighbour
from tournaments.formats.standings.criteria import CRITERIA, Criterion
from tournaments.results.history import rounds_with_seats
from tournaments.results.models import ResultEntry, Standing
from tournaments.results.official_changes import ScoreChange, score_changes
from tournaments.results.standings_update import contests
from tournaments.rounds.models import Bye, Match, Round, Seat

Status = Round.Status


@dataclass(frozen=True)
class About:
    """What the reader asks the audit log about; None: not asked."""

    round_id: int | None = None
    table: int | None = None
    player_id: int | None = None


EVERYTHING = About()


@dataclass(frozen=True)
class Ranking:
    """The standings of those who are ranked together. name: of their pool or division, "" when there is only one.
    rows: each with the values shown."""

    name: str
    rows: tuple[tuple[Standing, tuple[str, ...]], ...]


@dataclass(frozen=True)
class SeatCard:
    """One player's chair in a round, as the phone shows it. score_changes: what officials changed at the table."""

    round: Round
    match: Match
    seat: Seat
    partners: tuple[str, ...]
    opponents: tuple[tuple[str, ...], ...]
    score_changes: tuple[ScoreChange, ...]


def stage_shown(begun: Sequence[Stage], number: str) -> Stage:
    """The stage that a page is asked for by its number; else the one being played. begun: in order."""
    return next((stage for stage in begun if str(stage.number) == number), begun[-1])


def rounds_of(stage: Stage, *, with_draft: bool) -> list[Round]:
    in_order = rounds_with_seats(stage).order_by("-number")
    rounds = list(in_order if with_draft else in_order.exclude(status=Status.DRAFT))
    for round_ in rounds:
        round_.stage = stage
    return rounds


def latest_round(stage: Stage) -> Round | None:
    """The newest round that people can see, with its seats."""
    round_ = rounds_with_seats(stage).exclude(status=Status.DRAFT).order_by("-number").first()
    if round_:
        round_.stage = stage
    return round_


def rounds_out(stage: Stage) -> list[Round]:
    """The rounds that are being played, newest first."""
    rounds = list(rounds_with_seats(stage).filter(status=Status.PUBLISHED).order_by("-number"))
    for round_ in rounds:
        round_.stage = stage
    return rounds


def standings_of(stage: Stage) -> QuerySet[Standing]:
    return stage.standings.select_related("entry").prefetch_related("entry__lineup__player")


def entries_of(event: Event) -> QuerySet[Entry]:
    """Without those that were given up before the first round."""
    return _not_given_up(event).prefetch_related("lineup__player", "pot")


def _not_given_up(event: Event) -> QuerySet[Entry]:
    playing = Exists(EntryPlayer.objects.filter(entry=OuterRef("pk"), is_active=True))
    return event.entries.filter(~Q(status=Entry.Status.DROPPED) | Q(playing))


def wishes_of(event: Event) -> QuerySet[Wish]:
    people = ("one__lineup__player", "other__lineup__player")
    return event.wishes.select_related("one", "other").prefetch_related(*people).order_by("kind", "one__number")


def draft_of(event: Event) -> Round | None:
    """The round that waits to be published, if there is one."""
    return Round.objects.filter(stage__event=event, status=Status.DRAFT).first()


def is_settled(stage: Stage) -> bool:
    return not Match.objects.filter(round__stage=stage, unsettled_since__isnull=False).exists()


def matches_shown(rounds: Sequence[Round]) -> list[Match]:
    """Where people play: the matches of the newest round; where matches open singly those that are being played, in any
    round, by table. rounds: newest first."""
    if not rounds or not rounds[0].opens_singly:
        return list(rounds[0].matches.all()) if rounds else []
    called = [in_round(match, round_) for round_ in rounds for match in round_.matches.all() if match.called_in_id]
    return sorted(called, key=lambda match: match.table)


def in_round(match: Match, round_: Round) -> Match:
    """The match, with its round at hand."""
    match.round = round_
    return match


def seats_by_name(matches: Iterable[Match]) -> list[tuple[str, int, int, str]]:
    """(name, player id, table, compass) for the hall's wall, by name."""
    seats = [
        (seat.name, seat.player_id or 0, match.table, seat.compass)
        for match in matches
        for seat in match.seats.all()
        if seat.player
    ]
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
        .prefetch_related(Prefetch("seats", seats), Prefetch("results", ResultEntry.objects.order_by("version")))
        .order_by("-round__stage__number", "-round__number")
    )
    return [_seat_card(match, player) for match in matches]


def _seat_card(match: Match, player: Player) -> SeatCard:
    own = next(seat for seat in match.seats.all() if seat.player_id == player.pk)
    partners = tuple(seat.name for seat in match.seats.all() if seat.side == own.side and seat.pk != own.pk)
    others = sorted({seat.side for seat in match.seats.all()} - {own.side})
    opponents = tuple(tuple(seat.name for seat in match.seats.all() if seat.side == side) for side in others)
    return SeatCard(match.round, match, own, partners, opponents, score_changes(match.results.all(), own.side))


def results_of(match: Match) -> QuerySet[ResultEntry]:
    return match.results.select_related("player", "user__player").order_by("-version")


def happened(event: Event, about: About = EVERYTHING) -> QuerySet[AuditLogEntry]:
    """The audit log of an event, newest first; all of it, or what concerns a round, a table, a person."""
    entries = event.audit_log.select_related("user__player", "player", "round", "match", "result", "entry")
    if about.round_id:
        entries = entries.filter(round=about.round_id)
    if about.table:
        entries = entries.filter(match__table=about.table)
    if about.player_id:
        own = Entry.objects.filter(event=event, lineup__player=about.player_id).values("pk")
        seated = Seat.objects.filter(round__stage__event=event, player=about.player_id).values("match")
        by_them = Q(player=about.player_id) | Q(user__player=about.player_id)
        entries = entries.filter(by_them | Q(entry__in=own) | Q(match__in=seated))
    return entries.order_by("-number")


def table_numbers(event: Event) -> list[int]:
    """Every table that a round of the event has used, ascending."""
    matches = Match.objects.filter(round__stage__event=event).order_by("table")
    return list(matches.values_list("table", flat=True).distinct())


def sitting_out(event: Event, player: Player) -> Bye | None:
    """The player's bye in the round that is being played, if any. Where matches open singly people wait for a match,
    and not for a round."""
    byes = Bye.objects.filter(round__stage__event=event, round__status=Status.PUBLISHED, entry__players=player)
    byes = byes.filter(round__opens_singly=False)
    return byes.select_related("round", "entry").prefetch_related("entry__lineup__player").first()


def entry_counts(event: Event) -> dict[str, int]:
    """How many entries are here, expected and gone."""
    counts = Counter(_not_given_up(event).values_list("status", flat=True))
    return {str(status): counts[status] for status in Entry.Status}


def free_members(event: Event) -> QuerySet[Membership]:
    """Everyone the club knows who is not entered in the event."""
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


def winner_words(sides: Sequence[dict[str, Any]], claim: ResultEntry) -> str:
    """Who won by a reported score, in words that can be read out across the table."""
    points, winner = claim.slip["points"], claim.reported.winner
    score = say(" to ").join(str(point) for point in sorted(points, reverse=True))
    if winner is None:
        return say("No one won: {score}.", score=score)
    name = next(side["name"] for side in sides if side["index"] == winner)
    others = and_list(side["name"] for side in sides if side["index"] != winner)
    if points.count(points[winner]) > 1:
        return say(
            "{name} won {score} against {others} by reaching that score first.", name=name, score=score, others=others
        )
    return say("{name} won {score} against {others}.", name=name, score=score, others=others)


def columns_of(stage: Stage) -> list[tuple[int, Criterion]]:
    """The criteria with a number for every entry, each with its position among the stage's criteria."""
    return [(place, criterion) for place, criterion in enumerate(criteria_of(stage)) if criterion.has_column]


def rankings_of(stage: Stage) -> list[Ranking]:
    """The stage's standings, by pool or division where there are several."""
    places = [place for place, _ in columns_of(stage)]
    config = stage.settings
    return [
        Ranking(
            stage.play.group_name(config, group),
            tuple((standing, tuple(standing.values[place] for place in places)) for standing in standings),
        )
        for group, standings in groupby(standings_of(stage), key=lambda standing: standing.group)
    ]


def why(stage: Stage, entry: int, other: int | None) -> Comparison | None:
    """Why one entry is above another of its group: the given one, otherwise the next one above it.

    None when there is no one to compare it with. RuleError when the two are not ranked together. Computed from the
    facts, as settling does it.
    """
    _, rankings = contests(stage)
    contest = next((ranking for ranking in rankings if entry in ranking.entries), None)
    if contest is None:
        return None
    other = neighbour(contest, entry) if other is None else other
    return None if other is None else compare(contest, entry, other)


def is_entered(event: Event, player: Player) -> bool:
    return EntryPlayer.objects.filter(event=event, player=player, is_active=True).exists()
