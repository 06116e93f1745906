"""Calling an organizer to a table, answering the call, and ending it."""

from django.utils import timezone

from games.engine.errors import RuleError
from tournaments.activity_log.models import Action
from tournaments.calls.models import Call
from tournaments.calls.selectors import open_call_at
from tournaments.commands import command, lock_match
from tournaments.context import Context
from tournaments.errors import Conflict, NotAllowed
from tournaments.permissions import Permission, require
from tournaments.rounds.models import Match, Round

Status = Call.Status


def _lock(call_id: int) -> Call:
    match = lock_match(Call.objects.values_list("match_id", flat=True).get(pk=call_id))
    call = Call.objects.select_related("coming").get(pk=call_id)
    call.match = match
    return call


def _sits_there(call: Call, context: Context) -> None:
    require(context.actor, Permission.CALL_ORGANIZER, call.match)


@command(
    Action.CALL_ORGANIZER,
    lock=lock_match,
    permission=Permission.CALL_ORGANIZER,
    replay=lambda done: done.calls.get(),
)
def call_organizer(match: Match, reason: str, words: str, *, context: Context) -> Call:
    """Call an organizer to a table of the round being played. While its call is open, anyone at the table who calls
    again gets that one. `notifications.tellers` tells the organizers."""
    player = context.actor.player
    if player is None or not any(seat.player_id == player.pk for seat in match.seats.all()):
        raise NotAllowed("Only players at this table can call an organizer.")
    if match.round.status != Round.Status.PUBLISHED:
        raise RuleError(
            "{round} isn’t being played, so your call wasn’t sent. Go find an organizer.", round=match.round
        )
    if call := open_call_at(match):
        return call
    chosen = Call.Reason.OTHER if words and not reason else reason
    written = context.log(match=match, round=match.round)
    return Call.objects.create(match=match, player=player, reason=chosen, words=words, journal=written)


@command(Action.ANSWER_CALL, lock=_lock, permission=Permission.RUN_EVENT)
def answer_call(call: Call, *, context: Context) -> Call:
    """Tell the table that the organizer is on the way. Conflict where another one is, or the call has ended."""
    if call.status == Status.COMING and call.coming == context.actor.player:
        return call
    if call.status == Status.COMING:
        raise Conflict("Someone is already on the way to {match}.", match=call.match)
    if not call.is_open:
        raise Conflict("The call from {match} is over.", match=call.match)
    call.status, call.coming = Status.COMING, context.actor.player
    call.save(update_fields=["status", "coming"])
    context.log(match=call.match, round=call.match.round)
    return call


@command(Action.FINISH_CALL, lock=_lock, permission=Permission.RUN_EVENT)
def finish_call(call: Call, *, context: Context) -> Call:
    """The table got what it called for. A call that has ended stays as it is."""
    return _end(call, Status.DONE, context)


@command(Action.CANCEL_CALL, lock=_lock, permission=_sits_there)
def cancel_call(call: Call, *, context: Context) -> Call:
    """The table needs no organizer after all. A call that has ended stays as it is."""
    return _end(call, Status.CANCELLED, context)


def end_calls(round_: Round) -> None:
    """Ends the calls of a round that is over. For the command that ends the round, in the same transaction."""
    open_calls = Call.objects.filter(match__round=round_, status__in=Call.OPEN)
    open_calls.update(status=Status.ENDED, ended_at=timezone.now())


def _end(call: Call, status: Status, context: Context) -> Call:
    if call.is_open:
        call.status, call.ended_at = status, timezone.now()
        call.save(update_fields=["status", "ended_at"])
        context.log(match=call.match, round=call.match.round)
    return call
