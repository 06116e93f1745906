"""The pages of a format at work: which tabs an event has, what each page says, and that no draft shows on any."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from tests.cast import context_of, enter, enter_pairs, make_club, make_event, make_user, on_grid, publish, slip
from tests.markup import squeezed
from tests.tournaments.pages.browsing import finish_round, log_in, text_of, visitor
from tournaments.events.models import Event
from tournaments.results import commands as results
from tournaments.rounds import commands as rounds


@pytest.fixture
def olga(db: None) -> User:
    return make_user("Olga")


def event_of(olga: User, format_key: str, entries: int = 4, **config: object) -> Event:
    event = make_event(make_club(olga), olga, format_key, config=config)
    if event.stages.get().play.entry_size == 2:
        enter_pairs(event, olga, entries)
    else:
        enter(event, olga, [f"Guest {number}" for number in range(1, entries + 1)])
    return event


def read(event: Event, name: str, *args: int, client: Client | None = None) -> str:
    return text_of((client or visitor()).get(reverse(name, args=[event.slug, *args])))


def tabs(event: Event) -> str:
    page = visitor().get(reverse("event", args=[event.slug])).content.decode()
    return page.partition('<nav class="tabs"')[2].partition("</nav>")[0]


@pytest.mark.parametrize(
    ("format_key", "shown"),
    [("elimination", ["Bracket"]), ("swiss", ["Cross table", "Fairness"]), ("rotation", ["Fairness"])],
)
def test_an_event_has_the_tabs_that_its_format_has_something_for(olga: User, format_key: str, shown: list[str]) -> None:
    event = event_of(olga, format_key)
    assert [tab for tab in ("Bracket", "Cross table", "Fairness") if tab in tabs(event)] == shown
    addresses = {"Bracket": "bracket", "Cross table": "cross_table", "Fairness": "fairness"}
    for tab, name in addresses.items():
        answer = visitor().get(reverse(name, args=[event.slug]))
        assert answer.status_code == (200 if tab in shown else 404)


@pytest.mark.parametrize(
    ("format_key", "name", "empty"),
    [
        ("elimination", "bracket", "No bracket yet"),
        ("swiss", "cross_table", "No cross table yet"),
        ("rotation", "fairness", "No rounds yet"),
    ],
)
def test_a_draft_shows_nowhere_until_it_is_published(olga: User, format_key: str, name: str, empty: str) -> None:
    event = event_of(olga, format_key)
    rounds.draw_round(event.stages.get().pk, 1, context=context_of(olga))
    for client in (visitor(), log_in(olga)):
        assert empty in read(event, name, client=client)
    publish_drawn(event, olga)
    assert empty not in read(event, name)


def publish_drawn(event: Event, olga: User) -> None:
    row = event.stages.get().rounds.get(status="draft")
    rounds.publish_round(row.pk, context=context_of(olga), expected_version=row.revision)


@pytest.mark.parametrize(
    ("format_key", "name"),
    [
        ("elimination", "bracket"),
        ("swiss", "cross_table"),
        ("swiss", "fairness"),
        ("rotation", "fairness"),
        ("swiss", "round_why"),
    ],
)
def test_a_draft_of_the_next_round_changes_no_page(olga: User, format_key: str, name: str) -> None:
    event = event_of(olga, format_key, 6)
    publish(event, olga)
    finish_round(event.stages.get(), olga)
    args = [1] if name == "round_why" else []
    before = read(event, name, *args)
    rounds.draw_round(event.stages.get().pk, 2, context=context_of(olga))
    assert read(event, name, *args) == before


def test_why_of_a_draft_is_for_organizers_and_there_is_none_without_a_round(olga: User) -> None:
    event = event_of(olga, "swiss")
    rounds.draw_round(event.stages.get().pk, 1, context=context_of(olga))
    path = reverse("round_why", args=[event.slug, 1])
    assert visitor().get(path).status_code == 404
    said = text_of(log_in(olga).get(path))
    assert "draft, visible to organizers only" in said
    assert "The check found no issues in this round." in said
    assert log_in(olga).get(reverse("round_why", args=[event.slug, 2])).status_code == 404


@pytest.mark.slow
def test_what_the_check_says_is_for_organizers_only(olga: User) -> None:
    event = event_of(olga, "swiss")
    row = publish(event, olga)
    row.byes.create(entry=event.entries.get(number=1), reason="By hand.", points=0)
    assert "Issues with this round" in read(event, "round_why", 1, client=log_in(olga))
    said = read(event, "round_why", 1)
    assert "Issues with" not in said
    assert "Rule broken" not in said


def test_why_shows_names_not_numbers(olga: User) -> None:
    event = event_of(olga, "swiss", 5)
    publish(event, olga)
    said = read(event, "round_why", 1)
    assert "Ann 5 & Bob 5 has the bye" in said
    assert "No. " not in said
    assert "Ann 1 & Bob 1 against Ann 3 & Bob 3" in said


def test_seating_and_console_lead_to_why(olga: User) -> None:
    event = event_of(olga, "rotation")
    publish(event, olga)
    assert "How round 1 was paired" in read(event, "seating")
    assert "How round 1 was paired" in read(event, "console", client=log_in(olga))


def test_a_bracket_has_every_match_as_a_link_with_its_full_name(olga: User) -> None:
    event = event_of(olga, "elimination", 4, third_place=True)
    row = publish(event, olga)
    results.record_result(row.matches.get(table=1).pk, slip(10, 6), context=on_grid(olga))
    page = squeezed(visitor().get(reverse("bracket", args=[event.slug])).content.decode())
    assert page.count("data-match ") == page.count('class="match match--') == 4
    assert (
        'aria-label="Semifinal, match 1: Ann 1 &amp; Bob 1 10, Ann 4 &amp; Bob 4 6, won by Ann 1 &amp; Bob 1. '
        'The winner goes to match 4."'
    ) in page
    assert 'data-next="4" data-sources="" data-column="1-1"' in squeezed(page)
    assert 'data-next="" data-sources="1 2" data-column="1-2"' in squeezed(page)
    assert "Third place" in page
    assert re.search(r'class="match__table"[^>]*>\s*T2\s*<', page)


def test_a_cross_table_names_the_opponent_to_who_hears_it(olga: User) -> None:
    event = event_of(olga, "swiss", 2)
    publish(event, olga)
    finish_round(event.stages.get(), olga)
    said = read(event, "cross_table")
    assert "W against Ann 2 & Bob 2 10–6" in said
    assert "L against Ann 1 & Bob 1 6–10" in said


def test_fairness_says_what_is_fair_and_who_sat_out(olga: User) -> None:
    event = event_of(olga, "rotation", 5)
    publish(event, olga)
    said = read(event, "fairness")
    assert "No one had the same partner twice." in said
    assert "4 players never sat out 1 player sat out once" in said
    assert "Opponents once: 4 pairs of players" in said
