"""The review of a game, for anyone who may see its replay."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games import limits
from games.accounts.guests import player_at, visitor
from games.engine.errors import RuleError
from games.errors import TooOften
from games.review.commands import ask_for_review, why_not
from games.review.reviewed import ReviewedGame
from games.tables.http import game_or_404, number_in, too_often
from games.tables.models import Game
from games.tables.preferences import settings_of


@login_not_required
@require_safe
def review(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """What the decisions of a game cost, hand by hand and step by step; while it is worked out, how far it is."""
    return _page(request, game_or_404(request, code, number))


@login_not_required
@require_POST
def ask(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Have the game reviewed."""
    game = game_or_404(request, code, number)
    try:
        limits.check(limits.REVIEWS, visitor(request))
        ask_for_review(game)
    except TooOften as error:
        return too_often(request, error)
    except RuleError as error:
        return render(request, "refused.html", {"error": error, "back": ""}, status=422)
    return redirect("review", code=code, number=number)


def _page(request: HttpRequest, game: Game) -> HttpResponse:
    player = player_at(request, game.table)
    seat = game.players.filter(player=player).values_list("seat", flat=True).first() if player else None
    refusal = why_not(game)
    reviewed = ReviewedGame(game, seat)
    hand = None if refusal else reviewed.replay.hand(number_in(request, "hand"), number_in(request, "step"))
    context = {
        "table": game.table,
        "game": game,
        "refusal": refusal,
        "reviewed": reviewed,
        "hand": hand,
        "of_hand": reviewed.of_hands.get(hand.row.number) if hand else None,
        "settings": settings_of(player),
    }
    if hand and context["of_hand"]:
        of_hand = reviewed.of_hands[hand.row.number]
        context["comment"] = of_hand.comment(hand.step)
        context["numbers"] = of_hand.numbers(hand.step) if context["comment"] else ""
        context["hindsight"] = of_hand.hindsight(hand.step)
    return render(request, "review/review.html", context)
