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
from games.engine.egn_file import MOST_GAMES, MOST_HANDS, games_from
from games.engine.errors import RuleError
from games.engine.language import say
from games.errors import TooOften
from games.guests import visitor
from games.tables.import_looks import GameSeen
from games.views.asking import too_often
from games.views.imports import content_of
from tournaments.errors import Refused
from tournaments.import_forms import VouchForm
from tournaments.models import Club, ImportedGame, Source
from tournaments.permissions import Verb, require
from tournaments.services import imported_games as services
from tournaments.views.asking import actor_for, by_for, done, refusal_status, refused, text_in

ON_A_PAGE = 30


@require_http_methods(["GET", "HEAD", "POST"])
def imported_games(request: HttpRequest, slug: str) -> HttpResponse:
    """The games that the club has entered; a form that looks at a file, or enters its game."""
    club = get_object_or_404(Club, slug=slug)
    try:
        require(actor_for(request), Verb.EXCHANGE, club)
    except Refused as error:
        return refused(request, error, None)
    if request.method != "POST":
        return _page(request, club)
    try:
        limits.check(limits.IMPORTS, visitor(request))
        return _bring(request, club)
    except TooOften as error:
        return too_often(request, error)
    except (Refused, RuleError) as error:
        return _page(request, club, refusal_status(error), error=error)


def _bring(request: HttpRequest, club: Club) -> HttpResponse:
    content = content_of(request)
    file = games_from(content)
    one = services.only_game(file)
    is_sent = request.POST.get("do") == "import"
    form = VouchForm(request.POST if is_sent else None, club=club, one=one)
    about: dict[str, Any] = {
        "file": file,
        "seen": GameSeen(1, one),
        "form": form,
        "content": base64.b64encode(content).decode(),
    }
    if not is_sent:
        services.check_new(one)
        return _page(request, club, **about)
    if not form.is_valid():
        return _page(request, club, 422, **about)
    try:
        services.import_game(club.pk, file, form.said(), by=by_for(request, None, Source.PAGE))
    except RuleError as error:
        form.add_error(None, str(error))
        return _page(request, club, 422, **about)
    return done(request, say("The game is entered and counts like a friendly game."), _address(club))


@require_POST
def withdraw_game(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    row = get_object_or_404(ImportedGame, club__slug=slug, pk=pk)
    try:
        services.withdraw_game(row.pk, text_in(request, "reason"), by=by_for(request, None, Source.PAGE))
    except (Refused, RuleError) as error:
        return refused(request, error, None, _address(row.club))
    return done(request, say("The game is withdrawn and counts no more."), _address(row.club))


def _page(request: HttpRequest, club: Club, status: int = 200, **more: object) -> HttpResponse:
    shown = Paginator(services.games_of(club), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club, "page_obj": shown, "key": uuid.uuid4(), "most_games": MOST_GAMES, "most_hands": MOST_HANDS,
    }  # fmt: skip
    return render(request, "exchange/games.html", context | more, status=status)


def _address(club: Club) -> str:
    return reverse("imported_games", args=[club.slug])
