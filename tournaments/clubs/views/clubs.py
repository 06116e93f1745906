"""Clubs: the list, one club's page, a new one and its settings."""

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.db.models import Count, Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.cached_content import same_for_visitors
from tournaments.clubs import audit_words, currencies, settings
from tournaments.clubs.forms import ClubForm, ClubSettingsForm
from tournaments.clubs.models import Club
from tournaments.clubs.views.people import owner_page
from tournaments.errors import CommandError, Conflict
from tournaments.events import event_list
from tournaments.events.commands import create_club
from tournaments.http import actor_for, club_or_404, context_for, done, refusal_status, refused, text_in
from tournaments.jackpots import selectors
from tournaments.leagues.models import Season
from tournaments.permissions import Permission, may
from tournaments.results.models import Channel

PER_PAGE = 20
"""Of the events that were played, and of those to come."""


@login_not_required
@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    clubs = Club.objects.annotate(events_held=Count("events")).order_by("name")
    return render(request, "clubs/clubs.html", {"clubs": clubs})


@login_not_required
@require_safe
@same_for_visitors("page")
def club(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_or_404(slug)
    actor = actor_for(request)
    now = timezone.now()
    page = Paginator(event_list.played(club.events.all(), now), PER_PAGE).get_page(request.GET.get("page"))
    events = event_list.rows(event_list.coming(club.events.all(), now)[: event_list.SHOWN + 1], now)
    coming = event_list.next_first(events, event_list.league_nights(now, club))
    context = {
        "club": club,
        "membership": club.memberships.filter(player=actor.player).first() if actor.player else None,
        "coming": coming[: event_list.SHOWN],
        "has_more": len(coming) > event_list.SHOWN,
        "played": event_list.rows(page, now),
        "page_obj": page,
        "leagues": club.leagues.prefetch_related(Prefetch("seasons", Season.objects.filter(state=Season.State.OPEN))),
        "members": club.memberships.count(),
        "jackpots": selectors.of_club(club, actor),
        "may_own": may(actor, Permission.RUN_CLUB, club),
        "may_run": may(actor, Permission.RUN_EVENT, club),
    }
    return render(request, "clubs/club.html", context)


@login_not_required
@require_safe
def coming_events(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that is to come, league nights too, a page at a time."""
    club, now = club_or_404(slug), timezone.now()
    page = Paginator(event_list.moments(club, now), PER_PAGE).get_page(request.GET.get("page"))
    shown = {"club": club, "coming": event_list.at_moments(page, now), "page_obj": page}
    return render(request, "clubs/coming_events.html", shown)


@require_http_methods(["GET", "HEAD", "POST"])
@owner_page
def club_settings(request: HttpRequest, club: Club) -> HttpResponse:
    """Another time zone is asked about once more, with what follows from it."""
    form, error = ClubSettingsForm(request.POST or None, club=club), None
    asks = form.new_zone is not None and request.POST.get("agreed") != form.new_zone
    if request.method == "POST" and form.is_valid() and not asks:
        try:
            seen, context = text_in(request, "seen"), context_for(request, None, Channel.PAGE)
            settings.change_club(club.pk, form.cleaned_data, context=context, expected_version=seen)
            return done(request, say("Settings saved"), reverse("club", args=[club.slug]))
        except (Conflict, RuleError) as refusal:
            error, asks = refusal, form.new_zone is not None
    shown = {
        "club": club,
        "form": form,
        "error": error,
        "now": form.differences() if isinstance(error, Conflict) else (),
        "zone_change": settings.zone_change_of(club, form.new_zone) if asks and form.new_zone else None,
        "changes": audit_words.sentences(settings.changes_of(club)[: settings.SHOWN_CHANGES]),
    }
    status = refusal_status(error) if error else 422 if form.errors else 200
    return render(request, "clubs/club_settings.html", shown, status=status)


def new_club(request: HttpRequest) -> HttpResponse:
    form = ClubForm(
        request.POST or None, initial={"currency": currencies.fitting(request.headers.get("Accept-Language", ""))}
    )
    if request.method == "POST" and form.is_valid():
        try:
            said, context = form.cleaned_data, context_for(request, None, Channel.PAGE)
            return redirect(create_club(said.pop("name"), **said, context=context))
        except (CommandError, RuleError) as error:
            return refused(request, error, None)
    return render(request, "clubs/new_club.html", {"form": form})
