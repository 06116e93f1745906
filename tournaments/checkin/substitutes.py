"""Changes one table of a published round, in one transaction, when someone is missing or comes late."""

from collections.abc import Callable, Iterable

from django.db.models import Q

from games.accounts.models import Player
from games.engine.errors import RuleError
from tournaments.activity_log.models import Action
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.checkin.seat_changes import RoundNow, SeatChange, Way, ways_in, ways_out
from tournaments.clubs.models import Membership
from tournaments.commands import command, lock_round
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.events.models import Stage
from tournaments.formats.base import RoundDraw, Slip
from tournaments.permissions import Permission
from tournaments.results import commands as results
from tournaments.results import match_tables
from tournaments.results.scoring import forfeit_points
from tournaments.results.standings_update import settle_stage
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Bye, Match, Round, Seat
from tournaments.rounds.seat_rows import reseat, write_seats
from tournaments.rounds.seen_deals import check_unseen


@command(Action.SIT_IN, lock=lock_round, permission=Permission.RUN_EVENT, version=rounds.is_published)
def sit_in(
    round_: Round, entry_id: int, leaving: Player, coming: Player | str, *, context: Context, expected_version: int
) -> Entry:
    """Lets someone play the round out in another player's chair. The points go to the entry whose chair it is.

    A single player who is replaced is marked as gone; a pair stays in, and its own player has the chair back in the
    next round. coming: the name of someone new, or a player.
    """
    entry = _entry(round_, entry_id)
    seat = Seat.objects.select_related("match").filter(round=round_, entry=entry, player=leaving).first()
    if seat is None or seat.match.last_version:
        raise Conflict(
            "{leaving}’s seat isn’t free. Another player has it, or the table has reported its score.", leaving=leaving
        )
    seat.player = entries.known_player(round_.stage.event, coming)
    _check_free(round_, seat.player)
    seat.save(update_fields=["player"])
    check_unseen(round_)
    match_tables.follow_chair(seat.match)
    _note(round_)
    if round_.stage.play.entry_size == 1:
        entries.drop_out(entry.pk, context=context)
    context.log(round=round_, match=seat.match, entry=entry)
    return entry


@command(Action.TAKE_PLACE, lock=lock_round, permission=Permission.RUN_EVENT, version=rounds.is_published)
def take_place(round_: Round, absent_id: int, coming_id: int, *, context: Context, expected_version: int) -> Round:
    """Let an entry that has no table take the place of one that is not there. It plays for itself."""

    def fits(change: SeatChange) -> bool:
        return change.way is Way.TAKE_PLACE and change.instead is not None and change.instead.pk == coming_id

    return _change(round_, absent_id, ways_out, fits, context, coming_id)


@command(Action.JOIN_ROUND, lock=lock_round, permission=Permission.RUN_EVENT, version=rounds.is_published)
def join_round(round_: Round, entry_id: int, table: int, *, context: Context, expected_version: int) -> Round:
    """Seats someone who came late: on a free chair of a table, or at a new one with those who sit out."""

    def fits(change: SeatChange) -> bool:
        return change.way is Way.JOIN and change.table == table

    return _change(round_, entry_id, ways_in, fits, context, entry_id)


@command(Action.PLAY_SHORT, lock=lock_round, permission=Permission.RUN_EVENT, version=rounds.is_published)
def play_short(round_: Round, absent_id: int, way: Way, *, context: Context, expected_version: int) -> Round:
    """Lets a table go on without a missing player: three-handed, or not at all. way: THREE or NOT_PLAYED."""
    return _change(round_, absent_id, ways_out, lambda change: change.way is way, context)


@command(Action.NO_SHOW, lock=lock_round, permission=Permission.RUN_EVENT, version=rounds.is_published)
def no_show(round_: Round, entry_id: int, *, context: Context, expected_version: int) -> Round:
    """Record that an entry did not play in a published round: its side forfeits the table, and it is marked as gone."""
    entry = _entry(round_, entry_id)
    seat = Seat.objects.select_related("match").filter(round=round_, entry=entry).first()
    if seat is None:
        raise Conflict("{entry} isn’t at a table in this round. Reload the page.", entry=entry.name)
    slip = forfeit_slip(round_.stage, seat.match, seat.side)
    results.record_result(seat.match_id, slip, context=context, expected_version=0)
    entries.drop_out(entry.pk, context=context)
    context.log(round=round_, match=seat.match, entry=entry)
    return round_


