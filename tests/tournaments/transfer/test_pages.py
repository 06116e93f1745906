"""Import and export as an organizer does it: download, change, try, import; and the whole club for its owner."""

import re
import time
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.cast import Table, enter, make_club, make_event, make_user, publish
from tests.tournaments.pages.browsing import Answer, form, log_in, refused_untouched, text_of
from tests.tournaments.scenes.league import BIRDS, SMALL, Stage
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Membership, Role
from tournaments.events.models import Event
from tournaments.transfer.archive import read_archive
from tournaments.transfer.sheets import MAX_BYTES

NEW = b"name,number\nZoe Hart,77\n=Yves,78\n"


def path(table: Table, key: str = "players", name: str = "exchange_table", *more: str) -> str:
    return reverse(name, args=[table.event.club.slug, key, *more])


def sending(content: bytes, do: str = "try", name: str = "players.csv") -> dict[str, object]:
    return form(file=SimpleUploadedFile(name, content), do=do)


def hidden(response: Answer, name: str) -> str:
    """What the page's form would send on."""
    found = re.findall(rf'name="{name}" value="([^"]*)"', response.content.decode())
    return str(found[0])


@pytest.mark.slow
def test_a_file_is_tried_and_what_was_tried_comes_in(table: Table, olga_client: Client) -> None:
    tried = refused_untouched(olga_client, path(table), sending(NEW))
    assert tried.status_code == 200
    assert "2 changes, not imported yet" in text_of(tried)
    assert "Row 2: Zoe Hart is new to the club." in text_of(tried)
    body = form(content=hidden(tried, "content"), do="import")
    answers = [olga_client.post(path(table), body, follow=True) for _ in range(2)]
    assert ["2 changes imported." in text_of(answer) for answer in answers] == [True, True]
    assert Membership.objects.filter(number__in=["77", "78"]).count() == 2
    assert AuditLogEntry.objects.get(action="import_table").user == table.olga
    again = olga_client.post(path(table), sending(NEW))
    assert "No changes" in text_of(again)


def test_what_is_wrong_is_shown_row_by_row(table: Table, olga_client: Client) -> None:
    bad = b"name,email\nZoe,nowhere\n" + b"x" * 90 + b",x@example.org\n"
    refusal = refused_untouched(olga_client, path(table), sending(bad, "import"))
    assert refusal.status_code == 422
    assert "2 email “nowhere” isn’t an email address. Use an address like ann@example.org." in text_of(refusal)
    assert "3 name A name can have 1 to 80 characters. Enter the name." in text_of(refusal)


def test_a_file_of_50_mb_is_refused_before_it_is_read(table: Table, olga_client: Client) -> None:
    body = sending(b"x" * 50_000_000)
    begun = time.process_time()
    refusal = refused_untouched(olga_client, path(table), body)
    assert time.process_time() - begun < 2
    assert (refusal.status_code, "larger than 1.5 MB" in text_of(refusal)) == (422, True)


