"""The boards on the wall of the hall, the clock and the announcements."""

from django.test import Client
from django.urls import reverse

from tests.cast import Table, by, make_event, on_grid, slip
from tests.tournaments.views.browsing import form, refused_untouched, text_of, visitor
from tournaments.models import Announcement, Clock
from tournaments.services.nights import clock
from tournaments.services.scores import results


def board(table: Table) -> str:
    return reverse("board", args=[table.event.slug])


def clock_url(table: Table, verb: str) -> str:
    return reverse("move_clock", args=[table.event.slug, table.round.pk, verb])


def test_the_board_shows_the_hall_to_everybody(table: Table) -> None:
    clock.start_clock(table.round.pk, 20, by=by(table.olga))
    results.record_result(table.match.pk, slip(10, 6), by=on_grid(table.olga))
    said = text_of(visitor().get(board(table)))
    for words in ("Time left", "Pam 1 North", "Tables still playing 2", "Standings", f"/events/{table.event.slug}/"):
        assert words in said


def test_before_the_first_round_it_shows_the_address_and_leaves_out_what_is_empty(table: Table) -> None:
    empty = make_event(table.event.club, table.olga, name="Next")
    said = text_of(visitor().get(reverse("board", args=[empty.slug])))
    assert "The seating appears here by itself with the first round." in said
    assert "Where you sit" not in said
    assert "Standings" not in said


def test_the_organizer_sets_the_clock(table: Table, olga: Client) -> None:
    olga.post(clock_url(table, "start"), form(minutes=20))
    olga.post(clock_url(table, "pause"), form())
    assert not Clock.objects.get().is_running
    olga.post(clock_url(table, "resume"), form())
    olga.post(clock_url(table, "add"), form(minutes=-5))
    found = Clock.objects.get()
    assert found.is_running
    assert 14 * 60 < found.left() <= 15 * 60
    assert 'data-clock="' in olga.get(reverse("console", args=[table.event.slug])).content.decode()


def test_minutes_that_are_no_number_are_refused(table: Table, olga: Client) -> None:
    for typed in ("", "five", "1.5", "٢", "99999", "--1"):
        assert refused_untouched(olga, clock_url(table, "start"), form(minutes=typed)).status_code == 422
    assert olga.post(clock_url(table, "praise"), form()).status_code == 404


def test_what_is_announced_stands_on_every_page_until_it_is_taken_down(table: Table, olga: Client) -> None:
    olga.post(reverse("announce", args=[table.event.slug]), form(text="Pizza <b>now</b>"))
    pages = [reverse(name, args=[table.event.slug]) for name in ("event", "board", "my_seat", "console")]
    for page in pages:
        assert "Pizza &lt;b&gt;now&lt;/b&gt;" in olga.get(page).content.decode()
    olga.post(reverse("withdraw", args=[table.event.slug, Announcement.objects.get().pk]), form())
    for page in pages:
        assert "Pizza" not in olga.get(page).content.decode()


def test_the_phone_shows_the_time_left(table: Table, quinn: Client) -> None:
    clock.start_clock(table.round.pk, 20, by=by(table.olga))
    assert "20:00" in text_of(quinn.get(reverse("my_seat", args=[table.event.slug])))
