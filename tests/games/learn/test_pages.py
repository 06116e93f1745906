"""The pages for learners: for everybody, with examples that the engine has played and words that are all there."""

import html
import re
from itertools import pairwise
from typing import Any

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.test import Client
from django.urls import reverse

from games.engine.cards import Strain
from games.engine.notation import action_from, cards_from
from games.engine.phases import Phase
from games.engine.play import winner_of
from games.engine.presets import preset
from games.engine.rules import options
from games.engine.scoring import HandPoints, Loner, Result, possible_hands
from games.engine.view import Watcher, view_for
from games.learn import lesson, tips, words
from games.learn.moments import SEATS, Example, moment
from games.learn.pictures import CardShown, Picture
from tests.markup import squeezed
from tests.processes import ROOT

PAGES = ("learn", "how_to_play", "first_hands", "learn_words", "learn_history", "learn_rules", "learn_tips")
TEMPLATES = [path.read_text() for path in (ROOT / "templates").rglob("*.html")]


def text_of(name: str, **asked: str) -> str:
    answer = Client().get(reverse(name), asked)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def cards_of(picture: Picture) -> list[CardShown]:
    return [one for row in picture.rows for one in row.cards]


@pytest.mark.django_db
@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_one_heading_a_title_and_the_way_to_the_others(name: str, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1 if name == "learn_rules" else 0):
        page = text_of(name)
    assert page.count("<h1>") == 1
    assert len(re.findall(r"<title>(.+?) · ", squeezed(page))[0]) > 10
    assert page.count('aria-current="page"') == (2 if name == "learn" else 1)
    for other in PAGES:
        assert f'href="{reverse(other)}"' in page
    assert "style=" not in page


@pytest.mark.django_db
def test_the_way_there_from_everywhere_and_from_the_tables() -> None:
    assert text_of("home").count(f'href="{reverse("learn")}"') == 2, "at the head and at the foot"
    assert "New to euchre?" in text_of("lobby")
    assert f'href="{reverse("learn_rules")}"' in text_of("new_table")


class TestWords:
    def test_no_name_means_two_things_and_all_see_alsos_exist(self) -> None:
        names = [words.folded(name) for word in words.WORDS for name in (word.name, *word.also, *word.labels)]
        assert sorted(names) == sorted({*names})
        assert len(names) > 100
        by_own_name = {word.name for word in words.WORDS}
        assert {name for word in words.WORDS for name in word.see} <= by_own_name
        assert len({word.anchor for word in words.WORDS}) == len(words.WORDS)
        assert [word.name for word in words.WORDS if word.name in word.see] == []

    def test_every_word_that_a_page_uses_is_known(self) -> None:
        used = {name for text in TEMPLATES for name in re.findall(r'{% word(?:_address)? "([^"]+)"', text)}
        assert len(used) > 20
        assert {name for name in used if words.word_of(name) is None} == set()

    def test_every_option_of_the_engine_leads_to_a_word(self) -> None:
        assert [shown.label for shown in options() if words.word_of(shown.label) is None] == []

    def test_a_word_is_a_link_and_an_unknown_one_fails_loudly(self) -> None:
        drawn = Template('{% load learn %}{% word "euchre" "euchred" %} {% term own %} {% term other %}')
        assert drawn.render(Context({"own": "Dealer’s discard", "other": "A<b"})) == (
            f'<a class="word" href="{reverse("learn_words")}#euchre">euchred</a> '
            f'<a class="word" href="{reverse("learn_words")}#discard">Dealer’s discard</a> A&lt;b'
        )
        with pytest.raises(TemplateSyntaxError, match="praise"):
            Template('{% load learn %}{% word "praise" %}').render(Context())

    @pytest.mark.django_db
    def test_the_page_has_them_all_in_order_and_every_link_on_it_arrives(self) -> None:
        page = text_of("learn_words")
        shown = re.findall(r'<div id="([^"]+)"><dt>([^<]+?)(?: <|<)', squeezed(page))
        assert [name for _, name in shown] == sorted((word.name for word in words.WORDS), key=words.folded)
        assert {*re.findall(r'href="/learn/words/#([^"]+)"', page)} <= {anchor for anchor, _ in shown}


