"""The field that takes the code of a printed slip to its line in the grid."""

from typing import Any

from django.test import Client
from django.urls import reverse

from tests.cast import Table, on_grid, slip
from tests.tournaments.pages.browsing import Answer, text_of
from tournaments.printing.slip_codes import Place, code_of
from tournaments.results import commands as results


def find(client: Client, table: Table, code: str, **more: Any) -> Answer:
    return client.get(reverse("find_slip", args=[table.event.slug]), {"code": code}, **more)


def code(table: Table, number: int) -> str:
    return code_of(table.event.pk, Place(0, number))


def test_the_grid_has_the_field(table: Table, olga_client: Client) -> None:
    assert 'name="code"' in olga_client.get(reverse("grid", args=[table.event.slug])).content.decode()


def test_a_code_leads_to_its_line(table: Table, olga_client: Client) -> None:
    line = f"{reverse('grid', args=[table.event.slug])}#row-{table.match.pk}"
    assert find(olga_client, table, code(table, 1).lower())["Location"] == line
    assert find(olga_client, table, "1")["Location"] == line


def test_where_scripts_run_the_answer_names_the_line(table: Table, olga_client: Client) -> None:
    answer = find(olga_client, table, code(table, 1), headers={"HX-Request": "true"})
    assert f'data-go="row-{table.match.pk}"' in answer.content.decode()


def test_a_table_that_has_its_result_says_so(table: Table, olga_client: Client) -> None:
    results.record_result(table.match.pk, slip(8, 1), context=on_grid(table.olga))
    answer = find(olga_client, table, code(table, 1))
    assert "Table 1 in round 1 already has a result: 8–1." in text_of(answer)
    assert reverse("match", args=[table.event.slug, table.match.pk]) in answer.content.decode()


def test_a_mistyped_code_stays_in_the_field_with_the_reason(table: Table, olga_client: Client) -> None:
    right = code(table, 1)
    wrong = right[1] + right[0] + right[2:] if right[0] != right[1] else right[:3] + ("B" if right[3] != "B" else "C")
    answer = find(olga_client, table, wrong)
    assert answer.status_code == 422
    assert f"No slip has the code {wrong}. Compare each letter with the slip." in text_of(answer)
    assert f'value="{wrong}"' in answer.content.decode()


def test_before_the_first_round_there_is_nothing_to_find(table: Table, olga_client: Client) -> None:
    table.round.status = "draft"
    table.round.save()
    assert find(olga_client, table, "1").status_code == 422
