"""Answering a puzzle."""

import datetime

from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.puzzles.collection import Puzzle
from games.puzzles.models import PuzzleAttempt
from games.puzzles.ratings import rated

GUESTS_KEPT = datetime.timedelta(days=40)


def answer_puzzle(player: Player, puzzle: Puzzle, action: str) -> PuzzleAttempt:
    """The player's answer; the first one counts, and stays. RuleError for what can't be done."""
    choice = puzzle.choice(action)
    if choice is None:
        raise RuleError("That isn’t one of the choices. Choose a card or a button.")
    attempt, _ = PuzzleAttempt.objects.get_or_create(
        player=player,
        puzzle=puzzle.key,
        defaults={"answer": action, "is_solved": choice == puzzle.answer, "rating": puzzle.rating},
    )
    return attempt


def forget_attempts_of_guests() -> int:
    """Answers of guests from long ago. How many."""
    old = timezone.now() - GUESTS_KEPT
    return PuzzleAttempt.objects.filter(player__is_guest=True, player__user=None, at__lt=old).delete()[0]


def rating_of(player: Player) -> tuple[int, int]:
    """The player's rating, and how many attempts it comes from."""
    attempts = list(PuzzleAttempt.objects.filter(player=player).order_by("at", "pk").values_list("rating", "is_solved"))
    return rated(attempts), len(attempts)
