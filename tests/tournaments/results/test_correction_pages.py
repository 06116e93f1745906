"""What a correction would change is shown before it is saved."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.cast import Table, on_grid, slip, traces
from tests.markup import squeezed
from tests.tournaments.pages.browsing import form, refused_untouched, text_of
from tournaments.results import commands as results


def preview(client: Client, table: Table, **asked: Any) -> Any:
    return client.get(reverse("preview", args=[table.event.slug, table.match.pk]), {"seen": 1} | asked)


def url(table: Table, action: str) -> str:
    return reverse("decide", args=[table.event.slug, table.match.pk, action])


def count(table: Table) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))


def test_the_list_comes_before_anything_is_saved(table: Table, olga_client: Client) -> None:
    count(table)
    before = traces(table)
    said = text_of(preview(olga_client, table, points_0=6, points_1=10, reason="Sides mixed up"))
    assert "10–6 becomes 6–10" in said
    assert "Your change isn’t saved yet." in said
    assert "Pam: from 10 to 6 points." in said
    assert "Quinn: from 6 to 10 points." in said
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
    assert "Pam: from 10 to 0 points." in said


def test_a_correction_that_changes_nothing_says_so(table: Table, olga_client: Client) -> None:
    count(table)
    said = text_of(preview(olga_client, table, points_0=10, points_1=6, reason="Same"))
    assert "Only this score changes. No other results depend on it" in said


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
    assert "Only an organizer can record a forfeit." in text_of(response)


def test_the_form_begins_with_the_score_that_counts(table: Table, olga_client: Client) -> None:
    count(table)
    assert present(olga_client.get(page_of(table))) == (["10", "6"], [])


def test_a_forfeit_and_the_winner_of_a_tie_are_kept_in_the_form(table: Table, olga_client: Client) -> None:
    results.record_result(table.match.pk, slip(8, 0, forfeited=(1,)), context=on_grid(table.olga))
    assert present(olga_client.get(page_of(table))) == (["8", "0"], [("forfeited", "1")])
    tied = slip(7, 7, tie_winner=1)
    results.correct_result(table.match.pk, tied, reason="Misread", context=on_grid(table.olga), expected_version=1)
    assert present(olga_client.get(page_of(table))) == (["7", "7"], [("tie_winner", "1")])


def test_before_there_is_a_score_the_form_is_empty(table: Table, olga_client: Client) -> None:
    assert present(olga_client.get(page_of(table))) == (["", ""], [])


def test_what_was_typed_comes_before_what_counts(table: Table, olga_client: Client) -> None:
    count(table)
    response = preview(olga_client, table, points_0=400, points_1=10, forfeited="", reason="Typo")
    assert present(response) == (["400", "10"], [])


def test_a_refused_void_leaves_the_score_in_the_form(table: Table, olga_client: Client) -> None:
    count(table)
    response = refused_untouched(olga_client, url(table, "void"), form(seen=1, reason=""))
    assert present(response) == (["10", "6"], [])


def test_each_button_says_what_it_does(table: Table, olga_client: Client) -> None:
    count(table)
    said = buttons(olga_client.get(page_of(table)))
    assert {"Preview changes", "Preview voided result", "Reopen table"} <= set(said)
    assert len(said) == len(set(said))
    asked = {"seen": 1, "reason": "Wrong people"}
    void = olga_client.get(reverse("preview_void", args=[table.event.slug, table.match.pk]), asked)
    assert "Void result" in buttons(void)


def test_a_reopened_table_says_that_its_score_is_gone(table: Table, olga_client: Client) -> None:
    count(table)
    said = text_of(olga_client.post(url(table, "reopen"), form(seen=1), follow=True))
    assert "Score for Table 1 removed." in said
    assert "Score saved" not in said


def test_a_reopened_correction_says_what_counts_again(table: Table, olga_client: Client) -> None:
    count(table)
    results.correct_result(
        table.match.pk, slip(6, 10), reason="Mixed up", context=on_grid(table.olga), expected_version=1
    )
    said = text_of(olga_client.post(url(table, "reopen"), form(seen=2), follow=True))
    assert "Table 1 reopened. The result is 10–6 again." in said


def page_of(table: Table) -> str:
    return reverse("match", args=[table.event.slug, table.match.pk])


def present(response: Any) -> tuple[list[str], list[tuple[str, str]]]:
    """The points in the form, and what is ticked or chosen in it."""
    page = squeezed(response.content.decode())
    points = re.findall(r'name="points_\d" value="(\w*)"', page)
    return points, re.findall(r'name="(forfeited|tie_winner)" value="(\d)" checked', page)


def buttons(response: Any) -> list[str]:
    """The words of the buttons of the page's own forms."""
    main = response.content.decode().partition("<main")[2].partition("</main")[0]
    found = re.findall(r"<button class=[^>]*>(.*?)</button>", main, re.DOTALL)
    return [" ".join(one.split()) for one in found]
