"""The stages of an event: what follows what, one more stage, and the beginning of the next one."""

import uuid
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.engine.errors import RuleError
from games.engine.language import say
from games.house_rules.picker import picker_for, picker_from
from tournaments.errors import CommandError
from tournaments.events import stages as stage_commands
from tournaments.events.flow import flow
from tournaments.events.house_rules import LEFT_OUT, NOW, bundles_for, consequences, set_rules, stage_rules
from tournaments.events.models import Event, Stage
from tournaments.events.proposals import Line, proposal, would_differ
from tournaments.events.stage_forms import StageForm, order_from, typed_seeds
from tournaments.formats.base import Format
from tournaments.formats.catalogue import FORMATS
from tournaments.http import actor_for, context_for, done, number_in, organizer_page, refusal_status, text_in
from tournaments.results.history import begun_stages, current_stage
from tournaments.results.models import Channel
from tournaments.results.scoring import table_rules


@require_safe
@organizer_page
def stages(request: HttpRequest, event: Event) -> HttpResponse:
    """The flow as cards, and the formats that could come next."""
    cards, current = flow(event), current_stage(event)
    context = {
        "event": event,
        "club": event.club,
        "cards": cards,
        "formats": _formats_after(cards[0].stage),
        "next": next((card.stage for card in cards if not card.is_begun), None),
        "current": current,
        "differs": would_differ(current) if current.number > 1 else [],
        "may_unbegin": current.number > 1 and not current.rounds.exclude(status="draft").exists(),
    }
    return render(request, "events/stages.html", context)


@organizer_page
def add_stage(request: HttpRequest, event: Event) -> HttpResponse:
    """The form of one more stage, of the format that the address names."""
    earlier = list(event.stages.order_by("number"))
    play = next((format_ for format_ in _formats_after(earlier[0]) if format_.key == request.GET.get("format")), None)
    if play is None:
        raise Http404
    offered = bundles_for(event.club, actor_for(request).player, table_rules(earlier[-1]))
    form, error = StageForm(request.POST or None, play=play, earlier=earlier, offered=offered), None
    if request.method == "POST" and form.is_valid():
        try:
            stage = stage_commands.add_stage(event.pk, form.plan(), context=context_for(request, event, Channel.PAGE))
            return done(request, say("{stage} added.", stage=stage.title), reverse("stages", args=[event.slug]))
        except (CommandError, RuleError) as refusal:
            error = refusal
    context = {"event": event, "club": event.club, "play": play, "form": form, "error": error}
    context["picker_url"] = picker_address(event, earlier[-1], play.key)
    return render(request, "events/add_stage.html", context, status=refusal_status(error) if error else 200)


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
        stage_commands.begin_stage(
            stage.pk, order, context=context_for(request, event, Channel.PAGE), expected_version=seen, decided=decided
        )
    except (CommandError, RuleError) as error:
        return _begin_page(request, stage, error)
    text = say("{stage} started. Draw its first round.", stage=stage.title)
    return done(request, text, reverse("console", args=[event.slug]))


@require_POST
@organizer_page
def move_stage(request: HttpRequest, event: Event, pk: int, action: str) -> HttpResponse:
    """Take a stage out, or its beginning back."""
    context = context_for(request, event, Channel.PAGE)
    if action == "remove":
        try:
            stage_commands.remove_stage(event.pk, pk, context=context)
        except Stage.DoesNotExist as error:
            raise Http404 from error
        text = say("Stage removed.")
    elif action == "unbegin":
        stage = stage_commands.unbegin_stage(_stage(event, pk).pk, context=context)
        text = say("Start of {stage} undone.", stage=stage.title)
    else:
        raise Http404
    return done(request, text, reverse("stages", args=[event.slug]))


@organizer_page
def house_rules(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Other rules for a stage. With scores in, what follows is shown first, and asked again."""
    stage = get_object_or_404(event.stages.all(), pk=pk)
    stage.event = event
    offered = bundles_for(event.club, actor_for(request).player, table_rules(stage))
    picker = picker_for(offered, NOW, left_out=LEFT_OUT, is_open=True)
    context: dict[str, Any] = {"event": event, "club": event.club, "stage": stage, "seen": event.version}
    status = 200
    if request.method == "POST":
        picker, error = picker_from(request.POST, offered, first=NOW, left_out=LEFT_OUT)
        try:
            if error:
                raise RuleError(error)
            context["follows"] = consequences(stage, stage_rules(stage, picker.rules)[0])
            if not context["follows"] or "understood" in request.POST:
                set_rules(
                    stage.pk,
                    picker.rules,
                    context=context_for(request, event, Channel.PAGE),
                    expected_version=number_in(request, "seen"),
                    is_understood="understood" in request.POST,
                )
                text = say("{stage} rules changed", stage=stage.title)
                return done(request, text, reverse("stages", args=[event.slug]))
        except (CommandError, RuleError) as refusal:
            context["error"], status = refusal, refusal_status(refusal)
    context |= {"picker": picker, "picker_url": picker_address(event, stage)}
    return render(request, "events/stage_rules.html", context, status=status)


def picker_address(event: Event, stage: Stage, format_key: str = "") -> str:
    """Where the rule picker of a stage of this event asks."""
    asked = urlencode({"stage": stage.pk, "format": format_key})
    return f"{reverse('event_rule_picker', args=[event.club.slug])}?{asked}"


def _stage(event: Event, pk: int) -> Stage:
    stage = get_object_or_404(Stage.objects.filter(event=event, number__gt=1), pk=pk)
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
        "event": event,
        "club": event.club,
        "stage": stage,
        "proposal": proposed,
        "error": error,
        "key": uuid.uuid4(),
        "has_begun": stage in begun_stages(event),
        "decided": request.POST.get("decided", ""),
        "lines": [(line, typed.get(line.entry.pk, "")) for line in proposed.lines],
        "others": [(line, typed.get(line.entry.pk, "")) for line in proposed.others],
    }
    return render(request, "events/begin_stage.html", context, status=refusal_status(error) if error else 200)


def _going(lines: Sequence[Line]) -> list[Line]:
    """Proposes to leave out entries that have left."""
    return [line for line in lines if not line.has_left]
