"""From a printed slip to its line in the grid: the four letters, or the number of the table."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.engine.errors import RuleError
from tournaments.events.models import Event
from tournaments.http import scorer_page
from tournaments.printing.seatings import match_on_slip
from tournaments.results.history import current_stage
from tournaments.rounds.models import Round


@require_safe
@scorer_page
def find_slip(request: HttpRequest, event: Event) -> HttpResponse:
    """Where scripts run, an answer for the field's own place, from which find_slip.js goes to the row; else the row
    itself by its address, or a page with the reason."""
    latest = current_stage(event).rounds.exclude(status=Round.Status.DRAFT).order_by("-number").first()
    if latest is None:
        raise RuleError("No round is published, so there’s no slip to find.")
    try:
        match = match_on_slip(event, request.GET.get("code", "")[:40], latest)
    except RuleError as error:
        return _answer(request, event, {"error": error}, status=422)
    is_open = match.round.is_out and not match.is_terminal
    if is_open and not request.headers.get("HX-Request"):
        return HttpResponseRedirect(f"{reverse('grid', args=[event.slug])}#row-{match.pk}")
    return _answer(request, event, {"found": match, "is_open": is_open})


def _answer(request: HttpRequest, event: Event, context: dict[str, object], status: int = 200) -> HttpResponse:
    context |= {"event": event, "club": event.club, "typed": request.GET.get("code", "")[:40]}
    return render(request, "results/find_slip.html", context, status=status)
