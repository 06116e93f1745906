"""What is told of the search for a substitute: to those who are asked, to the one who can't come, and to those who were
slower."""

from collections.abc import Collection

from django.db.models import Q

from games.engine.messages import NOTHING, Message, message
from games.notifications.kinds import NotificationKind
from games.notifications.models import Notification, NotificationDelivery
from games.notifications.values import Moment, PersonRef
from games.notifications.writing import NewNotification, notify
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin.models import EntryPlayer
from tournaments.leagues.models import SquadPlayer
from tournaments.notifications.recipients import organizers_of
from tournaments.subs import links
from tournaments.subs.models import RELATED, SubAsk, SubRequest

# Translators: {player} and {sub} are people's names, {event} an event's name or a league match such as "Elks – Moose",
# {when} its day and time, {venue} a place, {reason} what the player or an organizer typed.
WANTED = message("Can you substitute for {player}?")
WANTED_WORDS = message("It’s for {event}, {when}. The first yes gets the seat.")
WANTED_BECAUSE = message("It’s for {event}, {when}. The first yes gets the seat. Message: {reason}")
YOURS = message("You’re substituting for {player} at {event}")
YOURS_WORDS = message("It starts {when}.")
YOURS_AT_VENUE = message("It starts {when} at {venue}.")
FOUND = message("{sub} is substituting for {player} at {event}")
FOUND_FOR_YOU = message("{sub} is substituting for you at {event}")
TAKEN = message("Someone else is substituting for {player}")
TAKEN_WORDS = message("Another member said yes first. Thanks anyway!")
NOT_NEEDED = message("{player} no longer needs a substitute")
NO_ONE = message("No one can substitute for {player} at {event}")
NO_ONE_WORDS = message("No one said yes in time.")
ENDED = message("The search for {player}’s substitute has ended")
ENDED_WORDS = message("{event} has a new start time. If you still need a substitute, please ask again.")


def ask(entry: AuditLogEntry) -> None:
    """Those who were asked and haven't been told. Who was is told once."""
    request = _request(entry)
    if request is None or not request.is_open:
        return
    values = {"event": request.occasion_name, "when": _start(request)}
    words = WANTED_BECAUSE(reason=request.reason, **values) if request.reason else WANTED_WORDS(**values)
    title = WANTED(player=PersonRef(request.player_id))
    asks = request.asks.filter(answer=SubAsk.Answer.NONE)
    drafts = [NewNotification(each.player_id, title, links.path_for(each), words) for each in asks]
    notify(NotificationKind.SUB_WANTED, request.notification_key, drafts, zone=request.club.zone, until=request.until)


def fill(entry: AuditLogEntry) -> None:
    """The substitute, the player with the asker and the others of the side, and those who were slower."""
    request = _request(entry)
    if request is None or request.sub_id is None:
        return
    player, sub = PersonRef(request.player_id), PersonRef(request.sub_id)
    page = request.occasion.get_absolute_url()
    title, words = YOURS(player=player, event=request.occasion_name), YOURS_WORDS(when=_start(request))
    if request.occasion.venue:
        words = YOURS_AT_VENUE(when=_start(request), venue=request.occasion.venue.name)
    drafts = [NewNotification(request.sub_id, title, page, words)]
    drafts += [NewNotification(request.player_id, FOUND_FOR_YOU(sub=sub, event=request.occasion_name), page)]
    title = FOUND(sub=sub, player=player, event=request.occasion_name)
    others = {*_concerned(request), *_side(request)} - {request.sub_id, request.player_id}
    drafts += [NewNotification(other, title, page) for other in others]
    slower = _reached(request) - {draft.player for draft in drafts}
    drafts += [NewNotification(other, TAKEN(player=player), page, TAKEN_WORDS) for other in slower]
    notify(NotificationKind.SUB_FOUND, request.notification_key, drafts, zone=request.club.zone)


def cancel(entry: AuditLogEntry) -> None:
    if request := _request(entry):
        _tell(request, _reached(request), NOT_NEEDED(player=PersonRef(request.player_id)))


def expire(entry: AuditLogEntry) -> None:
    """No one said yes in time; or the seat is no longer what people were asked for."""
    request = _request(entry)
    if request is None:
        return
    player = PersonRef(request.player_id)
    if request.state == SubRequest.State.EXPIRED:
        runners = organizers_of(request.event) if request.event else _captains(request)
        title = NO_ONE(player=player, event=request.occasion_name)
        _tell(request, {*_concerned(request), *runners}, title, NO_ONE_WORDS)
        return
    if request.start != request.starts_at:
        words, link = ENDED_WORDS(event=request.occasion_name), request.get_absolute_url()
        _tell(request, _concerned(request), ENDED(player=player), words, link=link)
    _tell(request, _reached(request), NOT_NEEDED(player=player))


def _request(entry: AuditLogEntry) -> SubRequest | None:
    return SubRequest.objects.select_related(*RELATED).filter(pk=entry.detail["request"]).first()


def _start(request: SubRequest) -> Moment:
    return Moment(request.starts_at, request.club.zone)


def _concerned(request: SubRequest) -> set[int]:
    return {request.player_id, *([request.asked_by_id] if request.asked_by_id else [])}


def _side(request: SubRequest) -> set[int]:
    """The partners of the entry, or the captains of the team."""
    if request.entry_id is None:
        return _captains(request)
    side = EntryPlayer.objects.filter(entry=request.entry_id, is_active=True)
    return set(side.values_list("player", flat=True))


def _captains(request: SubRequest) -> set[int]:
    captains = SquadPlayer.objects.filter(squad=request.squad_id, is_captain=True, until__isnull=True)
    return set(captains.values_list("player", flat=True))


def _reached(request: SubRequest) -> set[int]:
    """Those who know of the question and didn't say no."""
    asked = request.asks.filter(answer=SubAsk.Answer.NONE).values("player")
    questions = Notification.objects.filter(
        kind=NotificationKind.SUB_WANTED, key=request.notification_key, player__in=asked
    )
    sent = NotificationDelivery.objects.filter(notification__in=questions, sent_at__isnull=False)
    known = questions.filter(Q(seen_at__isnull=False) | Q(pk__in=sent.values("notification")))
    return set(known.values_list("player", flat=True))


def _tell(
    request: SubRequest, players: Collection[int], title: Message, words: Message = NOTHING, link: str = ""
) -> None:
    page: str = link or request.occasion.get_absolute_url()
    drafts = [NewNotification(player, title, page, words) for player in players]
    notify(NotificationKind.SUB_FOUND, request.notification_key, drafts, zone=request.club.zone)
