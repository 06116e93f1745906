"""A new event: a format card, its form with sensible defaults, and a forecast for a number of players."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.rules import HouseRules
from games.house_rules.picker import turned
from tournaments.access import arrivals
from tournaments.clubs.models import Club
from tournaments.errors import CommandError
from tournaments.events.commands import create_event
from tournaments.events.forms import EventForm, length_fields
from tournaments.events.house_rules import LEFT_OUT, bundles_for, first_choice
from tournaments.events.models import Event, Stage
from tournaments.events.stage_forms import COMBINATIONS, CombinationForm
from tournaments.events.what_if import Sheet, by_default, check_number, sheet, sheet_of
from tournaments.formats.catalogue import FORMATS
from tournaments.http import actor_for, asked_number, club_or_404, context_for, done, organizer_page, refused
from tournaments.leagues.models import Season
from tournaments.permissions import Permission, require
from tournaments.results.models import Channel
from tournaments.results.scoring import table_rules

USUAL_PLAYERS = 20


def new_event(request: HttpRequest, slug: str) -> HttpResponse:
    """A format card first, then its form. The button of "What if" answers and sets nothing up."""
    club = club_or_404(slug)
    try:
        require(actor_for(request), Permission.RUN_EVENT, club)
        form = _form(request, club)
        if form is None:
            return _cards(request, club)
        if "what_if" in request.POST:
            return _answer(request, club, form)
        if request.method == "POST" and form.is_valid():
            event = create_event(club, **form.asked(), context=context_for(request, None, Channel.PAGE))
            where = "stages" if isinstance(form, CombinationForm) else "check_in"
            return done(request, say("{event} created.", event=event), reverse(where, args=[event.slug]))
    except (CommandError, RuleError) as error:
        return refused(request, error, None)
    return _form_page(request, club, form)


@require_safe
@organizer_page
def what_if(request: HttpRequest, event: Event) -> HttpResponse:
    """The forecast for a number of players, for an event that is set up and has no round yet."""
    stage = event.stages.order_by("number")[0]
    if stage.rounds.exists():
        raise RuleError("Round 1 is already drawn. The next step shows who plays where.")
    check_in = arrivals.check_in_list(event)
    likely = check_in.here or check_in.expected or USUAL_PLAYERS // stage.play.entry_size
    context: dict[str, Any] = {"event": event, "club": event.club, "play": stage.play}
    context["expected"] = request.GET.get("expected", str(likely))
    try:
        context["sheet"] = sheet_of(stage, check_number(context["expected"]))
    except RuleError as error:
        context["error"] = error
    page = "events/what_if_answer.html" if request.htmx else "events/what_if.html"  # type: ignore[attr-defined]  # django-htmx adds it
    return render(request, page, context)


def _form(request: HttpRequest, club: Club) -> EventForm | None:
    key = request.GET.get("format", "")
    offered = bundles_for(club, actor_for(request).player)
    first, data = first_choice(offered, club), request.POST or None
    if key in FORMATS:
        return EventForm(data, club=club, play=FORMATS[key], offered=offered, first=first)
    if key in COMBINATIONS:
        return CombinationForm(data, club=club, combination=COMBINATIONS[key], offered=offered, first=first)
    return None


@require_safe
def rule_picker(request: HttpRequest, slug: str) -> HttpResponse:
    """The rule picker of an event of the club after a field was touched. With another bundle comes its length."""
    club = club_or_404(slug)
    try:
        require(actor_for(request), Permission.RUN_EVENT, club)
    except CommandError as error:
        return refused(request, error, None)
    stage = Stage.objects.filter(event__club=club, pk=asked_number(request, "stage") or 0).first()
    season = Season.objects.filter(league__club=club, pk=asked_number(request, "season") or 0).first()
    present = table_rules(stage) if stage else season.table_rules if season else None
    offered = bundles_for(club, actor_for(request).player, present)
    picker = turned(request.GET, request.GET.get("touched", ""), offered, left_out=LEFT_OUT)
    length = forms.Form()
    if request.GET.get("touched") == "house_rules" or picker.has_new_bundle:
        length.fields |= _length_fields(request.GET.get("format", ""), picker.rules)
    for field in length.fields.values():
        field.widget.attrs["hx-swap-oob"] = "true"
    return render(request, "events/rules_turned.html", {"picker": picker, "length": length})


def _length_fields(asked: str, rules: HouseRules) -> dict[str, forms.Field]:
    """Those of the page that asked: an event's of that format, or a season's."""
    if asked == "season":
        fields = length_fields(FORMATS["grand_prix"], rules)
        return {"play_to": fields["play_to"]}
    return length_fields(FORMATS[asked], rules) if asked in FORMATS else {}


def _cards(request: HttpRequest, club: Club) -> HttpResponse:
    """Every format with its forecast for this many players."""
    context: dict[str, Any] = {"club": club, "combinations": COMBINATIONS.values()}
    context["templates"] = club.event_templates.all()
    context["players"] = request.GET.get("players", str(USUAL_PLAYERS))
    try:
        number = check_number(context["players"])
        context["cards"] = [(play, by_default(play, number)) for play in FORMATS.values()]
    except RuleError as error:
        context |= {"cards": [(play, None) for play in FORMATS.values()], "error": error}
    return render(request, "events/format_cards.html", context)


def _form_page(request: HttpRequest, club: Club, form: EventForm, **more: Any) -> HttpResponse:
    shown = form.combination if isinstance(form, CombinationForm) else form.play
    context = {"club": club, "shown": shown, "play": form.play, "form": form} | _what_if(request, form) | more
    asked = urlencode({"format": form.play.key})
    context["picker_url"] = f"{reverse('event_rule_picker', args=[club.slug])}?{asked}"
    return render(request, "events/new_event.html", context)


def _answer(request: HttpRequest, club: Club, form: EventForm) -> HttpResponse:
    if not request.htmx:  # type: ignore[attr-defined]  # django-htmx adds it
        return _form_page(request, club, form)
    return render(request, "events/what_if_answer.html", {"club": club, "play": form.play} | _what_if(request, form))


def _what_if(request: HttpRequest, form: EventForm) -> dict[str, Any]:
    """The number asked about, and the answer or what is in its way."""
    players = request.GET.get("players", "")
    usual = int(players) if players.isascii() and players.isdigit() and len(players) < 6 else USUAL_PLAYERS
    expected = request.POST.get("expected", str(usual // form.play.entry_size))
    try:
        return {"expected": expected, "sheet": _sheet(form, check_number(expected))}
    except RuleError as error:
        return {"expected": expected, "error": error}


def _sheet(form: EventForm, entries: int) -> Sheet:
    config, hands, play_to = form.settings_typed()
    return sheet(form.play, config, entries, hands=hands, play_to=play_to)
