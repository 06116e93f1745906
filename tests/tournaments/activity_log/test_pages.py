"""What happened here: all of it, or about one round, table or person; and whether it all adds up."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Table, context_of, on_grid, on_phone, publish, seat_table, slip
from tests.kept import kept
from tests.tournaments.pages.browsing import form, text_of
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.events import announcements
from tournaments.results import commands as results
from tournaments.results.models import Standing
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds import commands as rounds


def two_rounds() -> Table:
    table = seat_table()
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    results.confirm_result(table.match.pk, context=on_phone(table.quinn), expected_version=1)
    results.record_result(table.round.matches.get(table=2).pk, slip(9, 7), context=on_grid(table.olga))
    rounds.close_round(table.round.pk, context=context_of(table.olga), expected_version=2)
    publish(table.event, table.olga, 2)
    settle_unsettled()
    return table


table = kept(two_rounds)
"""Round 1 is over, round 2 is published."""


def log_page(client: Client, night: Table, /, **asked: Any) -> str:
    page = client.get(reverse("journal", args=[night.event.slug]), asked)
    assert page.status_code == 200
    return text_of(page)


def test_of_one_table(table: Table, olga_client: Client) -> None:
    said = log_page(olga_client, table, round=table.round.pk, table=1)
    assert "Pam reported 10–6 at table 1 in round 1." in said
    assert "Quinn confirmed 10–6 at table 1 in round 1." in said
    assert "published" not in said
    assert "9–7" not in said


def test_a_sentence_about_the_site_itself_starts_with_a_capital(table: Table, olga_client: Client) -> None:
    entry = table.event.audit_log.get(action="publish_round", round__number=2)
    AuditLogEntry.objects.filter(pk=entry.pk).update(user=None, is_system=True)
    said = log_page(olga_client, table, round=entry.round_id)
    assert "The site published round 2." in said
    assert "the site published" not in said


def test_of_one_person_whatever_they_did_and_whatever_was_done_about_them(table: Table, olga_client: Client) -> None:
    for player in (table.quinn, table.pam):
        entries.drop_out(Entry.objects.get(players=player).pk, context=context_of(table.olga))
    said = log_page(olga_client, table, player=table.quinn.pk)
    assert "Quinn confirmed 10–6 at table 1 in round 1." in said
    assert "Pam reported 10–6 at table 1 in round 1." in said
    assert "Olga marked Quinn as gone." in said
    assert "Olga marked Pam" not in said
    assert "9–7" not in said


def test_no_one_is_named_in_what_an_official_typed(table: Table, olga_client: Client) -> None:
    typed = "Sheet No. 1 was read upside down, see No. 2"
    results.correct_result(table.match.pk, slip(9, 6), reason=typed, context=on_grid(table.olga), expected_version=2)
    said = log_page(olga_client, table, round=table.round.pk, table=1)
    assert f"Olga corrected the score at table 1 in round 1 from 10–6 to 9–6 ({typed})." in said


def test_of_one_round(table: Table, olga_client: Client) -> None:
    said = log_page(olga_client, table, round=table.round.pk)
    assert "Olga closed round 1." in said
    assert "round 2." not in said


def test_oldest_first_when_asked(table: Table, olga_client: Client) -> None:
    sentences = ["Olga set up the event.", "Olga published round 1.", "Olga closed round 1.", "Olga published round 2."]
    said = log_page(olga_client, table, order="oldest")
    places = [said.index(one) for one in sentences]
    assert places == sorted(places)


def test_page_by_page(table: Table, olga_client: Client) -> None:
    for number in range(60):
        announcements.announce(table.event.pk, f"Pizza {number}", context=context_of(table.olga))
    first, second = log_page(olga_client, table), log_page(olga_client, table, page=2)
    assert "Page 1 of 2" in first
    assert "Olga set up the event." not in first
    assert "Olga set up the event." in second


@pytest.mark.parametrize("asked", ["999999999", "x", "٣", "-1", "", "9" * 30])
@pytest.mark.parametrize("name", ["round", "table", "player", "page"])
def test_a_strange_address_breaks_nothing(table: Table, olga_client: Client, name: str, asked: str) -> None:
    assert "Activity log" in log_page(olga_client, table, **{name: asked})


def test_of_what_never_happened_it_says_so(table: Table, olga_client: Client) -> None:
    assert "No activity matches these filters." in log_page(olga_client, table, table=99)


def test_rebuild_and_compare_says_equal(table: Table, olga_client: Client) -> None:
    said = text_of(olga_client.post(reverse("compare", args=[table.event.slug]), form(), follow=True))
    assert "The results and standings match the reported scores." in said
    assert "Olga checked the results and standings against the reported scores: no differences." in said


def test_or_lists_what_differs_by_name_and_mends_it_when_asked(table: Table, olga_client: Client) -> None:
    Standing.objects.filter(entry__players=table.pam).update(points_over=99)
    path = reverse("compare", args=[table.event.slug])
    said = text_of(olga_client.post(path, form()))
    assert "Differences found We found 1 difference from the reported scores. We didn’t change anything." in said
    assert "Pam is saved as" in said
    assert "with a score of 99" in said
    assert Standing.objects.filter(points_over=99).exists()
    said = text_of(olga_client.post(path, form(mend="yes")))
    assert "Rebuilt from reported scores" in said
    assert not Standing.objects.filter(points_over=99).exists()
    assert "Olga recalculated the results and standings from the reported scores: 1 difference." in log_page(
        olga_client, table
    )
