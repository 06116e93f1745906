"""Nobody confirms: at the round's end the unconfirmed scores are listed and accepted at once, each logged."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Table, by, on_phone, players_at, seat_table, slip
from tests.tournaments.views.browsing import form, log_in, text_of
from tests.tournaments.views.test_bulk import shown_on
from tournaments.models import JournalEntry, ResultEntry, Standing
from tournaments.services.agreement.verify import violations
from tournaments.services.scores import results
from tournaments.services.scores.settle import settle_unsettled

SCORES = [(10, 6), (9, 7), (12, 3)]


@pytest.fixture
def table(db: None) -> Table:
    """Three tables; North of each has reported, nobody has answered."""
    found = seat_table(12)
    for match, score in zip(found.round.matches.order_by("table"), SCORES, strict=True):
        results.record_result(match.pk, slip(*score), by=on_phone(players_at(match, 0)[0]))
    return found


@pytest.fixture
def olga(table: Table) -> Client:
    return log_in(table.olga)


def test_the_list_at_the_rounds_end_is_accepted_with_one_typed_number(table: Table, olga: Client) -> None:
    slug = table.event.slug
    page = olga.get(reverse("console", args=[slug]))
    said = text_of(page)
    assert "Round 1 can be closed when every table has a result: 3 wait for an answer." in said
    assert all(f"Accept {one}–{other}" in said for one, other in SCORES)

    body = shown_on(page, "accept_all") | {"count": 3}
    said = text_of(olga.post(reverse("do_all", args=[slug, "accept_all"]), body, follow=True))
    assert "Every table of Round 1 has its result." in said

    entries = ResultEntry.objects.filter(kind="confirm").order_by("match__table")
    assert [(entry.score, entry.user) for entry in entries] == [(f"{a}–{b}", table.olga) for a, b in SCORES]
    assert JournalEntry.objects.filter(verb="confirm_result", result__in=entries).count() == 3
    assert JournalEntry.objects.filter(verb="accept_all").count() == 1

    assert olga.post(reverse("move_round", args=[slug, table.round.pk, "close"]), form(seen=2)).status_code == 302
    settle_unsettled()
    assert Standing.objects.filter(points_over=12).count() == 2
    assert violations() == []


def test_an_answer_that_comes_while_the_organizer_types_is_not_run_over(table: Table, olga: Client) -> None:
    page = olga.get(reverse("console", args=[table.event.slug]))
    results.record_result(table.match.pk, slip(6, 10), by=on_phone(table.quinn))
    body = shown_on(page, "accept_all") | {"count": 3}
    answer = olga.post(reverse("do_all", args=[table.event.slug, "accept_all"]), body)
    assert answer.status_code == 409
    assert table.match.state == "disputed"
    assert not ResultEntry.objects.filter(kind="confirm").exists()
    assert "Type 2 to go on" in text_of(answer)
    results.record_result(table.match.pk, slip(10, 6), by=by(table.olga), seen=2)
    assert violations() == []
