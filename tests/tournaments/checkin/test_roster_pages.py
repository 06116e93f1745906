"""A list on the page: looked at first, entered with few choices, and taken out again without a trace."""

import html
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.accounts.models import Player, User
from tests.cast import context_of, enter, make_event
from tests.sizes import sample
from tests.tournaments.checkin.messy_sheets import SHEETS, Sheet
from tests.tournaments.pages.browsing import Answer, differences, form, log_in, refused_untouched, text_of, world
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin import entries
from tournaments.clubs.models import Club, Membership
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.prizes.models import PotEntry

pytestmark = pytest.mark.django_db
ONLY_THE_LOG = {"tournaments.AuditLogEntry", "tournaments.Event"}
"""What an import and its undoing leave: two lines in the log, which counts the event's version."""


@pytest.fixture
def night(club: Club, olga: User) -> Event:
    return make_event(club, olga, fee=500)


@pytest.fixture
def browser(olga: User) -> Client:
    return log_in(olga)


def at(event: Event) -> str:
    return reverse("roster", args=[event.slug])


def chosen(content: bytes | str) -> dict[str, Any]:
    """What the form sends first: a file, or text that was pasted."""
    if isinstance(content, str):
        return form(text=content)
    return form(text="", file=SimpleUploadedFile("list", content))


def fields(page: Answer) -> dict[str, Any]:
    """What the preview's own form sends, as it stands."""
    [body] = re.findall(r'<form\s+id="import".*?</form>', page.content.decode(), flags=re.DOTALL)
    found: dict[str, Any] = {}
    for tag in re.findall(r"<input\b[^>]*>", body):
        said = {name: html.unescape(value) for name, value in re.findall(r'([\w-]+)="([^"]*)"', tag)}
        if said.get("type") in ("checkbox", "radio") and not re.search(r"\schecked\b", tag):
            continue
        found.setdefault(said["name"], []).append(said.get("value", ""))
    for name, options in re.findall(r'<select[^>]*\sname="([^"]*)"[^>]*>(.*?)</select>', body, flags=re.DOTALL):
        picked = re.findall(r'<option value="([^"]*)"\s+selected', options)
        found[name] = picked or [""]
    return found


def preview(browser: Client, event: Event, content: bytes | str, **choices: Any) -> Answer:
    page = browser.post(at(event), chosen(content))
    assert page.status_code == 200, text_of(page)
    for name, value in choices.items():
        page = browser.post(at(event), fields(page) | {name: value})
        assert page.status_code == 200
    return page


def press_enter(browser: Client, event: Event, page: Answer, **more: Any) -> Answer:
    return browser.post(at(event), fields(page) | {"do": "enter"} | more, follow=True)


def names(event: Event) -> list[str]:
    return [entry.name for entry in event.entries.order_by("number")]


def undo(browser: Client, event: Event) -> Answer:
    page = browser.get(reverse("check_in", args=[event.slug]))
    [address] = re.findall(r'action="([^"]*/undo/\d+/)"', page.content.decode())
    return browser.post(address, form(), follow=True)


@pytest.mark.parametrize("name", sample(*list(SHEETS)[:3], of=SHEETS))
def test_a_real_list_comes_in_right_and_goes_without_a_trace(
    name: str, club: Club, olga: User, browser: Client
) -> None:
    sheet: Sheet = SHEETS[name]
    event = make_event(club, olga, "swiss" if sheet.pairs else "progressive", fee=500)
    before = world()
    assert len(sheet.chosen) <= 3
    page = preview(browser, event, sheet.content, **sheet.chosen)
    assert differences(before, world()) == set()
    press_enter(browser, event, page)
    assert names(event) == list(sheet.entered)
    known = Membership.objects.filter(club=club).exclude(player=olga.player)
    assert tuple(known.exclude(email="").order_by("pk").values_list("email", flat=True)) == sheet.emails
    assert tuple(known.exclude(number="").order_by("pk").values_list("number", flat=True)) == sheet.numbers
    assert tuple(row.entry.name for row in PotEntry.objects.order_by("pk") if row.entry) == sheet.paid
    assert violations() == []
    if sheet.paid:
        return
    undo(browser, event)
    assert differences(before, world()) == ONLY_THE_LOG
    assert list(event.audit_log.order_by("number").values_list("action", flat=True))[-2:] == [
        "import_roster",
        "undo_bulk",
    ]


