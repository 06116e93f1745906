"""Brackets whose matches open singly: each match is called to a table as soon as its sides are known and one is free.

A round groups such matches in the table of results: no one has two matches in it, and neither has a table.
"""

import dataclasses
from collections.abc import Iterator, Mapping

from django.db.models import Max

from games.engine.errors import RuleError
from games.engine.messages import message
from tournaments.activity_log.models import Action
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.commands import command, lock_stage
from tournaments.context import SITE, Context
from tournaments.errors import CannotDraw
from tournaments.events.models import Event, Stage, Where
from tournaments.formats.base import DrawRequest, Slip
from tournaments.formats.brackets.openings import Opening, Openings, Stray
from tournaments.formats.numbers import EntryRef
from tournaments.permissions import Permission
from tournaments.results import commands as results
from tournaments.results import match_tables
from tournaments.results.history import (
    based_on,
    constraints_of,
    field_of,
    played_rounds,
    request_after,
)
from tournaments.results.models import ResultEntry
from tournaments.results.scoring import forfeit_points
from tournaments.results.standings_update import settle_stage
from tournaments.rounds.commands import check_none_reported, check_turn
from tournaments.rounds.models import Bye, Match, Round, Seat
from tournaments.rounds.seat_rows import write_seats
from tournaments.signals import round_published

Status = Round.Status
_WAITS = message("{entry} is waiting for a match.")


@command(Action.OPEN_MATCH, lock=lock_stage, permission=Permission.RUN_EVENT)
def open_matches(stage: Stage, *, context: Context) -> Stage:
    """Calls every match that can be played now, including the first ones of the stage, and closes rounds that are over.

    Once, five times or late: the same. A match that others should now play, because an earlier score was changed, is
    called off while it has no score of its own. An entry that left forfeits what comes up. RuleError when no one can be
    called at the start.
    """
    if not stage.opens_singly:
        raise RuleError("{stage} is played round by round. Draw its next round.", stage=stage.title)
    check_turn(stage)
    is_changed = False
    while _do_what_is_due(stage, context):
        is_changed = True
    if is_changed:
        settle_stage(stage.pk)
    return stage


@command(Action.TAKE_BACK_START, lock=lock_stage, permission=Permission.RUN_EVENT)
def take_back_start(stage: Stage, *, context: Context) -> Stage:
    """Cancel all called matches while no table has reported. The next start lays out the bracket again."""
    check_turn(stage)
    rounds = list(stage.rounds.filter(opens_singly=True))
    for row in rounds:
        check_none_reported(row)
    if rounds:
        match_tables.close_tables(Match.objects.filter(round__in=rounds).values_list("pk", flat=True))
        stage.rounds.filter(opens_singly=True).delete()
        context.log(detail={"stage": stage.number, "title": stage.kept_title})
        settle_stage(stage.pk)
    return stage


def call_off(stage: Stage, *, context: Context) -> None:
    """Take every match without a score off its table, because the event ends early. For `finish_event`."""
    for match in Match.objects.filter(called_in=stage).select_related("round"):
        match.round.stage = stage
        _take_off(match, context)
    list(_close_rounds(stage, context))


def follow(stage: Stage) -> None:
    """What a settled score, or a departure, opens. Nothing where no start was made, or everything is over."""
    if stage.opens_singly and is_under_way(stage):
        open_matches(stage.pk, context=SITE)


def is_under_way(stage: Stage) -> bool:
    """Whether matches were called here and more may be."""
    try:
        check_turn(stage)
    except RuleError:
        return False
    return stage.rounds.exists()


def openings_now(stage: Stage) -> Openings:
    """What can open now. CannotDraw before the first round, when there is no one to play."""
    play = stage.play
    assert play.openings, "only a format whose matches open singly is asked"
    try:
        return play.openings(stage.settings, _request(stage), tables_of(stage.event), _busy(stage))
    except RuleError as refusal:
        raise CannotDraw(refusal.words) from refusal


def tables_of(event: Event) -> int | None:
    """The number of tables in the hall, or None for enough."""
    return event.venue.tables if event.venue and event.where != Where.ONLINE else None


def _busy(stage: Stage) -> set[int]:
    """Entries with a player who sits in for another entry, at a table that is being played."""
    chairs = dict(Seat.objects.filter(called_in=stage).values_list("player", "entry"))
    rows = EntryPlayer.objects.filter(event=stage.event_id, is_active=True, player__in=chairs).select_related("entry")
    return {row.entry.number for row in rows if chairs[row.player_id] != row.entry_id}


def _request(stage: Stage) -> DrawRequest:
    """A round takes no further matches once it is closed, or a score that it follows has changed."""
    standing = set(based_on(stage))
    full = [row.number for row in stage.rounds.all() if row.status == Status.CLOSED or set(row.based_on) - standing]
    request = request_after(stage, played_rounds(stage), field_of(stage))
    return dataclasses.replace(request, number=max(full, default=0) + 1)


