"""The slip as data: what the queue on the phone asks for and what it may call saved."""

from typing import Any

from django.test import Client
from django.urls import reverse

from tests.cast import Table, on_grid, on_phone, slip
from tests.tournaments.pages.browsing import form, slip_form, text_of
from tournaments.results import commands as results
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Seat


def slip_url(table: Table) -> str:
    return reverse("slip", args=[table.event.slug, table.match.pk])


def seat_url(table: Table) -> str:
    return reverse("my_seat", args=[table.event.slug])


class TestSlipAsData:
    """What the script on the phone asks for: the same view and action, answered with data."""

    def post(self, phone: Client, table: Table, body: dict[str, Any]) -> Any:
        return phone.post(slip_url(table), body, headers={"accept": "application/json"})

    def test_saved_is_said_after_it_was_saved(self, table: Table, pam_client: Client) -> None:
        body = slip_form(table.match, 10, 6)
        answers = [self.post(pam_client, table, body) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 200]
        said = {
            "state": "saved",
            "message": "Saved: 10–6. Waiting for the other side to confirm.",
            "seat": seat_url(table),
        }
        assert answers[0].json() == answers[1].json() == said
        assert table.match.results.count() == 1
        assert "Saved" not in text_of(pam_client.get(reverse("standings", args=[table.event.slug]))), (
            "no message is left over"
        )

    def test_stale_comes_with_the_present_state(self, table: Table, pam_client: Client) -> None:
        body = slip_form(table.match, 10, 6)
        results.record_result(table.match.pk, slip(9, 7), context=on_phone(table.ann))
        answer = self.post(pam_client, table, body)
        said = answer.json()
        assert (answer.status_code, said["state"], said["may_repeat"], said["is_open"]) == (409, "decision", True, True)
        assert said["present"] == "Table 1 was reported as 9–7 by Ann. Status: waiting for the other side."
        assert (said["seen"], said["seating"]) == (1, 1)
        assert self.post(pam_client, table, body | {"key": form()["key"], "seen": said["seen"]}).status_code == 200

    def test_impossible_is_said_and_cannot_be_repeated(self, table: Table, pam_client: Client) -> None:
        answer = self.post(pam_client, table, slip_form(table.match, 99, 0))
        assert answer.status_code == 422
        assert answer.json()["may_repeat"] is False
        assert "8 hands make at most 32" in answer.json()["message"]

    def test_what_counts_is_closed(self, table: Table, pam_client: Client) -> None:
        body = slip_form(table.match, 7, 9)
        results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
        said = self.post(pam_client, table, body).json()
        assert (said["is_open"], said["present"]) == (False, "Table 1: the result is 10–6, recorded by Olga.")

    def test_looking_gives_a_new_token_and_the_state(self, table: Table, pam_client: Client) -> None:
        said = pam_client.get(slip_url(table), headers={"accept": "application/json"}).json()
        assert said["present"] == "Table 1: no score yet."
        assert len(said["csrf"]) > 30

    def test_a_score_typed_by_another_user_is_not_sent_as_your_own(self, table: Table, pam_client: Client) -> None:
        before = table.match.results.count()
        answer = self.post(pam_client, table, slip_form(table.match, 10, 6, player=table.quinn.pk))
        assert answer.status_code == 403
        assert (
            "Another player entered this score. Pam is using this phone now. To send the score, the other player "
            "has to open their link or log in again."
        ) in answer.json()["message"]
        assert table.match.results.count() == before
        assert self.post(pam_client, table, slip_form(table.match, 10, 6, player=table.pam.pk)).status_code == 200

    def test_a_slip_that_is_gone_says_where_to_go(self, table: Table, pam_client: Client) -> None:
        old, body = slip_url(table), slip_form(table.match, 10, 6)
        row = rounds.unpublish_round(table.round.pk, context=on_grid(table.olga), expected_version=table.round.revision)
        row = rounds.draw_round(table.stage.pk, 1, context=on_grid(table.olga), expected_version=row.revision)
        rounds.publish_round(row.pk, context=on_grid(table.olga), expected_version=row.revision)
        answer = pam_client.post(old, body, headers={"accept": "application/json"})
        now = Seat.objects.get(round=row, player=table.pam)
        said = {"state": "decision", "message": f"Check your seat: you’re at table {now.match.table}, {now.compass}."}
        assert answer.status_code == 404
        assert answer.json() == said | {"seat": seat_url(table)}
        assert said["message"] in text_of(pam_client.get(old))