def test_the_documented_list_needs_no_choice(night: Event, browser: Client) -> None:
    said = text_of(preview(browser, night, b"name,email,number,paid\nRose,rose@example.org,7,yes\nSal,,,no\n"))
    assert "Add 2 players" in said
    assert "to check" not in said


class TestWhatWillHappen:
    @pytest.fixture(autouse=True)
    def people(self, club: Club) -> dict[str, Player]:
        found = {}
        for name, number, email in (
            ("Émilie Tremblay-Roy", "12", "emilie@example.org"),
            ("John Smith", "", ""),
            ("Tess", "", ""),
            ("TESS", "", ""),
        ):
            found[name] = Player.objects.create(name=name)
            Membership.objects.create(club=club, player=found[name], number=number, email=email)
        return found

    @pytest.mark.parametrize(
        ("row", "says"),
        [
            ("Rose", "New player"),
            ("smith, john", "John Smith, matched by name"),
            ("Someone <EMILIE@example.org>", "Émilie Tremblay-Roy, matched by email address"),
            ("EMILIE TREMBLAY ROY (12)", "Émilie Tremblay-Roy, matched by club number"),
            (
                "Jon Smith",
                "New player. Check that they aren’t already in the club. New player: Jon Smith Same person: John Smith",
            ),
            ("Tremblay", "Same person: Émilie Tremblay-Roy member 12 emilie@example.org"),
            ("Tess", "The club has 2 people named Tess. Choose one."),
            ("Rose (12)", "Club number 12 belongs to Émilie Tremblay-Roy."),
            ("R" * 81, "A name can have at most 80 characters."),
            ("Rose <rose@nowhere>", "“rose@nowhere” isn’t an email address."),
            ("Ann & Bob", "This row has 2 names, but each player enters this event individually."),
            ("=1+1 Ann", "This row has a formula instead of a name."),
        ],
    )
    def test_it_is_said_beside_the_row(self, night: Event, browser: Client, row: str, says: str) -> None:
        assert says in text_of(preview(browser, night, f"Quinn\n{row}"))

    def test_who_is_entered_stays_so(self, night: Event, olga: User, browser: Client) -> None:
        enter(night, olga, ["Rose"])
        page = preview(browser, night, "Rose\nSal")
        assert "Rose is already entered" in text_of(page)
        assert "1 player entered. 1 row left out." in text_of(press_enter(browser, night, page))
        assert names(night) == ["Rose", "Sal"]

    def test_a_near_name_is_someone_new_unless_chosen(
        self, night: Event, browser: Client, people: dict[str, Player]
    ) -> None:
        page = preview(browser, night, "Jon Smith\nTremblay")
        press_enter(browser, night, page, **{"who-2-0": people["Émilie Tremblay-Roy"].pk})
        assert names(night) == ["Jon Smith", "Émilie Tremblay-Roy"]
        assert Player.objects.filter(name="Jon Smith").exists()

    def test_namesakes_are_left_out_until_one_is_chosen(
        self, night: Event, browser: Client, people: dict[str, Player]
    ) -> None:
        page = preview(browser, night, "Rose\nTess")
        assert "Add 1 player" in text_of(page)
        page = preview(browser, night, "Rose\nTess", **{"who-2-0": people["TESS"].pk})
        press_enter(browser, night, page)
        assert night.entries.get(number=2).players.get() == people["TESS"]

    def test_rows_that_are_there_twice_are_found_and_can_be_two(self, night: Event, browser: Client) -> None:
        page = preview(browser, night, "Rose\nSal\nROSE")
        assert "Same as row 1" in text_of(page)
        assert "Add 2 players" in text_of(page)
        press_enter(browser, night, page, **{"who-3-0": "new"})
        assert names(night) == ["Rose", "Sal", "ROSE (2)"]

    def test_people_of_one_name_with_other_addresses_are_two(self, night: Event, browser: Client) -> None:
        page = preview(browser, night, "Name,Email\nJo Fox,jo@example.org\nJo Fox,jo2@example.org\n")
        assert "Add 2 players" in text_of(page)

    def test_two_who_share_an_address_are_two(self, night: Event, browser: Client) -> None:
        content = "Name,Email\nÉmilie Tremblay-Roy,emilie@example.org\nJean Roy,emilie@example.org\n"
        press_enter(browser, night, preview(browser, night, content))
        assert names(night) == ["Émilie Tremblay-Roy", "Jean Roy"]

    def test_members_of_other_clubs_are_unknown(self, night: Event, browser: Client, people: dict[str, Player]) -> None:
        other = Club.objects.create(name="North", slug="north")
        stranger = Player.objects.create(name="Uma Stone")
        Membership.objects.create(club=other, player=stranger, number="99")
        page = preview(browser, night, "Uma Stone (99)")
        assert "New player" in text_of(page)
        press_enter(browser, night, page, **{"who-1-0": stranger.pk})
        assert names(night) == []


