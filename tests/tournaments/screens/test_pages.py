"""The boards on the wall of the hall, the clock and the announcements."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Table, context_of, make_event, on_grid, slip
from tests.tournaments.pages.browsing import form, refused_untouched, text_of, visitor
from tournaments.events.models import Announcement
from tournaments.results import commands as results
from tournaments.rounds import clock
from tournaments.rounds.models import Clock


def board(table: Table) -> str:
    return reverse("board", args=[table.event.slug])


def clock_url(table: Table, action: str) -> str:
    return reverse("move_clock", args=[table.event.slug, table.round.pk, action])


def test_the_board_shows_the_hall_to_everyone(table: Table) -> None:
    clock.start_clock(table.round.pk, 20, context=context_of(table.olga))
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    said = text_of(visitor().get(board(table)))
    for words in ("Time left", "Pam 1 North", "Tables still playing 2", "Standings", f"/events/{table.event.slug}/"):
        assert words in said


def test_before_the_first_round_it_shows_the_address_and_leaves_out_what_is_empty(table: Table) -> None:
    empty = make_event(table.event.club, table.olga, name="Next")
    said = text_of(visitor().get(reverse("board", args=[empty.slug])))
    assert "The seating appears here automatically with the first round." in said
    assert "Find your seat" not in said
    assert "Standings" not in said


def test_the_organizer_sets_the_clock(table: Table, olga_client: Client) -> None:
    olga_client.post(clock_url(table, "start"), form(minutes=20))
    olga_client.post(clock_url(table, "pause"), form())
    assert not Clock.objects.get().is_running
    olga_client.post(clock_url(table, "resume"), form())
    olga_client.post(clock_url(table, "add"), form(minutes=-5))
    found = Clock.objects.get()
    assert found.is_running
    assert 14 * 60 < found.left() <= 15 * 60
    assert 'data-clock="' in olga_client.get(reverse("console", args=[table.event.slug])).content.decode()


def test_minutes_that_are_no_number_are_refused(table: Table, olga_client: Client) -> None:
    for typed in ("", "five", "1.5", "٢", "99999", "--1"):
        assert refused_untouched(olga_client, clock_url(table, "start"), form(minutes=typed)).status_code == 422
    assert olga_client.post(clock_url(table, "praise"), form()).status_code == 404


@pytest.mark.slow
def test_what_is_announced_stands_on_every_page_until_it_is_taken_down(table: Table, olga_client: Client) -> None:
    olga_client.post(reverse("announce", args=[table.event.slug]), form(text="Pizza <b>now</b>"))
    pages = [reverse(name, args=[table.event.slug]) for name in ("event", "board", "my_seat", "console")]
    for page in pages:
        assert "Pizza &lt;b&gt;now&lt;/b&gt;" in olga_client.get(page).content.decode()
    olga_client.post(reverse("withdraw", args=[table.event.slug, Announcement.objects.get().pk]), form())
    for page in pages:
        assert "Pizza" not in olga_client.get(page).content.decode()


def test_the_phone_shows_the_time_left(table: Table, quinn_client: Client) -> None:
    clock.start_clock(table.round.pk, 20, context=context_of(table.olga))
    assert "20:00" in text_of(quinn_client.get(reverse("my_seat", args=[table.event.slug])))
