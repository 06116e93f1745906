"""The organizer's console: what is next, the rounds, and who is waited for."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.engine.language import say
from tournaments.errors import CannotDraw, Stale
from tournaments.forms import CriteriaForm
from tournaments.models import Event, Match, Round, Source
from tournaments.services.attendance import bulk
from tournaments.services.events import ranking
from tournaments.services.events.proposals import would_differ
from tournaments.services.looks import attention, boards, hall, online_board
from tournaments.services.names import names_of, numbers_in, with_names
from tournaments.services.nights import drafts, finishing, rounds
from tournaments.services.nights.checks import findings
from tournaments.services.nights.next_step import next_step
from tournaments.services.nights.places import places_in
from tournaments.services.people.charge import own_rulings
from tournaments.services.scores.history import begun_stages, current_stage
from tournaments.services.scores.scoring import tie_label
from tournaments.views.asking import by_for, done, number_in, of_event, organizer_page, refusal_status, text_in


@dataclass(frozen=True)
class Trouble:
    """Something pressed on the console that was not done. match: the table it was about, with what was typed for it;
    0: nothing of the sort."""

    error: Exception
    match: int = 0
    typed: QueryDict | None = None

    @property
    def text(self) -> str:
        return str(self.error)


@require_safe
@organizer_page
def console(request: HttpRequest, event: Event) -> HttpResponse:
    return console_page(request, event)


def console_page(request: HttpRequest, event: Event, *, trouble: Trouble | None = None) -> HttpResponse:
    """The console as it stands. trouble: what was asked for and refused, to be shown with what can be done."""
    begun = begun_stages(event)
    stage = boards.stage_shown(begun, request.GET.get("stage", ""))
    rows = boards.rounds_of(stage, with_draft=True)
    latest = rows[0] if rows else None
    counts, clock, names = boards.entry_counts(event), hall.clock_of(latest), names_of(event)
    context = {
        "event": event, "club": event.club, "stage": stage, "begun": begun, "rounds": rows, "latest": latest,
        "next_number": latest.number + 1 if latest else 1,
        "step": next_step(stage, rows, begun[-1], counts), "trouble": trouble, "names": names,
        "refusal": trouble.error if trouble and isinstance(trouble.error, CannotDraw) else None,
        "latest_has_scores": latest and any(match.last_version for match in latest.matches.all()),
        "clock": clock, "announcements": hall.announcements_of(event),
        "minutes": getattr(stage.settings, "minutes", None) or 20, "counts": counts, "undoable": bulk.undoable(event),
        "differs": would_differ(stage) if stage.number > 1 else [],
    }  # fmt: skip
    context["own_rulings"] = own_rulings(event)
    context["online"] = online_board.tables_of(latest, event) if latest else []
    context |= _draft(latest) | _open_tables(latest, clock, trouble) | _not_here(event, latest, stage == begun[-1])
    if trouble and not (context["refusal"] or context["trouble_at"]):
        messages.error(request, with_names(trouble.text, names))
    return render(request, "console/console.html", context, status=refusal_status(trouble.error) if trouble else 200)


def _draft(latest: Round | None) -> dict[str, Any]:
    """What there is to say against the open draft, and its places."""
    if latest is None or latest.status != Round.Status.DRAFT:
        return {"findings": (), "has_violations": False}
    found = findings(latest)
    return {
        "findings": found, "has_violations": any(finding.hard for finding in found), "places": places_in(latest),
        "swapped": drafts.last_swap(latest),
        "named_by_check": set[int]().union(*(numbers_in(finding.text) for finding in found)),
    }  # fmt: skip


def _open_tables(latest: Round | None, clock: Any, trouble: Trouble | None) -> dict[str, Any]:
    """Whom the organizer is waited for by, who still plays, and what may be decided for many at once."""
    tables = attention.open_tables(latest, clock)
    for table in tables:
        for side in table.sides:
            typed = trouble.typed if trouble and trouble.match == table.match.pk else None
            side["points"] = typed.get(f"points_{side['index']}", "") if typed else ""
    waiting = [table.match for table in tables if table.match.state == Match.State.WAITING]
    silent = [table.match for table in tables if table.match.state == Match.State.OPEN]
    listed = {table.match.pk for table in tables}
    return {
        "trouble_at": trouble.match if trouble and trouble.match in listed else 0,
        "waiting": [table for table in tables if table.needs_somebody],
        "playing": [table for table in tables if not table.needs_somebody],
        "tie_question": tie_label(latest.stage) if tables and latest else None,
        "offers_waiting": bulk.offers(["accept_all"], waiting),
        "offers_silent": bulk.offers(["void_missing", "forfeit_missing"], silent),
    }


def _not_here(event: Event, latest: Round | None, is_current: bool) -> dict[str, Any]:
    """Before a round is drawn: who has not come, and what may be done about all of them at once."""
    is_between = is_current and (latest is None or latest.status != Round.Status.PUBLISHED)
    return {"offers_entries": bulk.offers(["check_in_all", "leave_all"], bulk.absent(event)) if is_between else []}


@require_POST
@organizer_page
def move_event(request: HttpRequest, event: Event, verb: str) -> HttpResponse:
    """Finish the event, or open it again."""
    by, where = by_for(request, event, Source.PAGE), reverse("console", args=[event.slug])
    if verb == "finish":
        finishing.finish_event(event.pk, by=by, override=text_in(request, "override"))
        return done(request, say("The event is finished."), where)
    if verb == "reopen":
        finishing.reopen_event(event.pk, by=by)
        return done(request, say("The event is open again."), where)
    raise Http404


@require_POST
@organizer_page
def draw(request: HttpRequest, event: Event) -> HttpResponse:
    seen = number_in(request, "seen") if request.POST.get("seen") else None
    by, number = by_for(request, event, Source.PAGE), number_in(request, "number")
    try:
        row = rounds.draw_round(current_stage(event).pk, number, by=by, seen=seen)
    except (CannotDraw, Stale) as refusal:
        return console_page(request, event, trouble=Trouble(refusal))
    text = say("{round} is drawn. Look it over, then publish it.", round=row)
    return done(request, text, reverse("console", args=[event.slug]))


@require_POST
@organizer_page
def move_round(request: HttpRequest, event: Event, pk: int, verb: str) -> HttpResponse:
    """Publish, take back or close a round. Who was slower reads on the console who was faster."""
    row = of_event(event, Round.objects.filter(stage__event=event), pk)
    try:
        text = _move(request, event, row, verb)
    except Stale as news:
        return console_page(request, event, trouble=Trouble(news))
    return done(request, text, reverse("console", args=[event.slug]))


def _move(request: HttpRequest, event: Event, row: Round, verb: str) -> str:
    asked: dict[str, Any] = {"by": by_for(request, event, Source.PAGE), "seen": number_in(request, "seen")}
    if verb == "publish":
        rounds.publish_round(row.pk, **asked, override=text_in(request, "override"))
        return say("{round} is published.", round=row)
    if verb == "unpublish":
        rounds.unpublish_round(row.pk, **asked)
        return say("{round} is a draft again.", round=row)
    if verb == "close":
        rounds.close_round(row.pk, **asked)
        return say("{round} is closed.", round=row)
    raise Http404


@require_POST
@organizer_page
def set_criteria(request: HttpRequest, event: Event) -> HttpResponse:
    stage = current_stage(event)
    asked = CriteriaForm(request.POST, stage=stage).asked()
    by = by_for(request, event, Source.PAGE)
    ranking.set_criteria(stage.pk, **asked, by=by, seen=number_in(request, "seen"))
    return done(request, say("The standings follow what you chose."), reverse("standings", args=[event.slug]))
