"""The organizer's console: what is next, the rounds, and who is waited for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.engine.language import say
from tournaments.access import selectors as wall
from tournaments.attendance.selectors import turnout_if_open
from tournaments.checkin import bulk
from tournaments.console import attention, online_board
from tournaments.draws.brackets import bracket_of
from tournaments.draws.next_matches import next_matches_of
from tournaments.entry_names import error_named, names_of
from tournaments.errors import CannotDraw, Conflict
from tournaments.events import boards, ranking
from tournaments.events.announcements import announcements_of
from tournaments.events.forms import CriteriaForm
from tournaments.events.hosts import own_score_changes
from tournaments.events.models import Event
from tournaments.events.proposals import would_differ
from tournaments.events.seeding import offers_seeds
from tournaments.formats.numbers import entries_in
from tournaments.http import context_for, done, number_in, organizer_page, refusal_status, text_in
from tournaments.results.history import begun_stages, current_stage
from tournaments.results.models import Channel
from tournaments.results.scoring import tie_label
from tournaments.rounds import calling, drafts, finishing
from tournaments.rounds import commands as rounds
from tournaments.rounds.checks import findings
from tournaments.rounds.models import Match, Round
from tournaments.rounds.next_step import next_step
from tournaments.rounds.places import places_in
from tournaments.rounds.seen_deals import see_deals
from tournaments.screens import selectors
from tournaments.subs.selectors import open_requests


@dataclass(frozen=True)
class Trouble:
    """Something pressed on the console that was not done. match: the table it was about, with what was typed for it;
    0: nothing of the sort."""

    error: Exception
    match: int = 0
    typed: QueryDict | None = None


@require_safe
@organizer_page
def console(request: HttpRequest, event: Event) -> HttpResponse:
    return console_page(request, event)


def console_page(request: HttpRequest, event: Event, *, trouble: Trouble | None = None) -> HttpResponse:
    """The console as it is now. trouble: what was asked for and refused, to be shown with what can be done."""
    begun = begun_stages(event)
    stage = boards.stage_shown(begun, request.GET.get("stage", ""))
    rounds_shown = boards.rounds_of(stage, with_draft=True)
    latest = rounds_shown[0] if rounds_shown else None
    counts, clock, names = boards.entry_counts(event), selectors.clock_of(latest), names_of(event)
    step = next_step(stage, rounds_shown, begun[-1], counts)
    is_going = latest and latest.opens_singly and not (event.finished_at or event.cancelled_at)
    context = {
        "event": event,
        "club": event.club,
        "stage": stage,
        "begun": begun,
        "rounds": rounds_shown,
        "latest": latest,
        "next_number": latest.number + 1 if latest else 1,
        "step": step,
        "shown_page": "console",
        "may_end_early": is_going and step.action != "finish",
        "trouble": trouble,
        "names": names,
        "refusal": trouble.error if trouble and isinstance(trouble.error, CannotDraw) else None,
        "has_scores": any(
            match.last_version for round_ in rounds_shown for match in round_.matches.all() if round_.is_out
        ),
        "clock": clock,
        "announcements": announcements_of(event),
        "minutes": getattr(stage.settings, "minutes", None) or 20,
        "counts": counts,
        "undoable": bulk.undoable(event),
        "differs": would_differ(stage) if stage.number > 1 else [],
        "sets_seeds": offers_seeds(stage) and not any(round_.status != Round.Status.DRAFT for round_ in rounds_shown),
    }
    context["own_score_changes"], context["flagged"] = own_score_changes(event), wall.flagged(event)
    context["calling"] = attention.calling(event)
    context["turnout"] = turnout_if_open(event) if latest is None else None
    context["sub_requests"] = open_requests(event)
    context["online"] = [table for round_ in rounds_shown for table in online_board.tables_of(round_, event)]
    context |= (
        _draft(latest) | _open_tables(rounds_shown, clock, trouble) | _not_here(event, latest, stage == begun[-1])
    )
    context["next_matches"] = next_matches_of(stage, bracket_of(stage)) if stage.opens_singly else None
    if trouble and not (context["refusal"] or context["trouble_at"]):
        messages.error(request, error_named(trouble.error, names))
    return render(request, "console/console.html", context, status=refusal_status(trouble.error) if trouble else 200)


def _draft(latest: Round | None) -> dict[str, Any]:
    """What there is to say against the open draft, and its places."""
    if latest is None or latest.status != Round.Status.DRAFT:
        return {"findings": (), "has_violations": False}
    draft_findings = findings(latest)
    return {
        "findings": draft_findings,
        "has_violations": any(finding.hard for finding in draft_findings),
        "places": places_in(latest),
        "swapped": drafts.last_swap(latest),
        "named_by_check": set[int]().union(*(entries_in(finding.text) for finding in draft_findings)),
    }


def _open_tables(rounds_shown: Sequence[Round], clock: Any, trouble: Trouble | None) -> dict[str, Any]:
    """Whom the organizer is waited for by, who still plays, and what may be decided for many at once."""
    tables = attention.open_tables(rounds_shown, clock)
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
        "tie_question": tie_label(rounds_shown[0].stage) if tables else None,
        "offers_waiting": bulk.offers(["accept_all"], waiting),
        "offers_silent": bulk.offers(["void_missing", "forfeit_missing"], silent),
    }


def _not_here(event: Event, latest: Round | None, is_current: bool) -> dict[str, Any]:
    """Before a round is drawn: who has not come, and what may be done about all of them at once."""
    is_between = is_current and (latest is None or latest.status != Round.Status.PUBLISHED)
    return {"offers_entries": bulk.offers(["check_in_all", "leave_all"], bulk.absent(event)) if is_between else []}


@require_POST
@organizer_page
def move_event(request: HttpRequest, event: Event, action: str) -> HttpResponse:
    """Finish the event, or open it again; call the matches that can be played, or take the start of a bracket back."""
    context, where = context_for(request, event, Channel.PAGE), reverse("console", args=[event.slug])
    if action == "finish":
        finishing.finish_event(event.pk, context=context, override=text_in(request, "override"))
        return done(request, say("The event is finished."), where)
    if action == "reopen":
        finishing.reopen_event(event.pk, context=context)
        return done(request, say("Event reopened."), where)
    if action == "open":
        calling.open_matches(current_stage(event).pk, context=context)
        return done(request, say("Matches called to their tables."), where)
    if action == "unstart":
        calling.take_back_start(current_stage(event).pk, context=context)
        return done(request, say("Bracket start undone. Start the bracket again when everyone is here."), where)
    raise Http404


@require_POST
@organizer_page
def draw(request: HttpRequest, event: Event) -> HttpResponse:
    seen = number_in(request, "seen") if request.POST.get("seen") else None
    context, number = context_for(request, event, Channel.PAGE), number_in(request, "number")
    try:
        round_ = rounds.draw_round(current_stage(event).pk, number, context=context, expected_version=seen)
    except (CannotDraw, Conflict) as refusal:
        return console_page(request, event, trouble=Trouble(refusal))
    text = say("{round} drawn. Check it, then publish it.", round=round_)
    return done(request, text, reverse("console", args=[event.slug]))


@require_POST
@organizer_page
def move_round(request: HttpRequest, event: Event, pk: int, action: str) -> HttpResponse:
    """Publish, take back or close a round, or see a duplicate's cards. Anyone who was slower reads who was faster."""
    round_ = get_object_or_404(Round.objects.filter(stage__event=event), pk=pk)
    try:
        text = _move(request, event, round_, action)
    except Conflict as news:
        return console_page(request, event, trouble=Trouble(news))
    where = reverse("hand_sheets", args=[event.slug, pk]) if action == "see" else reverse("console", args=[event.slug])
    return done(request, text, where)


