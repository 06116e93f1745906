"""The page of a player who looks for a game, and what its buttons do."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from games import limits
from games.accounts.guests import check_tables, player_at, player_for, visitor
from games.accounts.models import Player
from games.engine.errors import RuleError
from games.errors import TooOften
from games.finding import commands
from games.finding.kinds import KINDS, rules_of
from games.finding.models import Search
from games.finding.waiting import Waiting, choices
from games.tables.http import too_often


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def find_game(request: HttpRequest) -> HttpResponse:
    """Choose what to look for; while searching, show who has been found. Posting begins to look."""
    if request.method == "POST":
        return _begin(request)
    player = player_at(request)
    search = Search.objects.filter(player=player).select_related("table").last() if player else None
    if search and search.ended_at is None:
        return render(request, "finding/waiting.html", {"waiting": Waiting(search)})
    if search and search.table and _leads_on(search):
        return redirect(search.table)
    context = {**choices(), "was": search, "chosen": search.rules if search else KINDS[0]}
    return render(request, "finding/find.html", context)


def _begin(request: HttpRequest) -> HttpResponse:
    try:
        kind = request.POST.get("rules", KINDS[0])
        rules_of(kind)  # before there is a guest
        check_tables(request)
        search = commands.look(player_for(request), kind)
    except TooOften as error:
        return too_often(request, error)
    except RuleError as error:
        return render(request, "refused.html", {"error": error, "back": reverse("find_game")}, status=422)
    return redirect(search.table or "find_game")


STEPS: dict[str, Callable[[Player], Any]] = {
    "here": commands.still_here,
    "stop": commands.stop,
    "bots": commands.start_with_bots,
}


@login_not_required
@require_POST
def find_step(request: HttpRequest, step: str) -> HttpResponse:
    """Still here, stop, or start with bots. To a page that is open already only what is new is said."""
    if step not in STEPS:
        raise Http404
    player = player_at(request)
    try:
        limits.check(limits.SEARCHES, visitor(request))
        search = STEPS[step](player) if player else None
    except TooOften as error:
        return too_often(request, error)
    if search and search.table:
        return _on_to(request, search.table.get_absolute_url())
    if step == "here" and search and search.ended_at is None and request.headers.get("HX-Request"):
        waiting = Waiting(search)
        if waiting.digest == request.POST.get("seen"):
            return HttpResponse(status=204)
        return render(request, "finding/found.html", {"waiting": waiting})
    return _on_to(request, reverse("find_game"))


def _on_to(request: HttpRequest, address: str) -> HttpResponse:
    """A page that asked in the background is led there too."""
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return redirect(address)


def _leads_on(search: Search) -> bool:
    """Whether the player was seated a moment ago, and has not left since: a page that was loaded again goes there."""
    assert search.table
    assert search.ended_at
    is_fresh = timezone.now() - search.ended_at < commands.SILENT
    return is_fresh and search.table.seats.filter(player=search.player_id).exists()
