"""The host of an event, and which officials ruled on a match of their own."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games.engine.language import say
from tournaments.clubs.members import may_run_events
from tournaments.entry_names import names_of
from tournaments.events import hosts
from tournaments.events.models import Event
from tournaments.http import actor_for, context_for, done, number_in, organizer_page
from tournaments.results.models import Channel


@require_http_methods(["GET", "HEAD", "POST"])
@organizer_page
def hand_over(request: HttpRequest, event: Event) -> HttpResponse:
    people = may_run_events(event.club)
    if request.method == "POST":
        to = get_object_or_404(people, pk=number_in(request, "to"))
        context, seen = context_for(request, event, Channel.PAGE), number_in(request, "seen")
        hosts.hand_over_event(event.pk, to, context=context, expected_version=seen)
        text = say("{name} is now the host of {event}.", name=to, event=event)
        return done(request, text, reverse("console", args=[event.slug]))
    shown = {
        "event": event,
        "club": event.club,
        "people": people,
        "names": names_of(event),
        "may_hand_over": hosts.may_hand_over(actor_for(request, event), event),
        "score_changes": hosts.own_score_changes(event),
    }
    return render(request, "events/host.html", shown)
