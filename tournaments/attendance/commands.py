"""Asking people whether they come, and their answers.

Everyone on the list is asked, or also the members who are not on it. A “no” gives up the spot, as withdrawing does; a
“yes” from someone who isn't registered registers them where they could do that themselves. Everything else is only
noted, for organizers to see.
"""

from collections.abc import Collection, Iterable

from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.notifications.kinds import NotificationKind
from games.notifications.writing import cancel_unsent
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.attendance.models import Attendance, Occasion
from tournaments.attendance.occasions import (
    check_open,
    club_of,
    day_of,
    notification_key,
    players_on_list,
)
from tournaments.checkin import entries
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.clubs.identity import persons, records_of
from tournaments.clubs.models import Membership, Role
from tournaments.commands import command, lock_event
from tournaments.context import Context
from tournaments.errors import NotAllowed
from tournaments.events.models import Event
from tournaments.leagues.commands import lock_fixture
from tournaments.leagues.models import Fixture, Squad, SquadPlayer
from tournaments.permissions import SYSTEM, Actor, Permission, require
from tournaments.registration import spots
from tournaments.registration.commands import may_register
from tournaments.registration.models import RegisteredPlayer, Registration, RegistrationTerms
from tournaments.registration.waiting_list import move_up, spots_taken

Answer = Attendance.Answer
REMINDER_SUFFIX = ":again"
"""Added to the key of the question: the key of its reminder."""


def _count(done: AuditLogEntry) -> int:
    return int(done.detail["count"])


@command(Action.ASK_COMING, lock=lock_event, permission=Permission.RUN_EVENT, replay=_count)
def ask_players(event: Event, *, everyone: bool = False, context: Context) -> int:
    """Ask everyone on the list who wasn't asked and didn't answer. Returns how many were asked.

    everyone: also members who aren't on it, but for those who were and left: they have said no.
    """
    check_open(event, timezone.now())
    wanted = set(players_on_list(event))
    if everyone:
        wanted |= _members(event) - _left(event)
    return _ask(event, wanted, context)


@command(Action.ASK_COMING, lock=lock_fixture, permission=None, replay=_count)
def ask_squads(fixture: Fixture, squads: Collection[Squad], *, context: Context) -> int:
    """Ask the players of these squads who weren't asked and didn't answer. Returns how many were asked.

    For captains of their own.
    """
    for squad in squads:
        require(context.actor, Permission.SET_LINE_UP, squad)
    check_open(fixture, timezone.now())
    members = SquadPlayer.objects.filter(squad__in=squads, until=None, player__erased_at=None)
    wanted = set(persons(members.values_list("player", flat=True)).values())
    return _ask(fixture, wanted, context)


def _answered_in(done: AuditLogEntry) -> Attendance:
    which = {"event": done.event_id} if done.event_id else {"fixture": done.detail["fixture"]}
    return Attendance.objects.get(player__in=persons([done.player_id or 0]).values(), **which)


@command(Action.ANSWER_COMING, lock=lock_event, permission=None, replay=_answered_in)
def answer_event(event: Event, answer: Answer, *, context: Context) -> Attendance:
    """The actor's own answer, with what follows from it for their spot."""
    player = _asked_person(event, context)
    attendance = Attendance.objects.filter(event=event, player=player).first()
    gave_up_before = bool(attendance and attendance.left and attendance.day == day_of(event))
    site = Context(SYSTEM, context.channel)
    is_on_list = player.pk in players_on_list(event)
    left = False
    if answer == Answer.NO:
        left = _give_up_spot(event, player, site) if is_on_list else gave_up_before
    elif answer == Answer.YES and not is_on_list:
        _take_spot(event, player, site, gave_up_before=gave_up_before)
    return _note(event, attendance, player, answer, context, left=left)


@command(Action.ANSWER_COMING, lock=lock_fixture, permission=None, replay=_answered_in)
def answer_fixture(fixture: Fixture, answer: Answer, *, context: Context) -> Attendance:
    """The actor's own answer. It changes no lineup: the captain sees it."""
    player = _asked_person(fixture, context)
    attendance = Attendance.objects.filter(fixture=fixture, player=player).first()
    return _note(fixture, attendance, player, answer, context, left=False)


