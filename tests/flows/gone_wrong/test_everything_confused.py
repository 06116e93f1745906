"""Everything is confused: what happened is told per table and per person, and rebuild and compare says what is true."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Table, context_of, on_grid, on_phone, seat_table, slip
from tests.tournaments.pages.browsing import form, log_in, text_of
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.results.models import Standing
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds.models import Match


@pytest.fixture
def table(db: None) -> Table:
    """Table 1 was reported, disputed, decided, taken back, decided again and corrected."""
    found = seat_table()
    pk = found.match.pk
    results.record_result(pk, slip(10, 6), context=on_phone(found.pam))
    results.record_result(pk, slip(6, 10), context=on_phone(found.quinn))
    results.record_result(pk, slip(6, 10), context=on_grid(found.olga), expected_version=2)
    results.reopen_result(pk, context=context_of(found.olga), expected_version=3)
    results.record_result(pk, slip(10, 6), context=on_grid(found.olga), expected_version=4)
    results.correct_result(
        pk, slip(10, 5), reason="One hand counted twice", context=context_of(found.olga), expected_version=5
    )
    results.record_result(found.round.matches.get(table=2).pk, slip(9, 7), context=on_grid(found.olga))
    settle_unsettled()
    return found


@pytest.fixture
def olga(table: Table) -> Client:
    return log_in(table.olga)


STORY = [
    "Pam reported 10–6 at table 1 in round 1.",
    "Quinn reported 6–10 at table 1 in round 1.",
    "Olga reported 6–10 at table 1 in round 1.",
    "Olga undid the decision about table 1 in round 1.",
    "Olga reported 10–6 at table 1 in round 1.",
    "Olga corrected the score at table 1 in round 1 from 10–6 to 10–5 (One hand counted twice).",
]


@pytest.mark.slow
def test_the_story_of_a_table_is_one_tap_from_it_oldest_first(table: Table, olga: Client) -> None:
    page = olga.get(reverse("match", args=[table.event.slug, table.match.pk])).content.decode()
    journal = reverse("journal", args=[table.event.slug])
    address = f"{journal}?round={table.round.pk}&amp;table=1&amp;order=oldest"
    assert address in page
    said = text_of(olga.get(address.replace("&amp;", "&")))
    told = said[said.index("Show") :]
    places = [told.index(sentence) for sentence in STORY]
    assert places == sorted(places)
    assert "9–7" not in told


@pytest.mark.slow
def test_the_story_of_a_person_has_no_other_table_in_it(table: Table, olga: Client) -> None:
    said = text_of(olga.get(reverse("journal", args=[table.event.slug]), {"player": table.bob.pk}))
    assert all(sentence in said for sentence in STORY)
    assert "9–7" not in said


@pytest.mark.slow
def test_rebuild_and_compare_says_equal_or_what_differs_and_changes_nothing_unasked(table: Table, olga: Client) -> None:
    compare = reverse("compare", args=[table.event.slug])
    assert "The results and standings match the reported scores" in text_of(olga.post(compare, form(), follow=True))

    Standing.objects.filter(entry__players=table.pam).update(place=8, points_over=6, rounds=["6"])
    Match.objects.filter(pk=table.match.pk).update(state="void", standing=None)
    said = text_of(olga.post(compare, form()))
    assert "Table 1 in round 1 is saved as “Void”, but the reported scores give “Counted: 10–5”." in said
    assert violations() != []
    assert Match.objects.get(pk=table.match.pk).state == "void"

    olga.post(compare, form(mend="yes"))
    assert "The results and standings match the reported scores" in text_of(olga.post(compare, form(), follow=True))
    assert Standing.objects.get(entry__players=table.pam).points == 10
    assert violations() == []
