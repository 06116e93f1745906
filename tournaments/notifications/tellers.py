"""What is told of each action in the audit log: to whom, in which words, and which page it leads to.

Called by a worker soon after the action, so what isn't true any longer by then isn't told.
"""

import datetime
from collections.abc import Callable, Iterable, Mapping

from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player
from games.engine.messages import NOTHING, Message, message
from games.notifications.kinds import NotificationKind
from games.notifications.values import PersonRef
from games.notifications.writing import NewNotification, notify
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.calls.models import Call
from tournaments.checkin.models import Notice
from tournaments.clubs.models import Membership, Role
from tournaments.events.models import Event
from tournaments.notifications import coming, date_news, evening, sub_news
from tournaments.notifications.recipients import organizers_of, seated_at, start_of
from tournaments.registration.models import PartnerAsk, Registration
from tournaments.registration.selectors import players_of
from tournaments.results.match_state import replay
from tournaments.results.models import ResultEntry
from tournaments.rounds.models import Bye, Match, Round, Seat

# Translators: {event} is an event's name, {when} its day and time, {place} a number on the waiting list.
REGISTERED = message("You’re registered for {event}")
REGISTERED_WORDS = message("It starts {when}.")
WAITING = message("You’re number {place} on the waiting list for {event}")
WAITING_WORDS = message("We’ll tell you when you get a spot. It starts {when}.")
MOVED_UP = message("You have a spot at {event}")
MOVED_UP_WORDS = message(
    "You moved up from the waiting list. It starts {when}. If you can’t come, please cancel your registration."
)

# Translators: {player} and {partner} are people's names, {event} an event's name.
ASKED = message("{player} asks you to be their partner")
ASKED_WORDS = message("It’s for {event}, {when}. Answer on the registration page.")
SAID_YES = message("{player} is your partner for {event}")
SAID_NO = message("{player} can’t be your partner for {event}")
SAID_NO_WORDS = message("You can ask someone else.")
PAIRED = message("You’re playing {event} with {partner}")

# Translators: {event} is an event's name, {when} its day and time, {venue} a place, {reason} what an organizer typed.
CHANGED_TIME = message("{event} now starts {when}")
CHANGED_VENUE = message("{event} is now at {venue}")
CHANGED_NO_VENUE = message("{event} has no venue yet")
CANCELED = message("{event} is canceled")
CANCELED_WORDS = message("It was scheduled for {when}. Reason: {reason}")
RESTORED = message("{event} is back on")

# Translators: {number} is a round's number, {table} a table's, the others are names of people.
AT_TABLE = message("Round {number}: table {table}")
WITH_PARTNER = message("You play with {partner} against {opponents}.")
ALONE = message("You play against {opponents}.")
SIT_OUT = message("Round {number}: you sit out")
SIT_OUT_WORDS = message("We’ll tell you when the next round is published.")

# Translators: {table} is a table's number, {score} a score such as "10–7".
CONFIRM = message("Confirm the score at table {table}")
CONFIRM_WORDS = message("The other side reported {score}, your points first.")
DISPUTED = message("The score at table {table} is disputed")
DISPUTED_WORDS = message("An organizer will decide. Please stay nearby.")
DISPUTED_DECIDE = message("The sides don’t agree. Please decide.")
DECIDED = message("The score at table {table} is decided")
DECIDED_WORDS = message("It’s {score}, your points first.")
CORRECTED = message("The score at table {table} was corrected")
CORRECTED_WORDS = message("It’s now {score}, your points first.")
VOIDED = message("The match at table {table} doesn’t count")

# Translators: {table} is a table's number, {player} a person's name.
CALLS = message("Table {table} needs you")
CALLS_WORDS = message("{player}: {about}")
LATE = message("{player} will be late")
LATE_WORDS = message("About {minutes} min.")
LEAVING = message("{player} has to leave")

