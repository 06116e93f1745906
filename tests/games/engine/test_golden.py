"""Golden files: perft table, playthroughs, and the page of house rules are what the code says today."""

import pytest

from games.engine.guide import house_rules_page
from games.engine.hand import Hand
from games.engine.perft import perft
from games.engine.presets import PRESETS
from games.engine.rules import options
from games.engine.shuffle import deck_of, seed_from_number
from tests.games.engine.golden import DATA, PERFT_DEALS, PERFT_PRESETS, ROOT, perft_table, playthrough


@pytest.mark.slow
@pytest.mark.golden
def test_the_perft_table_is_current():
    table = (DATA / "perft.txt").read_text(encoding="utf-8")
    assert table == perft_table()
    assert len(table.splitlines()) == len(PERFT_PRESETS) * (PERFT_DEALS + 1)


@pytest.mark.golden
@pytest.mark.parametrize("name", PRESETS)
def test_the_playthrough_is_current(name):
    assert (DATA / f"play_{name}.txt").read_text(encoding="utf-8") == playthrough(name)


@pytest.mark.golden
def test_the_page_of_house_rules_is_current():
    page = (ROOT / "docs" / "house-rules.md").read_text(encoding="utf-8")
    assert page == house_rules_page()
    assert all(f"(`{shown.name}`)" in page for shown in options())


def test_perft_counts_sequences():
    rules = PRESETS["plain"]
    hand = Hand.deal(rules, deck_of(rules, seed_from_number(1)), 0)
    assert perft(hand, 0) == 1
    assert perft(hand, 1) == len(hand.legal_actions) == 3
    assert perft(hand, 2) == sum(len(hand.apply(action).legal_actions) for action in hand.legal_actions)
