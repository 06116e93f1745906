"""The puzzles of the day, and one of them: a question, then what each choice would have cost. Guests may solve, too."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from games import limits
from games.accounts.guests import player_at, player_for, visitor
from games.engine.actions import Action
from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.phases import Phase
from games.engine.view import View
from games.errors import TooOften
from games.puzzles.collection import Puzzle, of_day, puzzle_of
from games.puzzles.commands import answer_puzzle, rating_of
from games.puzzles.models import PuzzleAttempt
from games.tables import words
from games.tables.http import too_often
from games.tables.preferences import settings_of
from games.tables.solo import SoloTable, seat_names


@login_not_required
@require_safe
def puzzles_of_day(request: HttpRequest) -> HttpResponse:
    """Today's, with how the player did so far."""
    player, shown = player_at(request), of_day(timezone.localdate(timezone=timezone.get_default_timezone()))
    attempts = PuzzleAttempt.objects.filter(player=player) if player else PuzzleAttempt.objects.none()
    solved = dict(attempts.filter(puzzle__in=[puzzle.key for puzzle in shown]).values_list("puzzle", "is_solved"))
    rating, number = rating_of(player) if player else (0, 0)
    context = {
        "puzzles": [(puzzle.key, _question(puzzle), solved.get(puzzle.key)) for puzzle in shown],
        "rating": rating,
        "number": number,
    }
    return render(request, "puzzles/puzzles.html", context)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, key: str) -> HttpResponse:
    """One puzzle; once answered, with what each choice is worth."""
    asked = puzzle_of(key)
    if asked is None:
        raise Http404
    if request.method != "POST":
        return _page(request, asked)
    try:
        limits.check(limits.MOVES, visitor(request))
        answer_puzzle(player_for(request), asked, request.POST.get("action", ""))
    except TooOften as error:
        return too_often(request, error)
    except RuleError as error:
        return _page(request, asked, error)
    return redirect("puzzle", key=key)


def _page(request: HttpRequest, asked: Puzzle, error: Exception | None = None) -> HttpResponse:
    player = player_at(request)
    attempt = PuzzleAttempt.objects.filter(player=player, puzzle=asked.key).first() if player else None
    look = SoloTable(asked.state, seat_names(), settings_of(player), may_act=attempt is None)
    context: dict[str, Any] = {
        "puzzle": asked,
        "look": look,
        "question": _question(asked),
        "address": request.path,
        "fields": (),
        "error": error,
        "attempt": attempt,
    }
    if attempt:
        names = tuple(seat_names())
        chosen = asked.choice(attempt.answer) or asked.answer
        context |= {
            "explanation": asked.explanation(chosen, names),
            "costs": [(_name(choice.action, look.view), cost) for choice, cost in asked.costs],
            "following": _following(asked, player),
        }
    return render(request, "puzzles/puzzle.html", context, status=422 if error else 200)


def _following(asked: Puzzle, player: Any) -> str:
    """The key of the next puzzle of the day that the player hasn't answered; "" for none."""
    keys = [puzzle.key for puzzle in of_day(timezone.localdate(timezone=timezone.get_default_timezone()))]
    done = set(PuzzleAttempt.objects.filter(player=player, puzzle__in=keys).values_list("puzzle", flat=True))
    return next((key for key in keys if key not in done and key != asked.key), "")


def _name(action: Action, view: View) -> str:
    """A choice as its card or its button says it."""
    return words.card_name(action.card) if action.cards else words.button(action, view)


def _question(asked: Puzzle) -> str:
    phase = asked.state.phase
    if phase is Phase.PLAY:
        is_lead = not asked.view.tricks or asked.view.tricks[-1].winner is not None
        return say("Which card do you lead?") if is_lead else say("Which card do you play?")
    return say("Which card do you discard?") if phase in (Phase.TAKE, Phase.BURY) else say("What do you call?")
