"""The host of an event, and handing it over; and officials who ruled on a match of their own there."""

from games.accounts.models import Player
from games.engine.errors import RuleError
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.clubs.members import may_run_events
from tournaments.commands import command, lock_event
from tournaments.context import Context
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Event
from tournaments.permissions import Actor, Permission, may


@command(Action.HAND_OVER_EVENT, lock=lock_event, permission=Permission.RUN_EVENT)
def hand_over_event(event: Event, to: Player, *, context: Context, expected_version: int) -> Event:
    """Makes another player the host. expected_version: the number of the host when the page was made, 0 for none."""
    if (event.in_charge_id or 0) != expected_version:
        if event.in_charge is None:
            raise Conflict("This event no longer has a host. Reload the page.")
        raise Conflict("{player} is now the host. Reload the page.", player=event.in_charge)
    if not may_hand_over(context.actor, event):
        raise NotAllowed(
            "{player} hosts this event. Only {player} or a club owner can hand it over.", player=event.in_charge
        )
    if not may_run_events(event.club).filter(pk=to.pk).exists():
        raise RuleError(
            "{player} can’t run events for {club}. An owner can make {player} an organizer.", player=to, club=event.club
        )
    if event.in_charge_id == to.pk:
        return event
    before, event.in_charge = event.in_charge_id, to
    event.save(update_fields=["in_charge"])
    context.log(detail={"player": to.pk, "from": before})
    return event


def may_hand_over(actor: Actor, event: Event) -> bool:
    """The host, an owner, and while there is no host, every organizer."""
    if not may(actor, Permission.RUN_EVENT, event):
        return False
    is_free = event.in_charge_id is None or event.in_charge_id == (actor.player and actor.player.pk)
    return is_free or may(actor, Permission.RUN_CLUB, event)


def own_score_changes(event: Event) -> list[AuditLogEntry]:
    """Decisions of officials about matches they sat in, the newest first."""
    entries = AuditLogEntry.objects.filter(event=event, detail__own_match=True)
    return list(entries.select_related("user__player", "player", "match", "round", "result"))
