"""How two become a pair: one asks and the other accepts, or an organizer joins two who have no partner.

The pair goes on in the registration that was there first, with its number in line.
"""

from games.accounts.models import Player
from games.engine.errors import RuleError
from tournaments.activity_log.models import Action
from tournaments.checkin import entries
from tournaments.commands import command, lock_event
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.events.models import Event
from tournaments.permissions import Permission
from tournaments.registration.commands import (
    about,
    check_not_begun,
    check_seen,
    lock_ask,
    lock_registration,
    require_for,
    require_own,
    save,
    terms_of,
)
from tournaments.registration.models import PartnerAsk, RegisteredPlayer, Registration
from tournaments.registration.spots import check_free, sign_up
from tournaments.registration.waiting_list import follow_entries, let_go, move_up

State, AskState = Registration.State, PartnerAsk.State


@command(
    Action.ASK_PARTNER,
    lock=lock_registration,
    permission=require_own,
    replay=lambda done: PartnerAsk.objects.get(journal=done),
)
def ask_partner(registration: Registration, asked: Player, *, context: Context) -> PartnerAsk:
    """Asks a player of the club to be the partner. Two who ask each other are a pair at once."""
    event = registration.event
    check_not_begun(event)
    asker = single_in(registration)
    if asker == asked:
        raise RuleError("Choose another player as your partner.")
    if open_ask := registration.asks.filter(state=AskState.OPEN).select_related("asked").first():
        raise RuleError("{asked} hasn’t answered yet. Cancel that request first.", asked=open_ask.asked)
    _check_may_be_asked(event, asked)
    written = context.log(detail=about(registration))
    ask = PartnerAsk.objects.create(event=event, registration=registration, asker=asker, asked=asked, journal=written)
    if mutual := PartnerAsk.objects.filter(event=event, asker=asked, asked=asker, state=AskState.OPEN).first():
        _answer(mutual, AskState.ACCEPTED)
        join(event, mutual.registration, registration, asker, context)
        ask.refresh_from_db()
    return ask


@command(
    Action.SIGN_UP_ASKING,
    lock=lock_event,
    permission=None,
    replay=lambda done: Registration.objects.get(pk=done.detail["registration"]),
)
def sign_up_asking(event: Event, player: Player, asked: Player, *, context: Context) -> Registration:
    """Registers a player and asks another to be the partner: both, or neither."""
    if entries.entry_size(event) == 1:
        raise RuleError("Players enter this event individually, so no one needs a partner.")
    registration = sign_up(event.pk, [player], context=context)
    ask_partner(registration.pk, asked, context=context)
    registration.refresh_from_db()
    context.log(detail=about(registration))
    return registration


@command(Action.TAKE_BACK_ASK, lock=lock_ask, permission=require_own)
def take_back_ask(ask: PartnerAsk, *, context: Context) -> PartnerAsk:
    _check_open(ask)
    _answer(ask, AskState.WITHDRAWN)
    context.log(detail=about(ask.registration))
    return ask


@command(Action.ANSWER_ASK, lock=lock_ask, permission=None)
def answer_ask(ask: PartnerAsk, accepted: bool, *, context: Context) -> PartnerAsk:
    """The one who was asked says yes, and both are a pair; or no. An organizer may answer for a player."""
    event = ask.event
    require_for(ask.asked, terms_of(event), context)
    check_not_begun(event)
    _check_open(ask)
    _answer(ask, AskState.ACCEPTED if accepted else AskState.DECLINED)
    registration = ask.registration
    if accepted:
        follow_entries(event, context)
        registration.refresh_from_db()
        single_in(registration)
        own = _own_single(event, ask.asked)
        if own is None:
            check_free(event, [ask.asked], 1)
        registration = join(event, registration, own, ask.asked, context)
    context.log(entry=registration.entry, detail=about(registration, answer=str(ask.state)))
    return ask


