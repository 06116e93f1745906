"""The player's phone: the seat, the slip, and the answer to the other side's slip."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.cast import Table, on_grid, on_phone, seat_table, slip
from tests.markup import squeezed
from tests.tournaments.pages.browsing import form, log_in, refused_untouched, slip_form, text_of, visitor, with_link
from tournaments.access.models import Pass
from tournaments.results import commands as results
from tournaments.results.models import Channel, ResultEntry
from tournaments.rounds import commands as rounds

Kind = ResultEntry.Kind


def slip_url(table: Table) -> str:
    return reverse("slip", args=[table.event.slug, table.match.pk])


def seat_url(table: Table) -> str:
    return reverse("my_seat", args=[table.event.slug])


def answer_url(table: Table, answer: str) -> str:
    return reverse("answer_slip", args=[table.event.slug, table.match.pk, answer])


class TestSeat:
    def test_it_shows_the_table_the_chair_and_the_names(self, table: Table, pam_client: Client) -> None:
        said = text_of(pam_client.get(seat_url(table)))
        assert "Table 1 · North with Ann against Quinn & Bob" in said
        assert "Enter the score" in said

    def test_a_draft_is_not_shown(self, table: Table, pam_client: Client) -> None:
        rounds.unpublish_round(table.round.pk, context=on_grid(table.olga), expected_version=table.round.revision)
        said = text_of(pam_client.get(seat_url(table)))
        assert "No seat yet" in said
        assert "Quinn" not in said

    def test_a_new_seating_says_that_it_is_new(self, table: Table, pam_client: Client) -> None:
        publish_again(table)
        assert "new seating, version 2" in text_of(pam_client.get(seat_url(table)))

    def test_a_player_who_sits_out_reads_it(self, db: None) -> None:
        table = seat_table(9)
        resting = table.round.byes.get().entry.players.get()
        said = text_of(with_link(table.event, table.olga, resting).get(seat_url(table)))
        assert "You sit out round 1" in said

    def test_scores_appear_on_the_card_of_the_night(self, table: Table, pam_client: Client) -> None:
        results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
        assert "Result: 10–6" in text_of(pam_client.get(seat_url(table)))

    def test_a_stranger_reads_what_to_do(self, table: Table) -> None:
        assert "Ask an organizer for your personal link" in text_of(visitor().get(seat_url(table)))


def publish_again(table: Table) -> None:
    row = rounds.unpublish_round(table.round.pk, context=on_grid(table.olga), expected_version=table.round.revision)
    rounds.publish_round(row.pk, context=on_grid(table.olga), expected_version=row.revision)


class TestSlip:
    def test_it_is_kept_until_the_other_side_agrees(
        self, table: Table, pam_client: Client, quinn_client: Client
    ) -> None:
        response = pam_client.post(slip_url(table), slip_form(table.match, 10, 6), follow=True)
        assert response.redirect_chain == [(seat_url(table), 302)]
        assert "Saved: 10–6. Waiting for the other side to confirm." in text_of(response)
        said = text_of(quinn_client.get(slip_url(table)))
        assert "The other side says 6–10 . Is that right? Pam & Ann won 10 to 6 against Quinn & Bob." in said
        assert "Your side’s points come first." in said
        answer = quinn_client.post(answer_url(table, "confirm"), form(seen=1), follow=True)
        assert "Score confirmed." in text_of(answer)
        entries = list(table.match.results.values_list("kind", "source", "player"))
        slips = Channel.SLIP
        assert entries == [(Kind.CLAIM, slips, table.pam.pk), (Kind.CONFIRM, slips, table.quinn.pk)]

    def test_hands_are_kept_with_the_score(self, table: Table, pam_client: Client) -> None:
        hands = [[0, 4, True], [1, 1, False]] + [[0, 1, False]] * 6
        assert (
            pam_client.post(slip_url(table), slip_form(table.match, 10, 1, hands=str(hands).lower())).status_code == 302
        )
        assert table.match.results.get().slip["hands"] == hands

    def test_a_form_sent_twice_is_one_slip_and_the_same_answer(self, table: Table, pam_client: Client) -> None:
        body = slip_form(table.match, 10, 6)
        answers = [pam_client.post(slip_url(table), body) for _ in range(2)]
        assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, seat_url(table))] * 2
        assert table.match.results.count() == 1

    @pytest.mark.slow
    def test_the_same_score_from_the_other_side_confirms(
        self, table: Table, pam_client: Client, quinn_client: Client
    ) -> None:
        for phone in (pam_client, quinn_client):
            assert phone.post(slip_url(table), slip_form(table.match, 10, 6)).status_code == 302
        assert table.match.state == "standing"

    def test_a_different_score_is_shown_side_by_side(
        self, table: Table, pam_client: Client, quinn_client: Client
    ) -> None:
        pam_client.post(slip_url(table), slip_form(table.match, 10, 6))
        quinn_client.post(slip_url(table), slip_form(table.match, 6, 10))
        said = text_of(pam_client.get(slip_url(table)))
        assert "The other side says 6–10" in said
        assert "Your side reported 10–6" in said
        assert "An organizer will decide" in said
        assert table.match.state == "disputed"

    @pytest.mark.slow
    def test_scores_are_said_with_the_own_side_first(
        self, table: Table, pam_client: Client, quinn_client: Client
    ) -> None:
        pam_client.post(slip_url(table), slip_form(table.match, 10, 4))
        assert "The other side says 4–10" in text_of(quinn_client.get(slip_url(table)))
        answer = text_of(quinn_client.post(slip_url(table), slip_form(table.match, 9, 4), follow=True))
        assert "Saved: 4–9. The 2 sides don’t agree, so an organizer will decide." in answer
        assert "Waiting for the other side to confirm" not in answer
        assert "Your side reported 4–9" in text_of(quinn_client.get(slip_url(table)))
        assert "The other side says 9–4" in text_of(pam_client.get(slip_url(table)))
        results.record_result(table.match.pk, slip(9, 4), context=on_grid(table.olga))
        for phone, score in ((pam_client, "9–4"), (quinn_client, "4–9")):
            said = text_of(phone.get(seat_url(table)))
            assert f"Result: {score}" in said
            assert said.count(score) > 1, "on the card of the night as well"
            assert f"The result is {score}" in text_of(phone.get(slip_url(table)))

    @pytest.mark.slow
    def test_who_said_that_it_is_wrong_reads_so_and_no_second_score(
        self, table: Table, pam_client: Client, quinn_client: Client
    ) -> None:
        pam_client.post(slip_url(table), slip_form(table.match, 10, 4))
        quinn_client.post(answer_url(table, "dispute"), form(seen=1))
        theirs, own = text_of(quinn_client.get(slip_url(table))), text_of(pam_client.get(slip_url(table)))
        assert "Your side disputed this score. An organizer will decide, or you can enter your own score." in theirs
        assert "The other side disputes this score. An organizer will decide, or you can change it below." in own
        assert "The scores don’t match" not in theirs + own
        quinn_client.post(slip_url(table), slip_form(table.match, 9, 4))
        assert "The scores don’t match." in text_of(quinn_client.get(slip_url(table)))

    def test_a_dispute_without_a_score_waits_for_the_organizer(
        self, table: Table, pam_client: Client, quinn_client: Client
    ) -> None:
        pam_client.post(slip_url(table), slip_form(table.match, 10, 6))
        response = quinn_client.post(answer_url(table, "dispute"), form(seen=1), follow=True)
        assert "An organizer will decide the score." in text_of(response)
        assert table.match.state == "disputed"

    def test_ones_own_side_cannot_confirm(self, table: Table, pam_client: Client) -> None:
        pam_client.post(slip_url(table), slip_form(table.match, 10, 6))
        response = refused_untouched(pam_client, answer_url(table, "confirm"), form(seen=1))
        assert response.status_code == 403
        assert "a player on the other side has to confirm it" in text_of(response)

    def test_an_answer_to_what_has_changed_is_refused(
        self, table: Table, pam_client: Client, quinn_client: Client
    ) -> None:
        pam_client.post(slip_url(table), slip_form(table.match, 10, 6))
        pam_client.post(slip_url(table), slip_form(table.match, 9, 7))
        response = refused_untouched(quinn_client, answer_url(table, "confirm"), form(seen=1))
        assert response.status_code == 409
        assert "was reported as 7–9 by Pam" in text_of(response)

    @pytest.mark.parametrize(
        ("changed", "status", "why"),
        [
            ({"key": ""}, 422, "is incomplete"),
            ({"key": "x"}, 422, "is incomplete"),
            ({"seen": ""}, 422, "is missing"),
            ({"seating": ""}, 422, "is missing"),
            ({"seen": "5"}, 409, "while you had it open"),
            ({"seating": "2"}, 409, "Check your seat: you’re at table 1, North"),
            ({"points_0": "99"}, 422, "hands"),
            ({"points_0": ""}, 422, "whole number"),
            ({"points_0": "8", "points_1": "8"}, 422, "First to reach the score"),
            ({"hands": "[[0, 1"}, 422, "whole number"),
            ({"hands": "7"}, 422, "can’t read this slip"),
            ({"hands": "[[0, 1e999, false]]"}, 422, ""),
            ({"hands": "[[5, 1, false]]"}, 422, "isn’t at the table"),
            ({"hands": "[" * 100_000}, 422, "whole number"),
            ({"hands": "[[0, NaN, false]]"}, 422, ""),
            ({"hands": "[[0, 1, false]]"}, 422, ""),
            ({"tie_winner": "2"}, 422, "tiebreak winner from the sides"),
            ({"tie_winner": "x"}, 422, "whole number"),
        ],
    )
    def test_what_is_refused_comes_back_with_what_was_typed(
        self, table: Table, pam_client: Client, changed: dict[str, str], status: int, why: str
    ) -> None:
        body = slip_form(table.match, 11, 5) | changed
        response = refused_untouched(pam_client, slip_url(table), body)
        page = response.content.decode()
        assert response.status_code == status
        assert why in text_of(response)
        assert f'name="points_0" min="0" max="999" step="1" required value="{body["points_0"]}"' in squeezed(page)
        assert f'name="points_1" min="0" max="999" step="1" required value="{body["points_1"]}"' in squeezed(page)
        assert 'role="alert" data-slip-message' in squeezed(page)

    def test_a_key_that_came_with_another_score_is_refused(self, table: Table, pam_client: Client) -> None:
        body = slip_form(table.match, 10, 6)
        pam_client.post(slip_url(table), body)
        response = refused_untouched(pam_client, slip_url(table), body | {"points_0": "11"})
        assert response.status_code == 422
        assert "already sent" in text_of(response)

    def test_another_users_key_is_refused(self, table: Table, pam_client: Client, quinn_client: Client) -> None:
        body = slip_form(table.match, 10, 6)
        pam_client.post(slip_url(table), body)
        assert refused_untouched(quinn_client, slip_url(table), body).status_code == 422

    def test_a_phone_with_the_old_seating_cannot_report(self, table: Table, pam_client: Client) -> None:
        old = slip_form(table.match, 10, 6)
        publish_again(table)
        response = refused_untouched(pam_client, slip_url(table), old)
        assert response.status_code == 409
        assert "Check your seat: you’re at table 1, North." in text_of(response)
        assert 'value="10"' in response.content.decode()

    @pytest.mark.parametrize("drawn_again", [False, True])
    def test_a_phone_whose_seating_was_taken_back_says_so_and_shows_no_draft(
        self, table: Table, pam_client: Client, drawn_again: bool
    ) -> None:
        path, old = slip_url(table), slip_form(table.match, 10, 6)
        row = rounds.unpublish_round(table.round.pk, context=on_grid(table.olga), expected_version=table.round.revision)
        if drawn_again:
            rounds.draw_round(table.stage.pk, 1, context=on_grid(table.olga), expected_version=row.revision)
            assert pam_client.get(slip_url(table)).status_code == 404
        for response in (pam_client.get(path), refused_untouched(pam_client, path, old)):
            assert response.status_code == 404
            assert "the seating has changed. Check your seat." in text_of(response)
            assert "Quinn" not in text_of(response)

    def test_what_counts_can_no_longer_be_reported(self, table: Table, pam_client: Client) -> None:
        late = slip_form(table.match, 7, 9)
        results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
        response = refused_untouched(pam_client, slip_url(table), late)
        assert response.status_code == 409
        assert "Table 1: the result is 10–6, recorded by Olga. Only an organizer can correct the result." in text_of(
            response
        )

    def test_players_of_other_tables_see_no_slip(self, table: Table) -> None:
        other = table.round.matches.get(table=2).seats.get(position=0).player
        assert other
        phone = with_link(table.event, table.olga, other)
        assert phone.get(slip_url(table)).status_code == 404
        assert refused_untouched(phone, slip_url(table), slip_form(table.match, 10, 6)).status_code == 404

    def test_an_organizer_who_plays_reports_like_any_player(self, table: Table) -> None:
        seat = table.match.seats.get(position=2)
        type(seat).objects.filter(pk=seat.pk).update(player=table.olga.player)
        olga = log_in(table.olga)
        olga.post(slip_url(table), slip_form(table.match, 10, 6))
        assert [entry.kind for entry in table.match.results.all()] == [Kind.CLAIM]


class TestThreeAtATable:
    @pytest.fixture
    def three(self, db: None) -> Table:
        return seat_table(7, config={"short_table": "three_handed"})

    def phone_at(self, table: Table, position: int) -> tuple[Client, str]:
        match = table.round.matches.get(table=2)
        player = match.seats.get(position=position).player
        assert player
        path = reverse("slip", args=[table.event.slug, match.pk])
        return with_link(table.event, table.olga, player), path

    @pytest.mark.slow
    def test_they_type_three_scores(self, three: Table) -> None:
        phone, path = self.phone_at(three, 0)
        match = three.round.matches.get(table=2)
        assert phone.get(path).content.decode().count('type="number"') == 3
        assert phone.post(path, slip_form(match, 9, 2, 1)).status_code == 302
        other, path = self.phone_at(three, 2)
        assert "The other side says 1–9–2" in text_of(other.get(path))
        match.refresh_from_db()
        assert other.post(f"{path}confirm/", form(seen=1)).status_code == 302
        match.refresh_from_db()
        assert match.standing
        assert match.standing.score == "9–2–1"

    @pytest.mark.parametrize("points", [(9, 2), (9, 2, ""), (99, 2, 1)])
    def test_an_impossible_score_comes_back(self, three: Table, points: tuple[Any, ...]) -> None:
        phone, path = self.phone_at(three, 0)
        response = refused_untouched(phone, path, slip_form(three.round.matches.get(table=2), *points))
        assert response.status_code == 422
        assert f'name="points_0" min="0" max="999" step="1" required value="{points[0]}"' in squeezed(
            response.content.decode()
        )


@pytest.mark.slow
def test_a_slip_counts_at_once_where_the_event_says_so(db: None) -> None:
    table = seat_table(confirmation="none")
    phone = with_link(table.event, table.olga, table.quinn)
    response = phone.post(slip_url(table), slip_form(table.match, 10, 6), follow=True)
    assert "Saved: 6–10. It’s final." in text_of(response)
    assert table.match.state == "standing"


@pytest.mark.slow
def test_a_closed_round_takes_no_slips(table: Table, pam_client: Client) -> None:
    late = slip_form(table.match, 10, 6)
    for match in table.round.matches.all():
        results.record_result(match.pk, slip(8, 1), context=on_grid(table.olga))
    rounds.close_round(table.round.pk, context=on_grid(table.olga), expected_version=table.round.revision)
    assert refused_untouched(pam_client, slip_url(table), late).status_code == 409


class TestRulings:
    def test_both_sides_read_old_new_and_why(self, table: Table, pam_client: Client, quinn_client: Client) -> None:
        results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
        results.correct_result(
            table.match.pk, slip(6, 10), reason="Read upside down", context=on_grid(table.olga), expected_version=1
        )
        for phone, old, new in ((pam_client, "10–6", "6–10"), (quinn_client, "6–10", "10–6")):
            response = phone.get(seat_url(table))
            change = f"before: {old} now: {new} (Read upside down)"
            assert f"An organizer corrected this table’s score: {change}" in text_of(response)
            assert f"An organizer corrected round 1: {change}" in text_of(response), "on the card of the night too"
            assert f'<s><span class="visually-hidden">before:</span>{old}</s>' in squeezed(response.content.decode())


class TestOwnClaim:
    def test_the_seat_card_asks_the_opponents_and_offers_the_change_to_those_who_reported(
        self, table: Table, pam_client: Client, quinn_client: Client
    ) -> None:
        results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
        own, theirs = text_of(pam_client.get(seat_url(table))), text_of(quinn_client.get(seat_url(table)))
        assert "Saved Your side reported 10–6 . Waiting for the other side to confirm. Change score (10–6)" in own
        assert "The other side says 6–10 . Is that right? Pam & Ann won 10 to 6 against Quinn & Bob." in theirs
        assert "Your side’s points come first." in theirs
        page = pam_client.get(slip_url(table)).content.decode()
        assert 'name="points_0" min="0" max="999" step="1" required value="10"' in squeezed(page)

    def test_the_hands_come_back_to_be_changed(self, table: Table, pam_client: Client) -> None:
        hands = "[[0, 4, true], [1, 1, false], [0, 1, false], [0, 1, false], [0, 1, false], [0, 1, false], [0, 1, false], [0, 1, false]]"  # noqa: E501
        pam_client.post(slip_url(table), slip_form(table.match, 10, 1, hands=hands))
        assert f'name="hands" value="{hands}"' in squeezed(pam_client.get(slip_url(table)).content.decode())


def test_an_ended_link_says_so(table: Table, quinn_client: Client) -> None:
    Pass.objects.update(expires_at=timezone.now())
    said = text_of(quinn_client.get(seat_url(table)))
    assert (
        "Your personal link has expired. The event is over, an organizer revoked the link, or a newer one replaced it."
        in said
    )
    assert "Ask an organizer for your personal link" in said
    assert "Your personal link no longer works. Give the score to an organizer." in text_of(
        quinn_client.get(slip_url(table))
    )


def test_the_link_is_taken_off_the_phone(table: Table, quinn_client: Client) -> None:
    assert "Remove Quinn’s link from this phone" in text_of(quinn_client.get(seat_url(table)))
    quinn_client.post(reverse("forget_phone", args=[table.event.slug]))
    said = text_of(quinn_client.get(seat_url(table)))
    assert "Who are you?" in said
    assert "has ended" not in said
