"""What a score from a phone asks the database, from the request to its answer; what is derived from it comes later."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.cast import Table, on_grid, seat_table, slip
from tests.tournaments.pages.browsing import form, slip_form, with_link
from tournaments.events.models import Stage
from tournaments.results import commands as results
from tournaments.results import standings_update
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards import queue
from tournaments.rounds.models import Match

pytestmark = pytest.mark.django_db


def queries_of(client: Client, path: str, body: dict[str, Any]) -> int:
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
    assert queries_of(pam, slip, slip_form(table.match, 10, 6)) == 17, (
        "one of them because the phone is new to the event"
    )
    table.match.refresh_from_db()
    assert queries_of(pam, slip, slip_form(table.match, 9, 6)) == 15
    assert queries_of(quinn, answer, form(seen=2)) == 19, "again one for the phone"


def test_everything_that_follows_from_a_score() -> None:
    """Standings, ratings, statistics, races and awards of four people, each written in one go. The first score makes a
    pool and its boards too. What is earned, here a first win, is written in one go as well."""
    table = seat_table(12)
    asked = []
    for match in Match.objects.filter(round=table.round):
        results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))
        with CaptureQueriesContext(connection) as caught:
            settle_unsettled()
            queue.run_all()
        asked.append(sum(not query["sql"].startswith(("SAVEPOINT", "RELEASE")) for query in caught.captured_queries))
    assert asked == [75, 69, 69]


@pytest.mark.parametrize("players", [8, 12])
def test_standings_are_written_in_one_statement_however_many_they_are(players: int) -> None:
    table = seat_table(players)
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    with CaptureQueriesContext(connection) as caught:
        settle_unsettled()
    written = [query["sql"] for query in caught.captured_queries if "tournaments_standing" in query["sql"]]
    assert [sql.split()[0] for sql in written] == ["SELECT", "INSERT"]


def test_who_waited_while_another_settled_the_stage_leaves_it(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hall reports at the same moment: a task per score, and one lock that they all wait for."""
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    lock_stage = standings_update.lock_stage

    def locked_after_another(stage_id: int) -> Stage:
        monkeypatch.undo()
        settle_unsettled()
        return lock_stage(stage_id)

    monkeypatch.setattr(standings_update, "lock_stage", locked_after_another)
    with CaptureQueriesContext(connection) as caught:
        standings_update.settle_match(table.match.pk)
    ranked = [query["sql"] for query in caught.captured_queries if "tournaments_standing" in query["sql"]]
    assert [sql.split()[0] for sql in ranked] == ["SELECT", "INSERT"], "once, not by each of them"
    assert not Match.objects.exclude(unsettled_since=None).exists()
