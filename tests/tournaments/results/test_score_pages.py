"""Scores as officials enter them: the grid and a match's own page."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Table, make_club, make_event, make_user, on_grid, on_phone, seat_table, slip
from tests.markup import squeezed
from tests.tournaments.pages.browsing import form, log_in, refused_untouched, text_of
from tournaments.clubs.models import Membership, Role
from tournaments.results import commands as results
from tournaments.results.models import Channel, ResultEntry
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match

Kind = ResultEntry.Kind


def grid_url(table: Table) -> str:
    return reverse("grid", args=[table.event.slug])


def row_form(match: Match, *points: Any, **more: Any) -> dict[str, Any]:
    scores = {f"points_{side}": value for side, value in enumerate(points)}
    return form(match=match.pk, seen=match.last_version, **scores) | more


def decide_url(table: Table, action: str) -> str:
    return reverse("decide", args=[table.event.slug, table.match.pk, action])


def match_form(table: Table, *points: Any, **more: Any) -> dict[str, Any]:
    return row_form(table.match, *points) | more


def kinds(table: Table) -> list[str]:
    return list(table.match.results.values_list("kind", flat=True))


def test_the_grid_has_a_row_for_each_table_of_the_open_round(table: Table, olga_client: Client) -> None:
    said = text_of(olga_client.get(grid_url(table)))
    assert "Pam & Ann" in said
    assert all(seat.name in said for match in table.round.matches.all() for seat in match.seats.all())


def test_the_grid_says_when_no_round_is_published(table: Table, olga_client: Client) -> None:
    rounds.unpublish_round(table.round.pk, context=on_grid(table.olga), expected_version=table.round.revision)
    said = text_of(olga_client.get(grid_url(table)))
    assert "No round is published" in said
    assert "Pam" not in said.replace("Pam's", "")


def test_the_grid_records_a_score(table: Table, olga_client: Client) -> None:
    response = olga_client.post(grid_url(table), row_form(table.match, 10, 6), follow=True)
    assert response.redirect_chain == [(grid_url(table), 302)]
    assert "Score saved for Table 1." in text_of(response)
    entry = table.match.results.get()
    assert (entry.kind, entry.score, entry.source, entry.user) == (Kind.RECORD, "10–6", Channel.GRID, table.olga)


def test_the_grid_does_a_form_sent_twice_once(table: Table, olga_client: Client) -> None:
    body = row_form(table.match, 10, 6)
    answers = [olga_client.post(grid_url(table), body) for _ in range(2)]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, grid_url(table))] * 2
    assert kinds(table) == [Kind.RECORD]


def test_the_grid_refuses_a_key_that_came_with_another_score(table: Table, olga_client: Client) -> None:
    body = row_form(table.match, 10, 6)
    olga_client.post(grid_url(table), body)
    response = refused_untouched(olga_client, grid_url(table), body | {"points_0": 9})
    assert response.status_code == 422
    assert "already sent" in text_of(response)


@pytest.mark.parametrize("key", ["", "not-a-key", "0", "12345678-1234-1234-1234-1234567890123"])
def test_the_grid_refuses_a_form_without_a_key(table: Table, olga_client: Client, key: str) -> None:
    response = refused_untouched(olga_client, grid_url(table), row_form(table.match, 10, 6, key=key))
    assert response.status_code == 422
    assert "The form is incomplete." in text_of(response)


@pytest.mark.parametrize(
    ("points", "why"),
    [
        ((40, 6), "hands"),
        (("", 6), "whole number"),
        (("ten", 6), "whole number"),
        ((-1, 6), "0 to 999"),
        (("9" * 5000, 6), "whole number"),
        ((1000, 6), "0 to 999"),
        (("1.5", 6), "whole number"),
        ((0, 0), "hands"),
    ],
)
def test_the_grid_brings_back_an_impossible_score_with_the_reason(
    table: Table, olga_client: Client, points: tuple[Any, Any], why: str
) -> None:
    response = refused_untouched(olga_client, grid_url(table), row_form(table.match, *points))
    body = squeezed(response.content.decode())
    assert response.status_code == 422
    assert why in text_of(response)
    assert f'name="points_1" form="form-{table.match.pk}" value="6"' in body or points == (0, 0)
    assert f'name="points_0" form="form-{table.match.pk}" value="{points[0]}"' in body


@pytest.mark.slow
def test_the_grid_shows_the_conflict_and_keeps_what_was_typed(table: Table, olga_client: Client) -> None:
    late = row_form(table.match, 7, 9)
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    response = refused_untouched(olga_client, grid_url(table), late)
    assert response.status_code == 409
    assert "Someone changed this while you had it open. Table 1 was reported as 10–6" in text_of(response)
    assert "Changed while you were typing" in text_of(response)
    assert f'name="points_0" form="form-{table.match.pk}" value="7"' in squeezed(response.content.decode())


@pytest.mark.parametrize("match", ["", "x", "-1", "0", "٣", "9" * 30])
def test_the_grid_refuses_a_table_that_is_none(table: Table, olga_client: Client, match: str) -> None:
    response = refused_untouched(olga_client, grid_url(table), row_form(table.match, 10, 6) | {"match": match})
    assert response.status_code in (404, 422)


@pytest.mark.parametrize(
    ("points", "label", "wrong", "to_do"),
    [
        ((99, 3), "Check this score", [0], "Correct the score"),
        ((3, 99), "Check this score", [1], "Correct the score"),
        (("", 3), "Check this score", [0], "Correct the score"),
        ((1, 2), "Check this score", [0, 1], "Correct the score"),
        ((99, 99), "Check this score", [0, 1], "Correct the score"),
        ((8, 8), "Tied", [], "Choose a side"),
    ],
)
def test_a_refused_row_says_what_is_wrong_where_and_what_to_do(
    table: Table, olga_client: Client, points: tuple[Any, Any], label: str, wrong: list[int], to_do: str
) -> None:
    response = refused_untouched(olga_client, grid_url(table), row_form(table.match, *points))
    body, said = response.content.decode(), text_of(response)
    row = body[body.index(f'id="row-{table.match.pk}"') : body.index("</tr>", body.index(f'id="row-{table.match.pk}"'))]
    boxes = re.findall(r"<input type=\"number\".*?>", squeezed(row))
    assert response.status_code == 422
    assert label in said
    assert f"{to_do} and press Enter." in said
    assert [side for side, box in enumerate(boxes) if "aria-invalid" in box] == wrong
    assert all(f'aria-describedby="error-{table.match.pk}"' in box for box in boxes)
    assert ("tie_winner" in row, 'data-state="refused"' in row) == (label == "Tied", True)


def test_a_level_score_brings_the_question_and_its_answer_is_taken(table: Table, olga_client: Client) -> None:
    response = refused_untouched(olga_client, grid_url(table), row_form(table.match, 8, 8))
    assert response.status_code == 422
    assert "Which side reached 8 first?" in text_of(response)
    assert response.content.decode().count('name="tie_winner"') == 2
    assert olga_client.post(grid_url(table), row_form(table.match, 8, 8, tie_winner="1")).status_code == 302
    assert table.match.standing
    assert table.match.standing.reported.winner == 1


def test_three_hands_at_a_table_can_be_typed_into_the_grid(db: None) -> None:
    table = seat_table(7, config={"short_table": "three_handed"})
    three = table.round.matches.get(table=2)
    olga = log_in(table.olga)
    page = olga.get(grid_url(table)).content.decode()
    assert page.count(f'form="form-{three.pk}"') == 3
    assert olga.post(grid_url(table), row_form(three, 9, 2, 1)).status_code == 302
    three.refresh_from_db()
    assert three.standing
    assert three.standing.score == "9–2–1"


def test_a_match_asks_who_won_a_tie_only_where_it_is_one(table: Table, olga_client: Client) -> None:
    path = reverse("match", args=[table.event.slug, table.match.pk])

    def parts(page: str) -> tuple[str, str, str]:
        sheet = page[page.index('class="score-sides"') : page.index("</form>", page.index('class="score-sides"'))]
        before, save, after = sheet.partition('class="form__actions"')
        assert save
        return sheet, before, after

    sheet, before, after = parts(olga_client.get(path).content.decode())
    assert ("tie_winner" in before, "tie_winner" in after) == (False, True)
    assert "<details open" not in squeezed(sheet)
    refused = olga_client.post(decide_url(table, "record"), match_form(table, 8, 8))
    assert refused.status_code == 422
    sheet, before, after = parts(refused.content.decode())
    assert ("tie_winner" in before, "tie_winner" in after) == (True, False)
    olga_client.post(decide_url(table, "record"), match_form(table, 8, 8, tie_winner="1"))
    sheet, before, after = parts(olga_client.get(path).content.decode())
    assert ("tie_winner" in before, "checked" in before) == (True, True)


def test_a_match_shows_who_forfeited_it(table: Table, olga_client: Client) -> None:
    path = reverse("match", args=[table.event.slug, table.match.pk])
    olga_client.post(decide_url(table, "record"), match_form(table, 8, 0, forfeited="1"))
    assert table.match.standing
    page = squeezed(olga_client.get(path).content.decode())
    assert "<details open><summary>Sides that forfeited" in page


def test_a_match_shows_every_version_and_who_did_it(table: Table, olga_client: Client) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    results.confirm_result(table.match.pk, context=on_phone(table.quinn), expected_version=1)
    results.correct_result(
        table.match.pk, slip(10, 5), reason="Misread", context=on_grid(table.olga), expected_version=2
    )
    said = text_of(olga_client.get(reverse("match", args=[table.event.slug, table.match.pk])))
    for words in ("10–6 reported by Pam", "10–6 confirmed by Quinn", "10–5 corrected by Olga", "Misread"):
        assert words in said


DONE = {
    "record": "Score saved for Table 1.",
    "confirm": "Result for Table 1 set to 10–6.",
    "correct": "Score for Table 1 corrected to 9–3.",
    "void": "Result for Table 1 voided.",
}
"""What the page says after each decision."""


@pytest.mark.parametrize(
    ("action", "before", "kind"),
    [
        ("record", "open", Kind.RECORD),
        ("confirm", "claimed", Kind.CONFIRM),
        ("correct", "counts", Kind.CORRECTION),
        ("void", "counts", Kind.VOID),
        ("void", "open", Kind.VOID),
        ("record", "disputed", Kind.RECORD),
    ],
)
def test_an_organizer_decides_and_reads_what_was_done(
    table: Table, olga_client: Client, action: str, before: str, kind: str
) -> None:
    bring_to(table, before)
    body = match_form(table, 9, 3, reason="Looked at the paper")
    answers = [olga_client.post(decide_url(table, action), body, follow=True) for _ in range(2)]
    assert [DONE[action] in text_of(answer) for answer in answers] == [True, True]
    assert kinds(table)[-1] == kind
    assert table.match.last_version == len(kinds(table))
    assert table.match.state == ("void" if action == "void" else "standing")


def bring_to(table: Table, state: str) -> None:
    if state in ("claimed", "disputed"):
        results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    if state == "disputed":
        results.record_result(table.match.pk, slip(6, 10), context=on_phone(table.quinn))
    if state == "counts":
        results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))


@pytest.mark.parametrize("action", ["record", "confirm", "correct", "void"])
@pytest.mark.parametrize(
    ("changed", "status"),
    [({"key": ""}, 422), ({"seen": ""}, 422), ({"seen": "x"}, 422), ({"seen": "-1"}, 422), ({"seen": "7"}, 409)],
)
def test_a_decision_needs_its_key_and_the_version_it_saw(
    table: Table, olga_client: Client, action: str, changed: dict[str, str], status: int
) -> None:
    bring_to(table, "counts" if action in ("correct", "void") else "claimed")
    body = match_form(table, 9, 3, reason="Looked at the paper")
    response = refused_untouched(olga_client, decide_url(table, action), body | changed)
    assert response.status_code == status
    assert 'name="points_0" value="9"' in squeezed(response.content.decode())


@pytest.mark.parametrize(
    ("reason", "why"),
    [
        ("", "Enter a short reason"),
        ("   ", "Enter a short reason"),
        ("long" * 51, "200 characters"),
        ("nul\0", "can’t use"),
    ],
)
@pytest.mark.parametrize("action", ["correct", "void"])
def test_a_correction_without_a_good_reason_is_refused(
    table: Table, olga_client: Client, action: str, reason: str, why: str
) -> None:
    bring_to(table, "counts")
    response = refused_untouched(olga_client, decide_url(table, action), match_form(table, 9, 3, reason=reason))
    assert response.status_code == 422
    assert why in text_of(response)


def test_nothing_can_be_decided_about_a_draft(table: Table, olga_client: Client) -> None:
    rounds.unpublish_round(table.round.pk, context=on_grid(table.olga), expected_version=table.round.revision)
    response = refused_untouched(olga_client, decide_url(table, "record"), match_form(table, 9, 3))
    assert response.status_code == 409
    assert "This round isn’t published." in text_of(response)


def test_a_match_is_found_at_its_own_event_alone(table: Table, olga_client: Client) -> None:
    """All addresses for all roles: tests/tournaments/pages/test_permissions.py."""
    otis = make_user("Otis")
    other = make_event(make_club(otis, "Oak Hill"), otis)
    Membership.objects.create(club=other.club, player=table.olga.player, role=Role.SCORER)
    assert olga_client.get(reverse("match", args=[table.event.slug, table.match.pk])).status_code == 200
    assert olga_client.get(reverse("match", args=[other.slug, table.match.pk])).status_code == 404
