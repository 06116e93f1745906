"""The explorer of house rules: every option on every preset, with the engine's own figures and refusals."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.choices import Variant
from games.engine.errors import RuleError
from games.engine.options import Option
from games.engine.presets import PRESETS, preset
from games.engine.rules import HouseRules, options
from games.engine.scoring import Loner, score_table
from games.engine.seating import side_count
from games.house_rules.models import RulePreset
from games.house_rules.presets import save_preset
from games.learn import explorer
from tests.games.learn.test_pages import text_of
from tests.markup import squeezed
from tests.sizes import size


def every_turn() -> Iterator[tuple[str, Option, Any]]:
    return ((key, shown, value) for key in PRESETS for shown in options() for value in shown.choices)


class TestExplorer:
    @pytest.mark.slow
    def test_every_option_turns_on_every_preset_or_is_refused_as_the_engine_refuses(self) -> None:
        seen = {"played": 0, "refused": 0}
        for key, shown, value in every_turn():
            found = explorer.turned(preset(key), shown.name, value)
            rules, refused = with_value(preset(key), shown.name, value)
            seen["played" if rules else "refused"] += 1
            assert (found.rules, found.refused) == (rules, refused)
            if rules:
                assert (found.before == found.after) == (rules == preset(key))
                assert bool(found.scores) == (score_facts(preset(key)) != score_facts(rules))
        assert min(seen.values()) > 200

    @pytest.mark.slow
    @pytest.mark.django_db
    def test_the_page_of_every_option_and_value_is_made(self) -> None:
        """On the plain rules and on Bid Euchre; the address of a value is the one on the page."""
        for key in size(("plain",), tuple(PRESETS)):
            for shown in options():
                page = text_of("learn_rules", rules=key, option=shown.name)
                assert shown.help in page
                links = re.findall(r'href="(\?rules=[^"]+)"', page)
                assert len(links) >= len(shown.choices)
                for link in links:
                    answer = Client().get(reverse("learn_rules") + link)
                    assert answer.status_code == 200
                    assert not answer.context["errors"]

    def test_points_before_and_after_come_from_the_score_table(self) -> None:
        def changes(name: str, value: object) -> list[tuple[str, str, str]]:
            found = explorer.turned(HouseRules(), name, value).scores
            return [(one.what, one.before, one.after) for one in found]

        assert changes("lone_march", 5) == [("Alone: 5 of 5 tricks", "4 for the makers", "5 for the makers")]
        assert changes("defended_sweep", True) == [
            ("0 of 5 tricks", "2 for the others", "4 for the others"),
            ("Alone: 0 of 5 tricks", "2 for the others", "4 for the others"),
        ]
        assert changes("take_four", True)[0] == ("3 of 5 tricks", "1 for the makers", "2 for the others")
        assert changes("stick_the_dealer", True) == []

    @pytest.mark.django_db
    def test_what_cannot_be_played_is_shown_in_the_engines_words(self) -> None:
        page = text_of("learn_rules", option="players", value="3")
        assert "“Players: 3” and “Sides: 2v2” don’t go together" in page
        assert "Play with these rules" not in page

    @pytest.mark.django_db
    def test_turned_rules_lead_to_a_table_with_them(self) -> None:
        page = text_of("learn_rules", rules="hoyle", option="play_to", value="25")
        assert f'href="{reverse("new_table")}?house_rules=hoyle&rule_play_to=25"' in page
        picker = Client().get(reverse("new_table"), {"house_rules": "hoyle", "rule_play_to": "25"}).context["picker"]
        assert picker.rules == replace(preset("hoyle"), play_to=25)
        assert '<option value="plain" selected>' in squeezed(text_of("new_table"))

    @pytest.mark.django_db
    def test_a_clubs_own_rules_are_there_too(self, django_assert_num_queries: Any) -> None:
        row = save_preset(RulePreset(name="Mill Road rules"), {"play_to": 13})
        with django_assert_num_queries(1):
            page = text_of("learn_rules", rules=f"own-{row.pk}", option="play_to")
        assert "Mill Road rules" in page
        assert "from “13” to “10”" in page

    @pytest.mark.django_db
    @pytest.mark.parametrize("asked", [{"rules": "own-x"}, {"rules": "'"}, {"option": "praise"}])
    def test_what_does_not_exist_is_told(self, asked: dict[str, str]) -> None:
        page = text_of("learn_rules", **asked)
        assert 'role="alert"' in page
        assert "Stick the dealer" in page


def with_value(rules: HouseRules, name: str, value: Any) -> tuple[HouseRules | None, str]:
    try:
        return replace(rules, **{name: value}), ""
    except RuleError as error:
        return None, str(error)


def score_facts(rules: HouseRules) -> object:
    """All that a hand can score, for comparing."""
    is_bid = rules.variant is Variant.BID
    table = {key: row for key, row in score_table(rules).items() if is_bid or rules.go_alone or key[1] is Loner.NO}
    return is_bid, rules.cards_each, not is_bid and side_count(rules) > 2, rules.defend_alone, table
