"""What waits for the organizer is resolved on the console itself: accepted, decided, entered, taken back."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Table, on_grid, on_phone, slip
from tests.markup import squeezed
from tests.tournaments.pages.browsing import form, refused_untouched, text_of
from tournaments.results import commands as results
from tournaments.results.models import ResultEntry

Kind = ResultEntry.Kind


def console(table: Table) -> str:
    return reverse("console", args=[table.event.slug])


def decide(table: Table, action: str) -> str:
    return reverse("decide", args=[table.event.slug, table.match.pk, action])


def console_form(table: Table, **more: Any) -> dict[str, Any]:
    """A form of the console about the table as it is now."""
    return form(**{"from": "console", "seen": table.match.last_version}) | more


def claim(table: Table) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))


def dispute(table: Table) -> None:
    claim(table)
    results.record_result(table.match.pk, slip(6, 10), context=on_phone(table.quinn))


def test_accepted_it_leaves_the_list(table: Table, olga_client: Client) -> None:
    claim(table)
    response = olga_client.post(decide(table, "confirm"), console_form(table), follow=True)
    assert response.redirect_chain == [(console(table), 302)]
    assert "Needs a decision" not in text_of(response)
    assert table.match.standing


def test_a_page_that_refreshes_itself_does_not_use_up_the_message(table: Table, olga_client: Client) -> None:
    claim(table)
    olga_client.post(decide(table, "confirm"), console_form(table))
    behind_the_scenes = {"HX-Request": "true", "HX-Trigger": "live"}
    assert "Result for Table 1 set to 10–6." not in text_of(olga_client.get(console(table), headers=behind_the_scenes))
    assert "Result for Table 1 set to 10–6." in text_of(olga_client.get(console(table)))


def test_one_of_two_scores_is_chosen_by_its_version(table: Table, olga_client: Client) -> None:
    dispute(table)
    assert olga_client.post(decide(table, "choose"), console_form(table, claim=2)).status_code == 302
    assert table.match.standing
    assert (table.match.standing.kind, table.match.standing.score) == (Kind.RECORD, "6–10")


def test_what_is_no_claim_cannot_be_chosen(table: Table, olga_client: Client) -> None:
    claim(table)
    results.dispute_result(table.match.pk, context=on_phone(table.quinn), expected_version=1)
    for version, status in (("2", 404), ("9", 404), ("x", 422), ("", 422)):
        response = refused_untouched(olga_client, decide(table, "choose"), console_form(table, claim=version))
        assert response.status_code == status


def test_a_score_typed_here_counts(table: Table, olga_client: Client) -> None:
    assert olga_client.post(decide(table, "record"), console_form(table, points_0=10, points_1=6))[
        "Location"
    ] == console(table)
    assert table.match.standing


def test_what_is_refused_comes_back_with_what_was_typed_and_the_reason(table: Table, olga_client: Client) -> None:
    for points, why in (((40, 6), "hands"), ((8, 8), "If tied: First to reach the score")):
        body = console_form(table, points_0=points[0], points_1=points[1])
        response = refused_untouched(olga_client, decide(table, "record"), body)
        assert response.status_code == 422
        assert why in text_of(response)
        assert f'name="points_0" value="{points[0]}"' in squeezed(response.content.decode())
        assert "Next Round 1 is under way." in text_of(response)


def test_the_slower_organizer_reads_who_was_faster(table: Table, olga_client: Client) -> None:
    claim(table)
    late = console_form(table)
    results.confirm_result(table.match.pk, context=on_phone(table.quinn), expected_version=1)
    response = refused_untouched(olga_client, decide(table, "confirm"), late)
    assert response.status_code == 409
    assert "Table 1: the result is 10–6, confirmed by Quinn." in text_of(response)


def test_a_scorer_has_no_console_to_come_back_to(table: Table, pam_client: Client) -> None:
    table.event.club.memberships.filter(player=table.pam).update(role="scorer")
    response = pam_client.post(decide(table, "record"), console_form(table, points_0=10, points_1=6))
    assert response["Location"] == reverse("match", args=[table.event.slug, table.match.pk])


def test_a_decision_is_taken_back_on_the_tables_page(table: Table, olga_client: Client) -> None:
    claim(table)
    results.confirm_result(table.match.pk, context=on_grid(table.olga), expected_version=1)
    page = reverse("match", args=[table.event.slug, table.match.pk])
    assert "Reopen table" in text_of(olga_client.get(page))
    said = text_of(olga_client.post(decide(table, "reopen"), form(seen=2), follow=True))
    assert table.match.state == "waiting"
    assert "decision undone by Olga" in said
    assert "Table 1 reopened. Decide on the reported scores again." in said
    assert "Reopen table" not in said
    refused = refused_untouched(olga_client, decide(table, "reopen"), form(seen=3))
    assert "Table 1 has no decision to undo" in text_of(refused)


@pytest.mark.slow
def test_a_correction_is_three_taps_from_the_console_and_the_old_score_stays_to_be_read(
    table: Table, olga_client: Client
) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    page = reverse("match", args=[table.event.slug, table.match.pk])
    assert f'href="{page}"' in olga_client.get(console(table)).content.decode()
    said = text_of(olga_client.get(page))
    assert "The result is 10–6 , recorded by Olga" in said
    preview = olga_client.get(
        reverse("preview", args=[table.event.slug, table.match.pk]),
        {"seen": 1, "points_0": 6, "points_1": 10, "reason": "Sides mixed up"},
    )
    assert "10–6 becomes 6–10" in text_of(preview)
    said = text_of(olga_client.post(decide(table, "correct"), form() | dict(preview.context["carried"]), follow=True))
    assert "6–10 corrected by Olga, web page: Sides mixed up" in said
    assert "10–6 recorded by Olga" in said
    log = text_of(olga_client.get(reverse("journal", args=[table.event.slug])))
    assert "Olga corrected the score at table 1 in round 1 from 10–6 to 6–10 (Sides mixed up)." in log