class TestPuttingRight:
    def test_a_row_is_put_right_on_the_page(self, night: Event, browser: Client) -> None:
        page = preview(browser, night, "Rose\nAnn & Bob\nx@y.org", **{"name-2": "Ann Weber", "name-3": "Cy"})
        assert "Add 3 players" in text_of(page)
        press_enter(browser, night, page)
        assert names(night) == ["Rose", "Ann Weber", "Cy"]

    def test_an_untouched_row_is_no_correction(self, night: Event, browser: Client) -> None:
        page = preview(browser, night, "Rose\nAnn & Bob", out="1")
        assert "Enter" not in text_of(page).replace("Enter the", "")
        assert "1 row to check" in text_of(page)

    def test_a_partner_who_is_missing_is_typed(self, club: Club, olga: User, browser: Client) -> None:
        event = make_event(club, olga, "swiss")
        page = preview(browser, event, "Ann & Bob\nCy")
        assert "The partner is missing." in text_of(page)
        page = press_enter(browser, event, page, **{"name-2": ["Cy", "Dee"]})
        assert "The preview is out of date" in text_of(page)
        press_enter(browser, event, page)
        assert names(event) == ["Ann & Bob", "Cy & Dee"]

    def test_rows_are_left_out(self, night: Event, browser: Client) -> None:
        page = preview(browser, night, "Rose\nSal\nTess", out=["1", "3"])
        assert "Add 1 player" in text_of(page)
        assert "2 rows left out" in text_of(page)
        press_enter(browser, night, page)
        assert names(night) == ["Sal"]

    def test_columns_are_read_as_one_says(self, night: Event, browser: Client) -> None:
        content = "Name;Nick\nAnn Weber;Annie\nBob Hart;Bobby\n"
        page = preview(browser, night, content, **{"column-0": "", "column-1": "name"})
        press_enter(browser, night, page)
        assert names(night) == ["Annie", "Bobby"]

    def test_another_row_of_heads_is_read_anew(self, night: Event, browser: Client) -> None:
        page = preview(browser, night, "Name\nRose\nSal", header="-1")
        assert "Add 3 players" in text_of(page)
        assert "Add 2 players" in text_of(preview(browser, night, "Name\nRose\nSal", header="0"))

    def test_names_can_stay_as_they_are_written(self, night: Event, browser: Client) -> None:
        page = preview(browser, night, "Weber, Ann\nHart, Bob")
        press_enter(browser, night, browser.post(at(night), {k: v for k, v in fields(page).items() if k != "turned"}))
        assert names(night) == ["Weber, Ann", "Hart, Bob"]