# Translators: {player} is a person's name.
MAIL_FAILED = message("An email to {player} bounced")
MAIL_FAILED_WORDS = message("Ask for a new email address. We’ve stopped sending to the old one.")


BEFORE_A_DECISION = 2
"""Versions of a result that a dispute has at least: what one side reported, and what the other said to it."""


def concerns_people(entry: AuditLogEntry) -> bool:
    """Whether anyone is told of what the log's entry says. Asks the database nothing."""
    if entry.action == Action.RECORD_RESULT and entry.result and entry.match:
        return is_claim(entry.result) or entry.result.version > BEFORE_A_DECISION
    return entry.action in TELLERS


def is_claim(result: ResultEntry) -> bool:
    """Whether a player reported it, so that it waits for the other side, or disputes what they reported."""
    return result.kind == ResultEntry.Kind.CLAIM


def tell(entry: AuditLogEntry) -> None:
    """Tell those concerned by what the log's entry says."""
    if not (entry.event and entry.event.finished_at):
        TELLERS[Action(entry.action)](entry)


def _sign_up(entry: AuditLogEntry) -> None:
    event, registration = _event(entry), _registration(entry)
    if registration.state == Registration.State.CONFIRMED:
        title, words = REGISTERED(event=event.name), REGISTERED_WORDS(when=start_of(event))
    elif registration.state == Registration.State.WAITING:
        place = event.registrations.filter(state=Registration.State.WAITING, number__lte=registration.number).count()
        title, words = WAITING(event=event.name, place=place), WAITING_WORDS(when=start_of(event))
    else:
        return
    # Also to whoever registered: it's the confirmation that they keep.
    drafts = [NewNotification(player.pk, title, event.get_absolute_url(), words) for player in registration.players]
    notify(NotificationKind.REGISTERED, key_of(entry.pk), drafts, zone=event.club.zone)


def _move_up(entry: AuditLogEntry) -> None:
    event = _event(entry)
    players = [player.pk for player in _registration(entry).players]
    title, words = MOVED_UP(event=event.name), MOVED_UP_WORDS(when=start_of(event))
    _notify(entry, NotificationKind.MOVED_UP, players, title, _registration_page(event), words, until=event.starts_at)


def _ask_partner(entry: AuditLogEntry) -> None:
    event = _event(entry)
    ask = PartnerAsk.objects.filter(journal=entry).first()
    if ask is None or ask.state != PartnerAsk.State.OPEN:
        return
    title = ASKED(player=PersonRef(ask.asker_id))
    words = ASKED_WORDS(event=event.name, when=start_of(event))
    _notify(
        entry,
        NotificationKind.PARTNER_REQUEST,
        [ask.asked_id],
        title,
        _registration_page(event),
        words,
        until=event.starts_at,
    )


def _answer_ask(entry: AuditLogEntry) -> None:
    """The ask that was answered last, by the entry's registration."""
    event = _event(entry)
    is_yes = entry.detail.get("answer") == PartnerAsk.State.ACCEPTED
    asks = PartnerAsk.objects.filter(event=event, state=entry.detail.get("answer"))
    if is_yes:
        asks = asks.filter(asked__registered__registration=entry.detail["registration"])
    else:
        asks = asks.filter(registration=entry.detail["registration"])
    if ask := asks.order_by("-pk").first():
        title = (SAID_YES if is_yes else SAID_NO)(player=PersonRef(ask.asked_id), event=event.name)
        words = NOTHING if is_yes else SAID_NO_WORDS
        _notify(entry, NotificationKind.PARTNER_ANSWER, [ask.asker_id], title, _registration_page(event), words)


def _join_singles(entry: AuditLogEntry) -> None:
    event = _event(entry)
    pair = [player.pk for player in _registration(entry).players]
    if len(pair) == 2:
        drafts = [
            NewNotification(player, PAIRED(event=event.name, partner=PersonRef(partner)), _registration_page(event))
            for player, partner in (pair, reversed(pair))
        ]
        notify(NotificationKind.PARTNER_ANSWER, key_of(entry.pk), drafts, zone=event.club.zone)


