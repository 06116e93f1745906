"""The installable phone page: manifest, worker, and which pages a phone may keep, until when and for whom."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.cast import Table
from tests.tournaments.pages.browsing import slip_form, visitor
from tournaments.access.passes import LASTS
from tournaments.events.models import Event


def seat(table: Table) -> str:
    return reverse("my_seat", args=[table.event.slug])


def test_the_manifest_starts_at_ones_own_night(table: Table, quinn_client: Client) -> None:
    data = json.loads(visitor().get(reverse("manifest")).content)
    assert (data["start_url"], data["scope"], data["display"]) == ("/me/", "/", "standalone")
    assert all(finders.find(icon["src"].removeprefix("/static/")) for icon in data["icons"])
    assert len(data["icons"]) == 3
    assert quinn_client.get("/me/")["Location"] == seat(table)
    assert visitor().get("/me/")["Location"] == "/"


def test_an_account_starts_at_the_newest_night_it_plays(table: Table, pam_client: Client, sam_client: Client) -> None:
    assert pam_client.get("/me/")["Location"] == seat(table)
    assert sam_client.get("/me/")["Location"] == "/"


def own(client: Client) -> dict[str, object]:
    response = client.get(reverse("worker"))
    assert response["Content-Type"].startswith("text/javascript")
    assert response["Cache-Control"] == "no-cache"
    found = re.search(r"self\.own = (\{.*\});", response.content.decode())
    assert found
    return dict(json.loads(found[1]))


def test_the_worker_keeps_every_file_of_the_phones_pages(table: Table, quinn_client: Client) -> None:
    files = own(visitor())["files"]
    pages = [quinn_client.get(seat(table)), quinn_client.get(reverse("slip", args=[table.event.slug, table.match.pk]))]
    used = {path for page in pages for path in re.findall(r'(?:src|href)="(/static/[^"#]+)', page.content.decode())}
    assert len(used) > 15
    assert isinstance(files, list)
    assert len(files) == len({path.partition("#")[0] for path in files})
    missing = used - set(files)
    assert {path for path in missing if not path.endswith(".png")} == set()


def test_the_worker_is_the_same_for_everyone(quinn_client: Client) -> None:
    assert own(visitor()) == own(quinn_client)


@pytest.mark.slow
def test_only_the_phones_own_pages_may_be_kept(table: Table, quinn_client: Client, olga_client: Client) -> None:
    slug = table.event.slug
    slip = reverse("slip", args=[slug, table.match.pk])
    for path in (seat(table), slip):
        response = quinn_client.get(path)
        ends = datetime.fromtimestamp(int(response["X-Keep-Until"]), tz=UTC)
        assert abs(ends - (table.event.starts_at + LASTS)) < timedelta(seconds=1)
        assert response["X-Keep-For"] == str(table.quinn.pk)
    names = ("event", "seating", "standings", "find_table", "board")
    others = [quinn_client.get(reverse(name, args=[slug])) for name in names]
    others += [olga_client.get(reverse(name, args=[slug])) for name in ("console", "check_in", "grid", "wall_code")]
    others += [
        visitor().get(seat(table)),
        quinn_client.post(slip, slip_form(table.match, 99, 0)),
        quinn_client.get("/me/"),
    ]
    assert not any(response.has_header("X-Keep-Until") for response in others)


@pytest.mark.parametrize("who", ["quinn", "pam"])
def test_nothing_is_kept_after_the_night(table: Table, who: str, request: pytest.FixtureRequest) -> None:
    """The account of Pam goes on; her page of that night is not kept either."""
    client = request.getfixturevalue(f"{who}_client")
    Event.objects.update(starts_at=timezone.now() - LASTS)
    assert not client.get(seat(table)).has_header("X-Keep-Until")
