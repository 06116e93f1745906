"""What is said at tables and in the lessons, in another language than it was caused in."""

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.engine.bots.suggestion import explain
from games.engine.choices import DefendAlone
from games.engine.errors import RuleError
from games.engine.language import MEANT, say
from games.engine.notation import action_from
from games.engine.rules import HouseRules, option_of, options
from games.engine.view import view_for
from games.learn import lesson, tips, words
from games.tables import solo, talk, watching
from games.tables.models import TableLine
from games.tables.options import table_options
from tests.games.tables.cast import finished_game, player, table_for
from tests.processes import ROOT
from tests.translation import catalogue

CODE = re.compile(r"\d|J-A")
"""Values that every language writes alike."""


@pytest.fixture
def french() -> Iterator[None]:
    with translation.override("fr"):
        yield


@pytest.mark.django_db
class TestAtATable:
    def test_what_the_site_wrote_into_the_chat_is_told_to_each_in_his_language(self) -> None:
        table, _ = table_for()
        with translation.override("fr"):
            watching.watch(table.pk, player("Sam"))
        line = TableLine.objects.get()
        assert line.words == "Sam is watching."
        with translation.override("fr"):
            assert line.words == "Sam regarde."
            assert TableLine(kind=TableLine.Kind.PHRASE, text=talk.PHRASES["well"]).words == "Bien joué."
            assert TableLine(kind=TableLine.Kind.TEXT, text=talk.PHRASES["well"]).words == "Well played."

    def test_a_table_that_nobody_named_is_called_after_its_owner(self, french: None) -> None:
        table, _ = table_for()
        table.name = "Olga's table"
        assert (str(table), table.name) == ("Table de Olga", "Olga's table")

    def test_who_made_trump_is_told_to_oneself_in_other_words(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(solo, "pgettext", lambda context, text: f"{text} ({context})")
        you, left = (
            solo.NamedSeat(number, place=number, seat=None, is_mine=number == solo.YOU, called=name)
            for number, name in enumerate(solo.seat_names()[:2])
        )
        assert (you.maker_words, left.maker_words) == ("called (you)", "called")

    def test_files_of_a_game_are_the_same_in_every_language(self) -> None:
        game = finished_game()
        address = reverse("game_egn", args=[game.table.code, game.number])
        answers = [Client().get(address, headers={"Accept-Language": code}).content for code in ("en", "fr")]
        assert answers[0] == answers[1]

    def test_the_replay_reads_in_french(self) -> None:
        game = finished_game()
        address = reverse("replay", args=[game.table.code, game.number])
        page = Client().get(address, headers={"Accept-Language": "fr"}).content.decode()
        assert "a distribué. Retourne" in page
        assert "Donne 1" in page


class TestOptions:
    def test_an_option_and_its_values_are_known_to_translators(self) -> None:
        known = {(message.id, message.context) for message in catalogue.kept("fr")}
        missing = []
        for shown in (*options(), *table_options()):
            told_of = [(text, None) for text in (shown.english_label, shown.english_help, shown.english_example)]
            values = [
                shown.as_message(value).template.removeprefix(f"value{MEANT}")
                for value in shown.choices
                if not isinstance(value, bool)
            ]
            told_of += [(text, "value") for text in values if not CODE.match(text)]
            missing += [one for one in (*told_of, (shown.section.value, "chapter")) if one not in known]
        assert missing == []

    def test_a_refusal_keeps_the_codes(self, french: None) -> None:
        with pytest.raises(
            RuleError, match="«\u00a0Joueurs\u00a0: 3\u00a0» et «\u00a0Camps\u00a0: 2v2\u00a0» ne vont pas ensemble"
        ):
            HouseRules(players=3)

    def test_a_value_in_the_notation_is_a_code_in_every_language(self, french: None) -> None:
        option = option_of("defend_alone")
        assert option.words(DefendAlone.AGAINST_ALONE) == "against_alone"
        assert option.shown(DefendAlone.AGAINST_ALONE) == "seulement contre un solo"


class TestLessons:
    def test_pictures_are_kept_for_each_language(self) -> None:
        captions = []
        for code in ("fr", "en", "fr"):
            with translation.override(code):
                captions.append(lesson.pictures()["trick_5"].caption)
        assert captions[0] == captions[2] != captions[1] == "The right bower comes last and can’t lose."

    def test_tips_choose_in_the_readers_words(self, french: None) -> None:
        choices = [one.choice for one in tips.shown() if one.picture]
        assert "Écarter le dix de carreau" in choices
        assert "Passer" in choices

    def test_words_are_found_by_both_names_and_stand_in_their_own_order(self, french: None) -> None:
        assert words.word_of("march") is words.word_of("marche")
        assert words.said_as("trump") == "atout"
        assert words.said_as("Trump") == "Atout"
        titles = [word.title for word in words.in_order()]
        assert titles.index("Écarter") < titles.index("Enchères")

    def test_advice_has_the_article_of_its_card(self, french: None) -> None:
        hand = lesson.the_hand(lesson.BIDDING[:2])
        sentence = explain(view_for(hand, hand.turn or 0), action_from("discard 9D")).sentence
        assert "neuf de carreau" in sentence
        assert say("the ace of {suit}", suit="cœur") == "l’as de cœur"


def test_the_engine_speaks_english_without_the_site() -> None:
    code = (
        "import sys; from games.engine.rules import option_of\n"
        "from games.engine.card_names import STRAINS, strain_name\n"
        "print(option_of('lead_trump').label, *map(strain_name, STRAINS), 'django' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.split(" ", 2)[:2] == ["Leading", "trump"]
    assert "clubs diamonds hearts spades no trump" in run.stdout
    assert run.stdout.strip().endswith("False")
