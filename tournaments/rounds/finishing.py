"""The end of an event: from then on its places are facts. It may be opened again as long as no prizes were shown."""

from collections.abc import Iterator

from django.db.models import Max
from django.db.models.functions import Coalesce

from games.engine.errors import RuleError
from games.engine.language import mark, say, say_number
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin.models import EntryPlayer
from tournaments.clubs.identity import PERSON
from tournaments.commands import command, lock_event
from tournaments.context import Context
from tournaments.cups.models import CupMatch
from tournaments.events.models import Event, Stage
from tournaments.honours.facts import Contest, Placing
from tournaments.permissions import Permission
from tournaments.prizes.models import ShownPrizes
from tournaments.results.history import begun_stages
from tournaments.results.models import ResultEntry
from tournaments.results.standings_update import settle_stage
from tournaments.rounds import calling
from tournaments.rounds.commands import planned_rounds
from tournaments.rounds.final_places import finish_of
from tournaments.rounds.models import Match, Round
from tournaments.signals import event_finished, event_places_changed

WAITING = {
    Match.State.WAITING: mark("{round}, {table}: the other side hasn’t confirmed the result. Settle it first."),
    Match.State.DISPUTED: mark("{round}, {table}: the result is disputed. Settle it first."),
}


@command(Action.FINISH_EVENT, lock=lock_event, permission=Permission.RUN_EVENT)
def finish_event(event: Event, *, context: Context, override: str = "") -> Event:
    """Say that the event is over, once. RuleError, naming what is missing, while a round is open or a result waits.

    override: why it is over although not everything planned was played. Where matches open singly, those without a
    score are called off then.
    """
    if event.finished_at:
        return event
    begun = begun_stages(event)
    is_called = override.strip() and begun[-1].opens_singly
    if is_called:
        calling.call_off(begun[-1], context=context)
    if said := list(problems(begun)):
        raise RuleError("The event isn’t over yet. {problems}", problems=" ".join(said))
    if (early := list(unplayed(event, begun))) and not override.strip():
        raise RuleError("{early} Enter a reason for finishing early.", early=" ".join(early))
    written = context.log(reason=override.strip())
    finish(event, written)
    if is_called:
        settle_stage(begun[-1].pk)
    return event


@command(Action.REOPEN_EVENT, lock=lock_event, permission=Permission.RUN_EVENT)
def reopen_event(event: Event, *, context: Context) -> Event:
    """Take the end back: its places count no longer, and rounds may be drawn again."""
    if event.finished_at is None:
        return event
    if ShownPrizes.objects.filter(event=event).exists():
        raise RuleError("Payouts are published, so the event stays finished. You can still correct a result.")
    event.finished_at = None
    context.log()
    event.save(update_fields=["finished_at"])
    event_places_changed.send(Event, event=event)
    return event


def finish(event: Event, written: AuditLogEntry) -> None:
    """For the commands of this package, which hold the event's lock and have looked whether it can be."""
    if event.finished_at is None:
        event.finished_at = written.at
        event.save(update_fields=["finished_at"])
        event_finished.send(Event, event=event, entry=written)


def problems(begun: list[Stage]) -> Iterator[str]:
    """What has to be done before anything is over."""
    rounds = Round.objects.filter(stage__in=begun)
    if not rounds.filter(status=Round.Status.CLOSED).exists():
        yield say("No round has been closed yet, so there’s no winner.")
    for round_ in rounds.filter(status=Round.Status.PUBLISHED).select_related("stage"):
        yield say("{round} is still open. Close it first.", round=round_)
    for match in Match.objects.filter(round__in=rounds, state__in=WAITING).select_related("round"):
        yield say(WAITING[Match.State(match.state)], round=match.round, table=str(match).lower())


def unplayed(event: Event, begun: list[Stage]) -> Iterator[str]:
    """What was planned and not played."""
    stage = begun[-1]
    last = stage.rounds.exclude(status=Round.Status.DRAFT).count()
    left = planned_rounds(stage, last + 1) - last if last else 0
    if left > 0:
        yield say_number(
            "{stage} still has {number} planned round to play.",
            "{stage} still has {number} planned rounds to play.",
            left,
            stage=stage.title,
        )
    for later in event.stages.filter(number__gt=stage.number):
        yield say("{stage} hasn’t started.", stage=later.title)


def placings_of_event(number: int) -> Iterator[Placing]:
    """The places of everyone who plays for an entry now; those separated only by the random draw are tied.

    They count from when the last table reported or, for rounds entered later, was played, no matter when the event was
    ended; that moment is the same after any correction. A single match of a cup has none: its winner has won no event.
    """
    event = Event.objects.get(pk=number)
    first = ResultEntry.objects.filter(match__round__stage__event=event, version=1)
    ended_at = first.aggregate(last=Max(Coalesce("match__round__played_at", "at")))["last"]
    if event.finished_at is None or CupMatch.objects.filter(event=event).exists():
        return
    finishers = finish_of(event, with_lot=False).finishers
    people = people_of(event)
    for finisher in finishers:
        for player in people.get(finisher.entry, ()):
            yield Placing(
                Contest.EVENT,
                event.pk,
                ended_at or event.finished_at,
                event.club_id,
                player,
                finisher.place,
                len(finishers),
            )


def people_of(event: Event) -> dict[int, list[int]]:
    """Entry number → persons."""
    people: dict[int, list[int]] = {}
    entry_players = EntryPlayer.objects.filter(event=event, is_active=True).order_by("pk")
    for number, player in entry_players.values_list("entry__number", PERSON):
        people.setdefault(number, []).append(player)
    return people


def finished_events() -> list[int]:
    return list(Event.objects.exclude(finished_at=None).order_by("pk").values_list("pk", flat=True))
