"""Who is in charge of an event, and handing it over; and who ruled on a match of his own there."""

from django.db import transaction

from games.engine.errors import RuleError
from games.models import Player
from tournaments.errors import NotAllowed, Stale
from tournaments.models import Event, JournalEntry
from tournaments.permissions import Actor, Verb, may, require
from tournaments.services import journal
from tournaments.services.journal import By
from tournaments.services.people.members import may_run_events


@transaction.atomic
def hand_over_event(event_id: int, to: Player, *, by: By, seen: int) -> Event:
    """Somebody else is in charge from now on. seen: the player who was when the page was made, 0 for nobody."""
    event, body = journal.lock_event(event_id), {"event": event_id, "to": to.pk, "seen": seen}
    if journal.replayed(by, "hand_over_event", body):
        return event
    require(by.actor, Verb.RUN_EVENT, event)
    if (event.in_charge_id or 0) != seen:
        if event.in_charge is None:
            raise Stale("Nobody is in charge by now. Look at the page again.")
        raise Stale("{player} is in charge by now. Look at the page again.", player=event.in_charge)
    if not may_hand_over(by.actor, event):
        raise NotAllowed(
            "{player} is in charge of this event, and can hand it over. So can an owner.", player=event.in_charge
        )
    if not may_run_events(event.club).filter(pk=to.pk).exists():
        raise RuleError(
            "{player} cannot run events of {club}. An owner can make {player} an organizer.", player=to, club=event.club
        )
    if event.in_charge_id == to.pk:
        return event
    before, event.in_charge = event.in_charge_id, to
    event.save(update_fields=["in_charge"])
    journal.write(event, "hand_over_event", by, body, detail={"player": to.pk, "from": before})
    return event


def may_hand_over(actor: Actor, event: Event) -> bool:
    """Whoever is in charge, an owner, and while nobody is, every organizer."""
    if not may(actor, Verb.RUN_EVENT, event):
        return False
    is_free = event.in_charge_id is None or event.in_charge_id == (actor.player and actor.player.pk)
    return is_free or may(actor, Verb.RUN_CLUB, event)


def own_rulings(event: Event) -> list[JournalEntry]:
    """Decisions of officials about matches they sat in, the newest first."""
    rows = JournalEntry.objects.filter(event=event, detail__own_match=True)
    return list(rows.select_related("user__player", "player", "match", "round", "result"))
