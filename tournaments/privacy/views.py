"""What the site keeps about people: for everyone in words, for each person as a file, and how to end it."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.models import FORMER, Player
from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.clubs.identity import player_of
from tournaments.clubs.models import Club
from tournaments.clubs.views.people import people_page
from tournaments.errors import CommandError, NotAllowed
from tournaments.http import actor_for, context_for, done, refused, text_in
from tournaments.permissions import Permission
from tournaments.privacy import erasing, forgetting, own_file, personal
from tournaments.results.models import Channel


@login_not_required
@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    context = {"kept": personal.what_is_kept(), "rules": forgetting.RULES, "former": FORMER}
    return render(request, "privacy/privacy.html", context)


@require_safe
def my_data(request: HttpRequest) -> HttpResponse:
    """The file, and the way to be forgotten."""
    actor = actor_for(request)
    player = actor.player
    context = {
        "player": player,
        "former": FORMER,
        "kept": personal.what_is_kept(),
        "obstacles": erasing.obstacles(player, actor) if player else (),
    }
    return render(request, "privacy/my_data.html", context)


@require_safe
def my_file(request: HttpRequest) -> HttpResponse:
    player = actor_for(request).player
    answer = HttpResponse(own_file.own_file(player) if player else "{}", content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="my-data-{timezone.now():%Y-%m-%d}.json"'
    answer["Cache-Control"] = "no-store"
    return answer


@require_POST
def erase_me(request: HttpRequest) -> HttpResponse:
    try:
        context = context_for(request, None, Channel.PAGE)
        if context.actor.user is None:
            raise NotAllowed("Log in first.")
        erasing.erase_player(player_of(context.actor.user).pk, typed=text_in(request, "name"), context=context)
    except (CommandError, RuleError) as error:
        return refused(request, error, None, reverse("my_data"))
    logout(request)
    messages.success(request, say("Your personal data and your account were erased."))
    return redirect("home")


@require_http_methods(["GET", "HEAD", "POST"])
@people_page(Permission.RUN_CLUB)
def erase_player(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """For a player without an account, who asked an owner of the club."""
    player = get_object_or_404(Player, memberships__club=club, erased_at=None, pk=pk)
    if request.method == "POST":
        context = context_for(request, None, Channel.PAGE)
        gone = erasing.erase_player(player.pk, typed=text_in(request, "name"), context=context)
        text = say("Name erased. The player now shows as {player}. Results are kept.", player=gone)
        return done(request, text, reverse("people", args=[club.slug]))
    actor = actor_for(request)
    if not erasing.may_erase(actor, player):
        raise NotAllowed(
            "{player} has an account or a record at another club, so you can’t erase their data. Players with an "
            "account can do that themselves.",
            player=player,
        )
    obstacles = erasing.obstacles(player, actor)
    shown = {"club": club, "player": player, "obstacles": obstacles, "former": FORMER}
    return render(request, "privacy/erase_player.html", shown)
