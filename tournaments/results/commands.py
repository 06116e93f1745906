"""Every write of a result. Slips, grid, admin, API and online tables all end here and nowhere else."""

from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say
from games.jobs.enqueuing import enqueue_on_commit
from tournaments.activity_log.models import Action
from tournaments.commands import command, lock_match, require_reason
from tournaments.context import Context
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Confirmation, Event
from tournaments.formats.base import Slip
from tournaments.permissions import SEATED, Permission, may, roles, side_of
from tournaments.prizes.models import ShownPrizes
from tournaments.results import called, match_tables, phones
from tournaments.results.match_state import MatchState, agree, describe, replay
from tournaments.results.models import Channel, ResultEntry
from tournaments.results.phones import Sender
from tournaments.results.scoring import check_slip
from tournaments.results.seats import in_words, seat_now
from tournaments.results.slips import slip_data
from tournaments.rounds.models import Match, Round
from tournaments.signals import result_changed

Kind = ResultEntry.Kind
State = Match.State
DECISIONS = (Kind.CONFIRM, Kind.RECORD, Kind.CORRECTION, Kind.VOID)


@command(
    Action.RECORD_RESULT,
    lock=lock_match,
    permission=Permission.REPORT_SCORE,
    not_hashed=("expected_version", "seating"),
)
def record_result(
    match: Match, slip: Slip, *, context: Context, expected_version: int | None = None, seating: int | None = None
) -> ResultEntry:
    """Reports a match's result.

    An official's score counts at once. A player's waits for the other side (or counts at once, where the event allows
    it). The same score from the other side's phone confirms it; a different one makes it disputed, and both are kept.
    expected_version: the result version that the form showed. seating: the publication of the round that it showed.
    """
    is_official = _is_official(context, match)
    _check_round(match, seating, is_official, context.actor.player)
    if slip.forfeited and not is_official:
        raise NotAllowed("Only an organizer can record a forfeit. Ask an organizer to do it.")
    check_slip(match, slip)
    entries = _entries(match)
    present = replay(entries)
    if repeated := _already_said(present, slip, side_of(context.actor, match), is_official):
        return repeated
    _check_seen(match, present, expected_version, context, is_official)
    kind, slip, claim = _kind(match, present, slip, context, is_official)
    side = side_of(context.actor, match) if kind == Kind.CLAIM else None
    sender = phones.sender_of(match.round.stage.event, context)
    phone = phones.check_other_phone(match, claim, sender) if claim else None
    new = ResultEntry(kind=kind, slip=slip_data(slip), side=side, agreed_phone=phone)
    return _append(match, entries, new, context, sender, Action.RECORD_RESULT)


@command(Action.CONFIRM_RESULT, lock=lock_match, permission=Permission.ANSWER_SCORE)
def confirm_result(match: Match, *, context: Context, expected_version: int) -> ResultEntry:
    """Agree with the waiting claim of the other side from another phone, or accept it as an official."""
    return _answer(match, Kind.CONFIRM, context, expected_version)


@command(Action.DISPUTE_RESULT, lock=lock_match, permission=Permission.ANSWER_SCORE)
def dispute_result(match: Match, *, context: Context, expected_version: int) -> ResultEntry:
    """Disputes the waiting claim without another score; an official decides."""
    return _answer(match, Kind.DISPUTE, context, expected_version)


@command(Action.CORRECT_RESULT, lock=lock_match, permission=Permission.ENTER_SCORES, not_hashed=("expected_version",))
def correct_result(match: Match, slip: Slip, *, reason: str, context: Context, expected_version: int) -> ResultEntry:
    """Replace a result that counts (or was void). Published pairings stay as they are."""
    _check_no_prizes(match)
    check_correction(match, slip, expected_version)
    return append_agreed(match, slip, require_reason(reason), context)


@command(Action.VOID_RESULT, lock=lock_match, permission=Permission.ENTER_SCORES, not_hashed=("expected_version",))
def void_result(match: Match, *, reason: str, context: Context, expected_version: int) -> ResultEntry:
    """Declare that a match does not count. It is finished all the same, so the round can be closed."""
    _check_no_prizes(match)
    check_void(match, expected_version)
    return append_agreed(match, None, require_reason(reason), context)


