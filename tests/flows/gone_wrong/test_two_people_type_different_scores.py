"""Both scores are kept and neither counts; whoever was slower keeps what he typed beside what is there now."""

from typing import Any

import pytest
from django.urls import reverse

from tests.cast import Table, on_phone, slip
from tests.flows.phones import Phone
from tests.tournaments.pages.browsing import log_in, text_of
from tournaments.results import commands as results
from tournaments.results.models import ResultEntry

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def type_final(phone: Phone, ours: int, theirs: int) -> None:
    phone.page.get_by_label("Enter only the final score").check()
    phone.fill({"Pam & Ann": ours, "Quinn & Bob": theirs})


@pytest.mark.heavy
def test_opponents_scores_stand_side_by_side_and_the_organizer_is_told(table: Table, phone_of: Any) -> None:
    pam: Phone = phone_of(table.pam)
    quinn: Phone = phone_of(table.quinn)
    for phone, score in ((pam, (10, 6)), (quinn, (9, 7))):
        phone.look(1)
        type_final(phone, *score)
    pam.send()
    quinn.send()
    assert sorted(entry.score for entry in table.match.results.all()) == ["10–6", "9–7"]
    assert (table.match.state, table.match.standing) == ("disputed", None)
    pam.page.get_by_role("link", name="Check disputed score").click()
    pam.page.locator("main").get_by_text("The other side says 9–7").first.wait_for()
    assert "Your side reported 10–6" in pam.page.locator("main").inner_text()
    console = text_of(log_in(table.olga).get(reverse("console", args=[table.event.slug])))
    assert "Needs a decision Table 1 Disputed" in console


@pytest.mark.heavy
def test_the_slower_partner_keeps_what_he_typed_and_decides(table: Table, phone_of: Any) -> None:
    ann: Phone = phone_of(table.ann)
    ann.look(1)
    type_final(ann, 9, 7)
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    ann.page.locator("[data-slip-submit]").click()
    state = ann.page.locator("[data-slip-state]")
    for words in ("Needs your decision", "Now on the site: Table 1 was reported as 10–6", "You typed: 9–7"):
        state.get_by_text(words).first.wait_for()
    ann.page.goto(ann.home)
    ann.page.locator("[data-slips-kept]").get_by_text("Needs your decision").wait_for()
    ann.page.locator("[data-slips-kept]").get_by_role("link", name="Open score slip").click()
    assert ResultEntry.objects.count() == 1
    state.get_by_role("button", name="Send mine anyway: 9–7").click()
    ann.page.wait_for_url("**/me/")
    ann.page.get_by_text("Saved: 9–7. Waiting for the other side to confirm.").wait_for()
    assert [entry.score for entry in table.match.results.all()] == ["10–6", "9–7"]
    assert table.match.state == "waiting"
