"""Registering for an event, and withdrawing. Who is complete gets a place, or waits for one in line."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max

from games.engine.errors import RuleError
from games.models import Player
from tournaments.errors import Stale
from tournaments.models import EntryPlayer, Event, Membership, RegisteredPlayer, Registration, RegistrationTerms
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.attendance import entries
from tournaments.services.journal import By
from tournaments.services.registration.door import (
    about,
    check_not_begun,
    check_seen,
    lock_registration,
    own_player,
    require_for,
    require_own,
    save,
    terms_of,
    write,
)
from tournaments.services.registration.line import DROPPED, follow_entries, let_go, move_up

State = Registration.State


@transaction.atomic
def sign_up(event_id: int, players: Sequence[Player], *, by: By, is_looking: bool = False) -> Registration:
    """Register a player, or a pair. Alone for an event of pairs: without a place until there is a partner.

    Players register themselves; only organizers register others, and pairs at once.
    """
    event = journal.lock_event(event_id)
    body = {"event": event_id, "players": [player.pk for player in players], "is_looking": is_looking}
    if done := journal.replayed(by, "sign_up", body):
        return Registration.objects.get(pk=done.detail["registration"])
    terms, size = terms_of(event), entries.entry_size(event)
    _require(players, terms, by)
    check_not_begun(event)
    follow_entries(event, by)
    check_free(event, players, size)
    registration = _append(event, players, size, is_looking=is_looking)
    move_up(event, terms, by, new=registration)
    registration.refresh_from_db()
    write(event, "sign_up", by, body, entry=registration.entry, detail=about(registration))
    return registration


@transaction.atomic
def withdraw(registration_id: int, *, by: By, player: Player | None = None, seen: int | None = None) -> Registration:
    """Give the place, or the place in line, up; whoever waits moves up. player: the one who withdraws; None: all.

    Of a pair, the partner who stays keeps the number in line, without a place until there is another partner.
    """
    registration = lock_registration(registration_id)
    event, body = registration.event, {"registration": registration_id, "player": player and player.pk, "seen": seen}
    if journal.replayed(by, "withdraw_registration", body):
        return registration
    if player is None:
        require(by.actor, Verb.RUN_EVENT, event)
    else:
        _require_leaving(registration, player, by)
    check_seen(registration, seen)
    check_not_begun(event)
    leaving = [player] if player else registration.players
    if not registration.is_live or not set(leaving) <= set(registration.players):
        raise Stale(
            "This registration is not what it was: {state}.",
            state=registration.get_state_display().lower(),
        )
    entry = registration.entry
    let_go(registration, leaving, by)
    write(event, "withdraw_registration", by, body, entry=entry, detail=about(registration))
    follow_entries(event, by)
    move_up(event, terms_of(event), by)
    registration.refresh_from_db()
    return registration


@transaction.atomic
def look_for_partner(registration_id: int, is_looking: bool, *, by: By) -> Registration:
    """Be on the list of those who look for a partner, or not any more."""
    registration = lock_registration(registration_id)
    body = {"registration": registration_id, "is_looking": is_looking}
    if journal.replayed(by, "look_for_partner", body):
        return registration
    require_own(registration, by)
    if registration.state != State.SINGLE:
        raise Stale(
            "Only who has no partner looks for one: {state}.",
            state=registration.get_state_display().lower(),
        )
    if registration.is_looking != is_looking:
        registration.is_looking = is_looking
        save(registration, "is_looking")
        write(registration.event, "look_for_partner", by, body, detail=about(registration, is_looking=is_looking))
    return registration


def check_free(event: Event, players: Sequence[Player], size: int) -> None:
    """Different people, known to the club, none of them registered or entered."""
    if not 1 <= len({player.pk for player in players}) == len(players) <= size:
        if size == 1:
            raise RuleError("Name one player.")
        raise RuleError("Name one player, or two different ones.")
    known = Membership.objects.filter(club=event.club, player__in=players, player__is_bot=False).count()
    if known != len(players):
        raise RuleError("Only people known to the club can register. An organizer can enter others at the door.")
    registered = RegisteredPlayer.objects.filter(event=event, player__in=players, is_live=True)
    entered = EntryPlayer.objects.filter(event=event, player__in=players, is_active=True).exclude(entry__status=DROPPED)
    if there := registered.select_related("player").first():
        raise RuleError("{player} is registered already.", player=there.player)
    if plays := entered.select_related("player").first():
        raise RuleError("{player} is entered already.", player=plays.player)


def _require(players: Sequence[Player], terms: RegistrationTerms, by: By) -> None:
    if len(players) == 1:
        require_for(players[0], terms, by)
    else:
        require(by.actor, Verb.RUN_EVENT, terms.event)


def _require_leaving(registration: Registration, player: Player, by: By) -> None:
    if own_player(by.actor) != player:
        require(by.actor, Verb.RUN_EVENT, registration.event)


def _append(event: Event, players: Sequence[Player], size: int, *, is_looking: bool) -> Registration:
    number = (event.registrations.aggregate(last=Max("number"))["last"] or 0) + 1
    state = State.WAITING if len(players) == size else State.SINGLE
    looks = is_looking and state == State.SINGLE
    registration = Registration.objects.create(event=event, number=number, state=state, is_looking=looks)
    for chair, player in enumerate(players):
        RegisteredPlayer.objects.create(event=event, registration=registration, player=player, chair=chair)
    return registration
