"""Set-ups of events that a club keeps under names: saved from an event, renamed, deleted, and used for new events."""

from datetime import datetime

from games.engine.errors import RuleError
from tournaments.activity_log.models import Action
from tournaments.clubs.models import Club
from tournaments.commands import command, lock_club
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.events.duplicates import why_not_duplicated
from tournaments.events.event_setup import EventSetup
from tournaments.events.models import Event, EventTemplate
from tournaments.permissions import Permission

MAX_TEMPLATES = 50
LONGEST = 80


@command(
    Action.SAVE_TEMPLATE,
    lock=lock_club,
    permission=Permission.RUN_EVENT,
    replay=lambda done: EventTemplate.objects.get(pk=done.detail["template"]),
)
def save_template(club: Club, event: Event, name: str, *, context: Context) -> EventTemplate:
    """Keeps what makes an event of the club under a name; the same name again replaces it.

    RuleError for an event of a season, or without a name.
    """
    if refusal := why_not_duplicated(event):
        raise RuleError(refusal)
    called, setup = _name(name), EventSetup.of(event)
    event_template = club.event_templates.filter(name__iexact=called).first()
    if event_template is None and club.event_templates.count() >= MAX_TEMPLATES:
        raise RuleError(
            "The club already has {number} templates, which is the limit. Delete one you don’t need.",
            number=MAX_TEMPLATES,
        )
    event_template = event_template or EventTemplate(club=club)
    event_template.name, event_template.starts_at, event_template.venue, event_template.setup = (
        called,
        setup.starts_at,
        setup.venue,
        setup.as_data(),
    )
    event_template.save()
    context.log(detail={"template": event_template.pk, "name": called})
    return event_template


@command(
    Action.RENAME_TEMPLATE,
    lock=lock_club,
    permission=Permission.RUN_EVENT,
    replay=lambda done: EventTemplate.objects.get(pk=done.detail["template"]),
)
def rename_template(club: Club, pk: int, name: str, *, context: Context) -> EventTemplate:
    event_template, called = _template(club, pk), _name(name)
    if club.event_templates.filter(name__iexact=called).exclude(pk=pk).exists():
        raise RuleError("The club already has a template with that name. Choose another name.")
    event_template.name = called
    event_template.save(update_fields=["name"])
    context.log(detail={"template": pk, "name": called})
    return event_template


@command(Action.DELETE_TEMPLATE, lock=lock_club, permission=Permission.RUN_EVENT, replay=lambda done: None)
def delete_template(club: Club, pk: int, *, context: Context) -> None:
    """Events that were made from it stay as they are."""
    event_template = _template(club, pk)
    context.log(detail={"name": event_template.name})
    event_template.delete()


@command(
    Action.USE_TEMPLATE,
    lock=lock_club,
    permission=Permission.RUN_EVENT,
    replay=lambda done: Event.objects.get(audit_log=done),
)
def event_from_template(club: Club, pk: int, name: str, starts_at: datetime, *, context: Context) -> Event:
    """A new event of the club. A venue that was retired since is left out."""
    event_template = _template(club, pk)
    venue = None if event_template.venue and event_template.venue.is_retired else event_template.venue
    setup = EventSetup.from_data(event_template.starts_at, venue, event_template.setup)
    event = setup.write(Event(club=club, name=name, starts_at=starts_at, in_charge=context.actor.player))
    context.log(event, detail={"template": pk})
    return event


def _template(club: Club, pk: int) -> EventTemplate:
    event_template = club.event_templates.select_related("venue").filter(pk=pk).first()
    if event_template is None:
        raise Conflict("This template was deleted. Choose another one.")
    return event_template


def _name(typed: str) -> str:
    name = " ".join(typed.split())
    if not 1 <= len(name) <= LONGEST:
        raise RuleError("Enter a name of 1 to {most} characters.", most=LONGEST)
    return name
