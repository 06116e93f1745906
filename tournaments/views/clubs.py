"""Clubs: the list, one club's page, and founding one."""

from django.contrib.auth.decorators import login_not_required
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from games.engine.errors import RuleError
from tournaments.errors import Refused
from tournaments.forms import ClubForm
from tournaments.models import Club, Source
from tournaments.permissions import Verb, may
from tournaments.services.events.setup import create_club
from tournaments.views.asking import actor_for, by_for, refused


@login_not_required
@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    found = Club.objects.annotate(events_held=Count("events")).order_by("name")
    return render(request, "clubs/clubs.html", {"clubs": found})


@login_not_required
@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    found = get_object_or_404(Club, slug=slug)
    actor = actor_for(request)
    context = {
        "club": found,
        "membership": found.memberships.filter(player=actor.player).first() if actor.player else None,
        "events": found.events.select_related("venue")[:50],
        "leagues": found.leagues.all(),
        "members": found.memberships.count(),
        "jackpots": found.jackpots.select_related("club"),
        "may_own": may(actor, Verb.RUN_CLUB, found),
        "may_run": may(actor, Verb.RUN_EVENT, found),
    }
    return render(request, "clubs/club.html", context)


def new_club(request: HttpRequest) -> HttpResponse:
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(create_club(**form.cleaned_data, by=by_for(request, None, Source.PAGE)))
        except (Refused, RuleError) as error:
            return refused(request, error, None)
    return render(request, "clubs/new_club.html", {"form": form})
