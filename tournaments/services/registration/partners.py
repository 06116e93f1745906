"""How two become a pair: one asks and the other accepts, or an organizer joins two who have no partner.

The pair goes on in the registration that was there first, with its number in line.
"""

from django.db import transaction

from games.engine.errors import RuleError
from games.models import Player
from tournaments.errors import Stale
from tournaments.models import Event, PartnerAsk, RegisteredPlayer, Registration
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.attendance import entries
from tournaments.services.journal import By
from tournaments.services.registration.door import (
    about,
    check_not_begun,
    check_seen,
    lock_ask,
    lock_registration,
    require_for,
    require_own,
    save,
    terms_of,
    write,
)
from tournaments.services.registration.line import follow_entries, move_up
from tournaments.services.registration.places import check_free, sign_up

State, Asked = Registration.State, PartnerAsk.State


@transaction.atomic
def ask_partner(registration_id: int, asked: Player, *, by: By) -> PartnerAsk:
    """Ask somebody of the club to be the partner. Two who ask each other are a pair at once."""
    registration = lock_registration(registration_id)
    event, body = registration.event, {"registration": registration_id, "asked": asked.pk}
    if done := journal.replayed(by, "ask_partner", body):
        return PartnerAsk.objects.get(journal=done)
    require_own(registration, by)
    check_not_begun(event)
    asker = _single_in(registration)
    if asker == asked:
        raise RuleError("Choose somebody else as partner.")
    if open_ask := registration.asks.filter(state=Asked.OPEN).select_related("asked").first():
        raise RuleError("{asked} was asked and has not answered. Take that back first.", asked=open_ask.asked)
    _check_may_be_asked(event, asked)
    written = write(event, "ask_partner", by, body, detail=about(registration))
    ask = PartnerAsk.objects.create(
        event=event, registration=registration, asker=asker, asked=asked, journal=written
    )  # fmt: skip
    if mutual := PartnerAsk.objects.filter(event=event, asker=asked, asked=asker, state=Asked.OPEN).first():
        _answer(mutual, Asked.ACCEPTED)
        _join(event, mutual.registration, registration, asker, By(by.actor, by.source))
        ask.refresh_from_db()
    return ask


@transaction.atomic
def sign_up_asking(event_id: int, player: Player, asked: Player, *, by: By) -> Registration:
    """Register and ask somebody to be the partner: both, or neither."""
    event, body = journal.lock_event(event_id), {"event": event_id, "player": player.pk, "asked": asked.pk}
    if done := journal.replayed(by, "sign_up_asking", body):
        return Registration.objects.get(pk=done.detail["registration"])
    if entries.entry_size(event) == 1:
        raise RuleError("This event is played by single players: nobody needs a partner.")
    inner = By(by.actor, by.source)
    registration = sign_up(event_id, [player], by=inner)
    ask_partner(registration.pk, asked, by=inner)
    registration.refresh_from_db()
    write(event, "sign_up_asking", by, body, detail=about(registration))
    return registration


@transaction.atomic
def take_back_ask(ask_id: int, *, by: By) -> PartnerAsk:
    ask, body = lock_ask(ask_id), {"ask": ask_id}
    if journal.replayed(by, "take_back_ask", body):
        return ask
    require_own(ask.registration, by)
    _check_open(ask)
    _answer(ask, Asked.WITHDRAWN)
    write(ask.event, "take_back_ask", by, body, detail=about(ask.registration))
    return ask


