"""The check-in list: players with and without the fee, everyone at once, and lists of names that are pasted."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Table, context_of, import_list, make_event
from tests.markup import squeezed
from tests.tournaments.pages.browsing import form, refused_untouched, text_of
from tournaments.access import arrivals
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.prizes.models import PotEntry
from tournaments.rounds import commands as rounds


@pytest.fixture
def event(table: Table) -> Event:
    """Three are expected, each owes 5.00."""
    event = make_event(table.event.club, table.olga, name="Next", fee=500)
    import_list(event, "Xena\nYves\nZoe", here=False, context=context_of(table.olga))
    return event


def at(event: Event, name: str, *args: object) -> str:
    return reverse(name, args=[event.slug, *args])


def zoe(event: Event) -> Entry:
    return event.entries.get(players__name="Zoe")


class TestTick:
    @pytest.mark.slow
    def test_the_fee_is_taken_with_it(self, event: Event, olga_client: Client) -> None:
        path, body = at(event, "move_entry", zoe(event).pk, "here"), form(seen=1, fee="1")
        for _ in range(2):
            assert "Zoe checked in and fee collected." in text_of(olga_client.post(path, body, follow=True))
        assert [(row.entry_id, row.cents) for row in PotEntry.objects.all()] == [(zoe(event).pk, 500)]
        assert "1 here 2 not here yet 0 gone 0 here, not paid" in text_of(olga_client.get(at(event, "check_in")))

    def test_without_it_the_fee_is_owed(self, event: Event, olga_client: Client) -> None:
        olga_client.post(at(event, "move_entry", zoe(event).pk, "here"), form(seen=1))
        said = text_of(olga_client.get(at(event, "check_in")))
        assert "1 here, not paid" in said
        assert "Here, paid 5.00 Here" in said

    def test_enter_presses_the_one_with_the_fee(self, event: Event, olga_client: Client) -> None:
        page = olga_client.get(at(event, "check_in")).content.decode()
        assert page.count("data-primary") == 3
        assert 'name="fee" value="1" data-primary aria-label="Check in Zoe, paid 5.00"' in squeezed(page)

    def test_a_walk_in_pays_too(self, event: Event, olga_client: Client) -> None:
        olga_client.post(at(event, "walk_in"), form(name="Wim", fee="1"))
        assert PotEntry.objects.get().entry == event.entries.get(players__name="Wim")

    @pytest.mark.slow
    def test_a_tick_by_mistake_is_taken_back(self, event: Event, olga_client: Client) -> None:
        entries.check_in(zoe(event).pk, context=context_of(event.club.memberships.get(role="owner").player.user))
        path, body = at(event, "move_entry", zoe(event).pk, "not-here"), form(seen=2)
        for _ in range(2):
            assert "Zoe’s check-in undone." in text_of(olga_client.post(path, body, follow=True))
        assert zoe(event).status == "registered"

    def test_not_when_a_round_that_is_out_has_a_place_for_it(self, table: Table, olga_client: Client) -> None:
        pams = Entry.objects.get(players=table.pam)
        path = reverse("move_entry", args=[table.event.slug, pams.pk, "not-here"])
        response = refused_untouched(olga_client, path, form(seen=1))
        assert response.status_code == 422
        assert "Mark Pam as gone instead." in text_of(response)


class TestEveryone:
    def asked(self, event: Event) -> dict[str, object]:
        offer = arrivals.check_in_list(event).all_here
        return form(count=offer.count, shown=offer.shown)

    @pytest.mark.slow
    def test_all_are_here_and_that_is_taken_back(self, event: Event, olga_client: Client) -> None:
        assert "Check in all 3" in text_of(olga_client.get(at(event, "check_in")))
        body = self.asked(event)
        for _ in range(2):
            assert "3 more checked in." in text_of(olga_client.post(at(event, "everybody", "here"), body, follow=True))
        page = olga_client.get(at(event, "check_in"))
        assert re.search(r"Group check-in at \d+:\d\d\s[AP]M, 3 in all\b", text_of(page))
        entries.drop_out(zoe(event).pk, context=context_of(event.club.memberships.get(role="owner").player.user))
        undo = form(done=event.audit_log.get(action="check_in_all").pk)
        for _ in range(2):
            assert "2 check-ins undone." in text_of(olga_client.post(at(event, "everybody", "undo"), undo, follow=True))
        assert sorted(event.entries.values_list("status", flat=True)) == ["dropped", "registered", "registered"]
        assert violations() == []

    def test_those_who_were_shown_must_still_be_missing(self, event: Event, olga_client: Client) -> None:
        body = self.asked(event)
        entries.check_in(zoe(event).pk, context=context_of(event.club.memberships.get(role="owner").player.user))
        response = refused_untouched(olga_client, at(event, "everybody", "here"), body)
        assert response.status_code == 409
        assert "You saw 3 entries not checked in yet, but now there are 2." in text_of(response)

    @pytest.mark.slow
    def test_who_has_a_place_by_then_stays(self, table: Table, event: Event, olga_client: Client) -> None:
        import_list(event, "Wim", here=True, context=context_of(table.olga))
        olga_client.post(at(event, "everybody", "here"), self.asked(event))
        row = rounds.draw_round(event.stages.get().pk, 1, context=context_of(table.olga))
        rounds.publish_round(row.pk, context=context_of(table.olga), expected_version=row.revision)
        undo = form(done=event.audit_log.get(action="check_in_all").pk)
        assert "0 check-ins undone." in text_of(olga_client.post(at(event, "everybody", "undo"), undo, follow=True))
        assert set(event.entries.values_list("status", flat=True)) == {"checked_in"}
