"""What everyone may see: home, an event, its seating and its standings; and the log-in that works once."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.cast import Table, context_of, make_club, make_event, make_user, on_grid, on_phone, seat_table, slip
from tests.markup import squeezed
from tests.tournaments.pages.browsing import differences, refused_untouched, text_of, visitor, with_link, world
from tournaments.access.one_time_login import one_time_path
from tournaments.checkin import entries
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds.models import Round


def page(table: Table, name: str, client: Client | None = None) -> str:
    return text_of((client or visitor()).get(reverse(name, args=[table.event.slug])))


class TestHome:
    def test_an_empty_site_says_what_to_do(self, db: None) -> None:
        said = text_of(visitor().get(reverse("home")))
        assert "No upcoming events." in said
        assert "No results yet." in said
        assert "No clubs yet. Sign up to create the first one." in said

    @pytest.mark.slow
    def test_it_separates_what_is_next_from_what_was(self, table: Table) -> None:
        last = make_event(table.event.club, table.olga, name="Last week")
        Event.objects.filter(pk=last.pk).update(starts_at=timezone.now() - timedelta(days=7))
        said = text_of(visitor().get(reverse("home")))
        tonight, lately = said.split("Recent results")
        assert "Thursday night" in tonight
        assert "Last week" not in tonight
        assert "Last week" in lately

    def test_the_next_event_comes_first(self, table: Table) -> None:
        make_event(table.event.club, table.olga, name="Next month")
        Event.objects.filter(name="Next month").update(starts_at=timezone.now() + timedelta(days=30))
        said = text_of(visitor().get(reverse("home")))
        assert said.index("Thursday night") < said.index("Next month")


class TestEvent:
    def test_it_lists_who_is_entered_and_who_left(self, table: Table) -> None:
        entries.drop_out(table.event.entries.get(players=table.pam).pk, context=context_of(table.olga))
        said = page(table, "event")
        assert "Entries (8)" in said
        assert "Pam (left)" in said

    def test_it_shows_who_leads(self, table: Table) -> None:
        results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
        settle_unsettled()
        leading = page(table, "event").partition("Leading")[2].partition("Entered")[0]
        assert "10" in leading
        assert "Pam" in leading

    def test_only_those_who_run_it_see_the_way_to_the_console(
        self, table: Table, olga_client: Client, sam_client: Client
    ) -> None:
        assert "Organize" in page(table, "event", olga_client)
        assert "Organize" not in page(table, "event", sam_client)
        assert "Organize" not in page(table, "event")

    def test_only_its_players_see_the_way_to_their_seat(
        self, table: Table, quinn_client: Client, sam_client: Client
    ) -> None:
        assert "My seat" in page(table, "event", quinn_client)
        assert "My seat" not in page(table, "event", sam_client)
        assert "My seat" not in page(table, "event")

    def test_a_scorer_sees_the_way_to_the_scores(self, table: Table, sam_client: Client) -> None:
        table.event.club.memberships.create(player=table.sam.player, role="scorer")
        assert "Enter scores" in page(table, "event", sam_client)
        said = page(table, "grid", sam_client)
        assert "Pam & Ann" in said
        assert "Check-in" not in said

    @pytest.mark.parametrize("zone", ["America/Detroit", "Asia/Kolkata", "Pacific/Auckland"])
    def test_times_are_shown_in_the_clubs_zone(self, table: Table, zone: str) -> None:
        Club.objects.update(zone=zone)
        starts_at = datetime(timezone.now().year, 7, 2, 19, 0, tzinfo=ZoneInfo("America/Detroit"))
        Event.objects.update(starts_at=starts_at)
        there = starts_at.astimezone(ZoneInfo(zone))
        lists = [reverse("home"), reverse("club", args=[table.event.club.slug])]
        in_a_list = f"Jul {there.day} Thursday night {there:%A %-I:%M %p}"
        assert [in_a_list in text_of(visitor().get(path)) for path in lists] == [True, True]
        shown = f"{there:%A, %B %-d, %Y, %-I:%M %p}"
        assert shown in text_of(visitor().get(table.event.get_absolute_url()))

    def test_a_list_names_another_year(self, table: Table) -> None:
        Event.objects.update(starts_at=datetime(2025, 7, 2, 19, 0, tzinfo=ZoneInfo("America/Detroit")))
        said = text_of(visitor().get(reverse("club", args=[table.event.club.slug])))
        assert "Jul 2 Thursday night Wednesday, July 2, 2025, 7:00 PM" in said

    def test_the_journals_clock_is_the_clubs(self, table: Table, olga_client: Client) -> None:
        Club.objects.update(zone="Asia/Kolkata")
        table.event.audit_log.update(at=datetime(2026, 7, 2, 23, 0, tzinfo=ZoneInfo("UTC")))
        assert "4:30 AM ·" in page(table, "journal", olga_client)


class TestSeating:
    def test_it_shows_every_chair_by_table_and_by_name(self, table: Table) -> None:
        said = page(table, "seating")
        assert "Table 1 North Pam East Quinn South Ann West Bob" in said
        assert "Pam 1 North" in said

    def test_scores_appear_as_they_come(self, table: Table) -> None:
        results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
        said = page(table, "seating")
        assert "Waiting for the other side" in said
        assert "10–6" not in said
        results.confirm_result(table.match.pk, context=on_phone(table.quinn), expected_version=1)
        assert "10–6" in page(table, "seating")

    def test_players_who_sit_out_are_named_with_the_reason(self, db: None) -> None:
        table = seat_table(9)
        assert f"Sitting out: {table.round.byes.get().entry.name} (" in page(table, "seating")

    def test_a_draft_is_not_shown(self, table: Table) -> None:
        Round.objects.update(status="draft")
        assert "No seating yet" in page(table, "seating")


class TestStandings:
    def test_they_say_that_a_score_is_being_counted(self, table: Table) -> None:
        waiting = "A score just came in. We’re counting it now."
        results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
        assert waiting in page(table, "standings")
        settle_unsettled()
        assert waiting not in page(table, "standings")

    def test_they_rank_by_points_and_say_why(self, table: Table) -> None:
        results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
        settle_unsettled()
        said = page(table, "standings")
        places = [said.index(f" {name} ") for name in ("Pam", "Quinn")]
        assert places == sorted(places)
        assert "Why this order?" in said
        assert "No. " not in said

    def test_standings_without_entries_are_an_empty_page_that_says_so(self, db: None) -> None:
        olga = make_user("Olga")
        event = make_event(make_club(olga), olga)
        assert "No standings yet" in text_of(visitor().get(reverse("standings", args=[event.slug])))


class TestOneTimeLogin:
    @pytest.fixture
    def path(self, table: Table) -> str:
        return one_time_path(table.olga)

    @pytest.mark.slow
    def test_opening_it_asks_and_uses_nothing_up(self, path: str) -> None:
        client, before = visitor(), world()
        assert ["logs you in as olga@example.org" in text_of(client.get(path)) for _ in range(3)] == [True] * 3
        assert differences(before, world()) == set()

    def test_it_works_once(self, table: Table, path: str) -> None:
        client = visitor()
        assert client.post(path)["Location"] == reverse("home")
        assert client.get(reverse("console", args=[table.event.slug])).status_code == 200
        response = refused_untouched(visitor(), path, {})
        assert response.status_code == 410
        assert "This link has already been used" in text_of(response)
        assert visitor().get(path).status_code == 410

    def test_it_dies_at_any_log_in(self, table: Table, path: str) -> None:
        visitor().force_login(table.olga)
        assert visitor().post(path).status_code == 410

    def test_an_account_that_was_closed_is_not_let_in(self, table: Table, path: str) -> None:
        table.olga.is_active = False
        table.olga.save()
        assert visitor().post(path).status_code == 410

    def test_a_link_of_one_account_opens_no_other(self, table: Table, path: str) -> None:
        sams = one_time_path(table.sam)
        token = path.rstrip("/").rpartition("/")[2]
        assert visitor().post(sams.rstrip("/").rpartition("/")[0] + f"/{token}/").status_code == 410

    @pytest.mark.parametrize("uid", ["x", "!", "MQ", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5", "w6k", "%C3%A9", "A" * 300])
    def test_a_made_up_one_opens_nothing(self, db: None, uid: str) -> None:
        path = f"/login-link/{uid}/abc-def/"
        assert visitor().get(path).status_code == visitor().post(path).status_code == 410


def test_a_personal_link_shows_whose_seat_it_is_on_public_pages(table: Table) -> None:
    phone = with_link(table.event, table.olga, table.bob)
    assert '<tr class="strong"><th scope="row">Bob</th>' in squeezed(
        phone.get(reverse("seating", args=[table.event.slug])).content.decode()
    )
