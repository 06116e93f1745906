"""Puzzles have one answer, are the same for everyone, and show no card that their solver couldn't see."""

import datetime
import re

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from games.accounts.models import Player
from games.engine.analysis.as_known import weigh
from games.engine.bots.rule_bot import RuleBot
from games.engine.errors import RuleError
from games.puzzles.collection import A_DAY, ERRORS, FIRST_DAY, MIN_EDGE, YOU, of_day, puzzle_of, puzzles
from games.puzzles.commands import answer_puzzle, rating_of
from games.puzzles.models import PuzzleAttempt
from games.puzzles.ratings import START, rated
from tests.games.tables.cast import player
from tests.sizes import size

CARD = re.compile(r'data-card="(..)"')
KEYS = [puzzle.key for puzzle in puzzles()]


def test_there_are_enough_for_a_month() -> None:
    assert len(puzzles()) >= 30 * A_DAY
    assert len(set(KEYS)) == len(KEYS)


@pytest.mark.parametrize("puzzle", puzzles(), ids=KEYS)
def test_each_is_a_decision_with_one_answer_that_the_rule_of_thumb_misses(puzzle) -> None:
    view = puzzle.view
    assert puzzle.state.turn == YOU
    assert [choice.action for choice in puzzle.choices] == list(view.legal)
    assert puzzle.answer.loss == 0
    for choice in puzzle.choices:
        if choice != puzzle.answer:
            assert choice.loss >= MIN_EDGE
            assert choice.loss > ERRORS * choice.loss_error
    assert RuleBot().choose(view, lambda: 0.5) != puzzle.answer.action


@pytest.mark.slow
def test_weighed_once_more_with_another_seed_the_answer_is_the_same() -> None:
    every = puzzles()
    for puzzle in every[:: max(1, len(every) // size(4, 60))]:
        choices, _, misfits = weigh(puzzle.view, 5, 40)
        assert min(choices, key=lambda choice: choice.loss).action == puzzle.answer.action, puzzle.key
        assert misfits == 0


def test_all_have_their_turn_before_one_comes_again() -> None:
    days = len(puzzles()) // A_DAY
    shown = [puzzle.key for day in range(days) for puzzle in of_day(FIRST_DAY + datetime.timedelta(days=day))]
    assert len(set(shown)) == len(shown) == days * A_DAY
    assert of_day(FIRST_DAY) == of_day(FIRST_DAY)


def test_a_rating_rises_with_what_is_solved_and_most_where_it_is_hard() -> None:
    assert rated([]) == START
    assert rated([(1800, True)]) > rated([(900, True)]) > START
    assert rated([(900, False)]) < rated([(1800, False)]) < START
    assert rated([(1200, True), (1200, False)]) == pytest.approx(START, abs=2)


@pytest.mark.django_db
def test_the_first_answer_counts_and_stays() -> None:
    who, puzzle = player("Olga"), puzzles()[0]
    wrong = next(str(choice.action) for choice in puzzle.choices if choice != puzzle.answer)
    first = answer_puzzle(who, puzzle, wrong)
    again = answer_puzzle(who, puzzle, str(puzzle.answer.action))
    assert (first, first.is_solved, again.answer) == (again, False, wrong)
    assert rating_of(who) == (rated([(puzzle.rating, False)]), 1)
    with pytest.raises(RuleError):
        answer_puzzle(who, puzzle, "call N")
    with pytest.raises(IntegrityError), transaction.atomic():
        PuzzleAttempt.objects.create(player=who, puzzle=puzzle.key, answer="x", is_solved=True, rating=1)


@pytest.mark.django_db
@pytest.mark.parametrize("key", KEYS[:6])
def test_the_page_shows_what_the_solver_sees_and_the_worth_after_the_answer(key: str) -> None:
    puzzle, client = puzzle_of(key), Client()
    assert puzzle
    state, address = puzzle.state, reverse("puzzle", args=[key])
    own = {str(card) for card in state.dealt[YOU]}
    played = {str(card) for _, action in state.history for card in action.cards}
    page = client.get(address).content.decode()
    assert set(CARD.findall(page)) <= own | played | {str(state.undealt[0])}
    assert "What each choice is worth" not in page
    assert not Player.objects.exists()
    assert client.post(address, {"action": "nonsense"}).status_code == 422
    assert client.post(address, {"action": str(puzzle.answer.action)}).status_code == 302
    page = client.get(address).content.decode()
    assert "Correct." in page
    assert "What each choice is worth" in page
    assert "Your turn" not in page
    assert 'value="play ' not in page
    listed = client.get(reverse("puzzles")).content.decode()
    assert "Your puzzle rating is" in listed


@pytest.mark.django_db
def test_a_wrong_answer_is_told_with_its_cost() -> None:
    puzzle, client = puzzles()[0], Client()
    wrong = next(choice for choice in puzzle.choices if choice != puzzle.answer)
    client.post(reverse("puzzle", args=[puzzle.key]), {"action": str(wrong.action)})
    page = client.get(reverse("puzzle", args=[puzzle.key])).content.decode()
    assert "Not quite." in page
    assert " cost " in page


@pytest.mark.django_db
def test_one_that_is_not_there_is_not_found() -> None:
    assert Client().get("/puzzles/p999/").status_code == 404