class TestNothingIsLost:
    def test_what_was_pasted_stays_when_it_can_t_be_read(self, night: Event, browser: Client) -> None:
        page = refused_untouched(browser, at(night), form(text="Rose\nSa\x07l <&>"))
        assert page.status_code == 422
        assert "This cell has a character that we can’t use (0x07)." in text_of(page)
        assert "Sa\x07l &lt;&amp;&gt;" in page.content.decode()

    @pytest.mark.parametrize(
        ("sent", "why"),
        [
            ({"text": ""}, "The list is empty. Choose a file, or paste names."),
            ({"text": " \n\n"}, "The list is empty."),
            ({"text": "Rose\n" * 601}, "The list has more than 600 rows."),
            ({"text": "x" * 200_001}, "That’s too much text to paste."),
            ({"cells": "forged"}, "This page is out of date or belongs to another event. Choose the list again."),
        ],
    )
    def test_what_is_no_list_is_refused_in_words(
        self, night: Event, browser: Client, sent: dict[str, str], why: str
    ) -> None:
        page = refused_untouched(browser, at(night), form(**sent))
        assert page.status_code == 422
        assert why in text_of(page)

    def test_a_file_too_large_is_not_read(self, night: Event, browser: Client) -> None:
        page = refused_untouched(browser, at(night), chosen(b"x" * 1_500_001))
        assert page.status_code == 422
        assert "larger than 1.5 MB" in text_of(page)

    def test_the_preview_of_another_event_is_none(self, night: Event, club: Club, olga: User, browser: Client) -> None:
        sent = fields(preview(browser, make_event(club, olga, name="Other"), "Rose"))
        assert refused_untouched(browser, at(night), sent | {"do": "enter"}).status_code == 422

    def test_who_came_meanwhile_makes_one_look_again(self, night: Event, olga: User, browser: Client) -> None:
        page = preview(browser, night, "Rose\nSal\nAnn & Bob")
        typed = {"name-3": "Ann", "out": "2", "here": "1"}
        enter(night, olga, ["Rose"])
        answer = refused_untouched(browser, at(night), fields(page) | {"do": "enter"} | typed)
        assert answer.status_code == 409
        assert "The preview is out of date, so no one was entered." in text_of(answer)
        again = fields(answer)
        assert (again["name-3"], again["out"], again["here"]) == (["Ann"], ["2"], ["1"])
        press_enter(browser, night, answer)
        assert names(night) == ["Rose", "Ann"]

    def test_a_column_that_was_changed_without_a_look_makes_one_look(self, night: Event, browser: Client) -> None:
        page = preview(browser, night, "Name;Nick\nAnn Weber;Annie\n")
        sent = fields(page) | {"do": "enter", "column-0": "", "column-1": "name"}
        assert refused_untouched(browser, at(night), sent).status_code == 409

    def test_sent_twice_it_is_done_once(self, night: Event, browser: Client) -> None:
        sent = fields(preview(browser, night, "Rose\nSal")) | {"do": "enter"}
        for _ in range(2):
            assert "2 players entered." in text_of(browser.post(at(night), sent, follow=True))
        assert names(night) == ["Rose", "Sal"]
        assert AuditLogEntry.objects.filter(action="import_roster").count() == 1

    def test_two_previews_stand_side_by_side(self, night: Event, browser: Client) -> None:
        one, other = (preview(browser, night, text) for text in ("Rose\nSal", "Tess\nUma"))
        for page in (one, other):
            press_enter(browser, night, page)
        assert names(night) == ["Rose", "Sal", "Tess", "Uma"]

    def test_without_a_key_no_one_is_entered_and_the_list_stays(self, night: Event, browser: Client) -> None:
        sent = fields(preview(browser, night, "Rose")) | {"do": "enter", "key": ""}
        answer = refused_untouched(browser, at(night), sent)
        assert answer.status_code == 422
        assert fields(answer)["cells"]


def test_all_are_here_at_once(night: Event, browser: Client) -> None:
    page = preview(browser, night, "Rose\nSal")
    assert "here" not in fields(page)
    press_enter(browser, night, page, here="1")
    assert set(night.entries.values_list("status", flat=True)) == {"checked_in"}


@pytest.mark.slow
def test_a_list_of_four_hundred_comes_in(night: Event, browser: Client) -> None:
    people = "Name,Email,Phone\n" + "\n".join(f"Player {n},p{n}@example.org,519 555 {n:04}" for n in range(400))
    page = preview(browser, night, people)
    assert "Add 400 players" in text_of(page)
    press_enter(browser, night, page)
    assert night.entries.count() == 400


@pytest.mark.slow
def test_undoing_says_what_stays(night: Event, olga: User, browser: Client) -> None:
    press_enter(browser, night, preview(browser, night, "Name,Paid\nRose,yes\nSal,\nTess,\n"))
    sal = night.entries.get(number=2)
    entries.check_in(sal.pk, context=context_of(olga))
    said = text_of(undo(browser, night))
    assert (
        "1 of 3 changes undone. Rose has paid, so we kept the entry. Sal’s entry has since "
        "changed, so we left it as it is."
    ) in said
    assert names(night) == ["Rose", "Sal"]
    assert not Player.objects.filter(name="Tess").exists()
    assert "Olga imported a list of 3 entries." in text_of(browser.get(reverse("journal", args=[night.slug])))


@pytest.mark.parametrize("people", [2, 90])
def test_a_preview_asks_no_more_for_a_long_list(night: Event, browser: Client, people: int) -> None:
    for number in range(0, people, 2):
        entries.new_player(night, f"Player {number}")
    rows = "\n".join(f"Player {number}" for number in range(people))
    sent = fields(preview(browser, night, rows))
    with CaptureQueriesContext(connection) as asked:
        browser.post(at(night), sent)
    assert len(asked) == 8