def _change_event(entry: AuditLogEntry) -> None:
    event = _event(entry)
    changed = entry.detail.get("changed", {})
    if "starts_at" in changed:
        title = CHANGED_TIME(event=event.name, when=start_of(event))
    elif "venue" in changed:
        title = CHANGED_NO_VENUE(event=event.name)
        if event.venue:
            title = CHANGED_VENUE(event=event.name, venue=event.venue.name)
    else:
        return
    _notify(
        entry, NotificationKind.EVENT_CHANGED, players_of(event), title, event.get_absolute_url(), until=event.starts_at
    )


def _cancel_event(entry: AuditLogEntry) -> None:
    event = _event(entry)
    words = CANCELED_WORDS(when=start_of(event), reason=event.cancelled_because)
    title = CANCELED(event=event.name)
    until = event.starts_at + datetime.timedelta(hours=2)
    _notify(
        entry, NotificationKind.EVENT_CANCELED, players_of(event), title, event.get_absolute_url(), words, until=until
    )


def _restore_event(entry: AuditLogEntry) -> None:
    event = _event(entry)
    title, words = RESTORED(event=event.name), REGISTERED_WORDS(when=start_of(event))
    link = event.get_absolute_url()
    _notify(entry, NotificationKind.EVENT_CANCELED, players_of(event), title, link, words, until=event.starts_at)


def _publish_round(entry: AuditLogEntry) -> None:
    assert entry.round, "a round was published"
    if not entry.round.is_out:
        return
    event = _event(entry)
    seats = Seat.objects.filter(round=entry.round).select_related("match")
    drafts = [*_seatings(entry.round, seats), *_sit_outs(entry.round)]
    link = reverse("my_seat", args=[event.slug])
    notify(
        NotificationKind.ROUND, f"round:{entry.round_id}:{entry.round.version}", _at(link, drafts), zone=event.club.zone
    )


def _open_match(entry: AuditLogEntry) -> None:
    assert entry.match, "a match was opened"
    assert entry.round, "and it has a round"
    event = _event(entry)
    seats = Seat.objects.filter(match=entry.match).select_related("match")
    link = reverse("my_seat", args=[event.slug])
    notify(
        NotificationKind.ROUND,
        f"match:{entry.match_id}",
        _at(link, _seatings(entry.round, seats)),
        zone=event.club.zone,
    )


Line = tuple[int, Message, Message]


def _at(link: str, lines: Iterable[Line]) -> list[NewNotification]:
    return [NewNotification(player, title, link, words) for player, title, words in lines]


def _seatings(round_: Round, seats: Iterable[Seat]) -> list[Line]:
    """Where each player sits, with whom and against whom."""
    tables: dict[int, list[Seat]] = {}
    for seat in seats:
        if seat.player_id:
            tables.setdefault(seat.match_id, []).append(seat)
    lines = []
    for table in tables.values():
        for seat in table:
            partners = [PersonRef(other.player_id or 0) for other in table if other.side == seat.side and other != seat]
            opponents = [PersonRef(other.player_id or 0) for other in table if other.side != seat.side]
            words = (WITH_PARTNER if partners else ALONE)(partner=partners, opponents=opponents)
            title = AT_TABLE(number=round_.number, table=seat.match.table)
            lines.append((seat.player_id or 0, title, words))
    return lines


def _sit_outs(round_: Round) -> list[Line]:
    byes = Bye.objects.filter(round=round_, entry__lineup__is_active=True)
    players = byes.order_by().values_list("entry__lineup__player", flat=True)
    return [(player, SIT_OUT(number=round_.number), SIT_OUT_WORDS) for player in players]


