"""What commands of registration share: the event's lock, who may ask for them, and what the log keeps."""

from typing import Any

from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from tournaments.clubs.models import Membership, Role
from tournaments.commands import lock_event_of
from tournaments.context import Context
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Event
from tournaments.permissions import Actor, Permission, may, require
from tournaments.registration.models import PartnerAsk, Registration, RegistrationTerms
from tournaments.rounds.models import Round


def lock_registration(registration_id: int) -> Registration:
    """The event's lock is its registrations' lock."""
    event = lock_event_of(Registration, registration_id)
    registration = Registration.objects.get(pk=registration_id)
    registration.event = event
    return registration


def lock_ask(ask_id: int) -> PartnerAsk:
    event = lock_event_of(PartnerAsk, ask_id)
    ask = PartnerAsk.objects.select_related("registration", "asked").get(pk=ask_id)
    ask.event = ask.registration.event = event
    return ask


def terms_of(event: Event) -> RegistrationTerms:
    terms = RegistrationTerms.objects.filter(event=event).first()
    if terms is None:
        raise RuleError(
            "This event doesn’t take registrations yet. Ask an organizer to open registration or to enter you."
        )
    terms.event = event
    return terms


def has_begun(event: Event) -> bool:
    """From the first published round on, who plays is the business of the check-in list."""
    return Round.objects.filter(stage__event=event).exclude(status=Round.Status.DRAFT).exists()


def check_not_begun(event: Event) -> None:
    """RuleError once who plays is the business of the check-in list, and while the event is canceled."""
    if event.cancelled_at:
        raise RuleError("{event} is canceled, so registration is closed.", event=event)
    if event.finished_at or has_begun(event):
        raise RuleError(
            "{event} has started, so registration is closed. Organizers can still add or withdraw players on the "
            "check-in list.",
            event=event,
        )


def own_player(actor: Actor) -> Player | None:
    """The player of the account. A personal link can't register anyone."""
    return getattr(actor.user, "player", None) if actor.user else None


def may_register(actor: Actor, terms: RegistrationTerms) -> bool:
    """Whether the actor may register themselves: members may, guests if the event's terms say so."""
    player = own_player(actor)
    if player is None:
        return False
    if may(actor, Permission.REGISTER, terms.event):
        return True
    guests = Membership.objects.filter(club=terms.event.club, player=player, role=Role.GUEST)
    return terms.for_guests and guests.exists()


def require_for(player: Player, terms: RegistrationTerms, context: Context) -> None:
    """Lets organizers act for everyone at any time, and others for themselves while registration is open."""
    if may(context.actor, Permission.RUN_EVENT, terms.event):
        return
    if own_player(context.actor) != player or not may_register(context.actor, terms):
        raise NotAllowed(
            "You can’t {action}. Ask an organizer of {club}.",
            action=Permission.REGISTER.words,
            club=terms.event.club,
        )
    if not terms.is_open_at(timezone.now()):
        raise RuleError("Registration isn’t open. Ask an organizer.")


def require_own(thing: Registration | PartnerAsk, context: Context) -> None:
    """Only for players in the registration, and for organizers."""
    registration = thing if isinstance(thing, Registration) else thing.registration
    player = own_player(context.actor)
    if player is None or not registration.people.filter(player=player, is_live=True).exists():
        require(context.actor, Permission.RUN_EVENT, registration.event)


def check_seen(registration: Registration, expected_version: int | None) -> None:
    if expected_version is not None and expected_version != registration.revision:
        raise Conflict(
            "Someone changed this registration while you had it open. It’s now {state}.",
            state=registration.get_state_display().lower(),
        )


def save(registration: Registration, *fields: str) -> None:
    """Write a registration under its event's lock, as its next revision."""
    registration.revision += 1
    registration.save(update_fields=[*fields, "revision"])


def about(registration: Registration, **more: Any) -> dict[str, Any]:
    """What the log keeps of a registration, besides its entry."""
    return {"registration": registration.pk, "line": registration.number, "state": str(registration.state), **more}
