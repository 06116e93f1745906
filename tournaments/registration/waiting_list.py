"""The waiting list: who has a spot, who moves up when one is free, and what follows from the check-in list.

Everything here is done under the event's lock, by the commands of this package;
`sweep_waiting_lists` takes the lock itself.
"""

from collections.abc import Sequence

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games.accounts.models import Player
from games.locks import locking
from tournaments import audit_log
from tournaments.activity_log.models import Action
from tournaments.checkin import entries
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.commands import lock_event
from tournaments.context import SITE, Context
from tournaments.events.models import Event
from tournaments.permissions import SYSTEM
from tournaments.registration.commands import about, has_begun, save
from tournaments.registration.models import PartnerAsk, RegisteredPlayer, Registration, RegistrationTerms
from tournaments.rounds.models import Round

State = Registration.State
DROPPED = Entry.Status.DROPPED


def spots_taken(event: Event) -> int:
    """Entries that did not leave, whichever way they came in: a walk-in takes a spot too."""
    return event.entries.exclude(status=DROPPED).count()


def live(event: Event) -> QuerySet[Registration]:
    return event.registrations.filter(state__in=Registration.LIVE).order_by("number")


def move_up(event: Event, terms: RegistrationTerms, context: Context, *, new: Registration | None = None) -> None:
    """Give free spots to those who wait, in their order: after a withdrawal, with more spots, from the sweep.

    Anyone who moves up is notified (Action.MOVE_UP). new: a registration that never waited, so it isn't logged as
    moving up.
    """
    waiting = live(event).filter(state=State.WAITING).prefetch_related("people__player")
    free = None if terms.capacity is None else max(0, terms.capacity - spots_taken(event))
    for registration in waiting[:free]:
        _confirm(event, registration, Context(SYSTEM, context.channel), is_new=registration == new)


def _confirm(event: Event, registration: Registration, site: Context, *, is_new: bool) -> None:
    """Being in line is what allows it, not the person's role: the site itself enters them."""
    for left in _left_before(event, registration.players):
        entries.give_up(left.pk, context=site)
    registration.entry = entries.register(event.pk, registration.players, context=site)
    registration.state = State.CONFIRMED
    registration.moved_up_at = None if is_new else timezone.now()
    save(registration, "entry", "state", "moved_up_at")
    if not is_new:
        audit_log.write(event, Action.MOVE_UP, site, entry=registration.entry, detail=about(registration))


def _left_before(event: Event, players: Sequence[Player]) -> list[Entry]:
    """Entries that they were marked as gone from, and come back from with this one."""
    entry_players = EntryPlayer.objects.filter(event=event, player__in=players, is_active=True, entry__status=DROPPED)
    return list(Entry.objects.filter(pk__in=entry_players.values("entry")))


def let_go(registration: Registration, leaving: Sequence[Player], context: Context) -> None:
    """Take players out. The spot is given up; a partner who stays keeps the number and keeps
    looking."""
    registration.people.filter(player__in=leaving, is_live=True).update(is_live=False)
    if registration.entry and registration.state == State.CONFIRMED and registration.entry.status != DROPPED:
        entries.give_up(registration.entry.pk, context=Context(SYSTEM, context.channel))
    stays = registration.people.filter(is_live=True).exists()
    registration.state = State.SINGLE if stays else State.WITHDRAWN
    registration.is_looking = False
    registration.moved_up_at = None
    if stays:
        registration.entry = None
    else:
        registration.asks.filter(state=PartnerAsk.State.OPEN).update(state=PartnerAsk.State.WITHDRAWN)
    save(registration, "state", "is_looking", "entry", "moved_up_at")


def follow_entries(event: Event, context: Context) -> None:
    """Withdraw those who were marked as gone at check-in; those who were entered there no longer wait.

    The entry stays as check-in left it, so that marking as gone can be undone there.
    """
    gone = live(event).filter(state=State.CONFIRMED, entry__status=DROPPED).prefetch_related("people__player")
    for registration in gone:
        _follow(event, registration, registration.players, context)
    for player, registration in _entered_meanwhile(event):
        registration.refresh_from_db()
        _follow(event, registration, [player], context)


