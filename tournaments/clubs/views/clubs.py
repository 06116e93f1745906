"""Clubs: the list, one club's page, and founding one."""

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.db.models import Count, Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.clubs.forms import ClubSettingsForm
from tournaments.clubs.models import Club
from tournaments.clubs.views.people import owner_page
from tournaments.errors import CommandError
from tournaments.events import event_list
from tournaments.events.commands import create_club, save_setup
from tournaments.events.forms import ClubForm
from tournaments.http import actor_for, context_for, done, refused
from tournaments.jackpots import selectors
from tournaments.leagues.models import Season
from tournaments.permissions import Permission, may
from tournaments.results.models import Channel

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
    coming = event_list.rows(event_list.coming(found.events.all(), now), now)
    context = {
        "club": found,
        "membership": found.memberships.filter(player=actor.player).first() if actor.player else None,
        "coming": event_list.next_first(coming, event_list.league_nights(now, found)),
        "played": event_list.rows(page, now),
        "page_obj": page,
        "leagues": found.leagues.prefetch_related(Prefetch("seasons", Season.objects.filter(state=Season.State.OPEN))),
        "members": found.memberships.count(),
        "jackpots": selectors.of_club(found, actor),
        "may_own": may(actor, Permission.RUN_CLUB, found),
        "may_run": may(actor, Permission.RUN_EVENT, found),
    }
    return render(request, "clubs/club.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@owner_page
def club_settings(request: HttpRequest, club: Club) -> HttpResponse:
    form = ClubSettingsForm(request.POST or None, instance=club)
    if request.method == "POST" and form.is_valid():
        save_setup(form.instance, context=context_for(request, None, Channel.PAGE), fields=form.changed_data)
        return done(request, say("Settings saved"), reverse("club", args=[club.slug]))
    return render(request, "clubs/club_settings.html", {"club": club, "form": form})


def new_club(request: HttpRequest) -> HttpResponse:
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            said, context = form.cleaned_data, context_for(request, None, Channel.PAGE)
            return redirect(create_club(said.pop("name"), **said, context=context))
        except (CommandError, RuleError) as error:
            return refused(request, error, None)
    return render(request, "clubs/new_club.html", {"form": form})
