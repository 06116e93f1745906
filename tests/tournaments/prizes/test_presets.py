"""Usual plans that fill the form, what the page says a plan comes to, and prizes typed into a box for each place."""

import re

import pytest

from tests.tournaments.pages.browsing import log_in, text_of
from tests.tournaments.prizes.pages import post, typed, url
from tests.tournaments.scenes.prize import prize_night, shares
from tournaments.formats.config import config_data
from tournaments.honours.pot import Basket, Pot
from tournaments.honours.prize_plan import PrizePlan, Remainder, SidePrize, Unit, Winner, Worth
from tournaments.prizes.models import PrizeOffer
from tournaments.prizes.presets import PRESETS, Preset, fold_words, preset_cards, sums_of, with_preset

POT = Pot(24, 500)
JAR = SidePrize("jar", "Jar", Winner.MOST, Worth.BASKET, 0, "loners", "jar")
EACH = SidePrize("each", "Each", Winner.EACH, Worth.FIXED, 100, "loners")


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_preset_keeps_how_it_rounds_and_what_the_house_keeps(preset: Preset) -> None:
    before = PrizeOffer(plan=config_data(PrizePlan(unit=Unit.WHOLE)), added=500, house_percent=100, revision=3)
    after = with_preset(before, preset.key)
    assert after
    assert (after.promised.unit, after.added, after.house_percent, after.revision) == (Unit.WHOLE, 500, 100, 3)
    assert [card.key for card in preset_cards(after.promised, 24) if card.is_on] == [preset.key]
    sums = sums_of(after.promised, POT)
    assert sum(line.cents or 0 for line in (*sums.places, *sums.sides)) + sums.left == 12000


def test_no_preset_is_what_was_promised() -> None:
    offer = PrizeOffer(plan=config_data(PrizePlan()))
    assert with_preset(offer, "other") is offer
    assert with_preset(None, "") is None


def test_what_a_plan_comes_to() -> None:
    plan = shares(50, 30, 20, unit=Unit.WHOLE, sides=(JAR, EACH))
    sums = sums_of(plan, Pot(7, 500, baskets=(Basket("jar", 250),)))
    assert [line.cents for line in sums.places] == [1800, 1000, 700]
    assert [line.cents for line in sums.sides] == [200, None]
    assert (sums.prize_money, sums.left) == (3500, 0)
    assert [line.width for line in sums.places] == [51, 28, 20]
    stays = sums_of(shares(50, 30, 20, unit=Unit.WHOLE, remainder=Remainder.POT), Pot(7, 500))
    assert ([line.cents for line in stays.places], stays.left) == ([1700, 1000, 700], 100)
    assert sums_of(plan, None).prize_money is None
    assert sums_of(plan, Pot(7, 500)).prize_money is None


@pytest.mark.django_db
def test_a_preset_fills_the_form_and_promises_nothing() -> None:
    night = prize_night(better=None)
    client = log_in(night.olga)
    page = client.get(url(night, "prize_console"), {"preset": "fun"})
    said = text_of(page)
    assert "Not saved yet" in said
    assert page.context["form"]["side_1_name"].value() == "Most loners"
    assert re.search(r"Last place.*4\.00.*Prize money Prizes add up 40\.00", said)
    assert not PrizeOffer.objects.exists()


@pytest.mark.django_db
def test_each_place_has_a_box_of_its_own() -> None:
    night = prize_night(better=None)
    post(log_in(night.olga), night, "plan", typed(table_1=["40", "", " 35 ", "25"]))
    [table] = PrizeOffer.objects.get().promised.tables
    assert table.amounts == (4000, 3500, 2500)
    page = log_in(night.olga).get(url(night, "prize_console")).content.decode()
    assert re.findall(r'name="table_1"\s+value="(.*?)"', page) == ["40", "35", "25"]


def test_a_fold_says_what_it_holds() -> None:
    plan = shares(50, 30, 20, entries_per_place=4)
    said = fold_words(PrizeOffer(plan=config_data(plan), added=500, house_percent=1000, house_per_entry=50))
    assert said["places"] == "Percentage of what’s left after side prizes, prizes for 1 in 4 entries"
    assert said["money"] == "The house keeps 10% of the fees, 0.50 per entry · The club adds 5.00"
