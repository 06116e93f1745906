"""How a verb of registration begins and ends: the event's lock, who may ask for it, and its journal."""

from typing import Any

from django.utils import timezone

from games.engine.errors import RuleError
from games.models import Player
from tournaments.errors import NotAllowed, Stale
from tournaments.models import Event, JournalEntry, Membership, PartnerAsk, Registration, RegistrationTerms, Role, Round
from tournaments.permissions import Actor, Verb, may, require
from tournaments.services import journal
from tournaments.services.journal import By


def lock_registration(registration_id: int) -> Registration:
    """The event's lock is its registrations' lock."""
    event = journal.lock_event(Registration.objects.values_list("event_id", flat=True).get(pk=registration_id))
    registration = Registration.objects.get(pk=registration_id)
    registration.event = event
    return registration


def lock_ask(ask_id: int) -> PartnerAsk:
    event = journal.lock_event(PartnerAsk.objects.values_list("event_id", flat=True).get(pk=ask_id))
    ask = PartnerAsk.objects.select_related("registration", "asked").get(pk=ask_id)
    ask.event = ask.registration.event = event
    return ask


def terms_of(event: Event) -> RegistrationTerms:
    terms = RegistrationTerms.objects.filter(event=event).first()
    if terms is None:
        raise RuleError("There is no registration for this event. An organizer can open it, or enter you.")
    terms.event = event
    return terms


def has_begun(event: Event) -> bool:
    """From the first published round on, who plays is the business of the check-in list."""
    return Round.objects.filter(stage__event=event).exclude(status=Round.Status.DRAFT).exists()


def check_not_begun(event: Event) -> None:
    if event.finished_at or has_begun(event):
        raise RuleError("{event} has begun. From now on an organizer enters people, and marks who leaves.", event=event)


def own_player(actor: Actor) -> Player | None:
    """The player of the account. A personal link registers nobody."""
    return getattr(actor.user, "player", None) if actor.user else None


def may_register(actor: Actor, terms: RegistrationTerms) -> bool:
    """Herself: members of the club, and its guests where the event's terms say so."""
    player = own_player(actor)
    if player is None:
        return False
    if may(actor, Verb.REGISTER, terms.event):
        return True
    guests = Membership.objects.filter(club=terms.event.club, player=player, role=Role.GUEST)
    return terms.for_guests and guests.exists()


def require_for(player: Player, terms: RegistrationTerms, by: By) -> None:
    """Organizers act for everybody and whenever; others for themselves, while registration is open."""
    if may(by.actor, Verb.RUN_EVENT, terms.event):
        return
    if own_player(by.actor) != player or not may_register(by.actor, terms):
        raise NotAllowed(
            "You may not {verb} here. Ask an organizer of {club}.", verb=Verb.REGISTER.words, club=terms.event.club
        )
    if not terms.is_open_at(timezone.now()):
        raise RuleError("Registration is not open. Ask an organizer.")


def require_own(registration: Registration, by: By) -> None:
    """For whoever is in it, and for organizers."""
    player = own_player(by.actor)
    if player is None or not registration.people.filter(player=player, is_live=True).exists():
        require(by.actor, Verb.RUN_EVENT, registration.event)


def check_seen(registration: Registration, seen: int | None) -> None:
    if seen is not None and seen != registration.revision:
        raise Stale(
            "This registration was changed meanwhile: {state}.",
            state=registration.get_state_display().lower(),
        )


def save(registration: Registration, *fields: str) -> None:
    """Write a registration under its event's lock, as its next revision."""
    registration.revision += 1
    registration.save(update_fields=[*fields, "revision"])


def write(event: Event, verb: str, by: By, body: dict[str, Any], **about: Any) -> JournalEntry:
    """Append to the event's journal, after whatever the verbs inside this one wrote."""
    event.refresh_from_db(fields=["version"])
    return journal.write(event, verb, by, body, **about)


def about(registration: Registration, **more: Any) -> dict[str, Any]:
    """What the journal keeps of a registration, besides its entry."""
    return {"registration": registration.pk, "line": registration.number, "state": str(registration.state), **more}