def _ask(occasion: Occasion, wanted: Iterable[int], context: Context) -> int:
    """Ask these players. An earlier answer counts only for its day, so a new day asks again. Returns how many.

    Needs the lock.
    """
    day, about = day_of(occasion), _about(occasion)
    by_player = {attendance.player_id: attendance for attendance in occasion.attendance.all()}
    asked = sorted(player for player in wanted if player not in by_player or by_player[player].day != day)
    if not asked:
        return 0
    written = context.log(_place(occasion), detail={"count": len(asked), "day": day.isoformat(), **_detail(occasion)})
    old = [by_player[player] for player in asked if player in by_player]
    for attendance in old:
        attendance.day, attendance.asked = day, written
        attendance.answer, attendance.answered, attendance.left = "", None, False
    Attendance.objects.bulk_update(old, ["day", "asked", "answer", "answered", "left"])
    Attendance.objects.bulk_create(
        Attendance(**about, player_id=player, day=day, asked=written) for player in asked if player not in by_player
    )
    return len(asked)


def _asked_person(occasion: Occasion, context: Context) -> Player:
    """The actor, who is on the list, was asked, or answered before. RuleError when answering has ended."""
    record = context.actor.player.pk if context.actor.player else 0
    person = persons([record])[record]
    if not (occasion.attendance.filter(player=person).exists() or person in players_on_list(occasion)):
        raise NotAllowed("Only players who are on the list or were asked can answer. Register for the event first.")
    check_open(occasion, timezone.now())
    return Player.objects.select_related("user").get(pk=person)


def _note(
    occasion: Occasion, attendance: Attendance | None, player: Player, answer: Answer, context: Context, *, left: bool
) -> Attendance:
    attendance = attendance or Attendance(**_about(occasion), player=player)
    attendance.day, attendance.answer, attendance.left = day_of(occasion), answer, left
    attendance.answered = context.log(_place(occasion), detail={"answer": str(answer), **_detail(occasion)})
    attendance.save()
    for key in (notification_key(occasion), notification_key(occasion) + REMINDER_SUFFIX):
        cancel_unsent(NotificationKind.COMING, key, [player.pk])
    return attendance


def _give_up_spot(event: Event, player: Player, site: Context) -> bool:
    """Give up the spot. Returns whether an organizer had given it.

    A pair that an organizer entered stays, and so does anyone who has paid without a registration: an organizer sees
    their “no” and decides.
    """
    records = records_of(player)
    lineups = EntryPlayer.objects.filter(event=event, player__in=records, is_active=True).select_related("entry")
    own = lineups.exclude(entry__status=Entry.Status.DROPPED).first()
    if own and own.entry.status == Entry.Status.CHECKED_IN:
        raise RuleError("You’re checked in. If you have to leave, tell an organizer.")
    registered = RegisteredPlayer.objects.filter(event=event, player__in=records, is_live=True)
    if mine := registered.filter(registration__state__in=Registration.LIVE).select_related("player").first():
        spots.withdraw(mine.registration_id, player=mine.player, context=site)
        return False
    if own is None or own.entry.lineup.filter(is_active=True).count() > 1 or own.entry.has_paid:
        return False
    entries.give_up(own.entry_id, context=site)
    if terms := _terms(event):
        move_up(event, terms, site)
    return True


def _take_spot(event: Event, player: Player, site: Context, *, gave_up_before: bool) -> None:
    """Registers someone who isn't on the list, if they could do it themselves; or gives back the spot that they gave
    up, if it's still free. Else their “yes” is only noted."""
    terms = _terms(event)
    if entries.entry_size(event) > 1:
        return
    if terms and terms.is_open_at(timezone.now()) and may_register(Actor(player.user, player), terms):
        spots.sign_up(event.pk, [player], context=site)
    elif gave_up_before and (not terms or terms.capacity is None or spots_taken(event) < terms.capacity):
        entries.register(event.pk, [player], context=site)


def _terms(event: Event) -> RegistrationTerms | None:
    terms = RegistrationTerms.objects.filter(event=event).first()
    if terms:
        terms.event = event
    return terms


def _members(event: Event) -> set[int]:
    """Of the club, without its guests."""
    known = Membership.objects.filter(club=event.club, player__is_bot=False, player__erased_at=None)
    return set(persons(known.exclude(role=Role.GUEST).values_list("player", flat=True)).values())


def _left(event: Event) -> set[int]:
    """Everyone who was on the list and isn't any longer."""
    entered = EntryPlayer.objects.filter(event=event).values_list("player", flat=True)
    registered = RegisteredPlayer.objects.filter(event=event).values_list("player", flat=True)
    return set(persons([*entered, *registered]).values()) - set(players_on_list(event))


def _about(occasion: Occasion) -> dict[str, object]:
    return {"club": club_of(occasion), "event" if isinstance(occasion, Event) else "fixture": occasion}


def _place(occasion: Occasion) -> Event | None:
    """The event whose log it goes into. None for the club's."""
    return occasion if isinstance(occasion, Event) else None


def _detail(occasion: Occasion) -> dict[str, int]:
    return {} if isinstance(occasion, Event) else {"fixture": occasion.pk, "season": occasion.season_id}
