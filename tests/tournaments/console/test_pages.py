"""The console: what is next, the rounds, and what happened."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Table, context_of, enter, make_club, make_event, make_user, on_grid, on_phone, slip
from tests.tournaments.pages.browsing import form, log_in, refused_untouched, text_of, visitor
from tournaments.results import commands as results
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Round


def console_url(table: Table) -> str:
    return reverse("console", args=[table.event.slug])


def move_url(table: Table, action: str) -> str:
    return reverse("move_round", args=[table.event.slug, table.round.pk, action])


def draw_url(table: Table) -> str:
    return reverse("draw_round", args=[table.event.slug])


def fresh_form(table: Table, **more: Any) -> dict[str, Any]:
    table.round.refresh_from_db()
    return form(seen=table.round.revision) | more


def status(table: Table) -> str:
    return Round.objects.get(pk=table.round.pk).status


def unpublish(table: Table) -> None:
    rounds.unpublish_round(
        table.round.pk, context=on_grid(table.olga), expected_version=Round.objects.get(pk=table.round.pk).revision
    )


def finish(table: Table) -> None:
    for match in table.round.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))


RAIL = re.compile(r'<nav class="tabs rail".*?</nav>', re.DOTALL)
CURRENT = re.compile(r'<a href="([^"]+)" aria-current="page"')


@pytest.mark.slow
def test_the_rail_marks_the_page_on_which_one_is_and_no_other(table: Table) -> None:
    client = log_in(table.olga)
    rail = RAIL.search(client.get(console_url(table)).content.decode())
    assert rail
    for path in re.findall(r'<a href="([^"]+)"', rail[0]):
        own = RAIL.search(client.get(path).content.decode())
        assert own
        assert CURRENT.findall(own[0]) == [path]


@pytest.mark.slow
def test_a_night_goes_from_button_to_button(db: None) -> None:
    """Draw, publish, close, draw: each page offers the next step and its form does it."""
    olga = make_user("Olga")
    event = make_event(make_club(olga), olga, config={"rounds": 1})
    enter(event, olga, ["Ann", "Bob", "Cy", "Dee"])
    client, path = log_in(olga), reverse("console", args=[event.slug])
    assert "When everyone is checked in, draw round 1." in text_of(client.get(path))
    said = text_of(client.post(reverse("draw_round", args=[event.slug]), form(number=1), follow=True))
    assert "Round 1 drawn. Check it, then publish it." in said
    assert "Players won’t see it" in said
    row = Round.objects.get()
    move = reverse("move_round", args=[event.slug, row.pk, "publish"])
    assert "Round 1 published." in text_of(client.post(move, form(seen=row.revision), follow=True))
    assert "Waiting for table 1." in text_of(client.get(path))
    results.record_result(row.matches.get().pk, slip(10, 6), context=on_grid(olga))
    assert "All tables have reported for round 1." in text_of(client.get(path))
    row.refresh_from_db()
    move = reverse("move_round", args=[event.slug, row.pk, "close"])
    said = text_of(client.post(move, form(seen=row.revision), follow=True))
    assert "Round 1 closed." in said
    assert "Round 1 was the last round." in said


@pytest.mark.slow
@pytest.mark.heavy
def test_a_draft_is_nowhere_to_be_seen_but_here(table: Table, olga_client: Client, pam_client: Client) -> None:
    seats = [seat.name for match in table.round.matches.all() for seat in match.seats.all()]
    unpublish(table)
    assert all(name in text_of(olga_client.get(console_url(table))) for name in seats)
    slug = table.event.slug
    for client in (visitor(), pam_client):
        for name in ("seating", "standings", "my_seat"):
            page = text_of(client.get(reverse(name, args=[slug])))
            assert not any(f" {name} " in page for name in seats if name != "Pam")
        said = text_of(client.get(reverse("event", args=[slug])))
        assert "Table" not in said


def test_drawing_again_seats_those_who_are_here_now(table: Table, olga_client: Client) -> None:
    unpublish(table)
    enter(table.event, table.olga, ["Zoe"])
    olga_client.post(draw_url(table), fresh_form(table, number=1))
    row = Round.objects.get()
    assert row.byes.count() == 1
    assert row.status == "draft"


@pytest.mark.parametrize(
    ("body", "status_code", "why"),
    [
        ({"number": 1}, 409, "Olga just published Round 1."),
        ({"number": 2}, 422, "Round 1 is still open."),
        ({"number": ""}, 422, "is missing"),
        ({"number": "x"}, 422, "is missing"),
        ({"number": "9" * 40}, 422, "is missing"),
        ({"number": 999_999_999}, 422, ""),
        ({"number": 1, "seen": "1"}, 409, "just published"),
        ({"number": 1, "seen": "x"}, 422, "is missing"),
        ({"number": 2, "key": ""}, 422, "is incomplete"),
    ],
)
def test_a_draw_out_of_turn_is_refused(
    table: Table, olga_client: Client, body: dict[str, Any], status_code: int, why: str
) -> None:
    response = refused_untouched(olga_client, draw_url(table), form() | body)
    assert response.status_code == status_code
    assert why in text_of(response)


def test_a_draw_sent_twice_is_one(table: Table, olga_client: Client) -> None:
    unpublish(table)
    body = fresh_form(table, number=1)
    answers = [olga_client.post(draw_url(table), body) for _ in range(2)]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, console_url(table))] * 2
    assert Round.objects.get().revision == body["seen"] + 1
    assert refused_untouched(olga_client, draw_url(table), body | {"number": 2}).status_code == 422


def test_a_move_sent_twice_is_one(table: Table, olga_client: Client) -> None:
    body = fresh_form(table)
    answers = [olga_client.post(move_url(table, "unpublish"), body) for _ in range(2)]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, console_url(table))] * 2
    assert Round.objects.get().revision == body["seen"] + 1


@pytest.mark.parametrize("action", ["publish", "unpublish", "close"])
@pytest.mark.parametrize(
    ("changed", "status_code", "why"),
    [({"key": ""}, 422, "is incomplete"), ({"seen": ""}, 422, "is missing"), ({"seen": "99"}, 409, "Olga just")],
)
def test_a_move_needs_its_key_and_the_round_it_saw(
    table: Table, olga_client: Client, action: str, changed: dict[str, str], status_code: int, why: str
) -> None:
    response = refused_untouched(olga_client, move_url(table, action), fresh_form(table) | changed)
    assert response.status_code == status_code
    assert why in text_of(response)


def test_the_slower_of_two_organizers_reads_who_was_faster(table: Table, olga_client: Client) -> None:
    unpublish(table)
    body = fresh_form(table)
    rounds.publish_round(table.round.pk, context=context_of(table.olga), expected_version=body["seen"])
    response = refused_untouched(olga_client, move_url(table, "publish"), body)
    assert response.status_code == 409
    assert "Olga just published Round 1." in text_of(response)


def test_a_seating_with_scores_cannot_be_taken_back(table: Table, olga_client: Client) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    assert "Unpublish round" not in text_of(olga_client.get(console_url(table)))
    response = refused_untouched(olga_client, move_url(table, "unpublish"), fresh_form(table))
    assert response.status_code == 422
    assert "Scores have already come in for these tables: 1." in text_of(response)


def test_a_round_without_all_results_cannot_be_closed(table: Table, olga_client: Client) -> None:
    response = refused_untouched(olga_client, move_url(table, "close"), fresh_form(table))
    assert response.status_code == 422
    assert "These tables don’t have a final result yet: 1, 2." in text_of(response)
    finish(table)
    assert olga_client.post(move_url(table, "close"), fresh_form(table)).status_code == 302
    assert status(table) == "closed"


def break_draft(table: Table) -> None:
    """Seats a player who is not here."""
    unpublish(table)
    entry = table.match.seats.get(position=0).entry
    assert entry
    entry.status = "dropped"
    entry.save()


@pytest.mark.slow
def test_a_draft_that_breaks_a_rule_needs_a_reason(table: Table, olga_client: Client) -> None:
    break_draft(table)
    assert "Rule broken:" in text_of(olga_client.get(console_url(table)))
    response = refused_untouched(olga_client, move_url(table, "publish"), fresh_form(table))
    assert response.status_code == 422
    assert "We didn’t publish this round." in text_of(response)
    for bad, why in (("because " * 40, "at most 200 characters"), ("nul\0", "can’t use")):
        assert why in text_of(
            refused_untouched(olga_client, move_url(table, "publish"), fresh_form(table, override=bad))
        )
    assert (
        olga_client.post(move_url(table, "publish"), fresh_form(table, override="Pam is on her way")).status_code == 302
    )
    assert "published round 1 (Pam is on her way)." in text_of(
        olga_client.get(reverse("journal", args=[table.event.slug]))
    )


def test_a_refusal_leads_back_to_the_page_it_came_from(table: Table, olga_client: Client) -> None:
    own = f"http://testserver{console_url(table)}"
    answers = {
        referer: olga_client.post(
            move_url(table, "close"), fresh_form(table), headers={"referer": referer}
        ).content.decode()
        for referer in (own, "https://evil.example/x", "javascript:alert(1)", "")
    }
    assert f'href="{urlsplit(own).path}"' in answers[own]
    assert not any("evil" in body or "javascript:" in body for body in answers.values())


def test_matches_that_wait_are_listed_the_longest_first_with_both_scores_side_by_side(
    table: Table, olga_client: Client
) -> None:
    second = table.round.matches.get(table=2)
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    for side in (0, 1):
        seat = second.seats.filter(side=side)[0]
        assert seat.player
        results.record_result(second.pk, slip(10, 5 + side), context=on_phone(seat.player))
    said = text_of(olga_client.get(console_url(table)))
    waiting = said[said.index("Needs a decision") :]
    sentences = [
        "Table 1 Waiting for the other side",
        "Pam & Ann 10",
        "reported by Pam",
        "Accept 10–6",
        "Table 2 Disputed",
        "Choose 10–5",
        "Choose 10–6",
    ]
    places = [waiting.index(words) for words in sentences]
    assert places == sorted(places)


def test_the_log_is_in_words_newest_first(table: Table, olga_client: Client) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    said = text_of(olga_client.get(reverse("journal", args=[table.event.slug])))
    sentences = [
        "Pam reported 10–6 at table 1 in round 1.",
        "Olga published round 1.",
        "Olga drew round 1.",
        "Olga set up the event.",
    ]
    places = [said.index(sentence) for sentence in sentences]
    assert places == sorted(places)
