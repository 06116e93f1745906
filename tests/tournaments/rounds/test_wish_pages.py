"""The page of wishes and tables: names typed, wishes told, what the format grants, and the draft that waits."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.accounts.models import User
from tests.cast import context_of, enter, make_club, make_event, make_user
from tests.tournaments.pages.browsing import Answer, form, log_in, refused_untouched, text_of
from tournaments.checkin import entries
from tournaments.checkin.models import Wish
from tournaments.events.models import Event
from tournaments.rounds import commands as rounds


@pytest.fixture
def owner(db: None) -> User:
    return make_user("Olga")


@pytest.fixture
def olga_client(owner: User) -> Client:
    return log_in(owner)


@pytest.fixture
def night(owner: User) -> Event:
    """A rotation; two of the people have the same name."""
    event = make_event(make_club(owner), owner, "rotation")
    enter(event, owner, ["Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Ann"])
    return event


def page(event: Event, client: Client) -> str:
    return text_of(client.get(reverse("wishes", args=[event.slug])))


def send(event: Event, client: Client, action: str, **fields: Any) -> Answer:
    return client.post(reverse("wish", args=[event.slug, action]), form(**fields), follow=True)


@pytest.mark.slow
def test_a_wish_is_noted_shown_and_removed(night: Event, olga_client: Client) -> None:
    assert "No requests to stay together or apart yet." in page(night, olga_client)
    said = text_of(send(night, olga_client, "apart", one="Ann (8)", other="bob"))
    assert "Ann (2) and Bob never meet." in said
    assert "Bob and Ann (2) never meet Remove" in said
    assert [(wish.one.number, wish.other.number) for wish in Wish.objects.select_related("one", "other")] == [(2, 8)]
    assert "Cy and Dee stay together." in text_of(send(night, olga_client, "together", one="Cy", other="Dee (4)"))
    said = text_of(send(night, olga_client, "forget", one="Bob (2)", other="Ann (8)"))
    assert "Request for Bob and Ann (2) removed." in said
    assert "never meet Remove" not in said


@pytest.mark.slow
def test_seats_and_tables_are_noted_and_freed(night: Event, olga_client: Client) -> None:
    dee = night.entries.get(number=4).pk
    assert "Dee keeps their seat." in text_of(send(night, olga_client, "keep", entry=dee))
    assert "Dee stays in same seat Allow seat changes" in page(night, olga_client)
    assert "Dee can change seats again." in text_of(send(night, olga_client, "free", entry=dee))
    assert "All tables are open." in page(night, olga_client)
    assert "Table 3 closed." in text_of(send(night, olga_client, "close", number=3))
    assert "Table 3 is closed Reopen" in page(night, olga_client)
    assert "Table 3 reopened." in text_of(send(night, olga_client, "open", number=3))


@pytest.mark.parametrize(
    ("action", "fields", "status", "why"),
    [
        ("apart", {"one": "Nobody", "other": "Bob"}, 422, "No one named “Nobody” is in this event."),
        ("apart", {"one": "Ann", "other": "Bob"}, 422, "2 people are named “Ann”."),
        ("apart", {"one": "", "other": "Bob"}, 422, "Choose 2 people."),
        ("apart", {"one": "Bob", "other": "Bob (2)"}, 422, "2 different"),
        ("keep", {"entry": 10**8}, 404, ""),
        ("keep", {"entry": "x"}, 422, "is missing"),
        ("close", {"number": "0"}, 422, "from 1 to 999"),
        ("close", {"number": "-1"}, 422, "Enter a table number"),
        ("close", {"number": ""}, 422, "Enter a table number"),
        ("close", {"number": "3", "key": ""}, 422, "is incomplete"),
    ],
)
def test_what_cannot_be_noted_is_refused(
    night: Event, olga_client: Client, action: str, fields: dict[str, Any], status: int, why: str
) -> None:
    answer = refused_untouched(olga_client, reverse("wish", args=[night.slug, action]), form() | fields)
    assert answer.status_code == status
    assert why in text_of(answer)


def test_a_draft_that_waits_is_named_with_a_button_to_draw_it_again(
    night: Event, owner: User, olga_client: Client
) -> None:
    assert "already drawn" not in page(night, olga_client)
    rounds.draw_round(night.stages.get().pk, 1, context=context_of(owner))
    said = page(night, olga_client)
    assert "Round 1 is already drawn." in said
    assert "Draw round 1 again" in said


def test_the_page_says_what_the_format_grants_and_offers_only_that(
    owner: User, olga_client: Client, night: Event
) -> None:
    assert "doesn’t support" not in page(night, olga_client)
    other = make_event(night.club, owner, "swiss", name="Friday")
    entries.walk_in(other.pk, ["Zoe", "Xena"], context=context_of(owner))
    said = page(other, olga_client)
    assert "This format doesn’t support these requests: keep a seat, stay together and never meet." in said
    assert "Keep in same seat" not in said
    assert "Stay together" not in said
    answer = refused_untouched(
        olga_client, reverse("wish", args=[other.slug, "keep"]), form(entry=other.entries.get().pk)
    )
    assert "“Keep a seat” isn’t possible here" in text_of(answer)


@pytest.mark.slow
def test_it_asks_as_many_questions_for_one_wish_as_for_three(night: Event, olga_client: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            page(night, olga_client)
        return len(asked)

    send(night, olga_client, "apart", one="Cy", other="Bob")
    one = queries()
    send(night, olga_client, "apart", one="Dee", other="Eve")
    send(night, olga_client, "together", one="Flo", other="Gus")
    assert queries() == one
