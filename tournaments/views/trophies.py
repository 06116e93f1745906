"""Trophies: a player's wall, the list of all, the club's news, and the note that tells of a new one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.engine.errors import RuleError
from games.engine.language import say
from games.models import Player
from tournaments.errors import Refused
from tournaments.models import Club, MailWish, Pass, Source
from tournaments.permissions import Actor
from tournaments.services.feeds import feed
from tournaments.services.honours import news, trophies
from tournaments.services.journal import By
from tournaments.services.people import public_names
from tournaments.views.asking import PASSES, actor_for, asked_number, by_for, number_in, refused

MOST_PAGES = 100


@login_not_required
@require_safe
def achievements(request: HttpRequest, pk: int) -> HttpResponse:
    actor = actor_for(request)
    shown = get_object_or_404(public_names.seen_by(actor, Player.objects.filter(is_bot=False)), pk=pk)
    is_own = actor.player == shown
    named = public_names.named(shown, actor)
    context = {"named": named, "wall": trophies.wall_of(shown, is_own=is_own), "is_own": is_own}
    if is_own:
        context["has_mail"] = MailWish.objects.filter(user=shown.user_id).exists()
    return render(request, "trophies/achievements.html", context)


@login_not_required
@require_safe
def all_trophies(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Those that everybody can earn; under a club's address those it made itself."""
    club = get_object_or_404(Club, slug=slug) if slug else None
    listed = trophies.catalogue(club, actor_for(request).player)
    return render(request, "trophies/catalogue.html", {"club": club, "listed": listed})


@login_not_required
@require_safe
def club_news(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_object_or_404(Club, slug=slug)
    page = min(asked_number(request, "page") or 1, MOST_PAGES)
    lines, has_more = feed.feed_of(club, page, actor_for(request))
    return render(request, "news/feed.html", {"club": club, "lines": lines, "page": page, "has_more": has_more})


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def my_news(request: HttpRequest) -> HttpResponse:
    """What the player has not seen yet. The page that shows it says so by itself."""
    player = _player_here(request)
    if player is None:
        raise Http404(say("Nobody in particular."))
    if request.method == "POST":
        try:
            by = By(Actor(player=player), Source.PAGE)
            news.mark_seen(player, number_in(request, "seen"), by=by)
        except (Refused, RuleError) as error:
            return refused(request, error, None)
        return HttpResponse(status=204) if request.headers.get("HX-Request") else redirect("achievements", pk=player.pk)
    return render(request, "news/toasts.html", {"unseen": news.unseen_of(player), "player": player})


@require_POST
def trophy_mail(request: HttpRequest) -> HttpResponse:
    try:
        by = by_for(request, None, Source.PAGE)
        wanted = request.POST.get("wanted") == "yes"
        news.wish_for_mail(wanted, request.build_absolute_uri("/"), by=by)
    except (Refused, RuleError) as error:
        return refused(request, error, None)
    said = say("New trophies are sent to you.") if wanted else say("No more mails about trophies are sent.")
    messages.success(request, said)
    return redirect("achievements", pk=by.actor.player.pk) if by.actor.player else redirect("home")


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    """The link in every mail. Opening it asks, only the button ends them: link previews press no buttons."""
    if request.method == "POST" and news.stop_mail(token):
        messages.success(request, say("No more mails about trophies are sent."))
        return redirect("home")
    is_good = news.user_to_stop(token) is not None
    return render(request, "news/stop.html", {"is_good": is_good}, status=200 if is_good else 410)


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
