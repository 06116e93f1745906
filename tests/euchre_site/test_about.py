"""Who runs the site and what changed in it: two pages for everyone, and an address in the foot of all of them."""

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from euchre_site import changes
from tests.processes import run_python


def text_of(name: str) -> str:
    answer = Client().get(reverse(name))
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.django_db
class TestContact:
    def test_the_site_says_when_it_has_no_address(self, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        with django_assert_num_queries(0):
            page = text_of("contact")
        assert "haven’t added a contact address yet" in page
        assert "mailto:" not in page
        assert "is run by" not in page

    @pytest.mark.parametrize(
        ("contact", "link", "shown"),
        [
            ("olga@example.org", "mailto:olga@example.org", "olga@example.org"),
            ("https://example.org/ask/", "https://example.org/ask/", "example.org/ask"),
        ],
    )
    def test_the_address_is_there_and_at_the_foot_of_every_page(
        self, settings: Settings, contact: str, link: str, shown: str
    ) -> None:
        settings.SITE_OWNER, settings.SITE_CONTACT = "Olga & friends", contact
        page = text_of("contact")
        assert "is run by <strong>Olga &amp; friends</strong>" in page
        assert page.count(f'href="{link}"') == 2, "in the page and at its foot"
        assert f'<a href="{link}">{shown}</a>' in text_of("privacy")

    def test_every_page_leads_to_both(self) -> None:
        page = text_of("privacy")
        assert f'href="{reverse("contact")}"' in page
        assert f'href="{reverse("whats_new")}"' in page

    @pytest.mark.parametrize("name", ["contact", "whats_new"])
    def test_they_are_only_read(self, name: str) -> None:
        assert Client().post(reverse(name)).status_code == 405


@pytest.mark.slow
@pytest.mark.parametrize("contact", ["javascript:alert(1)", "example.org", "ask me"])
def test_a_contact_that_no_one_could_follow_is_refused(data_folder: Path, contact: str) -> None:
    done = run_python("-c", "import euchre_site.settings", RIGHT_BOWER_HOME=str(data_folder), SITE_CONTACT=contact)
    assert done.returncode != 0
    assert "SITE_CONTACT is an email address" in done.stderr


@pytest.mark.django_db
class TestWhatsNew:
    def test_it_has_every_change_under_its_day(self, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        with django_assert_num_queries(0):
            page = text_of("whats_new")
        assert page.count('class="badge"') == len(changes.CHANGES)
        assert page.count("<time") == len({change.day for change in changes.CHANGES})
        for change in changes.CHANGES:
            assert change.title in page
            assert change.text in page

    def test_the_newest_stand_first(self) -> None:
        days = [change.day for change in changes.CHANGES]
        assert days == sorted(days, reverse=True)

    def test_its_links_are_open_to_everyone(self) -> None:
        for change in changes.CHANGES:
            if change.page:
                assert Client().get(change.link).status_code == 200, change.title
