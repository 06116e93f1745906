"""Whose seat page a command changes: a phone is woken only by what its own page shows.

A seat page listens to two topics: `seats:<event>`, what concerns everyone in the event, such as a new round, the clock
or an announcement, and `seat:<event>-<player>`, what happens at the player's own matches and to their own entry. The
versions of both are numbers of the event's log, so a page that shows the event's version 41 is notified of both from 42
on.
"""

from collections.abc import Iterator

from django.db.models import Max, Q, QuerySet

from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.events.models import Event

ABOUT_A_MATCH = frozenset(
    {
        Action.OPEN_MATCH_TABLE,
        Action.BEGIN_WITHOUT_MISSING,
        Action.RECORD_RESULT,
        Action.CONFIRM_RESULT,
        Action.DISPUTE_RESULT,
        Action.CORRECT_RESULT,
        Action.VOID_RESULT,
        Action.REOPEN_RESULT,
        Action.LEAVE_TO_ORGANIZER,
        Action.CALL_ORGANIZER,
        Action.ANSWER_CALL,
        Action.FINISH_CALL,
        Action.CANCEL_CALL,
        Action.PROPOSE_CHANGE,
        Action.AGREE_TO_CHANGE,
        Action.DECLINE_CHANGE,
    }
)
"""Seen by those who sit at the match that the log names; in a bracket whose matches open singly by everyone, because
others wait for its winner."""

ABOUT_AN_ENTRY = frozenset(
    {
        Action.REGISTER,
        Action.WALK_IN,
        Action.ARRIVE,
        Action.HAND_BACK,
        Action.CHECK_IN,
        Action.NOT_HERE,
        Action.DROP_OUT,
        Action.TAKE_FEE,
        Action.SAY_LATE,
        Action.SAY_LEAVING,
        Action.TAKE_BACK_NOTICE,
        Action.AGREE_NOTICE,
        Action.DECLINE_NOTICE,
        Action.FIND_SUB,
        Action.CANCEL_SUB,
        Action.EXPIRE_SUB,
    }
)
"""Seen by those who play for the entry that the log names."""

NOT_ON_SEATS = frozenset(
    {
        Action.DRAW_ROUND,
        Action.SWAP_PLACES,
        Action.MOVE_TABLE,
        Action.BLANK_ROUND,
        Action.SEE_DEALS,
        Action.SHOW_BOARDS,
        Action.CLOSE_TABLE,
        Action.OPEN_TABLE,
        Action.KEEP_SEAT,
        Action.FREE_SEAT,
        Action.SET_WISH,
        Action.DROP_WISH,
        Action.SET_CRITERIA,
        Action.SET_SEEDS,
        Action.ADD_STAGE,
        Action.REMOVE_STAGE,
        Action.CHARGE_FINE,
        Action.UNDO_POSTING,
        Action.SET_PRIZE_PLAN,
        Action.NAME_WINNER,
        Action.DECIDE_TIE,
        Action.MARK_PAID,
        Action.UNMARK_PAID,
        Action.SIGN_UP,
        Action.SIGN_UP_ASKING,
        Action.ASK_PARTNER,
        Action.TAKE_BACK_ASK,
        Action.LOOK_FOR_PARTNER,
        Action.ASK_COMING,
        Action.ANSWER_COMING,
        Action.ASK_MORE_SUBS,
        Action.ACCEPT_SUB,
        Action.DECLINE_SUB,
    }
)
"""Drafts, wishes, money, registrations and questions: no seat page shows them."""


def topic_of_all(event: Event) -> str:
    return f"seats:{event.pk}"


def topic_of(event_id: int, player_id: int) -> str:
    return f"seat:{event_id}-{player_id}"


def topics_of(entry: AuditLogEntry) -> Iterator[str]:
    """The topics whose seat pages may look different after what the log's entry says. What no set above names may
    change all of them."""
    action, event = entry.action, entry.event
    assert event, "seats are those of an event"
    if action in NOT_ON_SEATS:
        return
    if action in ABOUT_A_MATCH and entry.match and not entry.match.round.opens_singly:
        players = {seat.player_id for seat in entry.match.seats.all() if seat.player_id}
    elif action in ABOUT_AN_ENTRY and entry.entry:
        players = {entry_player.player_id for entry_player in entry.entry.lineup.all()}
    else:
        yield topic_of_all(event)
        return
    yield from (topic_of(event.pk, player) for player in sorted(players))


def version_for_all(event_id: int) -> int:
    """Of the newest entry of the log that may have changed every seat page; 0 before the first."""
    is_shared = ~(
        Q(action__in=NOT_ON_SEATS)
        | Q(action__in=ABOUT_A_MATCH, match__round__opens_singly=False)
        | Q(action__in=ABOUT_AN_ENTRY, entry__isnull=False)
    )
    return _newest(_log_of(event_id).filter(is_shared))


def version_for(event_id: int, player_id: int) -> int:
    """Of the newest entry of the log about a match or an entry of the player; 0 before the first."""
    at_own_match = Q(action__in=ABOUT_A_MATCH, match__seats__player=player_id)
    of_own_entry = Q(action__in=ABOUT_AN_ENTRY, entry__lineup__player=player_id)
    return _newest(_log_of(event_id).filter(at_own_match | of_own_entry))


def _log_of(event_id: int) -> QuerySet[AuditLogEntry]:
    return AuditLogEntry.objects.filter(event=event_id)


def _newest(entries: QuerySet[AuditLogEntry]) -> int:
    newest: int | None = entries.aggregate(newest=Max("number"))["newest"]
    return newest or 0
