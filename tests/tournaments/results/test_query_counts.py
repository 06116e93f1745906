"""What a score from a phone asks the database, from the request to its answer; what is derived from it comes later."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.cast import Table, on_grid, seat_table, slip
from tests.tournaments.pages.browsing import form, slip_form, with_link
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled

pytestmark = pytest.mark.django_db


def asked(client: Client, path: str, body: dict[str, Any]) -> int:
    """How many statements, without those that begin and end transactions."""
    with CaptureQueriesContext(connection) as caught:
        assert client.post(path, body).status_code == 302
    return sum(not query["sql"].startswith(("SAVEPOINT", "RELEASE")) for query in caught.captured_queries)


def test_a_slip_and_its_confirmation(table: Table) -> None:
    pam, quinn = (with_link(table.event, table.olga, player) for player in (table.pam, table.quinn))
    slip, answer = (
        reverse("slip", args=[table.event.slug, table.match.pk]),
        reverse("answer_slip", args=[table.event.slug, table.match.pk, "confirm"]),
    )
    assert asked(pam, slip, slip_form(table.match, 10, 6)) == 17, "one of them because the phone is new to the event"
    table.match.refresh_from_db()
    assert asked(pam, slip, slip_form(table.match, 9, 6)) == 15
    assert asked(quinn, answer, form(seen=2)) == 19, "again one for the phone"


@pytest.mark.parametrize("players", [8, 12])
def test_standings_are_written_in_one_statement_however_many_they_are(players: int) -> None:
    table = seat_table(players)
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    with CaptureQueriesContext(connection) as caught:
        settle_unsettled()
    written = [query["sql"] for query in caught.captured_queries if "tournaments_standing" in query["sql"]]
    assert [sql.split()[0] for sql in written] == ["SELECT", "INSERT"]
