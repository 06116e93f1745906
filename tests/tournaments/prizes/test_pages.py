"""The pages of the prizes: previewed, decided, published, marked as paid, and corrected by two."""

from typing import Any

import pytest
from django.urls import reverse

from games.engine.slip import HandScore
from tests.cast import make_event, on_grid, slip
from tests.tournaments.pages.browsing import form, log_in, refused_untouched, text_of, visitor
from tests.tournaments.prizes.pages import post, typed, url
from tests.tournaments.scenes.prize import prize_night, shares, three_level
from tests.tournaments.scenes.stages import sides
from tournaments.honours.prize_plan import Tied
from tournaments.integrity.verify import violations
from tournaments.prizes.models import NamedWinner, PrizeChange, PrizeOffer, ShownPrizes, TieDecision
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds import commands as rounds

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_the_preview_becomes_what_everyone_sees() -> None:
    night = prize_night()
    night.promise()
    client = log_in(night.olga)
    page = client.get(url(night, "prize_console"))
    assert "Ann 1 & Bob 1 1st place 20.00" in text_of(page)
    assert "Payouts appear here when the organizers publish them" in text_of(visitor().get(url(night, "prizes")))
    post(client, night, "show", form(digest=page.context["preview"].digest))
    said = text_of(visitor().get(url(night, "prizes")))
    assert "1st place Ann 1 & Bob 1 20.00 2nd place Ann 2 & Bob 2 12.00 3rd place Ann 3 & Bob 3 8.00" in said
    assert ShownPrizes.objects.get().settled["seed"] in said


@pytest.mark.slow
def test_a_tie_is_decided_on_the_page_and_explained_to_everyone() -> None:
    night = prize_night(three_level)
    night.promise(shares(50, 30, 20, tied=Tied.DECIDE))
    client = log_in(night.olga)
    page = text_of(client.get(url(night, "prize_console")))
    assert "This tie is for 1st, 2nd and 3rd place, worth 20.00, 12.00 and 8.00." in page
    assert "Publish payouts" not in page
    ranks = {"rank_1": 2, "rank_2": 1, "rank_3": 3}
    post(client, night, "tie", form(seen=0, about="1,2,3", method="cut", **ranks))
    post(client, night, "show", form(digest=night.preview().digest))
    said = text_of(visitor().get(url(night, "prizes")))
    assert "The tie for 1st place was decided by a cut of the cards." in said
    assert "1st place, by a cut of the cards Ann 2 & Bob 2 20.00" in said


@pytest.mark.parametrize(
    "body",
    [
        {"about": "1,2,3", "method": "cut", "rank_1": 1},
        {"about": "1,2,3", "method": "coin"},
        {"about": "1,2,3"},
        {"about": "1,2,99", "method": "lot"},
        {"about": "1,x", "method": "lot"},
        {"about": "", "method": "lot"},
        {"about": "1", "method": "lot"},
        {"about": "1,1", "method": "lot"},
    ],
)
def test_a_decision_that_is_none_is_refused(body: dict[str, Any]) -> None:
    night = prize_night(better=None)
    response = refused_untouched(log_in(night.olga), url(night, "move_prizes", "tie"), form(seen=0, **body))
    assert response.status_code == 422


@pytest.mark.slow
def test_where_the_slips_cannot_know_the_organizer_names_the_winner() -> None:
    night = prize_night()
    client = log_in(night.olga)
    side = {"side_1_name": "Most loners", "side_1_won_by": "loners", "side_1_amount": "4", "side_1_worth": "fixed"}
    post(client, night, "plan", typed(**side))
    page = client.get(url(night, "prize_console"))
    assert "6 of the 6 tables reported only the final score, without the hands." in text_of(page)
    assert not page.context["preview"].can_be_shown
    prize = PrizeOffer.objects.get().promised.sides[0].key
    many = refused_untouched(
        client, url(night, "move_prizes", "winner"), form(seen=0, prize=prize, winner_1=4, count_1="x")
    )
    assert "Enter a whole number." in text_of(many)
    post(client, night, "winner", form(seen=0, prize=prize, winner_1=4))
    assert NamedWinner.objects.get().counts == {"4": 1}
    said = text_of(client.get(url(night, "prize_console")))
    assert "Ann 4 & Bob 4 Most loners 4.00" in said
    assert "Publish payouts" in said


@pytest.mark.slow
def test_where_the_slips_know_no_one_is_asked_and_excluded_winners_are_passed_over() -> None:
    night = prize_night(better=None)
    stage = night.stage
    for number in (1, 2, 3):
        row = rounds.draw_round(stage.pk, number, context=on_grid(night.olga))
        row = rounds.publish_round(row.pk, context=on_grid(night.olga), expected_version=row.revision)
        for match in row.matches.all():
            one, other = sides(match)
            better = 0 if one < other else 1
            hands = (HandScore(better, 4, alone=True), HandScore(better, 4, alone=True), HandScore(better, 2))
            points = (10, 0) if better == 0 else (0, 10)
            results.record_result(match.pk, slip(*points, hands=hands), context=on_grid(night.olga))
        rounds.close_round(row.pk, context=on_grid(night.olga), expected_version=row.revision)
    settle_unsettled()
    side = {"side_1_name": "Most loners", "side_1_won_by": "loners", "side_1_amount": "4", "side_1_worth": "fixed"}
    post(log_in(night.olga), night, "plan", typed(barred="first", **side))
    said = text_of(log_in(night.olga).get(url(night, "prize_console")))
    assert "Ann 2 & Bob 2 Most loners 4.00" in said
    assert "Most loners doesn’t go to Ann 1 & Bob 1 (1st place)." in said