class TestHowToPlay:
    def test_the_deal_ends_as_the_page_says(self) -> None:
        result = lesson.finished().result
        assert result
        assert (SEATS[result.maker], result.result, result.points) == ("Partner", Result.MARCH, (2, 0))
        assert (result.tricks[0] + result.tricks[2], result.loner) == (5, Loner.NO)
        assert len(lesson.TOLD) == len(lesson.finished().tricks) == 5

    def test_every_trick_is_marked_as_the_engine_gives_it(self) -> None:
        for number, trick in enumerate(lesson.finished().tricks, 1):
            cards = cards_of(lesson.pictures()[f"trick_{number}"])
            assert [one.card.card for one in cards] == [card for _, card in trick.plays]
            assert [one.is_marked for one in cards] == [seat == trick.winner for seat, _ in trick.plays]

    def test_of_the_six_cards_any_may_go_and_the_marked_one_does(self) -> None:
        hand = lesson.the_hand(lesson.BIDDING[:2])
        assert hand.phase is Phase.TAKE
        shown = cards_of(lesson.pictures()["discard"])
        may_go = {action.card for action in hand.legal_actions if action.cards}
        assert {one.card.card for one in shown} == may_go
        assert [one.card.card for one in shown if one.is_marked] == [action_from(lesson.BIDDING[2]).card]

    def test_what_may_not_be_played_is_dimmed(self) -> None:
        hand = lesson.the_hand(lesson.plays(2))
        assert SEATS[hand.turn or 0] == "Right"
        own = lesson.pictures()["follow"].rows[1].cards
        assert {one.card.card for one in own if not one.is_barred} == {action.card for action in hand.legal_actions}
        assert {str(one.card.card) for one in own if one.is_barred} == {"AH", "KC", "TS"}

    def test_the_suits_that_may_be_called_are_the_engines(self) -> None:
        hand = moment(lesson.SECOND_ROUND)
        assert hand.phase is Phase.CALL
        called = {action.strain for action in hand.legal_actions if action.strain}
        assert called == {Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS}
        assert "clubs, diamonds or hearts, but not spades" in lesson.pictures()["calls"].caption

    def test_the_order_of_trumps_is_the_one_that_wins(self) -> None:
        row = lesson.pictures()["trump"].rows[0].cards
        assert " ".join(str(one.card.card) for one in row) == "JH JD AH KH QH TH 9H"
        for better, worse in pairwise(row):
            assert takes(better, worse)
            assert takes(worse, better) is False

    def test_the_score_table_holds_what_a_hand_can_score(self) -> None:
        lines = dict(lesson.score_lines())
        assert len(lines) == 6
        worth = {(int(line.split()[0]), "alone" in taken) for taken, line in lines.items()}
        assert worth == {(max(hand.points), hand.alone) for hand in possible_hands(preset("plain")) if any(hand.points)}
        assert lines["All 5 tricks, alone"] == "4 for the makers"
        assert HandPoints((0, 2), False) in possible_hands(preset("plain"))
        assert lines["Fewer than 3 tricks"] == "2 for the others"

    @pytest.mark.django_db
    def test_every_picture_stands_on_the_page(self) -> None:
        page = text_of("how_to_play")
        for name, picture in lesson.pictures().items():
            assert picture.caption in page, name

    @pytest.mark.django_db
    def test_the_score_cards_have_six_pips_and_four(self) -> None:
        page = text_of("how_to_play")
        drawn = page.split('id="score-cards"')[1].split("</figure>")[0]
        pips = [card.count("#hearts") for card in drawn.split("score-cards__face")[1:]]
        assert pips == [6, 4, 6, 6, 4]
        assert [f"{number} points" in drawn for number in (3, 8, 10)] == [True] * 3

    @pytest.mark.django_db
    def test_how_cards_are_dealt_and_for_whom_the_game_is(self) -> None:
        assert "2 or 3 cards at a time" in squeezed(text_of("how_to_play"))
        assert "for ages 10 and up" in squeezed(text_of("learn"))


def takes(one: CardShown, other: CardShown) -> bool:
    """Whether the first card, led, wins a trick against the other with hearts as trump."""
    return winner_of(Strain.HEARTS.number, ((0, one.card.card.kind), (1, other.card.card.kind))) == 0


EXAMPLES = [tip.example for tip in tips.TIPS if tip.example]


class TestTips:
    @pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.choice)
    def test_the_engine_allows_what_an_example_does(self, example: Example) -> None:
        hand = moment(example)
        assert hand.turn == SEATS.index("You")
        assert action_from(example.choice) in hand.legal_actions
        held = view_for(hand, Watcher.FACE_UP).hands[0] or ()
        six = cards_from(example.turned) if hand.phase is Phase.TAKE else ()
        assert {*held, *six} == {*cards_from(example.cards), *six}
        if example.trump:
            assert str(hand.strain) == example.trump
            assert [card for trick in hand.tricks for _, card in trick.plays] == [*cards_from(example.led)]

    @pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.choice)
    def test_the_picture_marks_the_choice_and_dims_what_is_not_possible(self, example: Example) -> None:
        hand = moment(example)
        own = tips.drawn(example)[0].rows[-1].cards
        assert {one.card.card for one in own if one.is_marked} == {*action_from(example.choice).cards}
        playable = {action.card for action in hand.legal_actions if hand.phase is Phase.PLAY}
        assert {one.card.card for one in own if one.is_barred} == (
            {*cards_from(example.cards)} - playable if playable else set()
        )

    def test_a_trick_left_to_the_partner_is_the_partners_and_a_cheap_one_is_won(self) -> None:
        by_title = {tip.title: tip.example for tip in tips.TIPS}
        left, cheap = (
            by_title["Don’t trump your partner’s tricks"],
            by_title["When you play last, win as cheaply as you can"],
        )
        assert left
        assert cheap
        assert winner_with(left) == "Partner"
        assert winner_with(cheap) == "You"
        lower = [card for card in cards_from(cheap.cards) if card.kind > action_from(cheap.choice).card.kind]
        assert [card for card in lower if str(card)[1] == cheap.trump] == []

    @pytest.mark.django_db
    def test_the_page_has_them_all(self) -> None:
        page = text_of("learn_tips")
        assert 10 <= len(tips.TIPS) <= 20
        for one in tips.shown():
            assert one.tip.title in page
            assert one.choice in page


def winner_with(example: Example) -> str:
    """Who has the trick so far once the reader has played."""
    led = [card.kind for card in (*cards_from(example.led), action_from(example.choice).card)]
    first = 5 - len(led)
    plays = tuple(((first + place) % 4, kind) for place, kind in enumerate(led))
    return SEATS[winner_of(Strain(example.trump).number, plays)]