def _record_result(entry: AuditLogEntry) -> None:
    match, result = entry.match, entry.result
    if not match or not result:
        return
    if not is_claim(result):
        _decide(entry, match, result)
    elif result.version != match.last_version:
        return  # what came after it is told in its own right
    elif match.state == Match.State.DISPUTED:
        _dispute(entry)
    elif match.state == Match.State.WAITING:
        sides = seated_at(match)
        own = next((side for side, players in sides.items() if result.player_id in players), None)
        for side, players in sides.items():
            if side != own:
                words = CONFIRM_WORDS(score=result.score_for(side))
                _notify_of_match(entry, NotificationKind.SCORE_WAITS, players, CONFIRM(table=match.table), words)


def _dispute(entry: AuditLogEntry) -> None:
    assert entry.match, "a match is disputed"
    title = DISPUTED(table=entry.match.table)
    players = [player for players in seated_at(entry.match).values() for player in players]
    others = [player for player in players if player != entry.player_id]
    _notify_of_match(entry, NotificationKind.SCORE_DISPUTED, others, title, DISPUTED_WORDS)
    event = _event(entry)
    organizers = [player for player in organizers_of(event) if player not in players]
    link = reverse("match", args=[event.slug, entry.match_id])
    _notify(entry, NotificationKind.SCORE_DISPUTED, organizers, title, link, DISPUTED_DECIDE)


def _decide(entry: AuditLogEntry, match: Match, result: ResultEntry) -> None:
    """Everyone who was told that the score is disputed, if it was. By an organizer, or as both sides agree at last."""
    before = match.results.filter(version__lt=result.version).order_by("version")
    if replay(before).state != Match.State.DISPUTED or match.standing_id != result.pk:
        return
    title, sides = DECIDED(table=match.table), seated_at(match)
    for side, players in sides.items():
        words = DECIDED_WORDS(score=result.score_for(side))
        _notify_of_match(entry, NotificationKind.SCORE_DISPUTED, players, title, words)
    event, seated = _event(entry), {player for players in sides.values() for player in players}
    organizers = [player for player in organizers_of(event) if player not in seated]
    link = reverse("match", args=[event.slug, match.pk])
    _notify(entry, NotificationKind.SCORE_DISPUTED, organizers, title, link)


def _correct(entry: AuditLogEntry) -> None:
    match, result = entry.match, entry.result
    assert match, "a match was played"
    assert result, "and has another result"
    for side, players in seated_at(match).items():
        if entry.action == Action.VOID_RESULT:
            _notify_of_match(entry, NotificationKind.SCORE_CORRECTED, players, VOIDED(table=match.table))
        else:
            words = CORRECTED_WORDS(score=result.score_for(side))
            _notify_of_match(entry, NotificationKind.SCORE_CORRECTED, players, CORRECTED(table=match.table), words)


def _call(entry: AuditLogEntry) -> None:
    event, call = _event(entry), Call.objects.filter(journal=entry).first()
    if call and entry.match:
        words = CALLS_WORDS(player=PersonRef(call.player_id), about=call.about) if call.about else NOTHING
        title, link = CALLS(table=entry.match.table), reverse("console", args=[event.slug])
        _notify(entry, NotificationKind.TABLE_CALLS, organizers_of(event), title, link, words)


def _player_notice(entry: AuditLogEntry) -> None:
    event, notice = _event(entry), Notice.objects.filter(journal=entry).first()
    if notice:
        is_late = notice.kind == Notice.Kind.LATE
        title = (LATE if is_late else LEAVING)(player=PersonRef(notice.player_id))
        words = LATE_WORDS(minutes=notice.minutes) if is_late and notice.minutes else NOTHING
        link = reverse("console", args=[event.slug])
        _notify(entry, NotificationKind.PLAYER_NOTICE, organizers_of(event), title, link, words)


