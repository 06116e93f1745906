"""The list of players whom someone has blocked, and the buttons that block and unblock."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from games import limits
from games.accounts.guests import player_at, visitor
from games.blocks import commands
from games.engine.errors import RuleError
from games.engine.language import say
from games.errors import TooOften


@login_not_required
@require_safe
def blocked(request: HttpRequest) -> HttpResponse:
    player = player_at(request)
    return render(request, "blocks/blocked.html", {"people": commands.blocked_by(player) if player else []})


@login_not_required
@require_POST
def move_block(request: HttpRequest, pk: int, step: str) -> HttpResponse:
    """Block or unblock a player, then go back to the page where the button was."""
    player = player_at(request)
    if player is None or step not in ("block", "unblock"):
        raise Http404
    try:
        limits.check(limits.BLOCKS, visitor(request))
        if step == "block":
            messages.success(request, say("{player} is blocked. They won’t know.", player=commands.block(player, pk)))
        elif other := commands.unblock(player, pk):
            messages.success(request, say("{player} is no longer blocked.", player=other))
        else:
            messages.info(request, say("You haven’t blocked this player."))
    except commands.NoSuchPlayer as error:
        raise Http404 from error
    except TooOften as error:
        response = render(request, "refused.html", {"error": error, "back": reverse("blocked")}, status=429)
        response["Retry-After"] = str(error.seconds)
        return response
    except RuleError as error:
        return render(request, "refused.html", {"error": error, "back": reverse("blocked")}, status=422)
    back = request.POST.get("back", "")
    return redirect(back if url_has_allowed_host_and_scheme(back, None) else "blocked")
