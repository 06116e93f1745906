"""Where a club plays: the list for its organizers, and one venue's form."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.clubs import venues
from tournaments.clubs.forms import VenueForm
from tournaments.clubs.models import Club
from tournaments.clubs.views.people import people_page
from tournaments.errors import Conflict
from tournaments.http import context_for, done, refusal_status, text_in
from tournaments.permissions import Permission
from tournaments.results.models import Channel

organizers_page = people_page(Permission.RUN_EVENT)


@require_http_methods(["GET", "HEAD", "POST"])
@organizers_page
def club_venues(request: HttpRequest, club: Club) -> HttpResponse:
    """The list, with a form that adds to it."""
    form, error = VenueForm(request.POST or None), None
    if request.method == "POST" and form.is_valid():
        try:
            context = context_for(request, None, Channel.PAGE)
            venue = venues.add_venue(club, **form.cleaned_data, context=context)
            return done(request, say("{venue} added", venue=venue), _here(club))
        except RuleError as refusal:
            error = refusal
    venues_of_club = list(club.venues.all())
    context_shown = {
        "club": club,
        "venues": [venue for venue in venues_of_club if not venue.is_retired],
        "retired": [venue for venue in venues_of_club if venue.is_retired],
        "form": form,
        "error": error,
    }
    status = refusal_status(error) if error else 422 if form.errors else 200
    return render(request, "clubs/venues.html", context_shown, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@organizers_page
def venue(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    venue = get_object_or_404(club.venues, pk=pk)
    form, error = VenueForm(request.POST or None, venue=venue), None
    if request.method == "POST" and form.is_valid():
        try:
            seen, context = text_in(request, "seen", 400), context_for(request, None, Channel.PAGE)
            venues.change_venue(venue.pk, **form.cleaned_data, context=context, expected_version=seen)
            return done(request, say("Venue saved"), _here(club))
        except (RuleError, Conflict) as refusal:
            error = refusal
    context_shown = {"club": club, "venue": venue, "form": form, "error": error, "is_used": venues.is_used(venue)}
    status = refusal_status(error) if error else 422 if form.errors else 200
    return render(request, "clubs/venue.html", context_shown, status=status)


@require_POST
@organizers_page
def move_venue(request: HttpRequest, club: Club, pk: int, action: str) -> HttpResponse:
    context = context_for(request, None, Channel.PAGE)
    if action == "remove":
        venues.remove_venue(club, pk, context=context)
        return done(request, say("Venue removed"), _here(club))
    if action == "reopen":
        venue = venues.reopen_venue(get_object_or_404(club.venues, pk=pk).pk, context=context)
        return done(request, say("{venue} is in use again", venue=venue), _here(club))
    raise Http404


def _here(club: Club) -> str:
    return reverse("venues", args=[club.slug])