@pytest.mark.slow
def test_the_largest_file_can_still_be_sent_on_after_it_was_tried(table: Table, olga_client: Client) -> None:
    content = b"name\n" + b"".join(b"%-990d\n" % number for number in range(MAX_BYTES // 1000))
    tried = olga_client.post(path(table), sending(content))
    body = form(content=hidden(tried, "content"), do="import")
    assert olga_client.post(path(table), body).status_code == 302


@pytest.mark.parametrize("body", [{}, {"content": "%%%"}, {"content": ""}])
def test_a_form_without_a_file_says_so(table: Table, olga_client: Client, body: dict[str, str]) -> None:
    assert refused_untouched(olga_client, path(table), form(**body, do="import")).status_code == 422


@pytest.mark.parametrize(("kind", "begins"), [("csv", b"\xef\xbb\xbfplayer,name"), ("xlsx", b"PK")])
def test_what_is_downloaded_is_no_change(table: Table, olga_client: Client, kind: str, begins: bytes) -> None:
    answer = olga_client.get(path(table, "players", "exchange_file", kind))
    assert answer.content.startswith(begins)
    assert answer["Content-Disposition"] == f'attachment; filename="{table.event.club.slug}-players.{kind}"'
    assert answer["Cache-Control"] == "private, no-store"
    assert "No changes" in text_of(olga_client.post(path(table), sending(answer.content)))


def test_an_event_has_its_own_table(table: Table, olga_client: Client) -> None:
    address = f"{path(table, 'results')}?of={table.event.slug}"
    tried = olga_client.post(address, sending(b"round,table,points_1,points_2\n1,2,8,2\n", "import"))
    assert tried["Location"] == address
    assert "Thursday night" in text_of(olga_client.get(reverse("exchange", args=[table.event.club.slug])))


@pytest.mark.parametrize("key", ["results", "squads", "fixtures", "cards"])
def test_events_and_seasons_of_elsewhere_are_as_good_as_none(table: Table, olga_client: Client, key: str) -> None:
    other = make_event(make_club(table.sam, "Oak Street"), table.sam, name="Theirs")
    for of in (other.slug, "never-was", ""):
        assert olga_client.get(f"{path(table, key)}?of={of}").status_code == 404


def test_what_is_no_table_or_no_kind_of_file_is_not_there(table: Table, olga_client: Client) -> None:
    assert olga_client.get(path(table, "passwords")).status_code == 404
    assert olga_client.get(path(table, "players", "exchange_file", "exe")).status_code == 404


@pytest.mark.slow
def test_the_owner_downloads_the_full_club_and_the_journal_says_so(table: Table, olga_client: Client) -> None:
    address = reverse("club_archive", args=[table.event.club.slug])
    body = {"key": str(uuid.uuid4())}
    answers = [olga_client.post(address, body) for _ in range(2)]
    archives = [read_archive(answer_file(answer)) for answer in answers]
    assert archives[0].club == table.event.club.name
    assert archives[0].digest == archives[1].digest
    assert AuditLogEntry.objects.filter(action="export_club").count() == 1


def answer_file(answer: Answer) -> SimpleUploadedFile:
    return SimpleUploadedFile("club.zip", answer.content)


def test_an_organizer_sees_everything_but_the_full_club(table: Table, olga_client: Client) -> None:
    oscar = make_user("Oscar")
    Membership.objects.create(club=table.event.club, player=oscar.player, role=Role.ORGANIZER)
    page = reverse("exchange", args=[table.event.club.slug])
    assert ["Download all club data" in text_of(one.get(page)) for one in (olga_client, log_in(oscar))] == [
        True,
        False,
    ]


@pytest.mark.parametrize("more", [0, 3])
def test_the_pages_ask_the_database_the_same_however_much_there_is(db: None, more: int) -> None:
    stage = Stage({**SMALL, "meetings": "single"}, (BIRDS[: 3 + more],))
    stage.draft()
    for number in range(1 + more):
        publish(_entered(stage, f"Night {number}"), stage.olga)
    browser, slug = log_in(stage.olga), stage.club.slug
    of = f"?of={stage.season.slug}"
    found = {"exchange": reverse("exchange", args=[slug]), "players": reverse("exchange_table", args=[slug, "players"])}
    found |= {
        key: reverse("exchange_file", args=[slug, key, "csv"]) + of for key in ("squads", "fixtures", "cards")
    } | {"file": reverse("exchange_file", args=[slug, "players", "csv"])}
    counts = {}
    for name, address in found.items():
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(address).status_code == 200
        counts[name] = len(asked)
    assert counts == COUNTS


COUNTS = {"exchange": 7, "players": 5, "squads": 10, "fixtures": 8, "cards": 9, "file": 6}


def _entered(stage: Stage, name: str) -> Event:
    event = make_event(stage.club, stage.olga, name=name)
    enter(event, stage.olga, [f"{name} {number}" for number in range(4)])
    return event
