"""The page of the organizer's prizes before they are shown: the plan as it is typed, fees and fines."""

import pytest
from django.utils import translation

from games.engine.errors import RuleError
from tests.tournaments.pages.browsing import form, log_in, refused_untouched, text_of
from tests.tournaments.prizes.pages import post, typed, url
from tests.tournaments.scenes.prize import prize_night
from tournaments.honours.prize_plan import Measure, Tied, Winner, Worth
from tournaments.integrity.verify import violations
from tournaments.prizes.forms import amounts_in, amounts_text
from tournaments.prizes.models import PotEntry, PrizeOffer

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_a_plan_is_typed_as_people_write_it() -> None:
    night = prize_night(better=None)
    body = typed(
        measure="fixed",
        table_1="20, 12.50 7.50",
        tied="decide",
        added="10",
        house_percent="12.5",
        lot_decides="on",
        side_1_name="Most loners",
        side_1_won_by="loners",
        side_1_worth="basket",
        side_1_basket="loner jar",
        side_2_name="Booby",
        side_2_won_by="last",
        side_2_worth="fixed",
        side_2_amount="2.50",
        side_3_name="Best hat",
        side_3_won_by="named",
        side_3_worth="percent",
        side_3_amount="5",
        side_3_open="on",
    )
    said = text_of(post(log_in(night.olga), night, "plan", body))
    assert "Prize plan saved." in said
    offer = PrizeOffer.objects.get()
    plan = offer.promised
    assert (plan.measure, plan.tables[0].amounts, plan.tied) == (Measure.FIXED, (2000, 1250, 750), Tied.DECIDE)
    assert (offer.added, offer.house_percent, offer.lot_decides) == (1000, 1250, True)
    assert [(one.name, one.winner, one.worth, one.amount, one.basket, one.open_to_all) for one in plan.sides] == [
        ("Most loners", Winner.MOST, Worth.BASKET, 0, "loner jar", False),
        ("Booby", Winner.LAST, Worth.FIXED, 250, "", False),
        ("Best hat", Winner.MOST, Worth.PERCENT, 500, "", True),
    ]


@pytest.mark.slow
def test_the_form_shows_what_was_promised_and_saves_it_unchanged() -> None:
    night = prize_night(better=None)
    client = log_in(night.olga)
    post(client, night, "plan", typed(side_1_name="Booby", side_1_won_by="last", side_1_amount="2.50", unit="half"))
    before = PrizeOffer.objects.get()
    post(client, night, "plan", typed(before))
    after = PrizeOffer.objects.get()
    assert (after.plan, after.revision) == (before.plan, 2)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"table_1": "fifty"}, "“fifty” isn’t an amount"),
        ({"table_1": "20, 30"}, "2nd place gets more than 1st"),
        ({"table_1": "101"}, "more than 100%"),
        ({"measure": "pro_rated"}, "“Number of entries for pro-rated amounts” is empty"),
        ({"side_1_name": "Jar", "side_1_worth": "basket"}, "Choose the fund."),
        ({"table_1": "1e5"}, "isn’t an amount"),
        ({"table_1": "12.345"}, "isn’t an amount"),
    ],
)
def test_a_plan_that_cannot_be_comes_back_with_what_was_typed(changed: dict[str, str], words: str) -> None:
    night = prize_night(better=None)
    response = refused_untouched(log_in(night.olga), url(night, "move_prizes", "plan"), typed(added="77.70", **changed))
    assert response.status_code == 422
    assert words in text_of(response)
    assert "77.70" in response.content.decode()


def test_a_plan_that_someone_else_changed_comes_back_with_what_was_typed() -> None:
    night = prize_night(better=None)
    night.promise()
    response = post(log_in(night.owen), night, "plan", typed(added="77.70"))
    assert response.status_code == 409
    assert "Olga just changed" in text_of(response)
    assert "77.70" in response.content.decode()


def test_amounts_are_read_in_any_usual_writing() -> None:
    for language in ("en", "fr"):
        with translation.override(language):
            assert amounts_in("50, 30, 20 %") == amounts_in("50 30 20") == amounts_in("50/30/20") == (5000, 3000, 2000)
            assert amounts_in("12.50 7.5") == (1250, 750)


def test_a_comma_is_what_it_is_in_the_readers_language() -> None:
    with translation.override("en"):
        assert amounts_in("50,30,20") == (5000, 3000, 2000)
    with translation.override("fr"):
        assert amounts_in("12,50 7,5") == amounts_in("12,50; 7,50") == amounts_in("12,50, 7,50") == (1250, 750)
        with pytest.raises(RuleError):
            amounts_in("50,30,20")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_the_form_shows_is_read_as_what_it_was(language: str) -> None:
    amounts = (10_000_000, 1_234_567, 2000, 1250, 705, 1)
    with translation.override(language):
        assert amounts_in(amounts_text(amounts)) == amounts


@pytest.mark.slow
def test_fines_go_into_baskets_and_mistakes_are_taken_back_not_deleted() -> None:
    night = prize_night()
    client = log_in(night.olga)
    post(client, night, "fine", form(basket="fines", amount="2.50", entry=night.entry(1).pk))
    fine = PotEntry.objects.get(kind="basket")
    assert (fine.cents, fine.entry, fine.basket) == (250, night.entry(1), "fines")
    said = text_of(post(client, night, "undo", form(posting=fine.pk, reason="Wrong pair")))
    assert "Transaction undone. It stays on record, along with its reversal." in said
    assert PotEntry.objects.filter(kind="basket").count() == 2
    night.promise()
    assert "40.00 collected, including 40.00 for prizes." in text_of(client.get(url(night, "prize_console")))
    assert violations() == []


@pytest.mark.parametrize("amount", ["", "-1", "abc", "1e3", "0", "٣", "1.234"])
def test_an_amount_that_is_none_is_refused(amount: str) -> None:
    night = prize_night(better=None)
    response = refused_untouched(
        log_in(night.olga), url(night, "move_prizes", "fine"), form(basket="fines", amount=amount)
    )
    assert response.status_code == 422


@pytest.mark.slow
def test_a_fee_taken_back_can_be_taken_again() -> None:
    night = prize_night(better=None)
    client, entry = log_in(night.olga), night.entry(1)
    post(client, night, "undo", form(posting=entry.pot.get().pk, reason="Wrong pair"))
    assert "Collect 10.00" in text_of(client.get(url(night, "check_in")))
    client.post(url(night, "move_entry", entry.pk, "fee"), form())
    assert [row.into_pot for row in entry.pot.order_by("pk")] == [1000, -1000, 1000]
    assert night.entry(1).has_paid
    assert violations() == []
