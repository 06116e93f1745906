"""A duplicate's boards on paper, for those who deal them; first the question whether to see them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.engine.language import say
from tournaments.events.models import Event, Stage
from tournaments.formats.duplicate.boards import board_number
from tournaments.http import actor_for, context_for, done, organizer_page
from tournaments.printing.boards import BOARD_SHEETS
from tournaments.printing.documents import heading_of
from tournaments.printing.typeset import Size, pdf
from tournaments.printing.views.papers import address_of, as_file, size_asked
from tournaments.results.history import current_stage
from tournaments.results.models import Channel
from tournaments.rounds.seen_deals import check_may_see_boards, dealings_to_come, sees_boards, show_boards


@never_cache
@require_safe
@organizer_page
def boards(request: HttpRequest, event: Event) -> HttpResponse:
    """What to print and how to deal it, once it is written down who sees the cards."""
    stage = _duplicate_or_404(event)
    check_may_see_boards(stage, actor := actor_for(request, event))
    rounds, deals = list(dealings_to_come(stage)), stage.settings.deals
    context = {
        "event": event,
        "club": event.club,
        "stage": stage,
        "sees": sees_boards(stage, actor),
        "first": board_number(rounds[0], 1, deals) if rounds else 0,
        "last": board_number(rounds[-1], deals, deals) if rounds else 0,
        "size": size_asked(request, event.club),
        "sizes": list(Size),
    }
    return render(request, "printing/boards.html", context)


@require_POST
@organizer_page
def move_boards(request: HttpRequest, event: Event, action: str) -> HttpResponse:
    """See the boards, or deal new ones because someone who has seen them is to play."""
    if action not in ("show", "deal-again"):
        raise Http404
    stage = _duplicate_or_404(event)
    context = context_for(request, event, Channel.PAGE)
    show_boards(stage.pk, context=context, again=action == "deal-again")
    text = say("You see the boards, so you can’t play in this event.")
    if action == "deal-again":
        text = say("New boards dealt. Print them, and discard the old ones.")
    return done(request, text, reverse("boards", args=[event.slug]))


@never_cache
@require_safe
@organizer_page
def board_paper(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    if key not in BOARD_SHEETS:
        raise Http404("There is no such paper.")
    sheet = BOARD_SHEETS[key](_duplicate_or_404(event), actor_for(request, event))
    heading = heading_of(event, address_of(request, event))
    made = pdf(f"board-{key}", sheet, size=size_asked(request, event.club), heading=heading)
    return as_file(made, f"{event.slug}-board-{key}")


def _duplicate_or_404(event: Event) -> Stage:
    stage = current_stage(event)
    if not stage.play.has_same_deals:
        raise Http404("Only a duplicate has boards.")
    stage.event = event
    return stage
