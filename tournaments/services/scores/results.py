"""The one door for results. Slips, grid, admin, API, online tables: all of them end here and nowhere else."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from games.doorbell import ring
from games.engine.errors import RuleError
from games.engine.language import say
from games.models import Player
from tournaments.errors import NotAllowed, Stale
from tournaments.formats.base import Slip
from tournaments.models import Confirmation, Event, JournalEntry, Match, ResultEntry, Round, ShownPrizes, Source
from tournaments.permissions import SEATED, Verb, may, require, roles, side_of
from tournaments.services import journal
from tournaments.services.journal import By
from tournaments.services.scores import match_tables
from tournaments.services.scores.positions import Position, agree, describe, fold
from tournaments.services.scores.scoring import check_slip
from tournaments.services.scores.seats import in_words, seat_now
from tournaments.services.webhooks.told import tell_result
from tournaments.slips import slip_data

Kind = ResultEntry.Kind
State = Match.State
DECISIONS = (Kind.CONFIRM, Kind.RECORD, Kind.CORRECTION, Kind.VOID)


@transaction.atomic
def record_result(
    match_id: int, slip: Slip, *, by: By, seen: int | None = None, seating: int | None = None
) -> ResultEntry:
    """Report a match's result.

    An official's word stands. A player's waits for the other side (or stands, where the event says so); the same
    score from the other side confirms it, a different one makes it disputed and both are kept. seen: the result
    version that the form showed. seating: the publication of the round that it showed.
    """
    match = journal.lock_match(match_id)
    body = {"match": match_id, "slip": slip_data(slip)}
    if done := journal.replayed(by, "record_result", body):
        return _result_of(done)
    require(by.actor, Verb.REPORT_SCORE, match)
    is_official = _is_official(by, match)
    _check_round(match, seating, is_official, by.actor.player)
    if slip.forfeited and not is_official:
        raise NotAllowed("Only an organizer can say that a side did not play. Ask one.")
    check_slip(match, slip)
    present = fold(match.results.all())
    if repeated := _already_said(present, slip, side_of(by.actor, match), is_official):
        return repeated
    _check_seen(match, present, seen, by, is_official)
    kind, slip = _kind(match, present, slip, by, is_official)
    side = side_of(by.actor, match) if kind == Kind.CLAIM else None
    return _append(match, kind, slip_data(slip), by, "record_result", body, side=side)


@transaction.atomic
def confirm_result(match_id: int, *, by: By, seen: int) -> ResultEntry:
    """Agree with the waiting claim of the other side, or accept it as an official."""
    return _answer(match_id, Kind.CONFIRM, by, seen)


@transaction.atomic
def dispute_result(match_id: int, *, by: By, seen: int) -> ResultEntry:
    """Say that the waiting claim is wrong without a score of one's own; an official decides."""
    return _answer(match_id, Kind.DISPUTE, by, seen)


@transaction.atomic
def correct_result(match_id: int, slip: Slip, *, reason: str, by: By, seen: int) -> ResultEntry:
    """Replace a result that counts (or was void). Published pairings stay as they are."""
    match = journal.lock_match(match_id)
    body = {"match": match_id, "slip": slip_data(slip), "reason": reason}
    if done := journal.replayed(by, "correct_result", body):
        return _result_of(done)
    require(by.actor, Verb.ENTER_SCORES, match)
    _check_no_prizes(match)
    check_correction(match, slip, seen)
    return _append(match, Kind.CORRECTION, slip_data(slip), by, "correct_result", body, reason=_needed(reason))


@transaction.atomic
def void_result(match_id: int, *, reason: str, by: By, seen: int) -> ResultEntry:
    """Declare that a match does not count. It is finished all the same, so the round can be closed."""
    match = journal.lock_match(match_id)
    body = {"match": match_id, "reason": reason}
    if done := journal.replayed(by, "void_result", body):
        return _result_of(done)
    require(by.actor, Verb.ENTER_SCORES, match)
    _check_no_prizes(match)
    check_void(match, seen)
    return _append(match, Kind.VOID, {}, by, "void_result", body, reason=_needed(reason))


def append_agreed(match: Match, slip: Slip | None, reason: str, by: By) -> ResultEntry:
    """The correction, or void (None), that two officials agreed to. Only for `second_person`, which checks that."""
    verb, kind = ("correct_result", Kind.CORRECTION) if slip else ("void_result", Kind.VOID)
    data = slip_data(slip) if slip else {}
    return _append(match, kind, data, by, verb, {"match": match.pk, "slip": data, "reason": reason}, reason=reason)


def check_correction(match: Match, slip: Slip, seen: int) -> None:
    """Stale or RuleError unless the result can be replaced by that slip."""
    if not match.is_terminal:
        raise RuleError("{match} has no result yet. Enter it instead of correcting it.", match=match)
    _check_version(match, seen)
    check_slip(match, slip)


def check_void(match: Match, seen: int) -> None:
    _check_round(match, None, is_official=True)
    _check_version(match, seen)


def _check_no_prizes(match: Match) -> None:
    if ShownPrizes.objects.filter(event=match.round.stage.event).exists():
        raise RuleError(
            "The prizes were shown, so a second official has to agree to another result. Propose it on the page of "
            "the match; the result changes when somebody else agrees."
        )


