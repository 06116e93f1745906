"""Asking for a substitute and answering. The first yes gets the seat: answers come one after the other, under the lock
of the event or the season."""

import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.notifications.kinds import NotificationKind
from games.notifications.writing import after_quiet_hours, cancel_unsent
from tournaments.activity_log.models import Action
from tournaments.checkin.models import Entry
from tournaments.commands import command, lock_entry, lock_event
from tournaments.context import Context
from tournaments.errors import Conflict, NotAllowed
from tournaments.leagues.commands import check_not_closed, lock_fixture, write
from tournaments.leagues.models import Fixture
from tournaments.permissions import Permission, may, require
from tournaments.rounds.commands import check_not_cancelled
from tournaments.subs import candidates, seats
from tournaments.subs.models import RELATED, SubAsk, SubRequest

State, Answer = SubRequest.State, SubAsk.Answer
BATCH_SIZE = 10
"""How many are asked together."""
BATCH_INTERVAL = datetime.timedelta(hours=1)
"""How long they have before others are asked too. In quiet hours of the club it counts from their end."""
ASK_ALL_BEFORE_START = datetime.timedelta(hours=3)
"""This long before the start everyone is asked at once."""
MIN_OPEN_TIME = datetime.timedelta(minutes=30)
"""How long an organizer's request lasts when the event starts sooner, or has started."""


def lock_request(request_id: int) -> SubRequest:
    """Lock the event or season that the request belongs to."""
    fixture_id, event_id = SubRequest.objects.values_list("fixture", "event").get(pk=request_id)
    fixture = lock_fixture(fixture_id) if fixture_id else None
    event = lock_event(event_id) if event_id else None
    request = SubRequest.objects.select_related(*RELATED).get(pk=request_id)
    request.fixture, request.event = fixture, event
    if request.entry and event:
        request.entry.event = event
    if request.squad and fixture:
        request.squad.season = fixture.season
    return request


def require_organizer(request: SubRequest, context: Context) -> None:
    """NotAllowed unless the actor runs the event or sets the lineup."""
    if request.event:
        require(context.actor, Permission.RUN_EVENT, request.event)
    else:
        assert request.squad, "a request is for one of them"
        require(context.actor, Permission.SET_LINE_UP, request.squad)


@command(
    Action.FIND_SUB,
    lock=lock_entry,
    permission=None,
    replay=lambda done: SubRequest.objects.get(pk=done.detail["request"]),
)
def find_sub(entry: Entry, player: Player, *, context: Context, reason: str = "") -> SubRequest:
    """Ask for a substitute in a player's chair of an entry: the player, until the event starts, or an organizer.

    Two who ask for the same chair get the same request.
    """
    event, now = entry.event, timezone.now()
    if not may(context.actor, Permission.RUN_EVENT, event):
        _check_may_ask_now(context, player, event.starts_at > now)
        require(context.actor, Permission.GIVE_NOTICE, entry)
    check_not_cancelled(event)
    request = SubRequest(event=event, entry=entry, player=player)
    return _ask(request, context, reason, now)


@command(
    Action.FIND_SUB,
    lock=lock_fixture,
    permission=None,
    replay=lambda done: SubRequest.objects.get(pk=done.detail["request"]),
)
def find_fixture_sub(
    fixture: Fixture, squad_id: int, player: Player, *, context: Context, reason: str = ""
) -> SubRequest:
    """Ask for a substitute in the line-up of a league match: the player, the captain, or an organizer."""
    squad = next((squad for squad in fixture.squads if squad.pk == squad_id), None)
    if squad is None:
        raise RuleError("This team isn’t in this match.")
    now = timezone.now()
    if not may(context.actor, Permission.SET_LINE_UP, squad):
        _check_may_ask_now(context, player, fixture.starts_at > now)
    check_not_closed(fixture.season)
    request = SubRequest(fixture=fixture, squad=squad, player=player)
    return _ask(request, context, reason, now)


@command(Action.ACCEPT_SUB, lock=lock_request, permission=None)
def accept_sub(request: SubRequest, *, context: Context) -> SubRequest:
    """The actor, who was asked, takes the seat. Conflict when someone was faster, or it's too late."""
    ask = _own_ask(request, context)
    if request.state == State.FILLED and request.sub_id == ask.player_id:
        return request
    check_open(request)
    seats.seat_substitute(request, ask.player, context)
    _answer(ask, Answer.YES)
    request.sub = ask.player
    _end(request, State.FILLED, context)
    return request


@command(Action.DECLINE_SUB, lock=lock_request, permission=None)
def decline_sub(request: SubRequest, *, context: Context) -> SubRequest:
    """The actor, who was asked, can't. When everyone has said no, others are asked right away."""
    ask = _own_ask(request, context)
    if ask.answer == Answer.YES:
        raise Conflict("You already said yes. If you can’t come, tell an organizer or find a substitute.")
    if not request.is_open or ask.answer == Answer.NO:
        return request
    _answer(ask, Answer.NO)
    if not request.asks.filter(answer=Answer.NONE).exists():
        _ask_next(request, timezone.now())
    _log(request, context)
    return request


