"""The sealed deals: the same for everyone who knows the seed, and checkable by everyone else."""

import runpy
from pathlib import Path

import pytest

from games.engine.cards import card_from
from games.engine.hand import Hand
from games.engine.presets import preset
from games.engine.shuffle import deck_of, reveals
from tournaments.formats.duplicate import deals as duplicate_deals
from tournaments.formats.duplicate.deals import COMPASS, card_text, deal_of, deal_seed, hand_sheets, suit_lines

NIGHT = preset("progressive_night")
SEED = 2**256 - 2026
VERIFIER = Path(duplicate_deals.__file__).parents[3] / "docs" / "verify_deal.py"


def test_every_deal_has_a_seed_of_its_own():
    seeds = {deal_seed(seed, row, deal) for seed in (1, SEED) for row in range(1, 41) for deal in range(1, 17)}
    assert len(seeds) == 2 * 40 * 16
    assert {len(seed) for seed in seeds} == {32}
    assert deal_seed(SEED, 3, 2) == deal_seed(SEED, 3, 2)


def test_the_seed_of_a_deal_never_changes():
    assert deal_seed(1, 1, 1).hex() == "e22c5a383ba13521ded6e75ff3c5e80cf2500b8ab17c274957008ca07b641b51"


def test_it_is_the_full_deck_dealt_as_the_engine_deals_it():
    deal = deal_of(NIGHT, SEED, 2, 3)
    cards = [*(card for hand in deal.hands for card in hand), deal.turned, *deal.kitty]
    assert sorted(map(str, cards)) == sorted(map(str, deck_of(NIGHT, bytes(32))))
    online = Hand.deal(NIGHT, deck_of(NIGHT, deal_seed(SEED, 2, 3)), dealer=2)
    assert (deal.hands, (deal.turned, *deal.kitty)) == (online.dealt, online.undealt)


def test_the_deal_goes_round_like_the_boards_of_bridge():
    dealers = [deal_of(NIGHT, SEED, 1, number).dealer for number in range(1, 7)]
    assert dealers == ["North", "East", "South", "West", "North", "East"]


def test_the_seal_fits_the_seed_and_no_other():
    sealed = deal_of(NIGHT, SEED, 2, 3).sealed
    assert sealed.label == "round 2, deal 3"
    assert reveals(sealed, deal_seed(SEED, 2, 3))
    assert not reveals(sealed, deal_seed(SEED, 2, 4))


def test_anybody_can_check_it_with_nothing_but_python():
    deal = deal_of(NIGHT, SEED, 1, 1)
    answer = runpy.run_path(str(VERIFIER))["main"](deal_seed(SEED, 1, 1).hex(), deal.sealed.label)
    seal, deck = answer.splitlines()
    assert seal == f"seal {deal.sealed.seal}"
    north, east, south, west = deal.hands  # North deals, so East has the first cards
    assert deck.split()[1:] == [str(card) for card in (*east, *south, *west, *north, deal.turned, *deal.kitty)]


def test_a_hand_is_written_suit_by_suit():
    cards = [card_from(text) for text in ("9H", "JD", "TH", "AS", "AH")]
    assert [(line.name, line.symbol, line.ranks) for line in suit_lines(cards)] == [
        ("spades", "♠", "A"),
        ("hearts", "♥", "A 10 9"),
        ("clubs", "♣", "–"),
        ("diamonds", "♦", "J"),
    ]


@pytest.mark.parametrize(("text", "shown"), [("TH", "10♥"), ("JS", "J♠"), ("9D", "9♦"), ("AC", "A♣")])
def test_a_card_is_written_as_people_do(text, shown):
    assert card_text(card_from(text)) == shown


def test_there_is_a_sheet_for_every_seat_and_for_the_middle():
    deals = [deal_of(NIGHT, SEED, 2, number) for number in (1, 2)]
    sheets = hand_sheets(2, deals)
    assert [(sheet.deal, sheet.seat) for sheet in sheets] == [
        (deal, seat) for deal in (1, 2) for seat in (*COMPASS, "Kitty")
    ]
    assert [sheet.cards for sheet in sheets[:5]] == [*deals[0].hands, deals[0].kitty]
    assert {(sheet.round, sheet.dealer, sheet.turned_text) for sheet in sheets[5:]} == {
        (2, "East", card_text(deals[1].turned))
    }
    assert " ".join(line.ranks for line in sheets[0].suits).replace("–", "").split() != []
