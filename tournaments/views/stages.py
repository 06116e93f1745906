"""The stages of an event: what follows what, one more stage, and the beginning of the next one."""

import uuid
from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.errors import Refused
from tournaments.formats.base import Format
from tournaments.formats.catalogue import FORMATS
from tournaments.models import Event, Source, Stage
from tournaments.services.events import stages as verbs
from tournaments.services.events.flow import flow
from tournaments.services.events.proposals import Line, proposal, would_differ
from tournaments.services.scores.history import begun_stages, current_stage
from tournaments.stage_forms import StageForm, order_from, typed_seeds
from tournaments.views.asking import by_for, done, number_in, of_event, organizer_page, refusal_status, text_in


@require_safe
@organizer_page
def stages(request: HttpRequest, event: Event) -> HttpResponse:
    """The flow as cards, and the formats that could come next."""
    cards, current = flow(event), current_stage(event)
    context = {
        "event": event, "club": event.club, "cards": cards, "formats": _formats_after(cards[0].stage),
        "next": next((card.stage for card in cards if not card.is_begun), None), "current": current,
        "differs": would_differ(current) if current.number > 1 else [],
        "may_unbegin": current.number > 1 and not current.rounds.exclude(status="draft").exists(),
    }  # fmt: skip
    return render(request, "console/stages.html", context)


@organizer_page
def add_stage(request: HttpRequest, event: Event) -> HttpResponse:
    """The form of one more stage, of the format that the address names."""
    earlier = list(event.stages.order_by("number"))
    play = next((one for one in _formats_after(earlier[0]) if one.key == request.GET.get("format")), None)
    if play is None:
        raise Http404
    form, error = StageForm(request.POST or None, play=play, earlier=earlier), None
    if request.method == "POST" and form.is_valid():
        try:
            stage = verbs.add_stage(event.pk, form.plan(), by=by_for(request, event, Source.PAGE))
            return done(request, say("{stage} comes next.", stage=stage.title), reverse("stages", args=[event.slug]))
        except (Refused, RuleError) as refusal:
            error = refusal
    context = {"event": event, "club": event.club, "play": play, "form": form, "error": error}
    return render(request, "console/add_stage.html", context, status=refusal_status(error) if error else 200)


@organizer_page
def begin_stage(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """The seeding as it would be, to be changed by number. What is refused comes back with what was typed."""
    stage = _stage(event, pk)
    if request.method != "POST":
        return _begin_page(request, stage)
    entries = event.entries.values_list("pk", flat=True)
    try:
        order = order_from(typed_seeds(request.POST, entries))
        seen, decided = number_in(request, "seen"), text_in(request, "decided")
        verbs.begin_stage(stage.pk, order, by=by_for(request, event, Source.PAGE), seen=seen, decided=decided)
    except (Refused, RuleError) as error:
        return _begin_page(request, stage, error)
    text = say("{stage} has begun. Draw its first round.", stage=stage.title)
    return done(request, text, reverse("console", args=[event.slug]))


@require_POST
@organizer_page
def move_stage(request: HttpRequest, event: Event, pk: int, verb: str) -> HttpResponse:
    """Take a stage out, or its beginning back."""
    by = by_for(request, event, Source.PAGE)
    if verb == "remove":
        try:
            verbs.remove_stage(event.pk, pk, by=by)
        except Stage.DoesNotExist as error:
            raise Http404 from error
        text = say("The stage is taken out.")
    elif verb == "unbegin":
        stage = verbs.unbegin_stage(_stage(event, pk).pk, by=by)
        text = say("{stage} has not begun any more.", stage=stage.title)
    else:
        raise Http404
    return done(request, text, reverse("stages", args=[event.slug]))


def _stage(event: Event, pk: int) -> Stage:
    stage: Stage = of_event(event, Stage.objects.filter(event=event, number__gt=1), pk)
    stage.event = event
    return stage


def _formats_after(first: Stage) -> list[Format]:
    """The formats that the event's entries can play."""
    return [play for play in FORMATS.values() if play.entry_size == first.play.entry_size]


def _begin_page(request: HttpRequest, stage: Stage, error: Exception | None = None) -> HttpResponse:
    event, proposed = stage.event, proposal(stage)
    lines = [*proposed.lines, *proposed.others]
    usual = {line.entry.pk: str(seed) for seed, line in enumerate(_going(proposed.lines), start=1)}
    typed = typed_seeds(request.POST, (line.entry.pk for line in lines)) if error else usual
    context = {
        "event": event, "club": event.club, "stage": stage, "proposal": proposed, "error": error, "key": uuid.uuid4(),
        "has_begun": stage in begun_stages(event), "decided": request.POST.get("decided", ""),
        "lines": [(line, typed.get(line.entry.pk, "")) for line in proposed.lines],
        "others": [(line, typed.get(line.entry.pk, "")) for line in proposed.others],
    }  # fmt: skip
    return render(request, "console/begin_stage.html", context, status=refusal_status(error) if error else 200)


def _going(lines: Sequence[Line]) -> list[Line]:
    """Who has left is proposed to be left out."""
    return [line for line in lines if not line.has_left]
