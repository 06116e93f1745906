"""The order of seeds before the first round."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.errors import CommandError
from tournaments.events import seeding
from tournaments.events.models import Event, Stage
from tournaments.events.proposals import Line
from tournaments.events.stage_forms import order_from, typed_seeds
from tournaments.http import context_for, done, number_in, organizer_page, refusal_status
from tournaments.results.models import Channel

NOW, NUMBER, RATING = "", "number", "rating"


@organizer_page
def seeds(request: HttpRequest, event: Event) -> HttpResponse:
    """The order as it is, or as `by` would make it; nothing is kept before it is sent."""
    stage = event.stages.get(number=1)
    stage.event = event
    if not seeding.offers_seeds(stage):
        raise Http404
    error: Exception | None = None
    if request.method == "POST":
        try:
            order = order_from(typed_seeds(request.POST, event.entries.values_list("pk", flat=True)))
            context = context_for(request, event, Channel.PAGE)
            seeding.set_seeds(stage.pk, order, context=context, expected_version=number_in(request, "seen"))
            return done(request, say("Seeds saved"), reverse("console", args=[event.slug]))
        except (CommandError, RuleError) as refusal:
            error = refusal
    return _page(request, stage, error)


def _page(request: HttpRequest, stage: Stage, error: Exception | None) -> HttpResponse:
    earlier = {str(event.pk): event for event in seeding.earlier_events(stage)}
    by = request.GET.get("by", NOW)
    lines, why = _lines(stage, by, earlier)
    typed = typed_seeds(request.POST, (line.entry.pk for line in lines)) if error else {}
    usual = {line.entry.pk: str(seed) for seed, line in enumerate(lines, start=1)}
    context: dict[str, Any] = {
        "event": stage.event,
        "club": stage.event.club,
        "stage": stage,
        "error": error,
        "by": by,
        "why": why,
        "orders": _orders(earlier),
        "lines": [(line, (typed or usual)[line.entry.pk]) for line in lines],
        "is_open": seeding.is_open(stage),
        "has_draft": stage.rounds.exists(),
        "is_early": not any(line.is_here for line in lines),
    }
    return render(request, "events/seeds.html", context, status=refusal_status(error) if error else 200)


def _orders(earlier: Mapping[str, Event]) -> list[tuple[str, str]]:
    """What the list can be ordered by: the value in the address, and its name."""
    events = [
        (key, say("{event}, {day}", event=event.name, day=date_format(event.local_start, "MONTH_DAY_FORMAT")))
        for key, event in earlier.items()
    ]
    return [(NOW, say("Saved order")), (NUMBER, say("Entry number")), (RATING, say("Rating")), *events]


def _lines(stage: Stage, by: str, earlier: Mapping[str, Event]) -> tuple[list[Line], str]:
    """The rows in that order, and the head of the column that says why."""
    if by == NUMBER:
        return seeding.seeds_by_number(stage), ""
    if by == RATING:
        return seeding.seeds_by_rating(stage), say("Rating")
    if by in earlier:
        return seeding.seeds_by_event(stage, earlier[by]), say("Final standings")
    return seeding.seeds_now(stage), ""
