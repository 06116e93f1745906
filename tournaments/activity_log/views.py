"""What happened here, in words: all of it, or about one round, table or person. And whether it all adds up."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.accounts.models import Player
from games.engine.language import say
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin import bulk
from tournaments.entry_names import names_of
from tournaments.events import boards
from tournaments.events.models import Event
from tournaments.http import asked_number, context_for, done, organizer_page
from tournaments.integrity import compare
from tournaments.results.models import Channel
from tournaments.rounds.models import Round

PER_PAGE = 50


@require_safe
@organizer_page
def journal(request: HttpRequest, event: Event) -> HttpResponse:
    """Asked for by its address: ?round=&table=&player=, ?order=oldest, ?page=2."""
    about = boards.About(*(asked_number(request, name) for name in ("round", "table", "player")))
    entries, is_oldest_first = boards.happened(event, about), request.GET.get("order") == "oldest"
    page = Paginator(entries.order_by("number") if is_oldest_first else entries, PER_PAGE).get_page(
        request.GET.get("page")
    )
    rounds = list(Round.objects.filter(stage__event=event).select_related("stage").order_by("stage__number", "number"))
    people = Player.objects.filter(lineups__event=event).distinct().order_by("name")
    context = {
        "event": event,
        "club": event.club,
        "page_obj": page,
        "names": names_of(event),
        "about": about,
        "rounds": rounds,
        "has_stages": len({round_.stage_id for round_ in rounds}) > 1,
        "people": people,
        "tables": boards.table_numbers(event),
        "is_oldest_first": is_oldest_first,
        "undoable": {entry.pk for entry in bulk.undoable(event)},
    }
    return render(request, "activity_log/activity_log.html", context)


@require_POST
@organizer_page
def compare_event(request: HttpRequest, event: Event) -> HttpResponse:
    """Compute everything again and say whether it is equal; with "mend", write it too."""
    action = compare.mend if request.POST.get("mend") else compare.compare
    written: AuditLogEntry = action(event.pk, context=context_for(request, event, Channel.PAGE))
    if not written.detail["found"]:
        text = say("The results and standings match the reported scores.")
        return done(request, text, reverse("journal", args=[event.slug]))
    context = {
        "event": event,
        "club": event.club,
        "names": names_of(event),
        "found": written.detail["found"],
        "is_mended": written.action == Action.MEND,
    }
    return render(request, "events/compare.html", context)