def follow_substitutes(event: Event, context: Context) -> None:
    """Bring confirmed registrations into line with their entries, where substitutes took over a chair, so that everyone
    who plays is in one registration and those they replaced can register again.

    For commands, which hold the event's lock.
    """
    for player, registration in _entered_meanwhile(event):
        registration.refresh_from_db()
        _follow(event, registration, [player], context)
    coming: list[RegisteredPlayer] = []
    confirmed = live(event).filter(state=State.CONFIRMED).exclude(entry__status=DROPPED)
    for registration in confirmed.prefetch_related("people", "entry__lineup"):
        assert registration.entry, "a confirmed registration has one"
        playing = {each.player_id: each.chair for each in registration.entry.lineup.all() if each.is_active}
        known = {person.player_id for person in registration.people.all() if person.is_live}
        if playing.keys() == known:
            continue
        registration.people.filter(is_live=True).exclude(player__in=playing).update(is_live=False)
        coming += [
            RegisteredPlayer(event=event, registration=registration, player_id=player_id, chair=chair)
            for player_id, chair in playing.items()
            if player_id not in known
        ]
        save(registration)
    # Only now is no one in two of them who changed from one to another.
    RegisteredPlayer.objects.bulk_create(coming)


def _follow(event: Event, registration: Registration, leaving: Sequence[Player], context: Context) -> None:
    entry = registration.entry
    let_go(registration, leaving, context)
    site = Context(SYSTEM, context.channel)
    audit_log.write(event, Action.FOLLOW_CHECK_IN, site, entry=entry, detail=about(registration))


def _entered_meanwhile(event: Event) -> list[tuple[Player, Registration]]:
    """Players in line for a spot who already play for an entry."""
    entered = EntryPlayer.objects.filter(event=event, is_active=True).exclude(entry__status=DROPPED)
    waits = Q(registration__state__in=[State.SINGLE, State.WAITING], is_live=True)
    registered_players = RegisteredPlayer.objects.filter(waits, event=event, player__in=entered.values("player"))
    players = registered_players.select_related("player", "registration").order_by("registration__number", "chair")
    return [(registered_player.player, registered_player.registration) for registered_player in players]


@locking()
def sweep_waiting_list(event_id: int) -> None:
    """Bring an event's line up to date with its list at the door: spots become free there too."""
    event = lock_event(event_id)
    terms = RegistrationTerms.objects.filter(event=event).first()
    if terms and not event.finished_at and not event.cancelled_at and not has_begun(event):
        follow_entries(event, SITE)
        move_up(event, terms, SITE)


def waiting_lists_to_sweep() -> list[int]:
    """Events where someone waits though a spot is free, or whose list at the door differs from their line."""
    taken = Count("entries", filter=~Q(entries__status=DROPPED), distinct=True)
    own = Registration.objects.filter(event=OuterRef("pk"))
    gone = Exists(own.filter(state=State.CONFIRMED, entry__status=DROPPED))
    waits = Exists(own.filter(state=State.WAITING))
    has_room = Q(registration__capacity=None) | Q(taken__lt=F("registration__capacity"))
    begun = Exists(Round.objects.filter(stage__event=OuterRef("pk")).exclude(status=Round.Status.DRAFT))
    events = Event.objects.filter(~begun, registration__isnull=False, finished_at=None, cancelled_at=None)
    to_sweep = events.annotate(taken=taken).filter(Q(gone) | Q(waits) & has_room)
    return list(to_sweep.order_by("pk").values_list("pk", flat=True))


def sweep_waiting_lists() -> None:
    for event_id in waiting_lists_to_sweep():
        sweep_waiting_list(event_id)
