"""The button on a phone, the call on the console, and the count on the organizers' other pages; without scripts."""

import uuid
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games import limits
from games.limits import Limit
from tests.cast import Table, context_of, make_user, on_phone
from tests.tournaments.pages.browsing import finish_round, form, log_in, text_of
from tournaments.access.wall_code import code_on, hang_code
from tournaments.calls.commands import answer_call, call_organizer
from tournaments.calls.models import Call
from tournaments.clubs.models import Membership, Role


def path(table: Table, name: str, *args: Any) -> str:
    return reverse(name, args=[table.event.slug, *args])


def press(client: Client, table: Table, **fields: str) -> Any:
    return client.post(path(table, "call_organizer", table.match.pk), form(**fields), follow=True)


class TestPhones:
    def test_the_seat_card_and_the_slip_have_the_button(self, table: Table, quinn_client: Client) -> None:
        for page in (path(table, "my_seat"), path(table, "slip", table.match.pk)):
            said = quinn_client.get(page).content.decode()
            assert f'action="{path(table, "call_organizer", table.match.pk)}"' in said, page
            assert "Call the organizer" in said

    @pytest.mark.parametrize("client", ["pam_client", "quinn_client"])
    def test_pressing_it_is_confirmed_and_can_be_canceled(
        self, table: Table, client: str, request: pytest.FixtureRequest
    ) -> None:
        phone: Client = request.getfixturevalue(client)
        said = text_of(press(phone, table, reason="rules"))
        assert "Organizer called." in said
        assert "Your table called an organizer. Rules question" in said
        assert "Call the organizer" not in said
        said = text_of(phone.post(path(table, "cancel_call", table.match.pk), form(), follow=True))
        assert "Call canceled." in said
        assert Call.objects.get().status == Call.Status.CANCELLED

    def test_a_name_taken_by_the_code_on_the_wall_calls_too(self, table: Table) -> None:
        hang_code(table.event.pk, context=context_of(table.olga))
        phone = Client()
        phone.post(path(table, "come_in", code_on(table.event)), form(player=table.ann.pk))
        assert "Organizer called." in text_of(press(phone, table))
        assert Call.objects.get().player == table.ann

    @pytest.mark.heavy
    def test_from_the_slip_it_goes_on_with_the_slip(self, table: Table, quinn_client: Client) -> None:
        answer = press(quinn_client, table, **{"from": "slip"})
        assert answer.redirect_chain == [(path(table, "slip", table.match.pk), 302)]

    def test_the_other_phones_of_the_table_read_it_too(
        self, table: Table, quinn_client: Client, pam_client: Client
    ) -> None:
        press(quinn_client, table)
        assert "Your table called an organizer." in text_of(pam_client.get(path(table, "my_seat")))
        answer_call(Call.objects.get().pk, context=context_of(table.olga))
        for client in (quinn_client, pam_client):
            assert "Olga is on the way." in text_of(client.get(path(table, "slip", table.match.pk)))

    def test_a_reason_that_is_none_and_too_many_words_are_refused(self, table: Table, quinn_client: Client) -> None:
        assert "Choose a reason from the list" in text_of(press(quinn_client, table, reason="thirst"))
        assert "at most 80 characters" in text_of(press(quinn_client, table, words="x" * 81))
        assert not Call.objects.exists()

    def test_after_the_round_there_is_no_button_and_a_late_press_says_so(
        self, table: Table, quinn_client: Client
    ) -> None:
        finish_round(table.stage, table.olga)
        assert "Call the organizer" not in text_of(quinn_client.get(path(table, "my_seat")))
        assert "Call the organizer" not in text_of(quinn_client.get(path(table, "slip", table.match.pk)))
        assert "Round 1 isn’t being played" in text_of(press(quinn_client, table))

    def test_a_scorer_who_has_no_seat_has_no_button(self, table: Table) -> None:
        Membership.objects.create(club=table.event.club, player=table.sam.player, role=Role.SCORER)
        client = log_in(table.sam)
        assert "Call the organizer" not in text_of(client.get(path(table, "slip", table.match.pk)))
        assert press(client, table).status_code == 404

    def test_a_flood_of_calls(
        self,
        table: Table,
        quinn_client: Client,
        pam_client: Client,
        settings: Any,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        settings.FLOOD_LIMITS = True
        monkeypatch.setattr(limits, "CALLS", Limit(f"test-{uuid.uuid4()}", 2, 60))
        for _ in range(2):
            press(quinn_client, table)
            quinn_client.post(path(table, "cancel_call", table.match.pk), form())
        answer = press(quinn_client, table)
        assert (answer.status_code, answer["Retry-After"]) == (429, "60")
        assert "Wait 60 seconds" in text_of(answer)
        assert "Organizer called." in text_of(press(pam_client, table)), "the others are not counted with her"
        cache.clear()


class TestOrganizers:
    def test_the_console_shows_the_table_the_names_the_reason_and_since_when(
        self, table: Table, olga_client: Client
    ) -> None:
        call = call_organizer(table.match.pk, "other", "Wobbly table", context=on_phone(table.quinn))
        answer = olga_client.get(path(table, "console"))
        page, said = answer.content.decode(), text_of(answer)
        assert "Tables that need you Table 1 Wobbly table" in said
        assert "Pam & Ann against Quinn & Bob" in said
        assert "Quinn has been waiting 0 min" in said
        assert f'data-alert="call-{call.pk}"' in page
        assert 'data-alert-words="Table 1 is calling an organizer."' in page

    def test_on_my_way_and_done(self, table: Table, olga_client: Client) -> None:
        call = call_organizer(table.match.pk, "", "", context=on_phone(table.quinn))
        said = text_of(olga_client.post(path(table, "answer_call", call.pk, "coming"), form(), follow=True))
        assert "Table 1 knows you’re on the way." in said
        assert "Olga is on the way" in said
        assert "On my way" not in said
        said = text_of(olga_client.post(path(table, "answer_call", call.pk, "done"), form(), follow=True))
        assert "Call from Table 1 marked as done." in said
        assert "Tables that need you" not in said

    def test_an_organizer_who_is_slower_reads_what_happened(self, table: Table, olga_client: Client) -> None:
        oscar = make_user("Oscar")
        Membership.objects.create(club=table.event.club, player=oscar.player, role=Role.ORGANIZER)
        call = call_organizer(table.match.pk, "", "", context=on_phone(table.quinn))
        answer_call(call.pk, context=context_of(oscar))
        answer = olga_client.post(path(table, "answer_call", call.pk, "coming"), form())
        assert answer.status_code == 409
        assert "Someone is already on the way to Table 1." in text_of(answer)
        assert "Oscar is on the way" in text_of(answer)

    def test_the_other_pages_count_the_calls_and_follow_them(self, table: Table, olga_client: Client) -> None:
        shown = {name: path(table, name) for name in ("check_in", "stages", "journal", "console")}
        for page in shown.values():
            assert f'hx-get="{path(table, "calls")}"' in olga_client.get(page).content.decode()
        call_organizer(table.match.pk, "", "", context=on_phone(table.quinn))
        for page in (*shown.values(), path(table, "calls")):
            assert "1 table calling" in text_of(olga_client.get(page)), page

    def test_the_api_says_since_when(self, table: Table, olga_client: Client) -> None:
        call = call_organizer(table.match.pk, "", "", context=on_phone(table.quinn))
        number = table.round.pk
        found = Client().get(f"/api/v1/events/{table.event.slug}/rounds/{number}/").json()["matches"]
        assert [bool(one["called_at"]) for one in found] == [True, False]
        one = Client().get(f"/api/v1/events/{table.event.slug}/matches/{table.match.pk}/").json()
        assert one["called_at"].startswith(call.at.isoformat()[:19])