def append_agreed(match: Match, slip: Slip | None, reason: str, context: Context) -> ResultEntry:
    """The correction, or void (None), that was decided. Also for `prizes.second_official`, where two agreed to it."""
    kind, action = (Kind.CORRECTION, Action.CORRECT_RESULT) if slip else (Kind.VOID, Action.VOID_RESULT)
    new = ResultEntry(kind=kind, slip=slip_data(slip) if slip else {}, reason=reason)
    return _decide(match, new, context, action)


def check_correction(match: Match, slip: Slip, expected_version: int) -> None:
    """Conflict or RuleError unless the result can be replaced by that slip."""
    if not match.is_terminal:
        raise RuleError("{match} has no result to correct yet. Enter one first.", match=match)
    _check_version(match, expected_version)
    check_slip(match, slip)


def check_void(match: Match, expected_version: int) -> None:
    _check_round(match, None, is_official=True)
    _check_version(match, expected_version)


def _check_no_prizes(match: Match) -> None:
    if ShownPrizes.objects.filter(event=match.round.stage.event).exists():
        raise RuleError(
            "Payouts are published, so another organizer or scorer has to approve a new result. Propose it on the "
            "match page."
        )


@command(Action.REOPEN_RESULT, lock=lock_match, permission=Permission.ENTER_SCORES)
def reopen_result(match: Match, *, context: Context, expected_version: int, reason: str = "") -> ResultEntry:
    """Take back the last decision about a match, as long as its round is open: what was reported before waits again."""
    _check_version(match, expected_version)
    if match.round.status != Round.Status.PUBLISHED:
        raise RuleError("{round} is closed, so you can’t reopen a table. Correct the score instead.", round=match.round)
    if not match.results.filter(version=expected_version, kind__in=DECISIONS).exists():
        raise RuleError("{match} has no decision to undo.", match=match)
    called.check_nothing_followed(match)
    return _decide(match, ResultEntry(kind=Kind.REOPEN, slip={}, reason=reason.strip()), context, Action.REOPEN_RESULT)


def _answer(match: Match, kind: Kind, context: Context, expected_version: int) -> ResultEntry:
    _check_round(match, None, is_official=True)
    entries = _entries(match)
    present = replay(entries)
    if match.last_version != expected_version or present.state != State.WAITING:
        raise Conflict(
            "Someone changed this while you had it open. {present}",
            present=describe(match, present, _first(context, match)),
        )
    [claim] = present.claims
    is_official, sender, phone = _is_official(context, match), phones.sender_of(match.round.stage.event, context), None
    if not is_official and side_of(context.actor, match) == claim.side:
        raise NotAllowed("Your side reported this score, so a player on the other side has to confirm it.")
    if kind == Kind.CONFIRM and not is_official:
        phone = phones.check_other_phone(match, claim, sender)
    new = ResultEntry(kind=kind, slip=claim.slip, agreed_phone=phone)
    return _append(match, entries, new, context, sender, Action(f"{kind.value}_result"))


def _entries(match: Match) -> list[ResultEntry]:
    """Oldest first, with what `phones` asks about them."""
    return list(match.results.select_related("phone", "arrival__phone"))


def _decide(match: Match, new: ResultEntry, context: Context, action: Action) -> ResultEntry:
    sender = phones.sender_of(match.round.stage.event, context)
    return _append(match, _entries(match), new, context, sender, action)


