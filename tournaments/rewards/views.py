"""Achievements: a player's own, the list of all, the club's news, and the note about a new one."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.access.models import Pass
from tournaments.access.passes import PASSES
from tournaments.clubs import public_names
from tournaments.clubs.models import Club
from tournaments.context import Context
from tournaments.errors import CommandError
from tournaments.feeds import selectors as feed_selectors
from tournaments.http import actor_for, asked_number, number_in, refused
from tournaments.permissions import Actor
from tournaments.results.models import Channel
from tournaments.rewards import news, selectors

MAX_PAGES = 100


@login_not_required
@require_safe
def achievements(request: HttpRequest, pk: int) -> HttpResponse:
    actor = actor_for(request)
    shown = get_object_or_404(public_names.known_to(actor, Player.objects.filter(is_bot=False)), pk=pk)
    is_own = actor.player == shown
    named = public_names.named(shown, actor)
    context = {"named": named, "wall": selectors.wall_of(shown, is_own=is_own), "is_own": is_own}
    return render(request, "rewards/achievements.html", context)


@login_not_required
@require_safe
def all_achievements(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Achievements that everyone can earn; under a club's address those it made itself."""
    club = get_object_or_404(Club, slug=slug) if slug else None
    listed = selectors.catalogue(club, actor_for(request).player)
    return render(request, "rewards/catalogue.html", {"club": club, "listed": listed})


@login_not_required
@require_safe
def club_news(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_object_or_404(Club, slug=slug)
    page = min(asked_number(request, "page") or 1, MAX_PAGES)
    lines, has_more = feed_selectors.feed_of(club, page, actor_for(request))
    return render(request, "rewards/news/feed.html", {"club": club, "lines": lines, "page": page, "has_more": has_more})


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def my_news(request: HttpRequest) -> HttpResponse:
    """What the player has not seen yet. The page that shows it says so by itself."""
    player = _player_here(request)
    if player is None:
        raise Http404(say("Log in to see your news."))
    if request.method == "POST":
        try:
            context = Context(Actor(player=player), Channel.PAGE)
            news.mark_seen(player, number_in(request, "seen"), context=context)
        except (CommandError, RuleError) as error:
            return refused(request, error, None)
        return HttpResponse(status=204) if request.headers.get("HX-Request") else redirect("achievements", pk=player.pk)
    return render(request, "rewards/news/toasts.html", {"unseen": news.unseen_of(player), "player": player})


@login_not_required
@require_safe
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    """The link in emails from before there were notifications: to the page that stops them."""
    link = news.stopping_link(token)
    if link is None:
        raise Http404
    return redirect(link)


def _player_here(request: HttpRequest) -> Player | None:
    """The account's player, or the one whose personal link this phone opened last."""
    own = actor_for(request).player
    if own or not request.session.get(PASSES):
        return own
    for pass_id, token_hash in reversed(request.session[PASSES].values()):
        good = Pass.objects.filter(pk=pass_id, token_hash=token_hash, expires_at__gt=timezone.now())
        if link := good.select_related("player").first():
            return link.player
    return None
