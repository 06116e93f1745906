"""When somebody is missing, or comes, while a round is out: one table is changed, in one transaction."""

from collections.abc import Callable, Iterable, Mapping

from django.db import transaction

from games.engine.errors import RuleError
from games.engine.rules import rules_from
from games.models import Player
from tournaments.errors import Stale
from tournaments.formats.base import RoundDraw, Slip
from tournaments.models import Bye, Entry, Match, Membership, Round, Seat, Stage
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.attendance import entries
from tournaments.services.attendance.seat_changes import RoundNow, SeatChange, Way, ways_in, ways_out
from tournaments.services.journal import By
from tournaments.services.nights import rounds
from tournaments.services.nights.seating import reseat, write_seats
from tournaments.services.scores import match_tables, results
from tournaments.services.scores.settle import settle_stage


@transaction.atomic
def sit_in(round_id: int, entry_id: int, leaving: Player, coming: Player | str, *, by: By, seen: int) -> Entry:
    """Let somebody play the round out in another's chair. The points go to the entry whose chair it is.

    A single player who is replaced is marked as gone; a pair stays in, its own player has the chair back in the next
    round. coming: the name of somebody new, or a player.
    """
    row = rounds.lock_round(round_id)
    body = {"round": round_id, "entry": entry_id, "leaving": leaving.pk,
            "coming": entries.named(coming), "seen": seen}  # fmt: skip
    if journal.replayed(by, "sit_in", body):
        return Entry.objects.get(pk=entry_id)
    require(by.actor, Verb.RUN_EVENT, row)
    rounds.check_revision(row, seen, Round.Status.PUBLISHED)
    entry = _entry(row, entry_id)
    seat = Seat.objects.select_related("match").filter(round=row, entry=entry, player=leaving).first()
    if seat is None or seat.match.last_version:
        raise Stale(
            "The chair of {leaving} is not free: somebody else has it, or its table has reported.", leaving=leaving
        )
    seat.player = entries.known_player(row.stage.event, coming)
    _check_free(row, seat.player)
    seat.save(update_fields=["player"])
    match_tables.follow_chair(seat.match)
    _note(row)
    if row.stage.play.entry_size == 1:
        _mark_gone(row, entry, by)
    journal.write(row.stage.event, "sit_in", by, body, round=row, match=seat.match, entry=entry)
    return entry


@transaction.atomic
def take_place(round_id: int, absent_id: int, coming_id: int, *, by: By, seen: int) -> Round:
    """Let an entry that has no table take the place of one that is not there. It plays for itself."""
    body = {"round": round_id, "absent": absent_id, "coming": coming_id, "seen": seen}

    def fits(change: SeatChange) -> bool:
        return change.way is Way.TAKE_PLACE and change.instead is not None and change.instead.pk == coming_id

    return _change("take_place", round_id, absent_id, ways_out, fits, body, by, seen, coming_id)


@transaction.atomic
def join_round(round_id: int, entry_id: int, table: int, *, by: By, seen: int) -> Round:
    """Seat somebody who came late: on a free chair of a table, or at a new one with those who sit out."""
    body = {"round": round_id, "entry": entry_id, "table": table, "seen": seen}

    def fits(change: SeatChange) -> bool:
        return change.way is Way.JOIN and change.table == table

    return _change("join_round", round_id, entry_id, ways_in, fits, body, by, seen, entry_id)


@transaction.atomic
def play_short(round_id: int, absent_id: int, way: Way, *, by: By, seen: int) -> Round:
    """Let a table go on without somebody who is not there: three-handed, or not at all. way: THREE or NOT_PLAYED."""
    body = {"round": round_id, "absent": absent_id, "way": str(way), "seen": seen}
    return _change("play_short", round_id, absent_id, ways_out, lambda change: change.way is way, body, by, seen)


