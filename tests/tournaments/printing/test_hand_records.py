"""The hand records of a duplicate: only of closed rounds, with everything that the page of the deals says."""

import io

import pypdf
import pytest
from django.test import Client
from django.urls import reverse

from games.review.worker import review_due
from tests.cast import make_club, make_event, make_user
from tests.tournaments.rounds.test_hand_sheet_pages import Duplicate, closed, same_cards
from tournaments.draws import deals
from tournaments.printing.documents import papers_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def duplicate() -> Duplicate:
    return same_cards()


def printed(duplicate: Duplicate) -> str:
    answer = Client().get(reverse("paper", args=[duplicate.event.slug, "hand-records"]))
    assert answer.status_code == 200
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(answer.content)).pages)


def test_a_round_that_is_played_has_none(duplicate: Duplicate) -> None:
    duplicate.report(1, "1 1 -2 1")
    answer = Client().get(reverse("paper", args=[duplicate.event.slug, "hand-records"]), follow=True)
    assert "No round is closed yet." in answer.content.decode()


@pytest.mark.slow
def test_they_have_every_card_par_and_every_table(duplicate: Duplicate) -> None:
    for table, made in ((1, "1 1 -2 1"), (2, "1 -1 -2 2"), (3, "-1 1 1 1")):
        duplicate.report(table, made)
    duplicate.close()
    before = printed(duplicate)
    assert "Par:" not in before
    review_due()
    text = printed(duplicate)
    opened = deals.opened(closed(duplicate))
    assert text.count("Par:") == len(opened.deals) == 4
    for deal in opened.deals:
        for name, suits in deal.hands:
            assert name in text
            assert all(suit.ranks in text for suit in suits)
        assert deal.turned in text
        assert f"{deal.deal.dealer} dealt" in text
        for result in deal.results:
            assert result.north.split()[0] in text
            assert result.shares[0] in text


def test_other_events_have_no_such_paper(duplicate: Duplicate) -> None:
    olga = make_user("Otto")
    other = make_event(make_club(olga, "Another"), olga)
    assert "hand-records" not in [paper.key for paper, _ in papers_of(other)]
    assert "hand-records" in [paper.key for paper, _ in papers_of(duplicate.event)]
    assert Client().get(reverse("paper", args=[other.slug, "hand-records"])).status_code == 404
