"""The list at the door: ticks with and without the fee, everybody at once, and lists of names that are pasted."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Table, context_of, make_event
from tests.markup import squeezed
from tests.tournaments.pages.browsing import form, log_in, refused_untouched, text_of
from tournaments.access import arrivals
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.checkin.name_list import enter_names
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.prizes.models import PotEntry
from tournaments.rounds import commands as rounds


@pytest.fixture
def event(table: Table) -> Event:
    """Three are expected, each owes 5.00."""
    event = make_event(table.event.club, table.olga, name="Next", fee=500)
    enter_names(event.pk, "Xena\nYves\nZoe", here=False, context=context_of(table.olga))
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
            assert "Zoe is here, and the fee is taken." in text_of(olga_client.post(path, body, follow=True))
        assert [(row.entry_id, row.cents) for row in PotEntry.objects.all()] == [(zoe(event).pk, 500)]
        assert "1 here 2 not here yet 0 left 0 here and not paid" in text_of(olga_client.get(at(event, "check_in")))

    def test_without_it_the_fee_is_owed(self, event: Event, olga_client: Client) -> None:
        olga_client.post(at(event, "move_entry", zoe(event).pk, "here"), form(seen=1))
        said = text_of(olga_client.get(at(event, "check_in")))
        assert "1 here and not paid" in said
        assert "Here, pays 5.00 Here" in said

    def test_enter_presses_the_one_with_the_fee(self, event: Event, olga_client: Client) -> None:
        page = olga_client.get(at(event, "check_in")).content.decode()
        assert page.count("data-primary") == 3
        assert 'name="fee" value="1" data-primary aria-label="Check in Zoe, who pays 5.00"' in squeezed(page)

    def test_a_walk_in_pays_too(self, event: Event, olga_client: Client) -> None:
        olga_client.post(at(event, "walk_in"), form(name="Wim", fee="1"))
        assert PotEntry.objects.get().entry == event.entries.get(players__name="Wim")

    @pytest.mark.slow
    def test_a_tick_by_mistake_is_taken_back(self, event: Event, olga_client: Client) -> None:
        entries.check_in(zoe(event).pk, context=context_of(event.club.memberships.get(role="owner").player.user))
        path, body = at(event, "move_entry", zoe(event).pk, "not-here"), form(seen=2)
        for _ in range(2):
            assert "Zoe is not here yet." in text_of(olga_client.post(path, body, follow=True))
        assert zoe(event).status == "registered"

    def test_not_when_a_round_that_is_out_has_a_place_for_it(self, table: Table, olga_client: Client) -> None:
        pams = Entry.objects.get(players=table.pam)
        path = reverse("move_entry", args=[table.event.slug, pams.pk, "not-here"])
        response = refused_untouched(olga_client, path, form(seen=1))
        assert response.status_code == 422
        assert "Mark Pam as gone instead." in text_of(response)


class TestEverybody:
    def asked(self, event: Event) -> dict[str, object]:
        offer = arrivals.door_list(event).all_here
        return form(count=offer.count, shown=offer.shown)

    @pytest.mark.slow
    def test_all_are_here_and_that_is_taken_back(self, event: Event, olga_client: Client) -> None:
        assert "All 3 are here" in text_of(olga_client.get(at(event, "check_in")))
        body = self.asked(event)
        for _ in range(2):
            assert "3 more are here now." in text_of(
                olga_client.post(at(event, "everybody", "here"), body, follow=True)
            )
        page = olga_client.get(at(event, "check_in"))
        assert "3 were marked as here at once" in text_of(page)
        entries.drop_out(zoe(event).pk, context=context_of(event.club.memberships.get(role="owner").player.user))
        undo = form(done=event.journal.get(action="check_in_all").pk)
        for _ in range(2):
            assert "2 are not here yet again." in text_of(
                olga_client.post(at(event, "everybody", "undo"), undo, follow=True)
            )
        assert sorted(event.entries.values_list("status", flat=True)) == ["dropped", "registered", "registered"]
        assert violations() == []

    def test_those_who_were_shown_must_still_be_missing(self, event: Event, olga_client: Client) -> None:
        body = self.asked(event)
        entries.check_in(zoe(event).pk, context=context_of(event.club.memberships.get(role="owner").player.user))
        response = refused_untouched(olga_client, at(event, "everybody", "here"), body)
        assert response.status_code == 409
        assert "3 entries not here yet were shown, now there are 2." in text_of(response)

    @pytest.mark.slow
    def test_who_has_a_place_by_then_stays(self, table: Table, event: Event, olga_client: Client) -> None:
        enter_names(event.pk, "Wim", here=True, context=context_of(table.olga))
        olga_client.post(at(event, "everybody", "here"), self.asked(event))
        row = rounds.draw_round(event.stages.get().pk, 1, context=context_of(table.olga))
        rounds.publish_round(row.pk, context=context_of(table.olga), expected_version=row.revision)
        undo = form(done=event.journal.get(action="check_in_all").pk)
        assert "0 are not here yet again." in text_of(
            olga_client.post(at(event, "everybody", "undo"), undo, follow=True)
        )
        assert set(event.entries.values_list("status", flat=True)) == {"checked_in"}


class TestNames:
    @pytest.mark.slow
    def test_a_pasted_list_is_entered_once_and_who_is_known_is_recognized(
        self, table: Table, event: Event, olga_client: Client
    ) -> None:
        body = form(names="1. PAM\r\n2)  Wim   Kok \n\n - Vera\n", here="1")
        for _ in range(2):
            assert "3 entered and here." in text_of(olga_client.post(at(event, "enter_names"), body, follow=True))
        assert event.entries.get(players=table.pam).status == "checked_in"
        assert [entry.name for entry in event.entries.order_by("number")[3:]] == ["Pam", "Wim Kok", "Vera"]
        assert violations() == []

    def test_namesakes_are_told_apart_by_the_club_number(self, table: Table, event: Event, olga_client: Client) -> None:
        for number in ("007", "008"):
            entries.new_player(event, "Wim Kok", number=number)
        response = refused_untouched(olga_client, at(event, "enter_names"), form(names="Wim Kok"))
        assert "the club knows more than one Wim Kok; add the club number." in text_of(response)
        olga_client.post(at(event, "enter_names"), form(names="Wim Kok (008)"))
        assert event.entries.get(number=4).players.get().memberships.get().number == "008"

    def test_without_the_second_button_they_are_expected(self, event: Event, olga_client: Client) -> None:
        assert "1 entered." in text_of(olga_client.post(at(event, "enter_names"), form(names="Wim"), follow=True))
        assert event.entries.get(players__name="Wim").status == "registered"

    @pytest.mark.parametrize("line", ["Ann & Bob", "Ann / Bob", "Ann and Bob", "3. Ann, Bob", "Ann\tBob"])
    def test_pairs_stand_on_a_line(self, table: Table, line: str) -> None:
        event = make_event(table.event.club, table.olga, "swiss", name="Pairs")
        enter_names(event.pk, f"{line}\nSandy Anderson & Brandon", here=True, context=context_of(table.olga))
        assert [entry.name for entry in event.entries.all()] == ["Ann & Bob", "Sandy Anderson & Brandon"]

    @pytest.mark.parametrize(
        ("names", "why"),
        [
            ("", "The list is empty."),
            (" \n ", "The list is empty."),
            ("Wim\nwim", "Line 2, name: wim is also"),
            ("Zoe", "Line 1: Zoe entered this event already."),
            ("Wim\n" + "N" * 81, "Line 2: a name has 1 to 80"),
            ("\n".join(f"P {n}" for n in range(501)), "more than 500 lines"),
            ("nul\0", "cannot be used"),
        ],
    )
    def test_what_is_wrong_is_said_and_what_was_pasted_stays(
        self, event: Event, olga_client: Client, names: str, why: str
    ) -> None:
        response = refused_untouched(olga_client, at(event, "enter_names"), form(names=names))
        assert response.status_code == 422
        assert why in text_of(response)
        assert "Nobody was entered." in text_of(response)
        if names.strip("\0 \n"):
            assert names.splitlines()[0].strip("\0") in response.content.decode()

    @pytest.mark.parametrize("line", ["Ann", "Ann & Bob & Cy"])
    def test_a_pair_is_two(self, table: Table, line: str) -> None:
        event = make_event(table.event.club, table.olga, "swiss", name="Pairs")
        response = refused_untouched(log_in(table.olga), at(event, "enter_names"), form(names=f"Dee & Earl\n{line}"))
        assert "Line 2: write the 2 names of a pair on one line" in text_of(response)
