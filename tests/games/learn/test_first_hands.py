"""The prepared hands of the first lesson: played by the engine, wanted by the strong bot, explained without a gap."""

import html
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.bots.suggestion import suggest
from games.engine.notation import action_from
from games.engine.phases import Phase
from games.engine.view import view_for
from games.learn.first_hands import FIRST_HANDS, FirstHand, Step
from games.learn.practice import YOU, answers, reply
from tests.sizes import size

STEPS = [(hand, number) for hand in FIRST_HANDS for number in range(len(hand.steps))]
SEEDS = size(5, 40)


def name_of(value: Any) -> str:
    return value.key if isinstance(value, FirstHand) else str(value)


@pytest.mark.parametrize("hand", FIRST_HANDS, ids=name_of)
def test_a_hand_is_whole_and_played_to_its_end(hand: FirstHand) -> None:
    start = hand.at(0)
    assert len({*start.undealt, *(card for cards in start.dealt for card in cards)}) == 24
    assert all(hand.at(number).turn == YOU for number in range(len(hand.steps)))
    result = hand.at(len(hand.steps)).result
    assert result
    assert sum(result.tricks) == 5


@pytest.mark.parametrize(("hand", "number"), STEPS, ids=name_of)
def test_every_answer_has_its_reply_and_the_rules_are_the_engines(hand: FirstHand, number: int) -> None:
    state, step = hand.at(number), hand.steps[number]
    assert action_from(step.right) in state.legal_actions
    offered = {str(action) for action in answers(state)}
    assert {step.right, *step.said} <= offered
    assert step.right not in step.said
    wrong = offered - {step.right}
    assert len(wrong) >= 2
    assert [answer for answer in wrong if not reply(hand, number, answer)] == []
    assert reply(hand, number, step.right) == ""
    left = [action_from(answer) for answer in wrong - {*step.said}]
    assert bool(step.illegal) == any(action not in state.legal_actions for action in left)
    assert bool(step.otherwise) == any(action in state.legal_actions for action in left)


JUDGED = [(hand, number) for hand, number in STEPS if len(hand.at(number).legal_actions) > 1]


def test_two_questions_have_one_legal_answer_and_seven_are_a_matter_of_judgment() -> None:
    assert (len(STEPS), len(JUDGED)) == (9, 7)


@pytest.mark.parametrize(("hand", "number"), JUDGED, ids=name_of)
def test_where_the_rules_leave_a_choice_the_strong_bot_takes_the_wanted_one(hand: FirstHand, number: int) -> None:
    state = hand.at(number)
    view = view_for(state, YOU)
    taken = [str(suggest(view, Random(seed).random).action) for seed in range(SEEDS)]
    assert taken.count(hand.steps[number].right) >= 0.8 * SEEDS


def test_only_what_is_offered_is_answered() -> None:
    client = Client()
    for answer in ("praise", "discard 9D", "play AC"):
        assert client.get(reverse("first_hand", args=["follow-suit"]), {"answer": answer}).status_code == 422


def page_of(client: Client, hand: FirstHand, **asked: str | int) -> str:
    answer = client.get(reverse("first_hand", args=[hand.key]), asked)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def answered(client: Client, hand: FirstHand, number: int, action: str) -> str:
    """The page that an answer leads to, as a browser without scripts gets it."""
    where = client.post(reverse("first_hand", args=[hand.key]), {"step": number, "action": action}, follow=True)
    assert where.status_code == 200
    return html.unescape(where.content.decode())


@pytest.mark.django_db
class TestPages:
    @pytest.mark.slow
    def test_the_lesson_without_a_script_and_without_an_account(self) -> None:
        """Every hand with a mistake first; what was played is remembered, and the rest is offered."""
        client = Client()
        for place, hand in enumerate(FIRST_HANDS):
            overview = client.get(reverse("first_hands")).content.decode()
            assert overview.count("badge--good") == place
            assert f'class="btn btn--big" href="{reverse("first_hand", args=[hand.key])}"' in overview
            self.play(client, hand)
        overview = client.get(reverse("first_hands")).content.decode()
        assert overview.count("badge--good") == len(FIRST_HANDS)
        assert "Practice against bots" in overview
        assert Client().get(reverse("first_hands")).content.decode().count("badge--good") == 0

    def test_one_hand_of_it(self) -> None:
        self.play(Client(), FIRST_HANDS[0])

    def play(self, client: Client, hand: FirstHand) -> None:
        page = page_of(client, hand)
        assert hand.intro in page
        for number, step in enumerate(hand.steps):
            assert step.question in page
            mistake = mistake_in(hand, number)
            page = answered(client, hand, number, mistake)
            assert reply(hand, number, mistake) in page
            assert "Not quite." in page
            assert step.question in page, "and can be tried again"
            page = answered(client, hand, number, step.right)
            assert step.praise in page

    @pytest.mark.parametrize("asked", [{"step": "x"}, {"step": "-1"}, {"step": "99"}, {"step": "²"}, {"step": "9" * 9}])
    def test_an_address_that_was_tampered_with_is_a_page_like_others(self, asked: dict[str, str]) -> None:
        page_of(Client(), FIRST_HANDS[0], **asked)
        answered(Client(), FIRST_HANDS[0], int(asked["step"]) if asked["step"] == "99" else 0, "play 9D")

    def test_cards_can_all_be_tried_and_no_other_hand_is_on_the_page(self) -> None:
        for hand, number in STEPS:
            state = hand.at(number)
            page = page_of(Client(), hand, step=number)
            if state.phase is Phase.PLAY:
                assert page.count('class="my-hand__card"') == len(view_for(state, YOU).hands[YOU] or ())
                assert " disabled" not in page.split('class="my-hand"')[1].split("</form>")[0]
            shown = {str(card) for trick in state.tricks[-1:] for _, card in trick.plays}
            shown |= {str(card) for card in view_for(state, YOU).hands[YOU] or ()}
            shown |= {str(state.undealt[0])} if state.phase is Phase.ORDER else set()
            assert {part[:2] for part in page.split('data-card="')[1:]} == shown

    def test_no_page_asks_the_database_of_a_stranger(self, django_assert_num_queries: Any) -> None:
        with django_assert_num_queries(0):
            page_of(Client(), FIRST_HANDS[0])


def mistake_in(hand: FirstHand, number: int) -> str:
    step: Step = hand.steps[number]
    return next(str(one) for one in answers(hand.at(number)) if str(one) != step.right)
