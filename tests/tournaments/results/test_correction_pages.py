"""What a correction would change is shown before it is saved."""

from typing import Any

from django.test import Client
from django.urls import reverse

from tests.cast import Table, on_grid, slip, traces
from tests.tournaments.pages.browsing import form, refused_untouched, text_of
from tournaments.results import commands as results


def preview(client: Client, table: Table, **asked: Any) -> Any:
    return client.get(reverse("preview", args=[table.event.slug, table.match.pk]), {"seen": 1} | asked)


def url(table: Table, verb: str) -> str:
    return reverse("decide", args=[table.event.slug, table.match.pk, verb])


def count(table: Table) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))


def test_the_list_comes_before_anything_is_saved(table: Table, olga_client: Client) -> None:
    count(table)
    before = traces(table)
    said = text_of(preview(olga_client, table, points_0=6, points_1=10, reason="Sides mixed up"))
    assert "10–6 becomes 6–10" in said
    assert "Nothing is saved yet." in said
    assert "Pam: 10 points become 6." in said
    assert "Quinn: 6 points become 10." in said
    assert traces(table) == before


def test_the_second_button_saves_what_the_first_page_had(table: Table, olga_client: Client) -> None:
    count(table)
    page = preview(olga_client, table, points_0=6, points_1=10, reason="Sides mixed up")
    olga_client.post(url(table, "correct"), form() | dict(page.context["carried"]))
    assert table.match.standing.score == "6–10"


def test_a_void_table_is_previewed_too(table: Table, olga_client: Client) -> None:
    count(table)
    address = reverse("preview_void", args=[table.event.slug, table.match.pk])
    said = text_of(olga_client.get(address, {"seen": 1, "reason": "Wrong people"}))
    assert "10–6 becomes void" in said
    assert "Pam: 10 points become 0." in said


def test_a_correction_that_changes_nothing_says_so(table: Table, olga_client: Client) -> None:
    count(table)
    said = text_of(preview(olga_client, table, points_0=10, points_1=6, reason="Same"))
    assert "Nothing but this score" in said


def test_an_impossible_score_is_refused_before_the_list(table: Table, olga_client: Client) -> None:
    count(table)
    response = preview(olga_client, table, points_0=400, points_1=10, reason="Typo")
    assert response.status_code == 422
    assert 'value="400"' in response.content.decode()


def test_a_side_that_did_not_play_has_forfeited(table: Table, olga_client: Client) -> None:
    body = form(seen=0, points_0=8, points_1=0, forfeited="1")
    olga_client.post(url(table, "record"), body)
    assert table.match.standing.reported.forfeited == (1,)


def test_a_player_cannot_say_who_did_not_play(table: Table, quinn_client: Client) -> None:
    address = reverse("slip", args=[table.event.slug, table.match.pk])
    body = form(seen=0, seating=table.round.version, points_0=8, points_1=0, forfeited="1")
    response = refused_untouched(quinn_client, address, body)
    assert response.status_code == 403
    assert "Only an organizer can say that a side did not play." in text_of(response)
