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
    for round_ in rounds:
        check_none_reported(round_)
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
    entry_players = EntryPlayer.objects.filter(event=stage.event_id, is_active=True, player__in=chairs).select_related(
        "entry"
    )
    return {
        entry_player.entry.number
        for entry_player in entry_players
        if chairs[entry_player.player_id] != entry_player.entry_id
    }


def _request(stage: Stage) -> DrawRequest:
    """A round takes no further matches once it is closed, or a score that it follows has changed."""
    standing = set(based_on(stage))
    full = [
        round_.number
        for round_ in stage.rounds.all()
        if round_.status == Status.CLOSED or set(round_.based_on) - standing
    ]
    request = request_after(stage, played_rounds(stage), field_of(stage))
    return dataclasses.replace(request, number=max(full, default=0) + 1)


def _do_what_is_due(stage: Stage, context: Context) -> bool:
    """A step at a time, because each changes what comes next: what is wrong is called off, forfeits are written down,
    matches are called, rounds are closed. False when there was nothing to do."""
    openings = openings_now(stage)
    if off := [stray for stray in openings.strays if _call_off(stage, stray, context)]:
        return bool(off)
    forfeits = [opening for opening in openings.opening if opening.forfeited]
    opening = forfeits or openings.opening
    if not opening and not stage.rounds.exists():
        raise RuleError("No table is free for {stage}. Reopen one on the “Seating requests” page.", stage=stage.title)
    for round_ in {opened.pk: opened for opened in [_open(stage, due, openings, context) for due in opening]}.values():
        round_published.send(Round, round=round_)
    return bool([*opening, *_close_rounds(stage, context)])


def _open(stage: Stage, opening: Opening, openings: Openings, context: Context) -> Round:
    entries = {entry.number: entry for entry in stage.event.entries.prefetch_related("lineup__player")}
    opening = dataclasses.replace(opening, round=max(opening.round, _last_seat(stage, opening, entries) + 1))
    round_ = _round_for(stage, opening, openings, context)
    called_in = None if opening.forfeited else stage
    match = Match.objects.create(round=round_, table=opening.table.table, called_in=called_in)
    write_seats(match, opening.table, entries)
    if opening.forfeited:
        results.record_result(match.pk, _forfeit(stage, opening), context=context)
    else:
        context.log(action=Action.OPEN_MATCH, match=match, round=round_)
        match_tables.open_anew(match)
    return round_


def _last_seat(stage: Stage, opening: Opening, entries: Mapping[int, Entry]) -> int:
    """The latest round in which a player of this match had a chair, perhaps for another entry; 0: none."""
    lineup = (
        entry_player
        for number in opening.table.entries
        for entry_player in entries[number].lineup.all()
        if entry_player.is_active
    )
    seats = Seat.objects.filter(round__stage=stage, player__in=[entry_player.player_id for entry_player in lineup])
    return seats.aggregate(last=Max("round__number"))["last"] or 0


def _round_for(stage: Stage, opening: Opening, openings: Openings, context: Context) -> Round:
    """The round of the match, with the match in it: a new one, which everyone sees at once, or a published one."""
    round_ = stage.rounds.filter(number=opening.round).first()
    is_new = round_ is None
    round_ = round_ or Round(stage=stage, number=opening.round, status=Status.PUBLISHED, opens_singly=True, version=1)
    round_.stage = stage
    round_.reasons = [*round_.reasons, opening.reason]
    earlier = ResultEntry.objects.filter(pk__in=based_on(stage), match__round__number__lt=opening.round)
    round_.based_on = sorted({*round_.based_on, *earlier.values_list("pk", flat=True)})
    used = (
        {opening.table.table, *round_.matches.values_list("table", flat=True)} if not is_new else {opening.table.table}
    )
    wishes = constraints_of(stage.event)
    closed = tuple(number for number in wishes.closed_tables if number not in used)
    round_.wishes = dataclasses.asdict(dataclasses.replace(wishes, closed_tables=closed))
    round_.save()
    if is_new:
        entries = {entry.number: entry for entry in stage.event.entries.all()}
        Bye.objects.bulk_create(
            Bye(round=round_, entry=entries[bye.entry], points=bye.points, reason=bye.reason, halves=bye.halves)
            for bye in openings.byes
        )
        context.log(action=Action.PUBLISH_ROUND, round=round_)
    return round_


def _forfeit(stage: Stage, opening: Opening) -> Slip:
    points = tuple(
        0 if len(opening.forfeited) == 2 or side in opening.forfeited else forfeit_points(stage) for side in (0, 1)
    )
    return Slip(points, forfeited=opening.forfeited)


def _call_off(stage: Stage, stray: Stray, context: Context) -> bool:
    round_ = stage.rounds.get(number=stray.round)
    round_.stage = stage
    match = round_.matches.get(table=stray.table.table)
    match.round = round_
    return _take_off(match, context)


def _take_off(match: Match, context: Context) -> bool:
    """Whether the match could go: it had no score, and no game online. Its round goes with it, if it was the last."""
    round_ = match.round
    if match.last_version or match.pk in match_tables.begun_matches(round_):
        return False
    match_tables.close_tables([match.pk])
    entries = {seat.entry for seat in match.seats.select_related("entry") if seat.entry}
    match.delete()
    if round_.number == 1:
        # The first round says who is in the bracket.
        Bye.objects.bulk_create(
            Bye(round=round_, entry=entry, points=0, reason=_WAITS(entry=EntryRef(entry.number))) for entry in entries
        )
    context.log(action=Action.CALL_OFF_MATCH, round=round_, detail={"table": match.table})
    is_last = round_.number > 1 and not round_.stage.rounds.filter(number__gt=round_.number).exists()
    if is_last and not round_.matches.exists():
        round_.delete()
    else:
        round_.revision += 1
        round_.save(update_fields=["revision"])
    return True


def _close_rounds(stage: Stage, context: Context) -> Iterator[Round]:
    """From the first on: those before a round that is played are over."""
    for round_ in stage.rounds.filter(status=Status.PUBLISHED, opens_singly=True):
        if any(not match.is_terminal for match in round_.matches.all()):
            return
        round_.stage = stage
        round_.status = Status.CLOSED
        round_.revision += 1
        round_.save(update_fields=["status", "revision"])
        context.log(action=Action.CLOSE_ROUND, round=round_)
        yield round_