def _move(request: HttpRequest, event: Event, round_: Round, action: str) -> str:
    asked: dict[str, Any] = {
        "context": context_for(request, event, Channel.PAGE),
        "expected_version": number_in(request, "seen"),
    }
    if action == "see":
        see_deals(round_.pk, context=asked["context"], dealing=asked["expected_version"])
        return say("You’ve seen the cards for {round}, so you can’t play in it.", round=round_)
    if action == "publish":
        rounds.publish_round(round_.pk, **asked, override=text_in(request, "override"))
        return say("{round} published.", round=round_)
    if action == "unpublish":
        rounds.unpublish_round(round_.pk, **asked)
        return say("{round} unpublished. It’s a draft again.", round=round_)
    if action == "close":
        rounds.close_round(round_.pk, **asked)
        return say("{round} closed.", round=round_)
    raise Http404


@require_POST
@organizer_page
def set_criteria(request: HttpRequest, event: Event) -> HttpResponse:
    stage = current_stage(event)
    asked = CriteriaForm(request.POST, stage=stage).asked()
    context = context_for(request, event, Channel.PAGE)
    ranking.set_criteria(stage.pk, **asked, context=context, expected_version=number_in(request, "seen"))
    return done(request, say("Ranking saved."), reverse("standings", args=[event.slug]))