def _append(
    match: Match, entries: list[ResultEntry], entry: ResultEntry, context: Context, sender: Sender, action: Action
) -> ResultEntry:
    """Keep the entry as the next one of its match, and log it."""
    before = match.standing.score if match.standing else ""
    stood = match.state, match.standing_id
    entry.match, entry.version = match, match.last_version + 1
    entry.source, entry.user, entry.player = context.channel, context.actor.user, context.actor.player
    entry.phone, entry.arrival = sender.phone, sender.arrival
    entry.save()
    now = replay([*entries, entry])
    match.last_version, match.state, match.standing = entry.version, now.state, now.standing
    match.unsettled_since = timezone.now()
    called.follow_state(match)
    match.save(update_fields=["last_version", "state", "standing", "unsettled_since", "called_in"])
    if match.is_terminal:
        match_tables.close_tables([match.pk])
    detail = {"before": before} | ({"own_match": True} if _rules_on_own_match(entry.kind, match, context) else {})
    context.log(action=action, match=match, round=match.round, result=entry, reason=entry.reason, detail=detail)
    result_changed.send(Match, match=match, before=stood, entry=entry)
    enqueue_on_commit("tournaments.tasks.settle_match_task", match.pk)
    return entry


def _rules_on_own_match(kind: str, match: Match, context: Context) -> bool:
    """Whether an official decides a match that they play in: it is allowed, and everyone can see it."""
    return kind != Kind.CLAIM and side_of(context.actor, match) is not None and _is_official(context, match)


def _kind(
    match: Match, present: MatchState, slip: Slip, context: Context, is_official: bool
) -> tuple[Kind, Slip, ResultEntry | None]:
    """What a score is, as it is kept, and the other side's claim that it agrees with, if it does."""
    if is_official or match.round.stage.event.confirmation == Confirmation.NONE:
        return Kind.RECORD, slip, None
    side = side_of(context.actor, match)
    for claim in present.claims:
        if claim.side != side and agree(claim.reported, slip):
            return Kind.CONFIRM, max(claim.reported, slip, key=lambda slip: len(slip.hands)), claim
    return Kind.CLAIM, slip, None


def _already_said(present: MatchState, slip: Slip, side: int | None, is_official: bool) -> ResultEntry | None:
    """The entry that already says this, so that a double tap or a second phone of the same side changes nothing."""
    said = [present.standing] if present.standing else [] if is_official else present.claims
    for entry in said:
        if agree(entry.reported, slip) and (present.standing or entry.side == side):
            return entry
    return None


def _check_seen(
    match: Match, present: MatchState, expected_version: int | None, context: Context, is_official: bool
) -> None:
    if match.is_terminal:
        said = describe(match, present, _first(context, match))
        raise Conflict("{present} Only an organizer can correct the result.", present=said)
    is_answer = not is_official and any(claim.side != side_of(context.actor, match) for claim in present.claims)
    if expected_version is not None and not is_answer:
        _check_version(match, expected_version, context)


def _check_version(match: Match, expected_version: int, context: Context | None = None) -> None:
    if expected_version != match.last_version:
        present = describe(match, replay(match.results.all()), _first(context, match) if context else None)
        raise Conflict("Someone changed this while you had it open. {present}", present=present)


def _check_round(match: Match, seating: int | None, is_official: bool, player: Player | None = None) -> None:
    around = match.round
    if around.status == Round.Status.DRAFT:
        raise Conflict("This round isn’t published. Wait for the new seating.")
    if seating is not None and seating != around.version:
        raise Conflict(new_seating(around.stage.event, player))
    if around.status == Round.Status.CLOSED and not is_official:
        raise Conflict("{round} is closed. Ask an organizer to correct the score.", round=around)


def _first(context: Context, match: Match) -> int | None:
    """Whose points come first in what is said to them: those of a player at a phone."""
    return side_of(context.actor, match) if context.channel == Channel.SLIP else None


def _is_official(context: Context, match: Match) -> bool:
    """An organizer who plays reports from the phone like any other player."""
    if not may(context.actor, Permission.ENTER_SCORES, match):
        return False
    return context.channel != Channel.SLIP or SEATED not in roles(context.actor, match)


def new_seating(event: Event, player: Player | None) -> str:
    """Where to go now, for a player who asks from an old seating."""
    seat = seat_now(event, player)
    if seat is None:
        return say("The seating has changed. Check your seat.")
    return say("Check your seat: you’re at {seat}.", seat=in_words(seat))