@transaction.atomic
def no_show(round_id: int, entry_id: int, *, by: By, seen: int) -> Round:
    """Record that an entry did not play in a published round: its side forfeits the table, and it is marked as gone."""
    row = rounds.lock_round(round_id)
    body = {"round": round_id, "entry": entry_id, "seen": seen}
    if journal.replayed(by, "no_show", body):
        return row
    require(by.actor, Verb.RUN_EVENT, row)
    rounds.check_revision(row, seen, Round.Status.PUBLISHED)
    entry = _entry(row, entry_id)
    seat = Seat.objects.select_related("match").filter(round=row, entry=entry).first()
    if seat is None:
        raise Stale("{entry} has no table in this round.", entry=entry.name)
    plain = By(by.actor, by.source)
    results.record_result(seat.match_id, forfeit_slip(row.stage, seat.match, seat.side), by=plain, seen=0)
    _mark_gone(row, entry, by)
    journal.write(row.stage.event, "no_show", by, body, round=row, match=seat.match, entry=entry)
    return row


def forfeit_slip(stage: Stage, match: Match, side: int) -> Slip:
    """What the other side is awarded: a game, or a point for every hand of the round. RuleError for three sides."""
    if Seat.objects.filter(match=match).values("side").distinct().count() != 2:
        raise RuleError(
            "{match} plays three-handed. Enter on its page what each of the others is awarded.", match=match
        )
    rules = rules_from(stage.rules)
    award = rules.number_of_hands or rules.play_to
    return Slip(tuple(0 if each == side else award for each in range(2)), forfeited=(side,))


Ways = Callable[[RoundNow, Entry], Iterable[SeatChange]]


def _change(
    verb: str, round_id: int, entry_id: int, ways: Ways, fits: Callable[[SeatChange], bool], body: Mapping[str, object],
    by: By, seen: int, arriving: int | None = None,
) -> Round:  # fmt: skip
    """arriving: an entry that is here now, if nobody has ticked it yet."""
    row, asked = rounds.lock_round(round_id), dict(body)
    if journal.replayed(by, verb, asked):
        return row
    require(by.actor, Verb.RUN_EVENT, row)
    rounds.check_revision(row, seen, Round.Status.PUBLISHED)
    entry = _entry(row, entry_id)
    if arriving:
        entries.check_in(_entry(row, arriving).pk, by=By(by.actor, by.source))
        row.stage.event.refresh_from_db(fields=["version"])
    now = RoundNow(row)
    change = next(filter(fits, ways(now, now.entries[entry.number])), None)
    if change is None:
        raise Stale("{entry}: that is not possible any more. Look at what is.", entry=entry.name)
    _write(now, change)
    if change.way is not Way.JOIN:
        _mark_gone(row, entry, by)
    about = change.instead if change.instead else entry
    detail = {"table": change.table, "places": [entry.number]}
    journal.write(row.stage.event, verb, by, asked, round=row, entry=about, detail=detail)
    settle_stage(row.stage_id)
    return row


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


def _note(row: Round) -> None:
    row.revision += 1
    row.save(update_fields=["revision", "reasons"])


def _mark_gone(row: Round, entry: Entry, by: By) -> None:
    entries.drop_out(entry.pk, by=By(by.actor, by.source))
    row.stage.event.refresh_from_db(fields=["version"])


def _entry(row: Round, entry_id: int) -> Entry:
    entry = row.stage.event.entries.prefetch_related("lineup__player").filter(pk=entry_id).first()
    if entry is None:
        raise RuleError("That player is not entered in this event.")
    return entry


def _check_free(row: Round, coming: Player) -> None:
    if not Membership.objects.filter(club=row.stage.event.club, player=coming).exists():
        raise RuleError("Only players known to the club can sit in. Enter the name as a new one instead.")
    if Seat.objects.filter(round=row, player=coming).exists():
        raise RuleError("{coming} has a chair in this round already. Choose somebody who is free.", coming=coming)
