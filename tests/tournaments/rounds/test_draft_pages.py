"""The console's draft: two places swapped, a table renumbered, and the ways out of a refused draw."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from tests.cast import NAMES, Table, context_of, enter, make_club, make_event, make_user
from tests.markup import squeezed
from tests.tournaments.console.test_pages import console_url, fresh_form, unpublish
from tests.tournaments.pages.browsing import Answer, form, log_in, refused_untouched, text_of
from tournaments.checkin import entries
from tournaments.events.models import Event
from tournaments.rounds import drafts, wishes
from tournaments.rounds.models import Round, Seat
from tournaments.rounds.places import places_now
from tournaments.rounds.wishes import Wish

Body = dict[str, Any]


def change_url(table: Table, action: str = "swap") -> str:
    return reverse("change_draft", args=[table.event.slug, table.round.pk, action])


@pytest.fixture
def draft(table: Table) -> Table:
    """Round 1 as a draft."""
    unpublish(table)
    return table


def name_at(number: int) -> str:
    return Seat.objects.select_related("player").get(entry__number=number).name


def test_every_place_is_a_button_and_an_option(draft: Table, olga_client: Client) -> None:
    body = olga_client.get(console_url(draft)).content.decode()
    for number, place in places_now(draft.round).items():
        assert f'aria-label="{place.name}, {place.where}: press to swap"' in body
        assert squeezed(body).count(f'<option value="{number}">{place.name}, {place.where}</option>') == 2


def test_a_swap_is_said_with_names_and_offered_for_undoing(draft: Table, olga_client: Client) -> None:
    one, other = name_at(1), name_at(2)
    assert "Undo:" not in text_of(olga_client.get(console_url(draft)))
    answer = olga_client.post(change_url(draft), fresh_form(draft, one=2, other=1), follow=True)
    assert f"{one} and {other} swapped seats." in text_of(answer)
    assert f"Undo swap of {one} and {other}" in text_of(answer)
    assert f"Changed by hand: {one} and {other} swapped seats." in text_of(answer)
    said = text_of(olga_client.get(reverse("journal", args=[draft.event.slug])))
    assert f"Olga swapped {one} and {other} in the draft of round 1." in said


def test_a_table_gets_another_number(draft: Table, olga_client: Client) -> None:
    answer = olga_client.post(change_url(draft, "table"), fresh_form(draft) | {"table": 2, "to": 7}, follow=True)
    assert "Table 2 is now table 7." in text_of(answer)
    assert "Rule broken:" in text_of(answer)


def test_who_is_named_by_the_check_is_marked(draft: Table, olga_client: Client) -> None:
    entry = draft.event.entries.get(number=3)
    entries.drop_out(entry.pk, context=context_of(draft.olga))
    body = olga_client.get(console_url(draft)).content.decode()
    assert body.count("is-named") == 1
    assert f'aria-label="{entry.name}, {places_now(draft.round)[3].where} (has an issue): press to swap"' in body


@pytest.mark.parametrize(
    ("action", "body", "status", "why"),
    [
        ("swap", {"one": "1", "other": "1"}, 422, "Choose 2 different players to swap"),
        ("swap", {"one": "1", "other": ""}, 422, "Choose 2 players to swap"),
        ("swap", {"one": "1", "other": "x"}, 422, "Choose 2 players to swap"),
        ("swap", {"one": "1", "other": "-1"}, 422, "house player 2 doesn’t have a seat"),
        ("swap", {"one": "1", "other": "2", "seen": "99"}, 409, "Olga just unpublished Round 1."),
        ("swap", {"one": "1", "other": "2", "seen": ""}, 422, "is missing"),
        ("swap", {"one": "1", "other": "2", "key": ""}, 422, "is incomplete"),
        ("table", {"table": "1", "to": ""}, 422, "is missing"),
        ("table", {"table": "1", "to": "1"}, 422, "Choose another number"),
        ("praise", {}, 404, ""),
    ],
)  # fmt: skip
def test_a_refusal_is_shown_above_the_draft_as_it_is(
    draft: Table, olga_client: Client, action: str, body: Body, status: int, why: str
) -> None:
    answer = refused_untouched(olga_client, change_url(draft, action), fresh_form(draft) | body)
    assert answer.status_code == status
    assert why in text_of(answer)
    assert status == 404 or "data-draft" in answer.content.decode()


def test_a_refusal_names_people(draft: Table, olga_client: Client) -> None:
    row = Round.objects.get()
    Seat.objects.filter(entry__number=1).delete()
    answer = refused_untouched(olga_client, change_url(draft), form(seen=row.revision, one=1, other=2))
    assert f"{draft.event.entries.get(number=1).name} has no seat in this round." in text_of(answer)


def test_a_swap_sent_twice_is_one(draft: Table, olga_client: Client) -> None:
    body = fresh_form(draft, one=1, other=2)
    answers = [olga_client.post(change_url(draft), body) for _ in range(2)]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, console_url(draft))] * 2
    assert Round.objects.get().revision == body["seen"] + 1


def test_the_slower_organizer_sees_what_the_faster_did(draft: Table, olga_client: Client) -> None:
    body = fresh_form(draft, one=1, other=2)
    drafts.swap(draft.round.pk, 3, 4, context=context_of(draft.olga), expected_version=body["seen"])
    answer = refused_untouched(olga_client, change_url(draft), body)
    assert answer.status_code == 409
    assert "Olga just changed Round 1 by hand." in text_of(answer)


def test_only_organizers_find_the_buttons(table: Table, olga_client: Client) -> None:
    """A published round has none either."""
    assert "data-place" not in olga_client.get(console_url(table)).content.decode()


@pytest.fixture
def owner(db: None) -> User:
    return make_user("Olga")


@pytest.fixture
def stuck(owner: User) -> Event:
    """Of four people two never meet: the rotation finds no legal round."""
    event = make_event(make_club(owner), owner, "rotation")
    enter(event, owner, list(NAMES[:4]))
    one, other = event.entries.order_by("number")[:2]
    wishes.set_wish(event.pk, one.pk, other.pk, Wish.Kind.APART, context=context_of(owner))
    return event


def draw(event: Event, client: Client, **more: Any) -> Answer:
    return client.post(reverse("draw_round", args=[event.slug]), form(number=1, **more))


@pytest.mark.slow
def test_a_refused_draw_says_which_rule_and_shows_the_ways_out(stuck: Event, owner: User) -> None:
    client = log_in(owner)
    answer = draw(stuck, client)
    assert answer.status_code == 422
    assert re.search(
        r"No round was drawn There’s no way to seat everyone in round 1 \(players: 4, tables: 1\)\.", text_of(answer)
    )
    assert "“Never meet” (Cy and Dee)" in text_of(answer)
    body = answer.content.decode()
    for name in ("check_in", "wishes", "standings", "blank_round"):
        assert reverse(name, args=[stuck.slug]) in body
    assert "No round was drawn" not in text_of(client.get(reverse("console", args=[stuck.slug])))


@pytest.mark.slow
def test_a_round_is_made_by_hand_and_published_with_a_reason(stuck: Event, owner: User) -> None:
    client = log_in(owner)
    draw(stuck, client)
    said = text_of(client.post(reverse("blank_round", args=[stuck.slug]), form(number=1), follow=True))
    assert "Everyone in Round 1 is seated by entry number." in said
    assert re.search(
        r"Seated by hand\. Reason: There’s no way to seat everyone in round 1 \(players: 4, tables: 1\)\.", said
    )
    again = draw(stuck, client, seen=1)
    assert 'name="seen" value="1"' in squeezed(again.content.decode().partition('aria-labelledby="refused"')[2][:3000])
    row = Round.objects.get()
    publish = reverse("move_round", args=[stuck.slug, row.pk, "publish"])
    client.post(publish, form(seen=1, override="They agreed to play once"))
    assert Round.objects.get().status == "published"


@pytest.mark.slow
def test_a_round_that_can_be_drawn_is_not_made_by_hand(stuck: Event, owner: User) -> None:
    enter(stuck, owner, ["Zoe"])
    client = log_in(owner)
    answer = refused_untouched(client, reverse("blank_round", args=[stuck.slug]), form(number=1))
    assert answer.status_code == 422
    assert "You can still draw round 1." in text_of(answer)
