"""Who is in charge of an event, and which officials ruled on a match of their own."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games.engine.language import say
from tournaments.models import Event, Source
from tournaments.services.names import names_of
from tournaments.services.people import charge
from tournaments.services.people.members import may_run_events
from tournaments.views.asking import actor_for, by_for, done, number_in, organizer_page


@require_http_methods(["GET", "HEAD", "POST"])
@organizer_page
def hand_over(request: HttpRequest, event: Event) -> HttpResponse:
    people = may_run_events(event.club)
    if request.method == "POST":
        to = get_object_or_404(people, pk=number_in(request, "to"))
        by, seen = by_for(request, event, Source.PAGE), number_in(request, "seen")
        charge.hand_over_event(event.pk, to, by=by, seen=seen)
        text = say("{name} is in charge of {event} now.", name=to, event=event)
        return done(request, text, reverse("console", args=[event.slug]))
    context = {
        "event": event, "club": event.club, "people": people, "names": names_of(event),
        "may_hand_over": charge.may_hand_over(actor_for(request, event), event),
        "rulings": charge.own_rulings(event),
    }  # fmt: skip
    return render(request, "console/in_charge.html", context)
