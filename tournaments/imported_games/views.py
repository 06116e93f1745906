"""Games played elsewhere that an organizer enters from a file: looked at, said who sat where, counted, withdrawn."""

import base64
import uuid
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from games import limits
from games.accounts.guests import visitor
from games.engine.egn_file import MAX_GAMES, MAX_HANDS, games_from
from games.engine.errors import RuleError
from games.engine.language import say
from games.errors import TooOften
from games.tables.http import too_often
from games.tables.import_preview import GameSeen
from games.tables.views.imports import content_of
from tournaments.clubs.models import Club
from tournaments.errors import CommandError
from tournaments.http import actor_for, context_for, done, refusal_status, refused, text_in
from tournaments.imported_games import commands
from tournaments.imported_games.forms import VouchForm
from tournaments.imported_games.models import ImportedGame
from tournaments.permissions import Permission, require
from tournaments.results.models import Channel

ON_A_PAGE = 30


@require_http_methods(["GET", "HEAD", "POST"])
def imported_games(request: HttpRequest, slug: str) -> HttpResponse:
    """The games that the club has entered; a form that looks at a file, or enters its game."""
    club = get_object_or_404(Club, slug=slug)
    try:
        require(actor_for(request), Permission.EXCHANGE, club)
    except CommandError as error:
        return refused(request, error, None)
    if request.method != "POST":
        return _page(request, club)
    try:
        limits.check(limits.IMPORTS, visitor(request))
        return _bring(request, club)
    except TooOften as error:
        return too_often(request, error)
    except (CommandError, RuleError) as error:
        return _page(request, club, refusal_status(error), error=error)


def _bring(request: HttpRequest, club: Club) -> HttpResponse:
    content = content_of(request)
    file = games_from(content)
    file_game = commands.only_game(file)
    is_sent = request.POST.get("do") == "import"
    form = VouchForm(request.POST if is_sent else None, club=club, game=file_game)
    about: dict[str, Any] = {
        "file": file,
        "seen": GameSeen(1, file_game),
        "form": form,
        "content": base64.b64encode(content).decode(),
    }
    if not is_sent:
        commands.check_new(file_game)
        return _page(request, club, **about)
    if not form.is_valid():
        return _page(request, club, 422, **about)
    try:
        commands.import_game(club.pk, file, form.said(), context=context_for(request, None, Channel.PAGE))
    except RuleError as error:
        form.add_error(None, str(error))
        return _page(request, club, 422, **about)
    return done(request, say("Game entered. It counts like a friendly game."), _address(club))


@require_POST
def withdraw_game(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    imported_game = get_object_or_404(ImportedGame, club__slug=slug, pk=pk)
    try:
        commands.withdraw_game(
            imported_game.pk, text_in(request, "reason"), context=context_for(request, None, Channel.PAGE)
        )
    except (CommandError, RuleError) as error:
        return refused(request, error, None, _address(imported_game.club))
    return done(request, say("Game removed. It no longer counts."), _address(imported_game.club))


def _page(request: HttpRequest, club: Club, status: int = 200, **more: object) -> HttpResponse:
    shown = Paginator(commands.games_of(club), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "page_obj": shown,
        "key": uuid.uuid4(),
        "most_games": MAX_GAMES,
        "most_hands": MAX_HANDS,
    }
    return render(request, "transfer/games.html", context | more, status=status)


def _address(club: Club) -> str:
    return reverse("imported_games", args=[club.slug])
