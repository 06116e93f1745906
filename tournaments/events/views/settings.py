"""An event's settings: changed, canceled and restored, deleted while it is empty, and the same event once more."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.activity_log.words import sentence
from tournaments.errors import CommandError, Conflict
from tournaments.events import cancelling, changes, duplicates
from tournaments.events.forms import DuplicateForm, SettingsForm
from tournaments.events.models import Event
from tournaments.http import context_for, done, event_or_404, number_in, organizer_page, refusal_status, text_in
from tournaments.results.models import Channel


@require_http_methods(["GET", "HEAD", "POST"])
@organizer_page
def event_settings(request: HttpRequest, event: Event) -> HttpResponse:
    """What was typed stays when it is refused. After a conflict the page says what the others changed, and saving once
    more means what is typed."""
    form = SettingsForm(request.POST or None, event=event)
    if request.method != "POST" or not form.is_valid():
        return _settings_page(request, event, form)
    try:
        changes.change_event(
            event.pk,
            form.asked(),
            context=context_for(request, event, Channel.PAGE),
            expected_version=number_in(request, "seen"),
        )
    except (CommandError, RuleError) as error:
        return _settings_page(request, event_or_404(event.slug), form, error)
    return done(request, say("Settings saved"), reverse("event_settings", args=[event.slug]))


def _settings_page(
    request: HttpRequest, event: Event, form: SettingsForm, error: Exception | None = None
) -> HttpResponse:
    context: dict[str, Any] = {
        "event": event,
        "club": event.club,
        "form": form,
        "seen": changes.settings_version(event),
        "error": error,
        "not_cancelled": "" if event.cancelled_at else cancelling.why_not_cancelled(event),
        "not_deleted": cancelling.why_not_deleted(event),
        "not_duplicated": duplicates.why_not_duplicated(event),
    }
    if isinstance(error, Conflict):
        context["since"] = [sentence(entry) for entry in changes.changes_since(event, number_in(request, "seen"))]
    return render(request, "events/settings.html", context, status=refusal_status(error) if error else 200)


@require_POST
@organizer_page
def cancel_event(request: HttpRequest, event: Event, action: str) -> HttpResponse:
    """Cancel the event, or undo that."""
    context = context_for(request, event, Channel.PAGE)
    if action == "cancel":
        cancelling.cancel_event(event.pk, text_in(request, "reason"), context=context)
        text = say("{event} canceled", event=event)
    elif action == "restore":
        cancelling.restore_event(event.pk, context=context)
        text = say("{event} restored", event=event)
    else:
        raise Http404
    return done(request, text, reverse("event_settings", args=[event.slug]))


@require_http_methods(["GET", "HEAD", "POST"])
@organizer_page
def delete_event(request: HttpRequest, event: Event) -> HttpResponse:
    """What goes, and the button."""
    error: Exception | None = None
    if request.method == "POST":
        try:
            cancelling.delete_event(
                event.pk,
                context=context_for(request, event, Channel.PAGE),
                expected_version=number_in(request, "seen"),
            )
            return done(request, say("{event} deleted", event=event), event.club.get_absolute_url())
        except (CommandError, RuleError) as refusal:
            event, error = event_or_404(event.slug), refusal
    stays = cancelling.why_not_deleted(event)
    context = {
        "event": event,
        "club": event.club,
        "error": error,
        "stays": stays,
        "goes": [] if stays else list(cancelling.what_goes(event)),
    }
    return render(request, "events/delete.html", context, status=refusal_status(error) if error else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@organizer_page
def duplicate_event(request: HttpRequest, event: Event) -> HttpResponse:
    """The name and the day of the next one; everything else is as it was."""
    if refusal := duplicates.why_not_duplicated(event):
        raise RuleError(refusal)
    form = DuplicateForm(request.POST or None, event=event, regulars=len(duplicates.regulars(event)))
    if request.method == "POST" and form.is_valid():
        new = duplicates.duplicate_event(
            event.club, event, context=context_for(request, None, Channel.PAGE), **form.cleaned_data
        )
        return done(request, say("{event} created.", event=new), reverse("console", args=[new.slug]))
    return render(request, "events/duplicate.html", {"event": event, "club": event.club, "form": form})