@command(
    Action.JOIN_SINGLES,
    lock=lock_registration,
    permission=Permission.RUN_EVENT,
    replay=lambda done: Registration.objects.get(pk=done.detail["registration"]),
)
def join_singles(
    single: Registration, other_id: int, *, context: Context, expected_version: tuple[int, int] | None = None
) -> Registration:
    """Pair two players without a partner, as an organizer."""
    other = lock_registration(other_id)
    event = single.event
    check_not_begun(event)
    if single.event_id != other.event_id or single == other:
        raise RuleError("Choose 2 different players from this event.")
    for registration, version in zip((single, other), expected_version or (None, None), strict=True):
        check_seen(registration, version)
    single_in(single)
    joined = join(event, single, other, single_in(other), context)
    context.log(event, entry=joined.entry, detail=about(joined))
    return joined


def join(
    event: Event, registration: Registration, other: Registration | None, player: Player, context: Context
) -> Registration:
    """Makes a pair of the single player of `registration` and of `player`, who has the registration `other` or none.

    Returns the older of the registrations, which goes on; the other one has joined it. For commands, with the event
    locked.
    """
    stays, goes = (
        (registration, other) if other is None or registration.number < other.number else (other, registration)
    )
    comes = player if stays == registration else single_in(registration)
    if goes:
        goes.people.filter(is_live=True).update(is_live=False)
        goes.state, goes.is_looking = State.JOINED, False
        save(goes, "state", "is_looking")
    taken = stays.people.get(is_live=True).chair
    RegisteredPlayer.objects.create(event=event, registration=stays, player=comes, chair=1 - taken)
    stays.state, stays.is_looking = State.WAITING, False
    save(stays, "state", "is_looking")
    _close_asks(event, [person.player for person in stays.people.filter(is_live=True).select_related("player")])
    move_up(event, terms_of(event), context, new=stays)
    stays.refresh_from_db()
    return stays


def part(stays: Registration, goes: Registration, context: Context) -> None:
    """What `join` did is undone: the pair's entry is given up, and both are without a partner in their own
    registrations. For commands, which hold the event's lock."""
    live = [person.player for person in stays.people.filter(is_live=True).select_related("player")]
    own = goes.people.filter(player__in=live).select_related("player").latest("pk")
    let_go(stays, [own.player], context)
    own.is_live = True
    own.save(update_fields=["is_live"])
    goes.state = State.SINGLE
    save(goes, "state")


def _close_asks(event: Event, pair: list[Player]) -> None:
    """Closes both players' asks: no one waits for the answer of a player with a partner, or can accept an old ask."""
    still_open = PartnerAsk.objects.filter(event=event, state=AskState.OPEN)
    still_open.filter(asker__in=pair).update(state=AskState.WITHDRAWN)
    still_open.filter(asked__in=pair).update(state=AskState.DECLINED)


def _check_may_be_asked(event: Event, asked: Player) -> None:
    if _own_single(event, asked) is None:
        check_free(event, [asked], 1)


def _own_single(event: Event, player: Player) -> Registration | None:
    registrations = event.registrations.filter(state=State.SINGLE, people__player=player, people__is_live=True)
    return registrations.first()


def single_in(registration: Registration) -> Player:
    """The player in it, who has no partner."""
    registered_player = registration.people.filter(is_live=True).select_related("player").first()
    if registration.state != State.SINGLE or registered_player is None:
        raise Conflict(
            "Only players without a partner can be paired. This registration is now {state}.",
            state=registration.get_state_display().lower(),
        )
    return registered_player.player


def _check_open(ask: PartnerAsk) -> None:
    if ask.state != AskState.OPEN:
        raise Conflict(
            "The request to {asked} was already {answer}.",
            asked=ask.asked,
            answer=ask.get_state_display().lower(),
        )


def _answer(ask: PartnerAsk, state: PartnerAsk.State) -> None:
    ask.state = state
    ask.save(update_fields=["state"])