@command(Action.CANCEL_SUB, lock=lock_request, permission=None)
def cancel_sub(request: SubRequest, *, context: Context) -> SubRequest:
    """No substitute is needed after all. For the player, and for everyone who could have asked."""
    if request.player != context.actor.player:
        require_organizer(request, context)
    if request.state == State.FILLED:
        raise Conflict("{sub} already said yes and has the seat.", sub=request.sub)
    if request.is_open:
        _end(request, State.WITHDRAWN, context)
    return request


@command(Action.ASK_MORE_SUBS, lock=lock_request, permission=require_organizer)
def ask_more_subs(request: SubRequest, *, context: Context) -> SubRequest:
    """No one said yes so far: asks the next ones. For the sweep."""
    now = timezone.now()
    if request.is_open and request.next_at <= now < request.until:
        asked = _ask_next(request, now)
        if asked:
            _log(request, context)
    return request


@command(Action.EXPIRE_SUB, lock=lock_request, permission=require_organizer)
def expire_sub(request: SubRequest, *, context: Context) -> SubRequest:
    """Nothing can come of it any longer: its time is up, or the seat isn't the player's now. For the sweep."""
    if request.is_open and not seats.is_still_theirs(request):
        _end(request, State.WITHDRAWN, context)
    elif request.is_open and request.until <= timezone.now():
        _end(request, State.EXPIRED, context)
    return request


def check_open(request: SubRequest) -> None:
    """Conflict, saying what became of it, unless a yes still counts."""
    if request.state == State.FILLED:
        raise Conflict("Someone else said yes before you, so the seat is taken. Thanks anyway!")
    if request.state == State.WITHDRAWN or not seats.is_still_theirs(request):
        raise Conflict("{player} no longer needs a substitute. Thanks anyway!", player=request.player)
    if request.state == State.EXPIRED or request.until <= timezone.now():
        raise Conflict("It’s too late to say yes, because {name} has started.", name=request.occasion_name)


def _ask(request: SubRequest, context: Context, reason: str, now: datetime.datetime) -> SubRequest:
    """Save the request and ask the first members. Returns the open request for the same seat if there is one."""
    there = SubRequest.objects.filter(
        event=request.event, fixture=request.fixture, player=request.player, state=State.OPEN
    ).first()
    if there:
        return there
    request.start, request.until = request.starts_at, max(request.starts_at, now + MIN_OPEN_TIME)
    if not seats.is_still_theirs(request):
        raise Conflict("{player} doesn’t have a seat to give up. Reload the page.", player=request.player)
    request.asked_by, request.reason, request.next_at, request.at = context.actor.player, reason, now, now
    request.save()
    _ask_next(request, now)
    _log(request, context)
    return request


def _ask_next(request: SubRequest, now: datetime.datetime) -> int:
    """Ask the next members and set when others are asked. Returns how many were asked."""
    all_at = request.starts_at - ASK_ALL_BEFORE_START
    players = candidates.candidates_for(request, None if all_at <= now else BATCH_SIZE)
    SubAsk.objects.bulk_create(SubAsk(request=request, player=player, at=now) for player in players)
    # Those who are asked at night read it in the morning, so the others wait until then too.
    reached = after_quiet_hours(now.astimezone(ZoneInfo(request.club.zone)))
    request.next_at = reached + BATCH_INTERVAL
    if all_at > now:
        request.next_at = min(request.next_at, all_at)
    request.save(update_fields=["next_at"])
    return len(players)


def _answer(ask: SubAsk, answer: SubAsk.Answer) -> None:
    ask.answer, ask.answered_at = answer, timezone.now()
    ask.save(update_fields=["answer", "answered_at"])


def _end(request: SubRequest, state: SubRequest.State, context: Context) -> None:
    """Save the final state, cancel unsent questions and log it."""
    request.state = state
    request.save(update_fields=["state", "sub"])
    cancel_unsent(NotificationKind.SUB_WANTED, request.notification_key)
    _log(request, context)


def _log(request: SubRequest, context: Context) -> None:
    detail = {"request": request.pk}
    if request.fixture:
        write(request.fixture.season, context, detail=detail | {"fixture": request.fixture_id})
    else:
        context.log(entry=request.entry, detail=detail)


def _own_ask(request: SubRequest, context: Context) -> SubAsk:
    ask = request.asks.filter(player=context.actor.player).select_related("player").first()
    if ask is None:
        raise NotAllowed("You weren’t asked to substitute.")
    return ask


def _check_may_ask_now(context: Context, player: Player, is_before: bool) -> None:
    """RuleError once it has started, NotAllowed for anyone but the player."""
    if context.actor.player != player:
        raise NotAllowed("Only {player}, an organizer or the captain can ask for a substitute.", player=player)
    if not is_before:
        raise RuleError("It’s too late to ask for a substitute. Please talk to an organizer.")
