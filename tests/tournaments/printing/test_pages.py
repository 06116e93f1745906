"""Paper in the browser: one page that lists it, PDFs for whom they are, links that are made anew."""

import io

import pypdf
import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Table, make_event
from tests.tournaments.pages.browsing import Answer, form, refused_untouched, text_of, visitor
from tournaments.access.models import Pass
from tournaments.printing.documents import PAPERS


def listed(table: Table) -> str:
    return reverse("papers", args=[table.event.slug])


def own(table: Table, key: str) -> str:
    return reverse("console_paper", args=[table.event.slug, key])


def public_paper(table: Table, key: str) -> str:
    return reverse("paper", args=[table.event.slug, key])


def words(answer: Answer) -> str:
    assert answer["Content-Type"] == "application/pdf"
    pages = pypdf.PdfReader(io.BytesIO(answer.content)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def pages_wide(answer: Answer) -> int:
    return round(float(pypdf.PdfReader(io.BytesIO(answer.content)).pages[0].mediabox.width) / 72 * 25.4)


def test_the_console_lists_every_paper_and_what_is_missing(table: Table, olga_client: Client) -> None:
    page = olga_client.get(listed(table))
    said = text_of(page)
    for paper in PAPERS.values():
        assert paper.name in said
        assert (own(table, paper.key) in page.content.decode()) == (paper.key != "payouts")
    assert "The prizes aren’t final yet." in said


@pytest.mark.parametrize("key", [key for key in PAPERS if key != "payouts"])
def test_an_organizer_prints_each(table: Table, olga_client: Client, key: str) -> None:
    answer = olga_client.get(own(table, key))
    assert "Thursday night" in words(answer)
    assert f"{table.event.slug}-{key}-" in answer["Content-Disposition"]
    assert "object-src" not in answer["Content-Security-Policy"]  # else Chromium shows an empty page


def test_what_everyone_may_see_everyone_may_print(table: Table) -> None:
    assert "Pam 1 North" in words(visitor().get(public_paper(table, "seating")))
    assert "Pam" in words(visitor().get(public_paper(table, "standings")))
    for key in ("cards", "slips", "fallback", "payouts", "nothing"):
        assert visitor().get(public_paper(table, key)).status_code == 404
    for name in ("seating", "standings"):
        assert public_paper(table, name) in visitor().get(reverse(name, args=[table.event.slug])).content.decode()


def test_it_is_set_on_the_paper_of_the_clubs_zone_or_as_asked(table: Table, olga_client: Client) -> None:
    assert pages_wide(olga_client.get(own(table, "signs"))) == 216
    assert pages_wide(olga_client.get(f"{own(table, 'signs')}?size=a4")) == 210
    assert pages_wide(olga_client.get(f"{own(table, 'signs')}?size=stamp")) == 216
    assert "Print on A4 instead" in text_of(olga_client.get(listed(table)))
    assert f"{own(table, 'signs')}?size=a4" in olga_client.get(f"{listed(table)}?size=a4").content.decode()


def test_what_cannot_be_printed_yet_says_what_to_do(table: Table, olga_client: Client) -> None:
    empty = make_event(table.event.club, table.olga, name="Next")
    answer = olga_client.get(reverse("console_paper", args=[empty.slug, "slips"]))
    assert answer.status_code == 422
    assert "No round is published yet. Publish one first." in text_of(answer)
    assert visitor().get(reverse("paper", args=[empty.slug, "seating"])).status_code == 422
    assert olga_client.get(own(table, "nothing")).status_code == 404


class TestLinks:
    @pytest.mark.slow
    def test_everyone_gets_one_that_opens_and_the_older_one_stops(self, table: Table, olga_client: Client) -> None:
        said = words(olga_client.post(reverse("print_links", args=[table.event.slug]), form()))
        assert said.count("Scan this with your phone") == Pass.objects.count() == 8
        address = "".join(said.partition("http")[2].partition("Scan")[0].split())
        path = f"/events/{table.event.slug}/pass/{address.partition('/pass/')[2][:22]}/"
        assert visitor().get(path).status_code == 200
        olga_client.post(reverse("print_links", args=[table.event.slug]), form())
        assert visitor().get(path).status_code == 410

    def test_the_page_warns_before_it_makes_them(self, table: Table, olga_client: Client) -> None:
        assert "All earlier links for this event stop working, even on phones that are using them now" in text_of(
            olga_client.get(listed(table))
        )
        assert not Pass.objects.exists()

    def test_the_same_form_twice_says_that_they_are_shown_once(self, table: Table, olga_client: Client) -> None:
        body, path = form(), reverse("print_links", args=[table.event.slug])
        olga_client.post(path, body)
        assert refused_untouched(olga_client, path, body).status_code == 409

    def test_nothing_of_it_is_kept_by_the_browser_or_in_between(self, table: Table, olga_client: Client) -> None:
        answer = olga_client.post(reverse("print_links", args=[table.event.slug]), form())
        assert answer["Cache-Control"] == "private, no-store"
