"""What is asked of a new event, and what would be if so many came: on the cards, in the form, before round 1."""

import re
import time
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Table, enter, make_event
from tests.markup import squeezed
from tests.tournaments.pages.browsing import event_form, finish_round, refused_untouched, text_of
from tournaments.checkin.models import Entry
from tournaments.events.forms import EventForm
from tournaments.events.house_rules import bundles_for
from tournaments.events.models import Event
from tournaments.events.views.setup import USUAL_PLAYERS
from tournaments.formats.catalogue import FORMATS

HTMX = {"HX-Request": "true"}


def path(table: Table, query: str = "") -> str:
    return reverse("new_event", args=[table.event.club.slug]) + query


def ask(table: Table, olga: Client, expected: Any, format_key: str = "progressive", **changed: Any) -> str:
    """What the form answers in the place of the question, while the organizer types."""
    body = event_form(what_if="1", expected=expected, name="") | changed
    return text_of(olga.post(path(table, f"?format={format_key}"), body, headers=HTMX))


def test_only_the_essentials_are_not_folded_away(table: Table, olga_client: Client) -> None:
    page = olga_client.get(path(table, "?format=progressive")).content.decode()
    open_part = page[: page.index("<details", page.index("<h1"))]
    shown = re.findall(r'<(?:input|select)[^>]* name="(\w+)"', open_part)
    assert [name for name in shown if name not in ("key", "csrfmiddlewaretoken", "rules_of", "rules_picked")] == [
        "name",
        "starts_at",
        "fee",
        "rounds",
        "hands",
        "moves",
        "house_rules",
    ]


def test_a_mistake_in_a_folded_field_opens_it(table: Table, olga_client: Client) -> None:
    page = olga_client.post(path(table, "?format=progressive"), event_form(ghost_points="99")).content.decode()
    assert "<details open><summary>More" in squeezed(page)
    page = olga_client.post(path(table, "?format=progressive"), event_form(name="")).content.decode()
    assert "<details><summary>More" in squeezed(page)


def test_it_answers_for_the_number_its_neighbours_and_the_other_formats(table: Table, olga_client: Client) -> None:
    said = ask(table, olga_client, 22)
    assert (
        "22 players make 5 tables for 8 rounds, and 2 sit out. Everyone plays 7 or 8 games, in about 2 h 40 min."
    ) in said
    assert "19 6 or 7 4 3 sit out 8 2 h 40 min" in said
    assert "24 8 6 no one 8 2 h 40 min" in said
    assert "Round robin 10 5 11" in said
    assert "Knockout 1 to 4 4 4" in said


def test_it_follows_what_is_typed_into_the_form(table: Table, olga_client: Client) -> None:
    assert "Everyone plays 3 games, in about 42" not in ask(table, olga_client, 8)
    assert "8 players make 2 tables for 3 rounds. Everyone plays 3 games, in about 40 min." in ask(
        table, olga_client, 8, rounds=3, hands=5
    )
    assert "in about 3 h 10 min" in ask(table, olga_client, 8, length="clock", minutes=20)
    said = ask(table, olga_client, 5, short_table="three_handed")
    assert "This format doesn’t work with 5 entries. 5 players can’t be split into tables of 4 and 3." in said
    assert "6 8 2 2 tables of 3" in said


@pytest.mark.parametrize(
    ("expected", "changed", "why"),
    [
        ("0", {}, "Enter a whole number from 1 to 400."),
        ("401", {}, "from 1 to 400"),
        ("", {}, "from 1 to 400"),
        ("many", {}, "from 1 to 400"),
        ("9" * 5000, {}, "from 1 to 400"),
        ("٢٢", {}, "from 1 to 400"),
        ("22", {"rounds": "0"}, "Rounds: Enter 1 or more."),
        ("22", {"length": "clock"}, "Enter the minutes"),
    ],
)
def test_what_cannot_be_answered_says_why(
    table: Table, olga_client: Client, expected: str, changed: dict[str, Any], why: str
) -> None:
    assert why in ask(table, olga_client, expected, **changed)


def test_without_scripts_the_button_answers_and_keeps_what_was_typed(table: Table, olga_client: Client) -> None:
    body = event_form(what_if="1", expected="13", name="My night")
    response = refused_untouched(olga_client, path(table, "?format=progressive"), body)
    assert response.status_code == 200
    assert 'value="My night"' in response.content.decode()
    assert "13 players make 3 tables for 8 rounds, and 1 sits out" in text_of(response)
    assert not Event.objects.filter(name="My night").exists()


