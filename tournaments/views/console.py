"""The organizer's console: what is next, the rounds, and what happened."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from tournaments.errors import CannotDraw
from tournaments.forms import CriteriaForm
from tournaments.models import Event, Round, Source
from tournaments.services import boards, drafts, hall, ranking, rounds
from tournaments.services.checks import findings
from tournaments.services.history import begun_stages, current_stage
from tournaments.services.names import names_of, numbers_in
from tournaments.services.places import places_in
from tournaments.services.proposals import would_differ
from tournaments.views.asking import by_for, done, number_in, of_event, organizer_page, text_in


@require_safe
@organizer_page
def console(request: HttpRequest, event: Event) -> HttpResponse:
    return console_page(request, event)


def console_page(
    request: HttpRequest, event: Event, *, refusal: CannotDraw | None = None, status: int = 200
) -> HttpResponse:
    """The console as it stands. refusal: of a draw that was asked for, to be shown with the ways out."""
    begun = begun_stages(event)
    stage = boards.stage_shown(begun, request.GET.get("stage", ""))
    rows = boards.rounds_of(stage, with_draft=True)
    latest = rows[0] if rows else None
    draft = latest if latest and latest.status == Round.Status.DRAFT else None
    found = findings(draft) if draft else ()
    context = {
        "event": event, "club": event.club, "stage": stage, "begun": begun, "rounds": rows, "latest": latest,
        "step": boards.next_step(stage, rows, begun[-1]), "attention": boards.attention(rows), "refusal": refusal,
        "findings": found, "names": names_of(event), "has_violations": any(finding.hard for finding in found),
        "latest_has_scores": latest and any(match.last_version for match in latest.matches.all()),
        "clock": hall.clock_of(latest), "announcements": hall.announcements_of(event),
        "minutes": getattr(stage.settings, "minutes", None) or 20,
        "next_number": latest.number + 1 if latest else 1, "counts": boards.entry_counts(event),
        "differs": would_differ(stage) if stage.number > 1 else [],
    }  # fmt: skip
    if draft:
        named = set[int]().union(*(numbers_in(finding.text) for finding in found))
        context |= {"places": places_in(draft), "swapped": drafts.last_swap(draft), "named_by_check": named}
    return render(request, "console/console.html", context, status=status)


@require_POST
@organizer_page
def draw(request: HttpRequest, event: Event) -> HttpResponse:
    seen = number_in(request, "seen") if request.POST.get("seen") else None
    by, number = by_for(request, event, Source.PAGE), number_in(request, "number")
    try:
        row = rounds.draw_round(current_stage(event).pk, number, by=by, seen=seen)
    except CannotDraw as refusal:
        return console_page(request, event, refusal=refusal, status=422)
    return done(request, f"{row} is drawn. Look it over, then publish it.", reverse("console", args=[event.slug]))


@require_POST
@organizer_page
def move_round(request: HttpRequest, event: Event, pk: int, verb: str) -> HttpResponse:
    """Publish, take back or close a round."""
    row = of_event(event, Round.objects.filter(stage__event=event), pk)
    asked: dict[str, Any] = {"by": by_for(request, event, Source.PAGE), "seen": number_in(request, "seen")}
    if verb == "publish":
        rounds.publish_round(row.pk, **asked, override=text_in(request, "override"))
        text = f"{row} is published."
    elif verb == "unpublish":
        rounds.unpublish_round(row.pk, **asked)
        text = f"{row} is a draft again."
    elif verb == "close":
        rounds.close_round(row.pk, **asked)
        text = f"{row} is closed."
    else:
        raise Http404
    return done(request, text, reverse("console", args=[event.slug]))


@require_POST
@organizer_page
def set_criteria(request: HttpRequest, event: Event) -> HttpResponse:
    stage = current_stage(event)
    asked = CriteriaForm(request.POST, stage=stage).asked()
    by = by_for(request, event, Source.PAGE)
    ranking.set_criteria(stage.pk, **asked, by=by, seen=number_in(request, "seen"))
    return done(request, "The standings follow what you chose.", reverse("standings", args=[event.slug]))


@require_safe
@organizer_page
def journal(request: HttpRequest, event: Event) -> HttpResponse:
    context = {"event": event, "club": event.club, "rows": boards.happened(event), "names": names_of(event)}
    return render(request, "console/journal.html", context)
