"""Games of a file: looked at first, then kept as a replay, or removed again. For accounts; guests have nothing kept."""

import base64
import binascii
import uuid

from django.contrib import messages
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from games import limits
from games.accounts.guests import player_at, player_for, visitor
from games.engine.egn_file import MAX_BYTES, MAX_GAMES, MAX_HANDS, games_from, too_large
from games.engine.errors import RuleError
from games.engine.language import say
from games.errors import CommandError, TooOften
from games.tables.http import key_of, status_of, table_or_404, too_often
from games.tables.import_preview import GameSeen
from games.tables.imports import MAX_KEPT, keep_replay, remove_replay, replays_of


@require_http_methods(["GET", "HEAD", "POST"])
def import_games(request: HttpRequest) -> HttpResponse:
    """The form; what was understood of a file; the replay that was made of it."""
    if request.method != "POST":
        return _page(request)
    try:
        limits.check(limits.IMPORTS, visitor(request))
        content = content_of(request)
        file = games_from(content)
        if request.POST.get("do") == "keep":
            return redirect(keep_replay(player_for(request), file, key_of(request)))
    except TooOften as error:
        return too_often(request, error)
    except (CommandError, RuleError) as error:
        return _page(request, status=status_of(error), error=error)
    seen = [GameSeen(number, file_game) for number, file_game in enumerate(file.games, 1)]
    return _page(request, file=file, seen=seen, content=base64.b64encode(content).decode())


@require_POST
def remove_import(request: HttpRequest, code: str) -> HttpResponse:
    table = table_or_404(request, code)
    if not table.is_imported:
        raise Http404
    try:
        remove_replay(table.pk, player_at(request))
    except (CommandError, RuleError) as error:
        return render(request, "refused.html", {"error": error, "back": ""}, status=status_of(error))
    messages.success(request, say("Replay removed: {table}", table=table))
    return redirect("import_games")


def content_of(request: HttpRequest) -> bytes:
    """What was chosen, pasted, or looked at before. RuleError for nothing at all; what is too large is not read."""
    if file := request.FILES.get("file"):
        if file.size is None or file.size > MAX_BYTES:
            raise too_large()
        return file.read()
    if pasted := request.POST.get("notation", "").strip():
        return pasted.encode(errors="surrogatepass")
    try:
        content = base64.b64decode(request.POST.get("content", ""), validate=True)
    except (binascii.Error, ValueError) as error:
        raise RuleError("We didn’t get the file. Choose it again.") from error
    if not content:
        raise RuleError("Choose a file, or paste its text.")
    return content


def _page(request: HttpRequest, status: int = 200, **more: object) -> HttpResponse:
    player = player_at(request)
    kept = replays_of(player).annotate(of_games=Count("games")) if player else []
    context = {
        "kept": kept,
        "key": uuid.uuid4(),
        "most_games": MAX_GAMES,
        "most_hands": MAX_HANDS,
        "most_kept": MAX_KEPT,
    }
    return render(request, "tables/import.html", context | more, status=status)
