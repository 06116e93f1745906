"""Nobody confirms: at the round's end the unconfirmed scores are listed and accepted at once, each logged."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Table, context_of, on_phone, players_at, seat_table, slip
from tests.tournaments.checkin.test_bulk_pages import shown_on
from tests.tournaments.pages.browsing import form, log_in, text_of
from tournaments.activity_log.models import AuditLogEntry
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.results.models import ResultEntry, Standing
from tournaments.results.standings_update import settle_unsettled

SCORES = [(10, 6), (9, 7), (12, 3)]


@pytest.fixture
def table(db: None) -> Table:
    """Three tables; North of each has reported, nobody has answered."""
    found = seat_table(12)
    for match, score in zip(found.round.matches.order_by("table"), SCORES, strict=True):
        results.record_result(match.pk, slip(*score), context=on_phone(players_at(match, 0)[0]))
    return found


@pytest.fixture
def olga(table: Table) -> Client:
    return log_in(table.olga)


@pytest.mark.slow
def test_the_list_at_the_rounds_end_is_accepted_with_one_typed_number(table: Table, olga: Client) -> None:
    slug = table.event.slug
    page = olga.get(reverse("console", args=[slug]))
    said = text_of(page)
    assert "You can’t close round 1 yet: 3 scores are waiting for confirmation." in said
    assert all(f"Accept {one}–{other}" in said for one, other in SCORES)

    body = shown_on(page, "accept_all") | {"count": 3}
    said = text_of(olga.post(reverse("do_all", args=[slug, "accept_all"]), body, follow=True))
    assert "All tables have reported for round 1." in said

    entries = ResultEntry.objects.filter(kind="confirm").order_by("match__table")
    assert [(entry.score, entry.user) for entry in entries] == [(f"{a}–{b}", table.olga) for a, b in SCORES]
    assert AuditLogEntry.objects.filter(action="confirm_result", result__in=entries).count() == 3
    assert AuditLogEntry.objects.filter(action="accept_all").count() == 1

    assert olga.post(reverse("move_round", args=[slug, table.round.pk, "close"]), form(seen=2)).status_code == 302
    settle_unsettled()
    assert Standing.objects.filter(points_over=12).count() == 2
    assert violations() == []


@pytest.mark.slow
def test_an_answer_that_comes_while_the_organizer_types_is_not_run_over(table: Table, olga: Client) -> None:
    page = olga.get(reverse("console", args=[table.event.slug]))
    results.record_result(table.match.pk, slip(6, 10), context=on_phone(table.quinn))
    body = shown_on(page, "accept_all") | {"count": 3}
    answer = olga.post(reverse("do_all", args=[table.event.slug, "accept_all"]), body)
    assert answer.status_code == 409
    assert table.match.state == "disputed"
    assert not ResultEntry.objects.filter(kind="confirm").exists()
    assert "Enter 2 to continue" in text_of(answer)
    results.record_result(table.match.pk, slip(10, 6), context=context_of(table.olga), expected_version=2)
    assert violations() == []
