"""Calendars to subscribe to. Phones ask without a cookie, so everyone gets the same, and drafts are in none."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say
from games.qr import qr_picture
from tournaments.calendars import keys, selectors
from tournaments.calendars.ical import written
from tournaments.clubs.models import Club, Venue
from tournaments.conditional import FOR_ALL, FOR_ONE, fresh, site_of
from tournaments.errors import CommandError
from tournaments.http import actor_for, context_for, done, number_in, refused
from tournaments.leagues.models import League, Season, Squad
from tournaments.results.models import Channel

TYPE = "text/calendar; charset=utf-8"


@login_not_required
@require_safe
def club_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    return _answer(request, selectors.of_club(get_object_or_404(Club, slug=slug)))


@login_not_required
@require_safe
def league_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    return _answer(request, selectors.of_league(get_object_or_404(League.objects.select_related("club"), slug=slug)))


@login_not_required
@require_safe
def season_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    seasons = Season.objects.select_related("league__club").exclude(state=Season.State.SETUP)
    return _answer(request, selectors.of_season(get_object_or_404(seasons, slug=slug)))


@login_not_required
@require_safe
def squad_calendar(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    squads = Squad.objects.select_related("season__league__club", "team").exclude(season__state=Season.State.SETUP)
    return _answer(request, selectors.of_squad(get_object_or_404(squads, season__slug=slug, number=number)))


@login_not_required
@require_safe
def venue_calendar(request: HttpRequest, pk: int) -> HttpResponse:
    return _answer(request, selectors.of_venue(get_object_or_404(Venue.objects.select_related("club"), pk=pk)))


@login_not_required
@require_safe
def player_calendar(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's events. 404 if the player hides their name from strangers: their Thursday evenings would reveal who it
    is."""
    player = _player(pk)
    if hasattr(player, "alias"):
        return redirect("player_calendar", pk=player.alias.person_id)
    if player.hides_name:
        raise Http404("No such calendar.")
    return _answer(request, selectors.of_player(player, player.called, reverse("player", args=[pk])))


@login_not_required
@require_safe
def own_calendar(request: HttpRequest, pk: int, code: str) -> HttpResponse:
    """The same at its secret address, whether the name is hidden or not."""
    player = _player(pk)
    if not keys.opens(player, code):
        raise Http404("No such calendar.")
    return _answer(request, selectors.of_player(player, player.called, reverse("player", args=[pk])), kept=FOR_ONE)


@require_http_methods(["GET", "HEAD", "POST"])
def my_calendar(request: HttpRequest) -> HttpResponse:
    """The addresses of the user's own calendar, and the button that makes a new secret one."""
    player = actor_for(request).player
    if player is None:
        raise Http404("You play nowhere yet.")
    if request.method == "POST":
        try:
            keys.renew(
                player.pk, context=context_for(request, None, Channel.PAGE), expected_version=number_in(request, "seen")
            )
        except (CommandError, RuleError) as error:
            return refused(request, error, None)
        return done(request, say("Calendar address created"), reverse("my_calendar"))
    code, site = keys.code_of(player), site_of(request)
    secret = site + reverse("own_calendar", args=[player.pk, code]) if code else ""
    public = "" if player.hides_name else site + reverse("player_calendar", args=[player.pk])
    context = {
        "player": player,
        "number": keys.number_of(player),
        "secret": secret,
        "public": public,
        "picture": qr_picture(subscribing(secret)) if secret else "",
        "subscribe": subscribing(secret),
    }
    response = render(request, "sharing/my_calendar.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


def subscribing(address: str) -> str:
    """The same address as phones and computers open it with their calendar, to stay subscribed."""
    return f"webcal://{address.partition('://')[2]}" if address else ""


def _player(pk: int) -> Player:
    """The player, but no bots, which have no events, and no one whose data has been erased."""
    people = Player.objects.filter(is_bot=False, erased_at=None).select_related("alias")
    return get_object_or_404(people, pk=pk)


def _answer(request: HttpRequest, calendar: selectors.Calendar, *, kept: str = FOR_ALL) -> HttpResponse:
    return fresh(request, written(calendar, site_of(request)), TYPE, changed_at=calendar.changed_at, kept=kept)