def forfeit_slip(stage: Stage, match: Match, side: int) -> Slip:
    """The other side is awarded what a forfeit is worth. RuleError for three sides."""
    if Seat.objects.filter(match=match).values("side").distinct().count() != 2:
        raise RuleError(
            "{match} plays three-handed. On its page, enter the points for each remaining player.", match=match
        )
    award = forfeit_points(stage)
    return Slip(tuple(0 if each == side else award for each in range(2)), forfeited=(side,))


Ways = Callable[[RoundNow, Entry], Iterable[SeatChange]]


def _change(
    round_: Round,
    entry_id: int,
    ways: Ways,
    fits: Callable[[SeatChange], bool],
    context: Context,
    arriving: int | None = None,
) -> Round:
    """arriving: an entry that is here now, if it has not been checked in yet."""
    entry = _entry(round_, entry_id)
    if arriving:
        entries.check_in(_entry(round_, arriving).pk, context=context)
    now = RoundNow(round_)
    change = next(filter(fits, ways(now, now.entries[entry.number])), None)
    if change is None:
        raise Conflict(
            "That option is no longer available for {entry}. Choose one of the options shown.", entry=entry.name
        )
    _write(now, change)
    check_unseen(round_)
    if change.way is not Way.JOIN:
        entries.drop_out(entry.pk, context=context)
    about = change.instead if change.instead else entry
    detail = {"table": change.table, "places": [entry.number]}
    context.log(round=round_, entry=about, detail=detail)
    settle_stage(round_.stage_id)
    return round_


def _write(now: RoundNow, change: SeatChange) -> None:
    """Bring the one table and those who sit out from what they are to what they will be."""
    before, after = ({table.table: table for table in drawn.tables} for drawn in (now.drawn, change.after))
    for number in before.keys() | after.keys():
        match = now.matches.get(number)
        if number not in after:
            match_tables.close_tables([now.matches[number].pk])
            now.matches[number].delete()
        elif match is None:
            match = Match.objects.create(round=now.row, table=number)
            write_seats(match, after[number], now.entries)
            match_tables.open_anew(match)
        elif before[number] != after[number]:
            reseat(match, after[number], now.entries)
            match.round = now.row
            match_tables.open_anew(match)
    _write_byes(now, change.after)
    now.row.reasons = list(change.after.reasons)
    _note(now.row)


def _write_byes(now: RoundNow, after: RoundDraw) -> None:
    wanted, there = {bye.entry for bye in after.byes}, {bye.entry for bye in now.drawn.byes}
    now.row.byes.exclude(entry__number__in=wanted).delete()
    Bye.objects.bulk_create(
        Bye(round=now.row, entry=now.entries[bye.entry], points=bye.points, reason=bye.reason, halves=bye.halves)
        for bye in after.byes
        if bye.entry not in there
    )


def _note(round_: Round) -> None:
    round_.revision += 1
    round_.save(update_fields=["revision", "reasons"])


def _entry(round_: Round, entry_id: int) -> Entry:
    entry = round_.stage.event.entries.prefetch_related("lineup__player").filter(pk=entry_id).first()
    if entry is None:
        raise RuleError("That player isn’t entered in this event. Reload the page.")
    return entry


def _check_free(round_: Round, coming: Player) -> None:
    if not Membership.objects.filter(club=round_.stage.event.club, player=coming).exists():
        raise RuleError("That player isn’t in the club. Enter the name as a new player instead.")
    if Seat.objects.filter(Q(round=round_) | Q(called_in=round_.stage), player=coming).exists():
        raise RuleError("{coming} already has a seat in this round. Choose someone who is free.", coming=coming)