@transaction.atomic
def answer_ask(ask_id: int, accepted: bool, *, by: By) -> PartnerAsk:
    """The one who was asked says yes, and both are a pair; or no. An organizer may answer for a player."""
    ask, body = lock_ask(ask_id), {"ask": ask_id, "accepted": accepted}
    if journal.replayed(by, "answer_ask", body):
        return ask
    event = ask.event
    require_for(ask.asked, terms_of(event), by)
    check_not_begun(event)
    _check_open(ask)
    _answer(ask, Asked.ACCEPTED if accepted else Asked.DECLINED)
    registration = ask.registration
    if accepted:
        follow_entries(event, by)
        registration.refresh_from_db()
        _single_in(registration)
        own = _own_single(event, ask.asked)
        if own is None:
            check_free(event, [ask.asked], 1)
        registration = _join(event, registration, own, ask.asked, By(by.actor, by.source))
    write(event, "answer_ask", by, body, entry=registration.entry, detail=about(registration, answer=str(ask.state)))
    return ask


@transaction.atomic
def join_singles(one_id: int, other_id: int, *, by: By, seen: tuple[int, int] | None = None) -> Registration:
    """An organizer makes two who have no partner a pair."""
    one, other = lock_registration(one_id), lock_registration(other_id)
    event, body = one.event, {"one": one_id, "other": other_id, "seen": seen}
    if done := journal.replayed(by, "join_singles", body):
        return Registration.objects.get(pk=done.detail["registration"])
    require(by.actor, Verb.RUN_EVENT, event)
    check_not_begun(event)
    if one.event_id != other.event_id or one == other:
        raise RuleError("Choose two different players of this event.")
    for registration, version in zip((one, other), seen or (None, None), strict=True):
        check_seen(registration, version)
    _single_in(one)
    joined = _join(event, one, other, _single_in(other), By(by.actor, by.source))
    write(event, "join_singles", by, body, entry=joined.entry, detail=about(joined))
    return joined


def _join(event: Event, one: Registration, other: Registration | None, player: Player, by: By) -> Registration:
    """The player, who has the other registration or none, becomes the partner of who is in the first."""
    stays, goes = (one, other) if other is None or one.number < other.number else (other, one)
    comes = player if stays == one else _single_in(one)
    if goes:
        goes.people.filter(is_live=True).update(is_live=False)
        goes.state, goes.is_looking = State.JOINED, False
        save(goes, "state", "is_looking")
    taken = stays.people.get(is_live=True).chair
    RegisteredPlayer.objects.create(event=event, registration=stays, player=comes, chair=1 - taken)
    stays.state, stays.is_looking = State.WAITING, False
    save(stays, "state", "is_looking")
    _close_asks(event, [row.player for row in stays.people.filter(is_live=True).select_related("player")])
    move_up(event, terms_of(event), by, new=stays)
    stays.refresh_from_db()
    return stays


def _close_asks(event: Event, pair: list[Player]) -> None:
    """Nobody waits for the answer of somebody who has a partner, nor can take an ask of theirs up."""
    still_open = PartnerAsk.objects.filter(event=event, state=Asked.OPEN)
    still_open.filter(asker__in=pair).update(state=Asked.WITHDRAWN)
    still_open.filter(asked__in=pair).update(state=Asked.DECLINED)


def _check_may_be_asked(event: Event, asked: Player) -> None:
    if _own_single(event, asked) is None:
        check_free(event, [asked], 1)


def _own_single(event: Event, player: Player) -> Registration | None:
    rows = event.registrations.filter(state=State.SINGLE, people__player=player, people__is_live=True)
    return rows.first()


def _single_in(registration: Registration) -> Player:
    """Who is in it, without a partner."""
    row = registration.people.filter(is_live=True).select_related("player").first()
    if registration.state != State.SINGLE or row is None:
        raise Stale(
            "Only who has no partner can find one: {state}.",
            state=registration.get_state_display().lower(),
        )
    return row.player


def _check_open(ask: PartnerAsk) -> None:
    if ask.state != Asked.OPEN:
        raise Stale("{asked} was asked: {answer}.", asked=ask.asked, answer=ask.get_state_display().lower())


def _answer(ask: PartnerAsk, state: PartnerAsk.State) -> None:
    ask.state = state
    ask.save(update_fields=["state"])
