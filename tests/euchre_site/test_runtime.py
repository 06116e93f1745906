"""What production runs: the files of the image, the packages of requirements.lock and the site's own settings. Every
address is asked there once by each kind of person, and a phone plays its part of a night without network."""

import io
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.euchre_site.addresses import ADDRESSES, NOT_THERE
from tests.euchre_site.image import Image
from tests.euchre_site.visitors import Site, Visitor
from tests.flows.phones import Phone
from tests.flows.wire import Wire
from tests.processes import ROOT
from tests.tournaments.transfer.hostile import SHEET, entities, with_part
from tournaments.spreadsheets.workbooks import workbook_of

pytestmark = [pytest.mark.slow, pytest.mark.heavy]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    image = Image(tmp_path_factory.mktemp("runtime") / "image")
    image.run("manage.py", "demo_data")
    return Site(image)


def title(page: str) -> str:
    return " ".join(re.findall(r"<title>(.*?)</title>", page, re.DOTALL)[0].split())


@pytest.fixture(scope="class")
def served(site: Site) -> Iterator[None]:
    """As compose.yaml starts it."""
    with site.image.serving(*site.image.web_server()):
        yield
    failures = re.findall(r"^\S+ \S+ (?:ERROR|CRITICAL) .*", site.image.log.read_text(), re.MULTILINE)
    assert failures == [], "\n".join(failures)


@pytest.mark.usefixtures("served")
class TestImage:
    def test_it_speaks_both_languages(self, site: Site) -> None:
        english, french = (Visitor(site, **{"Accept-Language": one}) for one in ("en", "fr"))
        pages = [one.get("/tables/").text for one in (english, french)]
        assert ['lang="en"' in pages[0], 'lang="fr"' in pages[1]] == [True, True]
        assert [title(page).partition(" · ")[0] for page in pages] == ["Play online", "Jouer en ligne"]

    def test_it_gives_out_what_checks_its_deals(self, site: Site) -> None:
        for name in ("verify_game.py", "verify_deal.py"):
            assert Visitor(site).ask(f"/tables/{name}") == (200, (ROOT / "docs" / name).read_bytes())

    def test_its_service_worker_names_files_that_are_there(self, site: Site) -> None:
        status, script = Visitor(site).ask("/worker.js")
        assert status == 200
        named = re.findall(r"/static/[\w./-]+\.\w+", script.decode())
        assert len(named) > 5
        assert {path: Visitor(site).ask(path)[0] for path in named} == dict.fromkeys(named, 200)

    def test_workbooks_go_out_and_come_in(self, site: Site) -> None:
        organizer = Visitor(site).log_in("organizer")
        path = f"/clubs/{site.stage['club']}/exchange/players/"
        status, content = organizer.ask(f"{path}xlsx/")
        assert status == 200
        rows = [[str(cell or "") for cell in row] for row in load_workbook(io.BytesIO(content)).active.values]
        assert "Ann Weber" in [row[rows[0].index("name")] for row in rows]
        new = workbook_of([["name", "number"], ["Zoë Hart", "977"]], "Players")
        status, page = organizer.give(path, "file", "players.xlsx", new, do="import")
        assert status == 302, page.decode()[:2000]
        assert "Zoë Hart" in organizer.ask(f"{path}csv/")[1].decode()
        status, page = organizer.give(path, "file", "players.xlsx", with_part(SHEET, entities("utf-16")), do="import")
        assert (status, "has text that we can’t read" in page.decode()) == (422, True)

    def test_it_makes_paper(self, site: Site) -> None:
        status, content = Visitor(site).ask(f"{site.night}/paper/standings.pdf")
        assert (status, content[:5]) == (200, b"%PDF-")

    def test_no_address_fails(self, site: Site) -> None:
        """Whatever it answers, and no matter who asks: it is an answer."""
        addresses: dict[str, list[str]] = json.loads(site.image.tell(ADDRESSES))
        people = {
            "visitor": Visitor(site),
            "player": Visitor(site).come_in(),
            "organizer": Visitor(site).log_in("organizer"),
            "staff": Visitor(site).log_in("staff"),
        }
        answers: dict[str, set[int]] = {}
        failed = []
        for route, paths in addresses.items():
            for name, person in people.items():
                if route.startswith("admin/") and name != "staff":
                    continue
                for path in paths:
                    status, content = person.ask(path)
                    answers.setdefault(route, set()).add(status)
                    if status >= 500:
                        failed.append(f"{name} {path}: {status} {content[:300]!r}")
        assert failed == [], "\n".join(failed)
        # Where everyone gets "not found", nothing was asked for.
        unknown = {route for route, statuses in answers.items() if statuses <= {404}}
        assert unknown == NOT_THERE
        assert sum(200 in statuses for statuses in answers.values()) > len(answers) / 2


HANDS = [
    (0, 1, False),
    (1, 2, False),
    (0, 4, True),
    (0, 1, False),
    (0, 2, False),
    (1, 1, False),
    (0, 2, False),
    (1, 4, True),
]


@pytest.mark.browser
def test_a_slip_typed_without_network_counts(site: Site, browser: Any, wait_until: Callable[..., Any]) -> None:
    """The whole site on one laptop, as clubs start it. A phone goes out of reach while a score is typed, and its pages
    are opened again from what it keeps; back in reach, the slip arrives and is confirmed like any other."""
    (cy, *_), (other, *_) = site.stage["sides"]
    number = site.stage["number"]
    serve = ("manage.py", "serve", "--port", str(site.image.port))
    plain = {"HTTPS": "false", "TRUSTED_PROXIES": "0", "ALLOWED_HOSTS": "127.0.0.1"}
    with site.image.serving(*serve, **plain) as address, Wire(address) as wire:
        phone, rival = (
            Phone(browser, f"{wire.address}{site.night}/pass/{one['pass']}/", one["name"]) for one in (cy, other)
        )
        phone.page.evaluate("() => navigator.serviceWorker.ready")
        phone.page.reload()
        phone.look(number)
        phone.tap(HANDS[:5])
        wait_until(lambda: phone.page.evaluate(KEPT, phone.page.url))
        wire.cut()
        phone.tap(HANDS[5:])
        phone.page.locator("form[data-slip-kept='10–7']").wait_for()
        phone.page.goto(phone.page.url)
        phone.page.locator("[data-as-of]", has_text="No network. Last updated").wait_for()
        phone.page.locator("[data-slip-submit]").click()
        promise = "We’ll send it automatically when the network is back."
        phone.page.locator("[data-slip-state]", has_text=promise).wait_for()
        phone.page.goto(phone.home)
        phone.page.locator(".seat-card__place", has_text=f"Table {number} ·").wait_for()
        phone.page.locator("[data-as-of]", has_text="No network. Last updated").wait_for()
        assert reported(site) == []
        kept = phone.page.locator("[data-slips-kept]")
        kept.get_by_text("10–7").wait_for()
        wire.mend()
        kept.wait_for(state="hidden")
        rival.confirm(number)
        assert reported(site) == ["claim", "confirm"]
        for one in (phone, rival):
            one.close()


KEPT = "async (address) => Boolean(await caches.match(address, { ignoreVary: true }))"


def reported(site: Site) -> list[str]:
    """What the site has been told of the match."""
    program = """
import json, sys
import django
django.setup()
from tournaments.rounds.models import Match
print(json.dumps([one.kind for one in Match.objects.get(pk=sys.argv[1]).results.order_by("version")]))
"""
    return list(json.loads(site.image.tell(program, str(site.stage["match"]))))
