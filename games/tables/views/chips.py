"""A player's chips."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.accounts.guests import player_at, player_for
from games.engine.errors import RuleError
from games.tables import chips


@login_not_required
@require_safe
def own_chips(request: HttpRequest) -> HttpResponse:
    return _page(request)


@login_not_required
@require_POST
def refill(request: HttpRequest) -> HttpResponse:
    try:
        chips.refill(player_for(request))
    except RuleError as error:
        return _page(request, error, 422)
    return redirect("own_chips")


def _page(request: HttpRequest, error: Exception | None = None, status: int = 200) -> HttpResponse:
    player = player_at(request)
    balance = chips.balance_of(player) if player else chips.START
    may_refill = player is not None and balance < chips.START and not chips.was_refilled_today(player)
    context = {
        "balance": balance,
        "start": chips.START,
        "entries": chips.entries_of(player) if player else [],
        "may_refill": may_refill,
        "error": error,
    }
    return render(request, "tables/chips.html", context, status=status)
