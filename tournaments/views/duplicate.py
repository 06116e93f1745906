"""Hand sheets of a duplicate, for the organizer's printer."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.models import Event, Round
from tournaments.services.looks import deals
from tournaments.views.asking import actor_for, of_event, organizer_page


@never_cache
@require_safe
@organizer_page
def hand_sheets(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """The cards of a round on paper, and the seals to be hung up before it."""
    row: Round = of_event(event, Round.objects.filter(stage__event=event).select_related("stage"), pk)
    row.stage.event = event
    if not row.stage.play.has_same_deals:
        raise Http404("Only in a duplicate are the cards known.")
    context = {
        "event": event, "club": event.club, "round": row, "tables": row.matches.count(),
        "sheets": deals.sheets_of(row, actor_for(request, event)), "deals": deals.deals_of(row),
    }  # fmt: skip
    return render(request, "console/hand_sheets.html", context)
