"""Before and around the rounds: a new event, the check-in list, walk-ins, substitutes, personal links."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Table, context_of, make_club, make_event, make_user
from tests.markup import squeezed
from tests.tournaments.pages.browsing import event_form, form, log_in, refused_untouched, text_of, visitor
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.events.models import Event
from tournaments.prizes.models import PotEntry


def at(table: Table, name: str, *args: Any) -> str:
    return reverse(name, args=[table.event.slug, *args])


def new_event_url(table: Table, format_key: str = "progressive") -> str:
    return f"{reverse('new_event', args=[table.event.club.slug])}?format={format_key}"


def pams_entry(table: Table) -> Entry:
    return Entry.objects.get(players=table.pam)


class TestNewEvent:
    @pytest.mark.parametrize("query", ["", "?format=", "?format=chess"])
    def test_it_begins_with_the_format_cards(self, table: Table, olga_client: Client, query: str) -> None:
        said = text_of(olga_client.get(reverse("new_event", args=[table.event.club.slug]) + query))
        assert "How will you play?" in said
        assert "Progressive" in said
        assert "Round robin" in said

    def test_a_card_leads_to_its_form_with_defaults(self, table: Table, olga_client: Client) -> None:
        page = olga_client.get(new_event_url(table)).content.decode()
        assert re.search(r'name="rounds" value="8"', page)
        assert 'value="losers" selected' in squeezed(page)
        assert "play_to" not in page
        assert "play_to" in olga_client.get(new_event_url(table, "round_robin")).content.decode()

    def test_it_is_set_up_once_and_leads_to_check_in(self, table: Table, olga_client: Client) -> None:
        body = event_form(name="Friday", fee="5.50", rounds=6)
        answers = [olga_client.post(new_event_url(table), body) for _ in range(2)]
        event = Event.objects.get(name="Friday")
        assert [answer["Location"] for answer in answers] == [reverse("check_in", args=[event.slug])] * 2
        assert event.fee == 550
        assert event.stages.get().settings.rounds == 6

    def test_the_time_typed_is_the_clubs_time(self, table: Table, olga_client: Client) -> None:
        olga_client.post(new_event_url(table), event_form(name="Summer", starts_at="2026-07-01T19:00"))
        event = Event.objects.get(name="Summer")
        assert event.starts_at.isoformat() == "2026-07-01T23:00:00+00:00"
        assert "Wednesday, July 1, 2026, 7:00 PM" in text_of(visitor().get(event.get_absolute_url()))

    @pytest.mark.parametrize(
        ("changed", "why"),
        [
            ({"name": ""}, "Fill in “Name”."),
            ({"name": "N" * 81}, "at most 80 characters"),
            ({"name": "nul\0"}, "Null characters"),
            ({"starts_at": "soon"}, "Enter a date and a time."),
            ({"starts_at": ""}, "Fill in “Starts at”."),
            ({"starts_at": "9999-12-31T23:59"}, "year"),
            ({"starts_at": "0001-01-01T00:00"}, "year"),
            ({"rounds": "0"}, "Enter 1 or more"),
            ({"rounds": "1000"}, "Enter 40 or less"),
            ({"rounds": "9" * 5000}, "Enter a whole number."),
            ({"moves": "nobody"}, "in the list. Choose again."),
            ({"venue": "77"}, "in the list. Choose again."),
            ({"fee": "-1"}, "Enter 0 or more"),
            ({"fee": "NaN"}, "Enter a number."),
            ({"fee": "1.005"}, "at most 2 decimal places"),
            ({"confirmation": "maybe"}, "in the list. Choose again."),
            ({"length": "clock"}, "Enter the minutes"),
        ],
    )
    def test_what_cannot_be_is_shown_beside_its_field(
        self, table: Table, olga_client: Client, changed: dict[str, str], why: str
    ) -> None:
        response = refused_untouched(olga_client, new_event_url(table), event_form() | changed)
        assert response.status_code == 200
        assert why in text_of(response)
        assert "Set up event" in text_of(response)

    def test_it_needs_its_key(self, table: Table, olga_client: Client) -> None:
        response = refused_untouched(olga_client, new_event_url(table), event_form(key=""))
        assert response.status_code == 422
        body = event_form(name="Friday")
        olga_client.post(new_event_url(table), body)
        assert refused_untouched(olga_client, new_event_url(table), body | {"name": "Saturday"}).status_code == 422

    def test_another_clubs_venue_is_no_choice(self, table: Table, olga_client: Client) -> None:
        other = make_club(make_user("Oscar"), "Other club").venues.create(name="Their hall")
        response = refused_untouched(olga_client, new_event_url(table), event_form(venue=other.pk))
        assert "in the list. Choose again." in text_of(response)


class TestCheckIn:
    def test_it_counts_who_is_here(self, table: Table, olga_client: Client) -> None:
        entries.drop_out(pams_entry(table).pk, context=context_of(table.olga))
        assert "7 here 0 not here yet 1 gone" in text_of(olga_client.get(at(table, "check_in")))

    @pytest.mark.parametrize(("action", "said"), [("gone", "Pam is marked as gone"), ("here", "Pam checked in.")])
    def test_an_entry_is_moved_and_moving_it_twice_changes_nothing_more(
        self, table: Table, olga_client: Client, action: str, said: str
    ) -> None:
        path, body = at(table, "move_entry", pams_entry(table).pk, action), form(seen=1)
        assert [said in text_of(olga_client.post(path, body, follow=True)) for _ in range(2)] == [True, True]
        assert pams_entry(table).status == {"gone": "dropped", "here": "checked_in"}[action]
        assert refused_untouched(olga_client, path, form(key="")).status_code == 422

    def test_a_fee_is_taken_once(self, table: Table, olga_client: Client) -> None:
        path = at(table, "move_entry", pams_entry(table).pk, "fee")
        assert "no entry fee" in text_of(refused_untouched(olga_client, path, form()))
        Event.objects.update(fee=500)
        assert "Collect 5.00" in text_of(olga_client.get(at(table, "check_in")))
        for _ in range(2):
            assert "Fee collected from Pam." in text_of(olga_client.post(path, form(), follow=True))
        assert PotEntry.objects.get().cents == 500
        assert "Pam paid" in text_of(olga_client.get(at(table, "check_in")))


class TestWalkIn:
    def test_it_enters_and_checks_in_once(self, table: Table, olga_client: Client) -> None:
        body = form(name=" Zoe   Hart ")
        for _ in range(2):
            assert "Zoe Hart added and checked in." in text_of(
                olga_client.post(at(table, "walk_in"), body, follow=True)
            )
        assert Entry.objects.get(players__name="Zoe Hart").status == "checked_in"
        assert refused_untouched(olga_client, at(table, "walk_in"), body | {"name": "Zoe"}).status_code == 422

    @pytest.mark.parametrize("name", ["", "   ", "N" * 81, "nul\0", ["Ann", "Bob"]])
    def test_a_name_that_is_none_is_refused(self, table: Table, olga_client: Client, name: Any) -> None:
        assert refused_untouched(olga_client, at(table, "walk_in"), form(name=name)).status_code == 422

    def test_it_needs_its_key(self, table: Table, olga_client: Client) -> None:
        assert refused_untouched(olga_client, at(table, "walk_in"), {"name": "Zoe"}).status_code == 422

    @pytest.mark.parametrize("names", [["Ann"], ["Ann", ""], ["Ann", "Bob", "Cy"]])
    def test_pairs_are_two(self, db: None, names: list[str]) -> None:
        olga = make_user("Olga")
        event = make_event(make_club(olga), olga, "round_robin")
        path = reverse("walk_in", args=[event.slug])
        assert refused_untouched(log_in(olga), path, form(name=names)).status_code == 422
        assert "Ann & Bob added" in text_of(log_in(olga).post(path, form(name=["Ann", "Bob"]), follow=True))


class TestPersonalLink:
    def test_a_player_who_left_and_plays_again_gets_one(self, table: Table, olga_client: Client) -> None:
        entries.substitute(pams_entry(table).pk, table.pam, "Mia", context=context_of(table.olga))
        quinns = Entry.objects.get(players=table.quinn)
        entries.substitute(quinns.pk, table.quinn, table.pam, context=context_of(table.olga))
        assert "Pam’s personal link" in text_of(olga_client.post(at(table, "issue_pass", table.pam.pk), form()))

    def test_it_is_shown_as_text_and_picture_and_works(self, table: Table, olga_client: Client) -> None:
        page = olga_client.post(at(table, "issue_pass", table.quinn.pk), form()).content.decode()
        [link] = set(re.findall(r'href="http://testserver(/events/[^"]+/pass/[^"]+/)"', page))
        assert 'src="data:image/svg+xml' in page
        assert "Are you Quinn?" in text_of(visitor().get(link))

    def test_its_form_sent_twice_makes_one_link(self, table: Table, olga_client: Client) -> None:
        """The token is stored only as a hash, so it cannot be shown again: the second asks for a new form."""
        path, body = at(table, "issue_pass", table.quinn.pk), form()
        olga_client.post(path, body)
        assert refused_untouched(olga_client, path, body).status_code == 422
        assert refused_untouched(olga_client, path, form(key="")).status_code == 422
