"""Who is first is the same in the standings, in the export and in what a webhook is sent."""

import json

import pytest

from tests.cast import Table, context_of, on_grid, seat_table, slip
from tests.kept import kept
from tests.tournaments.api.program import Program
from tests.tournaments.scenes.webhook import webhook
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds import commands as rounds
from tournaments.rounds.finishing import finish_event
from tournaments.webhooks.models import WebhookDelivery

pytestmark = pytest.mark.django_db

Places = list[tuple[int, int, int, list[int]]]


def finished_table() -> Table:
    """Two tables with the same score, so that only the random draw parts the four winners, and the four losers."""
    found = seat_table()
    webhook(found.event.club, found.olga)
    for match in found.round.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_grid(found.olga))
    row = found.round
    row.refresh_from_db()
    rounds.close_round(row.pk, context=context_of(found.olga), expected_version=row.revision)
    finish_event(found.event.pk, context=context_of(found.olga), override="The hall closes")
    settle_unsettled()
    return found


table = kept(finished_table)


def in_standings(table: Table) -> Places:
    rows = Program().read(f"/events/{table.event.slug}/standings/")["results"]
    assert [row["is_shared"] for row in rows] == [True] * 8
    return [
        (row["place"], row["place_by_lot"], row["entry"], [player["id"] for player in row["players"]]) for row in rows
    ]


def test_entries_that_only_the_random_draw_parts_share_a_place(table: Table) -> None:
    found = in_standings(table)
    assert [(place, by_lot) for place, by_lot, *_ in found] == list(zip([1] * 4 + [5] * 4, range(1, 9), strict=True))


def test_a_webhook_names_the_same_places(table: Table) -> None:
    delivery = WebhookDelivery.objects.get(kind="event.finished")
    sent = json.loads(delivery.text)["data"]["places"]
    found = [
        (one["place"], one["place_by_lot"], one["entry"], [player["player"] for player in one["players"]])
        for one in sent
    ]
    assert found == in_standings(table)


def test_the_export_has_the_same_standings(table: Table) -> None:
    path = f"/events/{table.event.slug}/"
    anyone = Program()
    assert anyone.read(f"{path}export/")["standings"] == [anyone.read(f"{path}standings/")]
