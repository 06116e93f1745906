"""Registering for an event, and withdrawing. A complete registration gets a spot, or waits for one."""

from collections.abc import Sequence

from django.db.models import Max

from games.accounts.models import Player
from games.engine.errors import RuleError
from tournaments.activity_log.models import Action
from tournaments.checkin import entries
from tournaments.checkin.models import EntryPlayer
from tournaments.clubs.models import Membership
from tournaments.commands import command, lock_event
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.events.models import Event
from tournaments.permissions import Permission, require
from tournaments.registration.commands import (
    about,
    check_not_begun,
    check_seen,
    lock_registration,
    own_player,
    require_for,
    require_own,
    save,
    terms_of,
)
from tournaments.registration.models import RegisteredPlayer, Registration, RegistrationTerms
from tournaments.registration.waiting_list import DROPPED, follow_entries, let_go, move_up

State = Registration.State


@command(
    Action.SIGN_UP,
    lock=lock_event,
    permission=None,
    replay=lambda done: Registration.objects.get(pk=done.detail["registration"]),
)
def sign_up(event: Event, players: Sequence[Player], *, context: Context, is_looking: bool = False) -> Registration:
    """Register a player, or a pair. Alone for an event of pairs: without a spot until there is a partner.

    Players register themselves; only organizers register others, and pairs at once.
    """
    terms, size = terms_of(event), entries.entry_size(event)
    _require(players, terms, context)
    check_not_begun(event)
    follow_entries(event, context)
    check_free(event, players, size)
    registration = _append(event, players, size, is_looking=is_looking)
    move_up(event, terms, context, new=registration)
    registration.refresh_from_db()
    context.log(entry=registration.entry, detail=about(registration))
    return registration


@command(Action.WITHDRAW_REGISTRATION, lock=lock_registration, permission=None)
def withdraw(
    registration: Registration, *, context: Context, player: Player | None = None, expected_version: int | None = None
) -> Registration:
    """Gives up the spot, or the place in line, and moves up those who wait. player: who withdraws; None: all.

    Of a pair, the partner who stays keeps the number in line, without a spot until there is another partner.
    """
    event = registration.event
    if player is None:
        require(context.actor, Permission.RUN_EVENT, event)
    else:
        _require_leaving(registration, player, context)
    check_seen(registration, expected_version)
    check_not_begun(event)
    leaving = [player] if player else registration.players
    if not registration.is_live or not set(leaving) <= set(registration.players):
        raise Conflict(
            "This registration has changed. It’s now {state}.",
            state=registration.get_state_display().lower(),
        )
    entry = registration.entry
    let_go(registration, leaving, context)
    context.log(entry=entry, detail=about(registration))
    follow_entries(event, context)
    move_up(event, terms_of(event), context)
    registration.refresh_from_db()
    return registration


@command(Action.LOOK_FOR_PARTNER, lock=lock_registration, permission=require_own)
def look_for_partner(registration: Registration, is_looking: bool, *, context: Context) -> Registration:
    """Puts the registration on the list of those who look for a partner, or takes it off."""
    if registration.state != State.SINGLE:
        raise Conflict(
            "Only players without a partner can look for one. This registration is now {state}.",
            state=registration.get_state_display().lower(),
        )
    if registration.is_looking != is_looking:
        registration.is_looking = is_looking
        save(registration, "is_looking")
        context.log(detail=about(registration, is_looking=is_looking))
    return registration


def check_free(event: Event, players: Sequence[Player], size: int) -> None:
    """Different people, known to the club, none of them registered or entered."""
    if not 1 <= len({player.pk for player in players}) == len(players) <= size:
        if size == 1:
            raise RuleError("Choose one player.")
        raise RuleError("Choose 1 player, or 2 different ones.")
    known = Membership.objects.filter(club=event.club, player__in=players, player__is_bot=False).count()
    if known != len(players):
        raise RuleError("Only people in the club can register. An organizer can add others at the door.")
    registered = RegisteredPlayer.objects.filter(event=event, player__in=players, is_live=True)
    entered = EntryPlayer.objects.filter(event=event, player__in=players, is_active=True).exclude(entry__status=DROPPED)
    if there := registered.select_related("player").first():
        raise RuleError("{player} is already registered.", player=there.player)
    if plays := entered.select_related("player").first():
        raise RuleError("{player} is already entered.", player=plays.player)


def _require(players: Sequence[Player], terms: RegistrationTerms, context: Context) -> None:
    if len(players) == 1:
        require_for(players[0], terms, context)
    else:
        require(context.actor, Permission.RUN_EVENT, terms.event)


def _require_leaving(registration: Registration, player: Player, context: Context) -> None:
    if own_player(context.actor) != player:
        require(context.actor, Permission.RUN_EVENT, registration.event)


def _append(event: Event, players: Sequence[Player], size: int, *, is_looking: bool) -> Registration:
    number = (event.registrations.aggregate(last=Max("number"))["last"] or 0) + 1
    state = State.WAITING if len(players) == size else State.SINGLE
    looks = is_looking and state == State.SINGLE
    registration = Registration.objects.create(event=event, number=number, state=state, is_looking=looks)
    for chair, player in enumerate(players):
        RegisteredPlayer.objects.create(event=event, registration=registration, player=player, chair=chair)
    return registration
