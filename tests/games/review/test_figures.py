"""What reviewed hands sum up to on a player's page."""

import pytest

from games.review import worker
from games.review.commands import ask_for_review
from games.review.figures import figures_of
from games.review.models import HandReview
from tests.games.review.test_review import THREE
from tests.games.tables.cast import finished_game, player

pytestmark = pytest.mark.django_db


def reviewed() -> None:
    ask_for_review(finished_game(rules=THREE))
    worker.review_due()


def test_everyone_s_figures_add_up_to_those_of_the_hand() -> None:
    assert figures_of([player("Olga").pk]) is None
    reviewed()
    figures = HandReview.objects.get().figures
    own = {name: figures_of([player(name).pk]) for name in ("Olga", "Pam", "Quinn", "Rosa")}
    for seat, found in enumerate(own.values()):
        assert found
        assert found.hands == 1
        assert found.cards == (-figures["cards"] if seat % 2 else figures["cards"])
        assert found.play == figures["seats"][seat][0] <= 0
        assert found.accuracy.decisions == figures["seats"][seat][1]


def test_records_that_are_one_person_count_together_and_open_hands_never() -> None:
    reviewed()
    reviewed()
    olga, pam = player("Olga").pk, player("Pam").pk
    both, one = figures_of([olga, pam]), figures_of([olga])
    assert both
    assert one
    assert (one.hands, both.hands) == (2, 2)
    HandReview.objects.get(pk=HandReview.objects.first().pk).hand.game.__class__.objects.update(open_hands=True)
    assert figures_of([olga]) is None
