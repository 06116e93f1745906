"""The board and every paper ask the database the same number of questions with one table and with forty."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.cast import context_of, enter, enter_pairs, make_club, make_event, make_user, publish
from tests.tournaments.pages.browsing import form, log_in
from tournaments.events import announcements
from tournaments.events.models import Event
from tournaments.printing.documents import PAPERS
from tournaments.rounds import clock

# Page → queries; two of them ask who is logged in.
COUNTS = {
    "board": 21,
    "papers": 11,
    "find_slip": 8,
    "print_links": 15,
    "seating": 13,
    "cards": 17,
    "slips": 14,
    "fallback": 13,
    "standings": 9,
    "night": 37,
    "signs": 13,
    "tents": 13,
    "seating on paper": 9,
}
CUP_COUNTS = {"board": 34, "slips": 14}


def queries(client: Client, path: str, status: int = 200) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == status
    return len(asked)


def papers(event: Event) -> dict[str, str]:
    return {key: reverse("console_paper", args=[event.slug, key]) for key in PAPERS if key != "payouts"}


@pytest.mark.slow
@pytest.mark.parametrize("people", [5, pytest.param(161, marks=pytest.mark.slow)])
@pytest.mark.heavy
def test_with_one_table_and_with_forty(db: None, people: int) -> None:
    olga = make_user("Olga")
    event = make_event(make_club(olga), olga)
    enter(event, olga, [f"Player {number}" for number in range(people)])
    row = publish(event, olga)
    clock.start_clock(row.pk, 20, context=context_of(olga))
    announcements.announce(event.pk, "Pizza", context=context_of(olga))
    client = log_in(olga)
    pages = {name: reverse(name, args=[event.slug]) for name in ("board", "papers")} | papers(event)
    counts = {name: queries(client, path) for name, path in pages.items()}
    counts["seating on paper"] = queries(Client(), reverse("paper", args=[event.slug, "seating"]))
    counts["find_slip"] = queries(client, f"{reverse('find_slip', args=[event.slug])}?code=1", 302)
    with CaptureQueriesContext(connection) as asked:
        assert client.post(reverse("print_links", args=[event.slug]), form()).status_code == 200
    counts["print_links"] = len(asked)
    assert counts == COUNTS


@pytest.mark.parametrize("pairs", [5, 21])
def test_so_with_a_bracket(db: None, pairs: int) -> None:
    olga = make_user("Olga")
    event = make_event(make_club(olga), olga, "elimination")
    enter_pairs(event, olga, pairs)
    publish(event, olga)
    client = log_in(olga)
    found = {
        "board": queries(client, reverse("board", args=[event.slug])),
        "slips": queries(client, papers(event)["slips"]),
    }
    assert found == CUP_COUNTS
