"""Asking for the review of a game. Whoever may look at its replay may ask; the work is the same for everyone."""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.seating import side_count
from games.jobs.enqueuing import enqueue_on_commit
from games.review.models import HandReview
from games.tables.models import Game, PreparedDeal

TASK = "games.tasks.review_hands"


@transaction.atomic
def ask_for_review(game: Game) -> int:
    """Have every hand of the game reviewed that isn't yet, also those that were given up before. How many there are to
    do. RuleError for a game that can't be reviewed, or not yet."""
    if refusal := why_not(game):
        raise RuleError(refusal)
    hands = game.hands.exclude(ended_at=None).values_list("pk", flat=True)
    HandReview.objects.bulk_create([HandReview(hand_id=hand) for hand in hands], ignore_conflicts=True)
    reviews = HandReview.objects.filter(hand__game=game)
    reviews.exclude(parked_at=None).update(parked_at=None, attempts=0, error="", next_at=timezone.now())
    if to_do := reviews.filter(done_at=None).count():
        enqueue_on_commit(TASK)
    return to_do


def why_not(game: Game) -> str:
    """Why nobody may see a review of the game, in a sentence; empty if it may be seen."""
    if side_count(game.house_rules) != 2:
        return say("Only games with 2 sides can be reviewed.")
    if game.ended_at is None and game.broken_off_at is None:
        return say("You can review this game once it’s over.")
    if _are_dealt_elsewhere(game):
        return say("Another table still plays these deals. You can review this game once that’s over.")
    return ""


def _are_dealt_elsewhere(game: Game) -> bool:
    """Prepared deals alone can come twice: a shuffled one follows from a secret of its own."""
    if not game.hands.exclude(prepared=None).exists():
        return False
    decks = PreparedDeal.objects.filter(hand__game=game).values("deck")
    waits = Q(hand=None, table__closed_at=None)
    is_played = Q(hand__isnull=False, hand__game__ended_at=None, hand__game__broken_off_at=None)
    return PreparedDeal.objects.filter(waits | is_played, deck__in=decks).exists()