def _do_what_is_due(stage: Stage, context: Context) -> bool:
    """A step at a time, because each changes what comes next: what is wrong is called off, forfeits are written down,
    matches are called, rounds are closed. False when there was nothing to do."""
    found = openings_now(stage)
    if off := [one for one in found.strays if _call_off(stage, one, context)]:
        return bool(off)
    forfeits = [one for one in found.opening if one.forfeited]
    opening = forfeits or found.opening
    if not opening and not stage.rounds.exists():
        raise RuleError("No table is free for {stage}. Reopen one on the “Seating requests” page.", stage=stage.title)
    for row in {row.pk: row for row in [_open(stage, one, found, context) for one in opening]}.values():
        round_published.send(Round, round=row)
    return bool([*opening, *_close_rounds(stage, context)])


def _open(stage: Stage, one: Opening, found: Openings, context: Context) -> Round:
    entries = {entry.number: entry for entry in stage.event.entries.prefetch_related("lineup__player")}
    one = dataclasses.replace(one, round=max(one.round, _last_seat(stage, one, entries) + 1))
    row = _round_for(stage, one, found, context)
    called_in = None if one.forfeited else stage
    match = Match.objects.create(round=row, table=one.table.table, called_in=called_in)
    write_seats(match, one.table, entries)
    if one.forfeited:
        results.record_result(match.pk, _forfeit(stage, one), context=context)
    else:
        context.log(action=Action.OPEN_MATCH, match=match, round=row)
        match_tables.open_anew(match)
    return row


def _last_seat(stage: Stage, one: Opening, entries: Mapping[int, Entry]) -> int:
    """The latest round in which a player of this match had a chair, perhaps for another entry; 0: none."""
    lineup = (row for number in one.table.entries for row in entries[number].lineup.all() if row.is_active)
    seats = Seat.objects.filter(round__stage=stage, player__in=[row.player_id for row in lineup])
    return seats.aggregate(last=Max("round__number"))["last"] or 0


def _round_for(stage: Stage, one: Opening, found: Openings, context: Context) -> Round:
    """The round of the match, with the match in it: a new one, which everyone sees at once, or a published one."""
    row = stage.rounds.filter(number=one.round).first()
    is_new = row is None
    row = row or Round(stage=stage, number=one.round, status=Status.PUBLISHED, opens_singly=True, version=1)
    row.stage = stage
    row.reasons = [*row.reasons, one.reason]
    earlier = ResultEntry.objects.filter(pk__in=based_on(stage), match__round__number__lt=one.round)
    row.based_on = sorted({*row.based_on, *earlier.values_list("pk", flat=True)})
    used = {one.table.table, *row.matches.values_list("table", flat=True)} if not is_new else {one.table.table}
    wishes = constraints_of(stage.event)
    closed = tuple(number for number in wishes.closed_tables if number not in used)
    row.wishes = dataclasses.asdict(dataclasses.replace(wishes, closed_tables=closed))
    row.save()
    if is_new:
        entries = {entry.number: entry for entry in stage.event.entries.all()}
        Bye.objects.bulk_create(
            Bye(round=row, entry=entries[bye.entry], points=bye.points, reason=bye.reason, halves=bye.halves)
            for bye in found.byes
        )
        context.log(action=Action.PUBLISH_ROUND, round=row)
    return row


def _forfeit(stage: Stage, one: Opening) -> Slip:
    points = tuple(0 if len(one.forfeited) == 2 or side in one.forfeited else forfeit_points(stage) for side in (0, 1))
    return Slip(points, forfeited=one.forfeited)


def _call_off(stage: Stage, one: Stray, context: Context) -> bool:
    row = stage.rounds.get(number=one.round)
    row.stage = stage
    match = row.matches.get(table=one.table.table)
    match.round = row
    return _take_off(match, context)


def _take_off(match: Match, context: Context) -> bool:
    """Whether the match could go: it had no score, and no game online. Its round goes with it, if it was the last."""
    row = match.round
    if match.last_version or match.pk in match_tables.begun_matches(row):
        return False
    match_tables.close_tables([match.pk])
    entries = {seat.entry for seat in match.seats.select_related("entry") if seat.entry}
    match.delete()
    if row.number == 1:
        # The first round says who is in the bracket.
        Bye.objects.bulk_create(
            Bye(round=row, entry=entry, points=0, reason=_WAITS(entry=EntryRef(entry.number))) for entry in entries
        )
    context.log(action=Action.CALL_OFF_MATCH, round=row, detail={"table": match.table})
    is_last = row.number > 1 and not row.stage.rounds.filter(number__gt=row.number).exists()
    if is_last and not row.matches.exists():
        row.delete()
    else:
        row.revision += 1
        row.save(update_fields=["revision"])
    return True


def _close_rounds(stage: Stage, context: Context) -> Iterator[Round]:
    """From the first on: those before a round that is played are over."""
    for row in stage.rounds.filter(status=Status.PUBLISHED, opens_singly=True):
        if any(not match.is_terminal for match in row.matches.all()):
            return
        row.stage = stage
        row.status = Status.CLOSED
        row.revision += 1
        row.save(update_fields=["status", "revision"])
        context.log(action=Action.CLOSE_ROUND, round=row)
        yield row