@pytest.mark.slow
def test_paid_ticks() -> None:
    night = prize_night()
    night.promise()
    night.show()
    client, payout = log_in(night.olga), night.event.payouts.all()[0]
    post(client, night, "paid", form(payout=payout.pk))
    payout.refresh_from_db()
    assert payout.paid
    post(client, night, "unpaid", form(payout=payout.pk))
    payout.refresh_from_db()
    assert payout.paid is None


@pytest.mark.slow
def test_rows_of_another_event_are_not_found() -> None:
    night = prize_night()
    night.promise()
    night.show()
    other = make_event(night.event.club, night.olga, "round_robin", name="Other")
    client, payout, posting = log_in(night.olga), night.event.payouts.all()[0], night.event.pot.all()[0]
    for action, body in (
        ("paid", {"payout": payout.pk}),
        ("undo", {"posting": posting.pk, "reason": "x"}),
        ("fine", {"basket": "x", "amount": "1", "entry": night.entry(1).pk}),
    ):
        address = reverse("move_prizes", args=[other.slug, action])
        assert refused_untouched(client, address, form(**body)).status_code == 404


@pytest.mark.slow
@pytest.mark.heavy
def test_a_correction_after_the_prizes_goes_through_two_people() -> None:
    night = prize_night()
    night.promise()
    night.show()
    match, score = night.swapped(1, 2)
    olga, scott = log_in(night.olga), log_in(night.scott)
    asked = {"seen": 1, "reason": "Sides mixed up", "points_0": score.points[0], "points_1": score.points[1]}
    page = olga.get(url(night, "preview", match.pk), asked)
    said = text_of(page)
    assert "Prizes Ann 1 & Bob 1: 20.00 becomes 12.00. Ann 2 & Bob 2: 12.00 becomes 20.00." in said
    assert "Propose correction" in said
    body = form() | dict(page.context["carried"])
    assert refused_untouched(olga, url(night, "decide", match.pk, "correct"), body).status_code == 422
    olga.post(url(night, "decide", match.pk, "propose-correct"), form() | dict(page.context["carried"]))
    change = PrizeChange.objects.get()
    own = text_of(olga.get(url(night, "prize_changes")))
    assert "It takes effect when another organizer or scorer approves it. Ask Owen or Scott." in own
    agree = url(night, "answer_change", change.pk, "agree")
    assert refused_untouched(olga, agree, form()).status_code == 403
    assert "20.00 becomes 12.00" in text_of(scott.get(url(night, "prize_changes")))
    scott.post(agree, form())
    said = text_of(visitor().get(url(night, "prizes")))
    assert "1st place Ann 1 & Bob 1 20.00" in said
    assert "Ann 1 & Bob 1: 8.00 to return" in said
    assert "Ann 2 & Bob 2: extra payout of 8.00" in said
    assert "proposed by Olga, approved by Scott" in said
    assert TieDecision.objects.count() == 0
    settle_unsettled()
    assert violations() == []


@pytest.mark.slow
def test_the_preview_of_a_correction_names_other_prizes_before_they_are_shown() -> None:
    night = prize_night()
    night.promise()
    match, score = night.swapped(1, 2)
    asked = {"seen": 1, "reason": "x", "points_0": score.points[0], "points_1": score.points[1]}
    said = text_of(log_in(night.olga).get(url(night, "preview", match.pk), asked))
    assert "Ann 1 & Bob 1: 20.00 becomes 12.00." in said
    assert "Correct the score" in said


@pytest.mark.slow
def test_the_sheet_to_sign_has_the_adjustments_below_what_was_shown() -> None:
    night = prize_night()
    night.promise()
    night.show()
    change = night.propose(1, 2)
    log_in(night.scott).post(url(night, "answer_change", change.pk, "agree"), form())
    said = text_of(log_in(night.olga).get(url(night, "prize_sheet")))
    assert "Ann 1 1st place 10.00" in said
    assert "Total 40.00" in said
    assert "Ann 1 2nd place 4.00 to return" in said


@pytest.mark.slow
def test_an_event_without_prizes_says_what_to_do() -> None:
    night = prize_night(better=None)
    assert "No prizes yet" in text_of(visitor().get(url(night, "prizes")))
    assert "Prize plan" in text_of(log_in(night.olga).get(url(night, "prize_console")))
    assert log_in(night.olga).get(url(night, "prize_sheet")).status_code == 422
