"""Clubs: the list, one club's page, and founding one."""

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.db.models import Count, Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.engine.errors import RuleError
from tournaments.errors import Refused
from tournaments.forms import ClubForm
from tournaments.models import Club, Season, Source
from tournaments.permissions import Verb, may
from tournaments.services.events.setup import create_club
from tournaments.services.jackpots import board
from tournaments.services.looks import event_list
from tournaments.views.asking import actor_for, by_for, refused

PER_PAGE = 20
"""Of the events that were played."""


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
    now = timezone.now()
    page = Paginator(event_list.played(found.events.all(), now), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": found,
        "membership": found.memberships.filter(player=actor.player).first() if actor.player else None,
        "coming": event_list.rows(event_list.coming(found.events.all(), now), now),
        "played": event_list.rows(page, now),
        "page_obj": page,
        "leagues": found.leagues.prefetch_related(Prefetch("seasons", Season.objects.filter(state=Season.State.OPEN))),
        "members": found.memberships.count(),
        "jackpots": board.of_club(found, actor),
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
