"""Hand sheets of a duplicate, for the organizer's printer."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.draws import deals
from tournaments.events.models import Event
from tournaments.http import actor_for, organizer_page
from tournaments.rounds.models import Round
from tournaments.rounds.seen_deals import check_may_see, has_boards, has_seen


@never_cache
@require_safe
@organizer_page
def hand_sheets(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """The cards of a round on paper, and the seals to be hung up before it; first the question whether to see them."""
    round_ = get_object_or_404(Round.objects.filter(stage__event=event).select_related("stage"), pk=pk)
    round_.stage.event = event
    if not round_.stage.play.has_same_deals:
        raise Http404("Only in a duplicate are the cards known.")
    actor = actor_for(request, event)
    context: dict[str, Any] = {"event": event, "club": event.club, "round": round_}
    if round_.status != Round.Status.CLOSED:
        check_may_see(round_, actor)
        if not has_seen(round_, actor):
            return render(request, "rounds/see_deals.html", context | {"has_boards": has_boards(round_)})
    context |= {
        "tables": round_.matches.count(),
        "sheets": deals.sheets_of(round_, actor),
        "deals": deals.deals_of(round_),
    }
    return render(request, "rounds/hand_sheets.html", context)
