"""Events of several stages for tests: pairs who enter, pools, rounds in which the smaller entry number wins."""

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

from django.db.models import Min

from games.accounts.models import Player, User
from tests.cast import context_of, make_event, on_grid, publish, slip
from tournaments.checkin import entries
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.clubs.models import Club
from tournaments.events import stages
from tournaments.events.models import Event, Stage
from tournaments.events.proposals import proposal
from tournaments.events.stage_plans import Places, StagePlan
from tournaments.formats.base import DrawRequest, Format, PlayedRound, RoundDraw, TableDraw
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.round_robin import draw as round_robin
from tournaments.results import commands as results
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match, Round

Better = Callable[[int, int], bool]


def pairs_event(club: Club, olga: User, pairs: int, format_key: str = "round_robin", **more: Any) -> Event:
    """An event with that many pairs who are here, "A1 & B1" and so on."""
    event = make_event(club, olga, format_key, name=more.pop("name", "Pairs night"), **more)
    for number in range(1, pairs + 1):
        entries.walk_in(event.pk, [f"A{number}", f"B{number}"], context=context_of(olga))
    return event


def crowded_round(club: Club, olga: User, tables: int) -> Round:
    """A published round of a night with so many tables, its people written straight into the database."""
    event = make_event(club, olga, name="Crowded")
    people = Player.objects.bulk_create(Player(name=f"Player {number}") for number in range(4 * tables))
    here = Entry.Status.CHECKED_IN
    Entry.objects.bulk_create(Entry(event=event, number=number, status=here) for number in range(1, 4 * tables + 1))
    numbered = Entry.objects.filter(event=event).order_by("number")
    pairs = zip(numbered, people, strict=True)
    EntryPlayer.objects.bulk_create(EntryPlayer(event=event, entry=entry, player=player) for entry, player in pairs)
    return publish(event, olga)


def knock_out(*sources: Places, name: str = "Bracket", **config: Any) -> StagePlan:
    return StagePlan("elimination", config, sources, name)


def rotation_final(*sources: Places) -> StagePlan:
    """For events of single players."""
    return StagePlan("rotation", {}, sources, "Final")


def plan_stage(event: Event, olga: User, plan: StagePlan) -> Stage:
    return stages.add_stage(event.pk, plan, context=context_of(olga))


def smaller_wins(one: int, other: int) -> bool:
    return one < other


def play_round(stage: Stage, olga: User, better: Better = smaller_wins) -> Round:
    """Draw, publish, play and close the next round."""
    number = stage.rounds.count() + 1
    row = rounds.draw_round(stage.pk, number, context=context_of(olga))
    row = rounds.publish_round(row.pk, context=context_of(olga), expected_version=row.revision)
    for match in row.matches.all():
        record(match, olga, better)
    return rounds.close_round(row.pk, context=context_of(olga), expected_version=row.revision)


def record(match: Match, olga: User, better: Better = smaller_wins) -> None:
    one, other = sides(match)
    results.record_result(match.pk, slip(10, 6) if better(one, other) else slip(6, 10), context=on_grid(olga))


def sides(match: Match) -> tuple[int, int]:
    """The entry number of both sides; of two partners, the smaller one."""
    one, other = match.seats.values("side").annotate(best=Min("entry__number")).order_by("side")
    return one["best"], other["best"]


def play_out(stage: Stage, olga: User, better: Better = smaller_wins) -> None:
    """Every round that the stage still has."""
    stage = Stage.objects.select_related("event").get(pk=stage.pk)
    while rounds.planned_rounds(stage, stage.rounds.count() + 1) > stage.rounds.count():
        play_round(stage, olga, better)


def begin(stage: Stage, olga: User, **more: Any) -> Stage:
    """As it is proposed."""
    proposed = proposal(stage)
    order = [line.entry.pk for line in proposed.lines if not line.has_left]
    return stages.begin_stage(stage.pk, order, context=context_of(olga), expected_version=proposed.seen, **more)


def numbers(stage: Stage) -> list[int]:
    """The proposed entry numbers, best seed first."""
    return [line.entry.number for line in proposal(stage).lines]


def field(stage: Stage) -> list[int]:
    return list(stage.places.order_by("seed").values_list("entry__number", flat=True))


def places(stage: Stage) -> dict[int, int]:
    """Entry number → place in the standings."""
    return dict(stage.standings.values_list("entry__number", "place"))


def entry(event: Event, number: int) -> Entry:
    return event.entries.get(number=number)


def pools(count: int) -> Format:
    """A round robin in so many pools: entry 1 in the first, entry 2 in the second, and so on round."""

    def members(request: DrawRequest) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(each for each in request.field if (each - 1) % count == pool) for pool in range(count))

    def parts(request: DrawRequest) -> Iterator[DrawRequest]:
        for pool in members(request):
            history = tuple(_within(row, pool) for row in request.history)
            yield dataclasses.replace(request, field=pool, history=history)

    def draw(config: Any, request: DrawRequest) -> RoundDraw:
        draws = [round_robin.draw_round(config, part) for part in parts(request)]
        tables = [table for each in draws for table in each.tables]
        return RoundDraw(
            request.number,
            tuple(TableDraw(number, table.sides) for number, table in enumerate(tables, start=1)),
            tuple(bye for each in draws for bye in each.byes),
        )

    def left(config: Any, request: DrawRequest) -> int:
        return max(round_robin.rounds_left(config, part) for part in parts(request))

    return dataclasses.replace(
        FORMATS["round_robin"], draw=draw, rounds_left=left, groups=lambda config, request: members(request)
    )


def _within(row: PlayedRound, pool: tuple[int, ...]) -> PlayedRound:
    tables = tuple(table for table in row.tables if set(table.draw.entries) <= set(pool))
    return PlayedRound(row.number, tables, tuple(bye for bye in row.byes if bye.entry in pool))
