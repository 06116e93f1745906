"""The end of an event: from then on its places are facts. It may be opened again as long as no prizes were shown."""

from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.db.models import Max

from games.engine.errors import RuleError
from games.engine.language import mark, say, say_number
from tournaments.honours.facts import Contest, Placing
from tournaments.models import (
    EntryPlayer,
    Event,
    Happening,
    JournalEntry,
    Match,
    ResultEntry,
    Round,
    ShownPrizes,
    Stage,
)
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.honours.placing import Ended, recount_places
from tournaments.services.journal import By
from tournaments.services.nights.final_places import finish_of
from tournaments.services.nights.rounds import planned_rounds
from tournaments.services.people.persons import PERSON
from tournaments.services.scores.history import begun_stages
from tournaments.services.webhooks.names import people
from tournaments.services.webhooks.queue import tell
from tournaments.services.webhooks.told import about_event

WAITING = {
    Match.State.WAITING: mark("{round}, {table}: the result waits for the other side. Decide it first."),
    Match.State.DISPUTED: mark("{round}, {table}: the result is disputed. Decide it first."),
}


@transaction.atomic
def finish_event(event_id: int, *, by: By, override: str = "") -> Event:
    """Say that the event is over, once. RuleError, naming what is missing, while a round is open or a result waits.

    override: why it is over although not everything planned was played.
    """
    event, body = journal.lock_event(event_id), {"event": event_id, "override": override}
    if journal.replayed(by, "finish_event", body):
        return event
    require(by.actor, Verb.RUN_EVENT, event)
    if event.finished_at:
        return event
    begun = begun_stages(event)
    if said := list(problems(begun)):
        raise RuleError("The event is not over yet. {problems}", problems=" ".join(said))
    if (early := list(unplayed(event, begun))) and not override.strip():
        raise RuleError("{early} Say why the event is over all the same.", early=" ".join(early))
    written = journal.write(event, "finish_event", by, body, reason=override.strip())
    finish(event, written)
    return event


@transaction.atomic
def reopen_event(event_id: int, *, by: By) -> Event:
    """Take the end back: its places count no longer, and rounds may be drawn again."""
    event, body = journal.lock_event(event_id), {"event": event_id}
    if journal.replayed(by, "reopen_event", body):
        return event
    require(by.actor, Verb.RUN_EVENT, event)
    if event.finished_at is None:
        return event
    if ShownPrizes.objects.filter(event=event).exists():
        raise RuleError("The prizes were shown, so the event stays finished. A result can still be corrected.")
    event.finished_at = None
    journal.write(event, "reopen_event", by, body)
    event.save(update_fields=["finished_at"])
    recount_places(Contest.EVENT, event.pk)
    return event


def finish(event: Event, written: JournalEntry) -> None:
    """For the verbs of this package, which hold the event's lock and have looked whether it can be."""
    if event.finished_at is None:
        event.finished_at = written.at
        event.save(update_fields=["finished_at"])
        recount_places(Contest.EVENT, event.pk)
        # The number of the entry: an event that is opened again may be finished again.
        tell(event.club_id, Happening.EVENT, f"event:{event.pk}:{written.number}", lambda: _told(event, written))


def _told(event: Event, written: JournalEntry) -> dict[str, Any]:
    """What webhooks are sent: everybody's place, as it was when the end was said."""
    names = _people(event)
    finishers = finish_of(event, with_lot=False).finishers
    places = [{"place": one.place, "players": people(names.get(one.entry, ()))} for one in finishers]
    return about_event(event) | {"finished_at": written.at.isoformat(timespec="seconds"), "places": places}


def problems(begun: list[Stage]) -> Iterator[str]:
    """What has to be done before anything is over."""
    rounds = Round.objects.filter(stage__in=begun)
    if not rounds.filter(status=Round.Status.CLOSED).exists():
        yield say("No round is over yet, so nobody has won anything.")
    for row in rounds.filter(status=Round.Status.PUBLISHED).select_related("stage"):
        yield say("{round} is still open. Close it first.", round=row)
    for match in Match.objects.filter(round__in=rounds, state__in=WAITING).select_related("round"):
        yield say(WAITING[Match.State(match.state)], round=match.round, table=str(match).lower())


def unplayed(event: Event, begun: list[Stage]) -> Iterator[str]:
    """What was planned and not played."""
    stage = begun[-1]
    last = stage.rounds.exclude(status=Round.Status.DRAFT).count()
    left = planned_rounds(stage, last + 1) - last if last else 0
    if left > 0:
        yield say_number(
            "{stage} has {number} more round to play, as it is planned.",
            "{stage} has {number} more rounds to play, as it is planned.",
            left,
            stage=stage.title,
        )
    for later in event.stages.filter(number__gt=stage.number):
        yield say("{stage} has not begun.", stage=later.title)


def placings_of_event(number: int) -> Iterator[Placing]:
    """Of everybody who plays for an entry now; who only the lot separates is level. They count from when the last
    table reported, whenever the end was said; that moment is the same after any correction."""
    event = Event.objects.get(pk=number)
    ended_at = ResultEntry.objects.filter(match__round__stage__event=event, version=1).aggregate(last=Max("at"))["last"]
    if event.finished_at is None:
        return
    finishers = finish_of(event, with_lot=False).finishers
    people = _people(event)
    for one in finishers:
        for player in people.get(one.entry, ()):
            yield Placing(
                Contest.EVENT, event.pk, ended_at or event.finished_at, event.club_id, player, one.place, len(finishers)
            )


def _people(event: Event) -> dict[int, list[int]]:
    """Entry number → persons."""
    found: dict[int, list[int]] = {}
    rows = EntryPlayer.objects.filter(event=event, is_active=True).order_by("pk")
    for number, player in rows.values_list("entry__number", PERSON):
        found.setdefault(number, []).append(player)
    return found


def finished_events() -> list[int]:
    return list(Event.objects.exclude(finished_at=None).order_by("pk").values_list("pk", flat=True))


EVENTS = Ended(Contest.EVENT, placings_of_event, finished_events)