def test_the_cards_say_it_too_and_hand_the_number_on(table: Table, olga_client: Client) -> None:
    page = olga_client.get(path(table, "?players=23"))
    assert "7 games each , 5 tables, 3 sit out, about 2 h 40 min" in text_of(page)
    assert "23 players make 11 pairs, with one player left over." in text_of(page)
    assert "?format=rotation&amp;players=23" in page.content.decode()
    assert "23 players make " in text_of(olga_client.get(path(table, "?format=rotation&players=23")))
    assert "Enter a whole number" in text_of(olga_client.get(path(table, "?players=none")))


@pytest.mark.parametrize("query", ["?format=pools_knock_out", "?format=swiss_knock_out"])
def test_of_two_stages_the_first_is_answered_for(table: Table, olga_client: Client, query: str) -> None:
    assert "10 pairs make " in text_of(olga_client.get(path(table, query)))


@pytest.mark.parametrize("format_key", ["progressive", "rotation", "elimination", "swiss", "duplicate"])
def test_it_is_fast(table: Table, olga_client: Client, format_key: str) -> None:
    club = table.event.club
    shown = EventForm(club=club, play=FORMATS[format_key], offered=bundles_for(club, None))
    usual = {name: field.initial for name, field in shown.fields.items() if field.initial not in (None, False)}
    took = []
    for expected in (200, 199, 198, 197):
        begun = time.process_time()
        said = ask(table, olga_client, expected, format_key, **usual | {"kind": "double", "bye_points": "7"})
        assert said.startswith((f"{expected} players make ", f"{expected} pairs make "))
        took.append(time.process_time() - begun)
    assert min(took) < 0.3


class TestBeforeTheFirstRound:
    @pytest.fixture
    def event(self, table: Table) -> Event:
        event = make_event(table.event.club, table.olga, name="Next", config={"rounds": 6})
        enter(event, table.olga, [f"Player {number}" for number in range(9)])
        return event

    def test_the_number_of_those_here_is_filled_in(self, event: Event, olga_client: Client) -> None:
        said = text_of(olga_client.get(reverse("check_in", args=[event.slug])))
        assert "9 players make 2 tables for 6 rounds, and 1 sits out. Everyone plays 5 or 6 games" in said
        page = olga_client.get(reverse("what_if", args=[event.slug]))
        assert 'name="expected" min="1" max="400" value="9"' in squeezed(page.content.decode())
        assert "9 players make " in text_of(page)

    @pytest.mark.parametrize(("entered", "asked"), [(True, 9), (False, USUAL_PLAYERS)])
    def test_before_anybody_is_here_a_likely_number_is(
        self, event: Event, olga_client: Client, entered: bool, asked: int
    ) -> None:
        event.entries.update(status=Entry.Status.REGISTERED if entered else Entry.Status.DROPPED)
        page = olga_client.get(reverse("what_if", args=[event.slug]))
        assert f'max="400" value="{asked}"' in squeezed(page.content.decode())
        assert f"{asked} players make " in text_of(page)
        assert "whole number" not in text_of(page)

    def test_another_number_is_answered_in_place(self, event: Event, olga_client: Client) -> None:
        address = reverse("what_if", args=[event.slug]) + "?expected=8"
        said = text_of(olga_client.get(address, headers=HTMX))
        assert said.startswith("8 players make 2 tables for 6 rounds")
        assert "8 players make " in text_of(olga_client.get(address))
        assert "from 1 to 400" in text_of(olga_client.get(reverse("what_if", args=[event.slug]) + "?expected=x"))

    def test_between_the_rounds_nothing_is_said_about_it(self, table: Table, olga_client: Client) -> None:
        finish_round(table.stage, table.olga)
        assert "What if" not in text_of(olga_client.get(reverse("check_in", args=[table.event.slug])))

    def test_once_a_round_is_drawn_it_is_too_late(self, table: Table, olga_client: Client) -> None:
        response = olga_client.get(reverse("what_if", args=[table.event.slug]))
        assert (response.status_code, "Round 1 is already drawn" in text_of(response)) == (422, True)
        assert "Plan for more or fewer players" not in text_of(
            olga_client.get(reverse("check_in", args=[table.event.slug]))
        )