def tell_of_bounce(player: Player) -> None:
    """Everyone who runs events of a club of the player."""
    organizers = Membership.objects.filter(
        club__memberships__player=player, role__in=(Role.OWNER, Role.ORGANIZER), player__user__is_active=True
    )
    title, link = MAIL_FAILED(player=PersonRef(player.pk)), reverse("player", args=[player.pk])
    others = organizers.exclude(player=player).order_by().values_list("player", flat=True).distinct()
    drafts = [NewNotification(organizer, title, link, MAIL_FAILED_WORDS) for organizer in others]
    notify(NotificationKind.MAIL_FAILED, f"{player.pk}:{timezone.now():%Y-%m-%d}", drafts)


TELLERS: Mapping[Action, Callable[[AuditLogEntry], None]] = {
    Action.SIGN_UP: _sign_up,
    Action.MOVE_UP: _move_up,
    Action.ASK_PARTNER: _ask_partner,
    Action.ANSWER_ASK: _answer_ask,
    Action.JOIN_SINGLES: _join_singles,
    Action.WITHDRAW_REGISTRATION: evening.free_spot,
    Action.DROP_OUT: evening.free_spot,
    Action.HANG_CODE: evening.hang_code,
    Action.CHANGE_EVENT: _change_event,
    Action.CANCEL_EVENT: _cancel_event,
    Action.RESTORE_EVENT: _restore_event,
    Action.PUBLISH_ROUND: _publish_round,
    Action.OPEN_MATCH: _open_match,
    Action.RECORD_RESULT: _record_result,
    Action.DISPUTE_RESULT: _dispute,
    Action.CORRECT_RESULT: _correct,
    Action.VOID_RESULT: _correct,
    Action.POSTPONE: date_news.postpone,
    Action.PROPOSE_DATES: date_news.propose,
    Action.COUNTER_DATES: date_news.propose,
    Action.PICK_DATE: date_news.pick,
    Action.PICK_BY_SILENCE: date_news.pick,
    Action.DECLINE_DATES: date_news.decline,
    Action.WITHDRAW_DATES: date_news.withdraw,
    Action.EXPIRE_DATES: date_news.expire,
    Action.APPROVE_DATE: date_news.postpone,
    Action.REFUSE_DATE: date_news.refuse,
    Action.CALL_ORGANIZER: _call,
    Action.SAY_LATE: _player_notice,
    Action.ASK_COMING: coming.tell_asked,
    Action.SAY_LEAVING: _player_notice,
    Action.FIND_SUB: sub_news.ask,
    Action.ASK_MORE_SUBS: sub_news.ask,
    Action.DECLINE_SUB: sub_news.ask,  # a no may have made the site ask others
    Action.ACCEPT_SUB: sub_news.fill,
    Action.CANCEL_SUB: sub_news.cancel,
    Action.EXPIRE_SUB: sub_news.expire,
}
"""Of everything else no one is told."""


def _event(entry: AuditLogEntry) -> Event:
    assert entry.event, "it belongs to an event"
    return entry.event


def _registration(entry: AuditLogEntry) -> Registration:
    return Registration.objects.prefetch_related("people__player").get(pk=entry.detail["registration"])


def _registration_page(event: Event) -> str:
    return reverse("registration", args=[event.slug])


def key_of(entry_id: int) -> str:
    """An action is told of once."""
    return f"log:{entry_id}"


def _notify(
    entry: AuditLogEntry,
    kind: NotificationKind,
    players: Iterable[int],
    title: Message,
    link: str,
    words: Message = NOTHING,
    until: datetime.datetime | None = None,
) -> None:
    """The same to each of them, but for the one who did it."""
    by = entry.player_id
    drafts = [NewNotification(player, title, link, words) for player in players if player != by]
    notify(kind, key_of(entry.pk), drafts, zone=_event(entry).club.zone, until=until)


def _notify_of_match(
    entry: AuditLogEntry, kind: NotificationKind, players: Iterable[int], title: Message, words: Message = NOTHING
) -> None:
    _notify(entry, kind, players, title, reverse("my_seat", args=[_event(entry).slug]), words)
