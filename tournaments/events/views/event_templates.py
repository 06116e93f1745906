"""A club's templates: saved from an event, renamed, deleted, and a new event from one."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.clubs.models import Club
from tournaments.clubs.views.people import people_page
from tournaments.errors import CommandError
from tournaments.events import event_templates as templates
from tournaments.events.forms import TemplateForm
from tournaments.events.models import Event
from tournaments.http import context_for, done, organizer_page, refusal_status, text_in
from tournaments.permissions import Permission
from tournaments.results.models import Channel


@require_POST
@organizer_page
def save_template(request: HttpRequest, event: Event) -> HttpResponse:
    context, name = context_for(request, None, Channel.PAGE), text_in(request, "name")
    event_template = templates.save_template(event.club, event, name, context=context)
    return done(
        request, say("Template {name} saved", name=event_template), reverse("event_templates", args=[event.club.slug])
    )


@require_safe
@people_page(Permission.RUN_EVENT)
def event_templates(request: HttpRequest, club: Club) -> HttpResponse:
    return _page(request, club)


@require_http_methods(["GET", "HEAD", "POST"])
@people_page(Permission.RUN_EVENT)
def new_from_template(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """The name and the day; everything else is as in the template."""
    template = get_object_or_404(club.event_templates.all(), pk=pk)
    template.club = club
    form, error = TemplateForm(request.POST or None, template=template), None
    if request.method == "POST" and form.is_valid():
        try:
            context = context_for(request, None, Channel.PAGE)
            event = templates.event_from_template(club, pk, **form.cleaned_data, context=context)
            return done(request, say("{event} created.", event=event), reverse("console", args=[event.slug]))
        except (CommandError, RuleError) as refusal:
            error = refusal
    status = refusal_status(error) if error else 422 if form.errors else 200
    shown = {"club": club, "template": template, "form": form, "error": error}
    return render(request, "events/new_from_template.html", shown, status=status)


@require_POST
@people_page(Permission.RUN_EVENT)
def move_template(request: HttpRequest, club: Club, pk: int, action: str) -> HttpResponse:
    context = context_for(request, None, Channel.PAGE)
    try:
        if action == "rename":
            event_template = templates.rename_template(club, pk, text_in(request, "name"), context=context)
            text = say("Template renamed to {name}", name=event_template)
        elif action == "delete":
            templates.delete_template(club, pk, context=context)
            text = say("Template deleted")
        else:
            raise Http404
    except (CommandError, RuleError) as error:
        return _page(request, club, error)
    return done(request, text, reverse("event_templates", args=[club.slug]))


def _page(request: HttpRequest, club: Club, error: Exception | None = None) -> HttpResponse:
    shown = {"club": club, "templates": club.event_templates.select_related("venue"), "error": error}
    return render(request, "events/event_templates.html", shown, status=refusal_status(error) if error else 200)
