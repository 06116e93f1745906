"""What was played at a table: replay, files, and how its deals are checked, for anyone who may see the table."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.accounts.guests import player_at
from games.engine.errors import RuleError
from games.engine.language import say
from games.tables import records
from games.tables.commands import is_manager
from games.tables.http import game_or_404, number_in, table_or_404
from games.tables.preferences import settings_of
from games.tables.replays import GameReplay

ON_A_PAGE = 30
VERIFIERS = {"game": "docs/verify_game.py", "deal": "docs/verify_deal.py"}


@login_not_required
@require_safe
def games(request: HttpRequest, code: str) -> HttpResponse:
    """Every game of the table."""
    table = table_or_404(request, code)
    page = Paginator(table.games.order_by("-number").prefetch_related("players__player"), ON_A_PAGE)
    shown = page.get_page(request.GET.get("page"))
    may_remove = table.is_imported and is_manager(table, player_at(request, table))
    games = [GameReplay(game) for game in shown]
    context = {"table": table, "page_obj": shown, "games": games, "may_remove": may_remove}
    return render(request, "tables/games.html", context)


@login_not_required
@require_safe
def replay(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """A game hand by hand, and one of its hands step by step."""
    game = game_or_404(request, code, number)
    shown = GameReplay(game)
    context = {
        "table": game.table,
        "game": game,
        "replay": shown,
        "no_egn": records.why_no_egn(game),
        "hand": shown.hand(number_in(request, "hand"), number_in(request, "step")),
        "settings": settings_of(player_at(request, game.table)),
    }
    return render(request, "tables/replay.html", context)


@login_not_required
@require_safe
def verify(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Seal and secret of every finished hand, and whether they fit."""
    game = game_or_404(request, code, number)
    hands = [(hand, label, records.is_as_sealed(hand)) for hand, label in records.labelled_hands(game)]
    context = {"table": game.table, "game": game, "hands": hands, "not_sealed": say(records.NOT_SEALED)}
    return render(request, "tables/verify.html", context)


@login_not_required
@require_safe
def deals(request: HttpRequest, code: str, number: int) -> HttpResponse:
    game = game_or_404(request, code, number)
    return _file(records.deals_text(game), f"deals-{number}.json")


@login_not_required
@require_safe
def game_file(request: HttpRequest, code: str, number: int) -> HttpResponse:
    return _written(request, lambda: records.game_egn(game_or_404(request, code, number)), f"game-{number}.egn")


@login_not_required
@require_safe
def table_file(request: HttpRequest, code: str) -> HttpResponse:
    return _written(request, lambda: records.table_emn(table_or_404(request, code)), "games.emn")


@login_not_required
@require_safe
def verifier(request: HttpRequest, name: str) -> HttpResponse:
    """The scripts that check a file of deals without this site."""
    if name not in VERIFIERS:
        raise Http404
    return _file(Path(settings.FILES_DIR, VERIFIERS[name]).read_text(), f"verify_{name}.py", "text/x-python")


def _written(request: HttpRequest, write: Any, name: str) -> HttpResponse:
    try:
        return _file(write(), name)
    except RuleError as error:
        return render(request, "refused.html", {"error": error, "back": ""}, status=422)


def _file(text: str, name: str, kind: str = "application/json") -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(text, content_type=f"{kind}; charset=utf-8", headers=headers)
