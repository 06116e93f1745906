"""What holds on every page: forms carry their token and key, nothing that people typed becomes markup."""

import re
from collections.abc import Iterator
from copy import deepcopy
from html.parser import HTMLParser

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import resolve, reverse

from tests.cast import Table, seat_table
from tests.sizes import sample, size
from tests.tournaments.pages.browsing import HOSTILE, form, refused_untouched, text_of
from tests.tournaments.pages.pages import all_pages, prepare
from tournaments.access.passes import PASSES
from tournaments.clubs.models import Club, Venue
from tournaments.events.models import Event

NO_VERB = {"account_logout", "account_login", "account_signup", "one_time_login", "open_pass"}
"""Forms that change a session and no row of the club: logging in twice is logging in."""


class Forms(HTMLParser):
    """The unsafe forms of a page: action → names of the fields, also of those outside that belong to it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, list[str]]] = []
        self.ids: dict[str, list[str]] = {}
        self.open: list[str] | None = None
        self.events: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        self.events += [name for name in has if name.startswith("on") or name in ("style", "srcdoc")]
        if tag == "form":
            self.open = []
            if has.get("method", "get").lower() == "post":
                self.found.append((has.get("action", ""), self.open))
        elif "name" in has and self.open is not None:
            self.open.append(has["name"])

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None


def forms_of(body: str) -> Forms:
    parser = Forms()
    parser.feed(body)
    return parser


@pytest.fixture(scope="module")
def kept_table(kept_db: None) -> Table:
    table = seat_table(9)
    prepare(table)
    return table


@pytest.fixture
def table(db: None, kept_table: Table) -> Table:
    return deepcopy(kept_table)


@pytest.mark.slow
@pytest.mark.heavy
def test_every_form_that_writes_carries_its_token_and_its_key(table: Table) -> None:
    seen: set[str] = set()
    for role, path, response in all_pages(table):
        assert response.status_code in (200, 409, 422), (role, path)
        keys = re.findall(r'name="key" value="([^"]*)"', response.content.decode())
        assert len(keys) == len(set(keys)), (role, path)
        for action, fields in forms_of(response.content.decode()).found:
            name = resolve((action or path).partition("?")[0]).url_name
            assert name
            seen.add(name)
            is_preview = name == "roster" and "file" in fields
            wanted = {"csrfmiddlewaretoken"} | (set() if name in NO_VERB or is_preview else {"key"})
            assert wanted <= set(fields), (role, path, action)
    assert seen >= {
        "answer_slip",
        "decide",
        "draw_round",
        "grid",
        "issue_pass",
        "move_entry",
        "move_round",
        "new_club",
        "new_event",
        "open_pass",
        "roster",
        "slip",
        "change",
        "walk_in",
    }


@pytest.mark.slow
@pytest.mark.heavy
def test_every_page_has_one_heading_and_a_title_of_its_own(table: Table) -> None:
    for role, path, response in all_pages(table):
        body = response.content.decode()
        assert body.count("<h1") == 1, (role, path)
        title = re.search(r"<title>(.*?)</title>", body, re.DOTALL)
        assert title, (role, path)
        assert len(title[1].split("·")[0].strip()) > 3, (role, path)


def name_everything(table: Table, name: str) -> None:
    for player in (table.pam, table.quinn, table.ann, table.bob, table.olga.player):
        player.name = name
        player.save()
    Event.objects.update(name=name)
    Club.objects.update(name=name, about=name)
    Venue.objects.create(club=table.event.club, name=name)
    Event.objects.update(venue=Venue.objects.get())


def pages_named(table: Table, name: str) -> Iterator[tuple[str, str, str, str]]:
    name_everything(table, name)
    for role, path, response in all_pages(table):
        assert response.status_code in (200, 409, 422), (role, path)
        yield role, path, response.content.decode(), text_of(response)


NAMES = size((f"{HOSTILE[1]}{HOSTILE[2][:25]}", HOSTILE[0], HOSTILE[3]), HOSTILE)
"""The pages are many: in an ordinary run markup and a template's tag are one name."""


@pytest.mark.parametrize("name", sample(HOSTILE[0], of=NAMES))
@pytest.mark.heavy
def test_names_are_shown_as_they_are_and_never_become_markup(table: Table, name: str) -> None:
    plain = " ".join(name.split())
    shown = set()
    for role, path, body, said in pages_named(table, name):
        assert "<script>document" not in body, (role, path)
        assert "<img src=x" not in body, (role, path)
        assert "only-for-tests" not in body, (role, path)
        assert forms_of(body).events == [], (role, path)
        if plain in said:
            shown.add(resolve(path.partition("?")[0]).url_name if path.startswith("/") else path)
    assert shown >= {
        "home",
        "clubs",
        "club",
        "event",
        "seating",
        "standings",
        "my_seat",
        "open_pass",
        "slip",
        "console",
        "check_in",
        "grid",
        "journal",
        "match",
        "change",
        "issue_pass",
        "new_event",
        "check-in, with its message",
    }


def test_a_session_with_a_link_that_was_never_issued_is_anonymous(table: Table, pam_client: Client) -> None:
    client = Client()
    session = client.session
    session[PASSES] = {str(table.event.pk): (10**9, "x")}
    session.save()
    client.cookies["session"] = str(session.session_key)
    assert "Who are you?" in text_of(client.get(reverse("my_seat", args=[table.event.slug])))


@pytest.mark.parametrize("field", ["key", "number", "seen"])
def test_a_field_sent_as_a_file_is_no_field(table: Table, olga_client: Client, field: str) -> None:
    body = form(number=1, seen=1) | {field: SimpleUploadedFile("x.txt", b"1")}
    path = reverse("draw_round", args=[table.event.slug])
    assert refused_untouched(olga_client, path, body).status_code in (409, 422)