@transaction.atomic
def reopen_result(match_id: int, *, by: By, seen: int, reason: str = "") -> ResultEntry:
    """Take back the last decision about a match, as long as its round is open: what was reported before waits again."""
    match = journal.lock_match(match_id)
    body = {"match": match_id, "seen": seen, "reason": reason}
    if done := journal.replayed(by, "reopen_result", body):
        return _result_of(done)
    require(by.actor, Verb.ENTER_SCORES, match)
    _check_version(match, seen)
    if match.round.status != Round.Status.PUBLISHED:
        raise RuleError(
            "{round} is closed, so every table needs a decision. Correct the score instead.", round=match.round
        )
    if not match.results.filter(version=seen, kind__in=DECISIONS).exists():
        raise RuleError("Nothing was decided at {match} last that could be taken back.", match=match)
    return _append(match, Kind.REOPEN, {}, by, "reopen_result", body, reason=reason.strip())


def _answer(match_id: int, kind: Kind, by: By, seen: int) -> ResultEntry:
    verb = f"{kind.value}_result"
    match = journal.lock_match(match_id)
    body = {"match": match_id, "seen": seen}
    if done := journal.replayed(by, verb, body):
        return _result_of(done)
    require(by.actor, Verb.ANSWER_SCORE, match)
    _check_round(match, None, is_official=True)
    present = fold(match.results.all())
    if match.last_version != seen or present.state != State.WAITING:
        raise Stale("This has changed meanwhile. {present}", present=describe(match, present))
    [claim] = present.claims
    if not _is_official(by, match) and side_of(by.actor, match) == claim.side:
        raise NotAllowed("Your own side reported this score; a player of the other side has to agree.")
    return _append(match, kind, claim.slip, by, verb, body)


def _append(
    match: Match, kind: Kind, slip: dict[str, Any], by: By, verb: str, body: dict[str, Any],
    *, side: int | None = None, reason: str = "",
) -> ResultEntry:  # fmt: skip
    before = match.standing.score if match.standing else ""
    stood = match.state, match.standing_id
    entry = ResultEntry.objects.create(
        match=match, version=match.last_version + 1, kind=kind, slip=slip, side=side, reason=reason,
        source=by.source, user=by.actor.user, player=by.actor.player,
    )  # fmt: skip
    now = fold(match.results.all())
    match.last_version, match.state, match.standing = entry.version, now.state, now.standing
    match.unsettled_since = timezone.now()
    match.save(update_fields=["last_version", "state", "standing", "unsettled_since"])
    if match.is_terminal:
        match_tables.close_tables([match.pk])
    detail = {"before": before} | ({"own_match": True} if _rules_on_own_match(kind, match, by) else {})
    about = {"match": match, "round": match.round, "result": entry, "reason": reason, "detail": detail}
    journal.write(match.round.stage.event, verb, by, body, **about)
    tell_result(match, stood, entry)
    ring("tournaments.tasks.settle_match_task", match.pk)
    return entry


def _rules_on_own_match(kind: Kind, match: Match, by: By) -> bool:
    """An official decides where he plays himself: nothing forbids it, and everybody can see it."""
    return kind != Kind.CLAIM and side_of(by.actor, match) is not None and _is_official(by, match)


def _kind(match: Match, present: Position, slip: Slip, by: By, is_official: bool) -> tuple[Kind, Slip]:
    if is_official or match.round.stage.event.confirmation == Confirmation.NONE:
        return Kind.RECORD, slip
    side = side_of(by.actor, match)
    for claim in present.claims:
        if claim.side != side and agree(claim.reported, slip):
            return Kind.CONFIRM, max(claim.reported, slip, key=lambda one: len(one.hands))
    return Kind.CLAIM, slip


def _already_said(present: Position, slip: Slip, side: int | None, is_official: bool) -> ResultEntry | None:
    """The entry that already says this, so that a double tap or a second phone of the same side changes nothing."""
    said = [present.standing] if present.standing else [] if is_official else present.claims
    for entry in said:
        if agree(entry.reported, slip) and (present.standing or entry.side == side):
            return entry
    return None


def _check_seen(match: Match, present: Position, seen: int | None, by: By, is_official: bool) -> None:
    if match.is_terminal:
        raise Stale("{present} Only an organizer can correct it.", present=describe(match, present))
    is_answer = not is_official and any(claim.side != side_of(by.actor, match) for claim in present.claims)
    if seen is not None and not is_answer:
        _check_version(match, seen)


def _check_version(match: Match, seen: int) -> None:
    if seen != match.last_version:
        present = describe(match, fold(match.results.all()))
        raise Stale("This has changed meanwhile. {present}", present=present)


def _check_round(match: Match, seating: int | None, is_official: bool, player: Player | None = None) -> None:
    around = match.round
    if around.status == Round.Status.DRAFT:
        raise Stale("This round is not published. Wait for the new seating.")
    if seating is not None and seating != around.version:
        raise Stale(new_seating(around.stage.event, player))
    if around.status == Round.Status.CLOSED and not is_official:
        raise Stale("{round} is closed. Ask an organizer to correct the score.", round=around)


def _is_official(by: By, match: Match) -> bool:
    """An organizer who plays reports from the phone like any other player."""
    if not may(by.actor, Verb.ENTER_SCORES, match):
        return False
    return by.source != Source.SLIP or SEATED not in roles(by.actor, match)


def new_seating(event: Event, player: Player | None) -> str:
    """For whoever asks from an old seating: where to go now."""
    seat = seat_now(event, player)
    if seat is None:
        return say("There is a new seating. Look at your seat.")
    return say("New seating: {seat}. Go there.", seat=in_words(seat))


def _needed(reason: str) -> str:
    if not reason.strip():
        raise RuleError("Say in a few words why, so that it can be understood later.")
    return reason.strip()


def _result_of(done: JournalEntry) -> ResultEntry:
    assert done.result, "every verb here journals its result entry"
    return done.result
