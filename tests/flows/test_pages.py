"""Every page of a believable club in a real browser: wide and narrow, light and dark, by keyboard, and live."""

import re
from collections import Counter, deque
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.urls import Resolver404, resolve, reverse
from playwright.sync_api import expect

from games.models import Player
from tests.cast import by, on_grid, slip
from tests.sizes import PATIENCE, SOAK, size
from tests.staging import plan_stage, rotation_final
from tests.tournaments.views.browsing import HOSTILE, log_in, with_link
from tournaments.demo import populate
from tournaments.models import Event, Match, Venue
from tournaments.services import door, entries, results, rounds
from tournaments.services.stage_plans import Places

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LOOKS = ((360, "light"), (1280, "dark"), (360, "dark"), (1280, "light"))
MOST_OF_A_KIND = size(1, 2)
NOT_CRAWLED = {
    "account_logout", "style", "paper", "console_paper", "exchange_file", "my_file", "club_calendar",
    "league_calendar", "season_calendar", "squad_calendar", "venue_calendar", "player_calendar", "own_calendar",
    "club_feed", "event_feed", "api", "api_schema",
}  # fmt: skip
"""Files, what leads out, and the page about the API, which a library makes: api/test_schema.py opens that one."""
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
OPEN_ALL = "() => document.querySelectorAll('main details').forEach((one) => { one.open = true; })"


class Demo:
    """The demo club, with round 5 of tonight's progressive published."""

    def __init__(self, site: str, browser: Any):
        self.site, self.browser = site, browser
        self.olga = populate()
        self.night = Event.objects.get(name="Evening Progressive")
        row = self.night.stages.get().rounds.get(number=5)
        plan_stage(self.night, self.olga, rotation_final(Places(1, 1, 4)))
        self.round = rounds.publish_round(row.pk, by=by(self.olga), seen=row.revision)
        door.hang_code(self.night.pk, by=by(self.olga))
        self.ann = Player.objects.get(name="Ann Weber")

    @property
    def anns_match(self) -> Match:
        return Match.objects.get(round=self.round, seats__player=self.ann)

    def other_match(self) -> Match:
        return Match.objects.filter(round=self.round).exclude(pk=self.anns_match.pk).order_by("table")[0]

    def client(self, role: str) -> Client:
        if role == "anonymous":
            return Client()
        return log_in(self.olga) if role == "organizer" else with_link(self.night, self.olga, self.ann)

    def page(self, role: str) -> Any:
        context = self.browser.new_context(viewport={"width": 1280, "height": 800})
        context.set_default_timeout(PATIENCE)
        cookies = self.client(role).cookies
        if "session" in cookies:
            context.add_cookies([{"name": "session", "value": cookies["session"].value, "url": self.site}])
        return context.new_page()

    def path(self, name: str, *args: Any) -> str:
        return self.site + reverse(name, args=[self.night.slug, *args])


@pytest.fixture
def demo(site: str, browser: Any) -> Demo:
    return Demo(site, browser)


def crawl(page: Any, start: list[str], look: Callable[[str], list[str]]) -> tuple[set[str], list[str]]:
    """Follow every link from the start pages, once or twice of a kind. The kinds seen, and all complaints."""
    site = start[0].partition("/events")[0].rstrip("/")
    complaints, kinds, queue, known = [], dict[str, int](), deque(start), set(start)
    page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
    page.on("console", lambda said: complaints.append(told(page, said)) if said.type == "error" else None)
    page.on(
        "request", lambda sent: None if is_own(site, sent.url) else complaints.append(f"{page.url} asks {sent.url}")
    )
    while queue:
        url = queue.popleft()
        kind = kind_of(url)
        if kind in NOT_CRAWLED or kinds.get(kind, 0) >= MOST_OF_A_KIND:
            continue
        kinds[kind] = kinds.get(kind, 0) + 1
        answer = page.goto(url)
        assert answer.status == 200, url
        complaints += [f"{urlsplit(url).path}: {one}" for one in look(url)]
        for link in page.eval_on_selector_all("a[href]", "(links) => links.map((a) => a.href.split('#')[0])"):
            if link.startswith(site) and "/admin/" not in link and link not in known:
                known.add(link)
                queue.append(link)
    return set(kinds), complaints


def told(page: Any, said: Any) -> str:
    return f"{page.url}: {said.text} ({said.location['url']})"


def is_own(site: str, url: str) -> bool:
    return url.startswith((site + "/", "data:", "blob:"))


def kind_of(url: str) -> str:
    try:
        return str(resolve(urlsplit(url).path).url_name)
    except Resolver404:
        return url


def look_at(page: Any) -> Callable[[str], list[str]]:
    """Heading, title, and narrow and wide, light and dark: no overflow, nothing for axe to find.

    Of the four looks the first page of a kind is read in two, light when narrow and dark when wide, and with SOAK=1 the
    second page in the other two.
    """
    axe, seen = Axe(), Counter[str]()

    def look(url: str) -> list[str]:
        found = [] if page.locator("h1").count() == 1 else ["not one h1"]
        found += [] if len(page.title().split("·")[0].strip()) > 3 else ["no title"]
        page.evaluate(OPEN_ALL)
        seen[kind_of(url)] += 1
        looks = LOOKS[:2] if seen[kind_of(url)] == 1 else LOOKS[2:] if SOAK else ()
        for width, scheme in looks:
            page.set_viewport_size({"width": width, "height": 800})
            if (excess := page.evaluate(OVERFLOW)) > 0:
                found.append(f"{excess} px too wide at {width}")
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found += violations(axe, page, f"{width} {scheme}")
        return found

    return look


def violations(axe: Axe, page: Any, where: str) -> list[str]:
    return [
        f"axe at {where}: {row['id']} {[node['target'] for node in row['nodes']][:3]}"
        for row in axe.run(page).response["violations"]
    ]


EVERYBODYS = {
    "home", "privacy", "clubs", "club", "event", "seating", "standings", "cross_table", "fairness", "round_why",
    "prizes", "registration", "event_share", "club_share", "embed_standings", "embed_leaders",
}  # fmt: skip
DOOR = {"account_login", "account_signup", "account_reset_password"}
KINDS = {
    "anonymous": EVERYBODYS | DOOR | {"come_in"},
    "phone": EVERYBODYS | DOOR | {"my_seat", "slip", "find_table", "offline"},
    "organizer": EVERYBODYS | {
        "new_club", "new_event", "console", "check_in", "wall_code", "wishes", "change", "late", "what_if", "grid",
        "journal", "match", "my_data", "account_email", "account_change_password", "stages", "add_stage", "begin_stage",
        "papers", "board", "prize_console", "registration_desk",
    },
}  # fmt: skip


@pytest.mark.parametrize("role", ["anonymous", "phone", "organizer"])
def test_every_page_fits_and_reads_well_for(demo: Demo, role: str) -> None:
    page = demo.page(role)
    pairs = Event.objects.get(name="Pairs Round Robin")
    start = [demo.path("event"), f"{demo.site}/", demo.site + reverse("cross_table", args=[pairs.slug])]
    cup = Event.objects.get(name="Pairs Cup")
    start += [demo.site + reverse("registration", args=[cup.slug])]
    start += [demo.path("my_seat"), demo.site + reverse("offline")] if role == "phone" else []
    start += [demo.path("come_in", door.code_on(demo.night))] if role == "anonymous" else []
    if role == "organizer":
        late = entries.walk_in(demo.night.pk, ["Late Lou"], by=by(demo.olga))
        coming = Event.objects.get(name__startswith="Next week")
        start += [demo.path("stages"), demo.site + reverse("registration_desk", args=[cup.slug])]
        start += [demo.path("late", late.pk), demo.site + reverse("what_if", args=[coming.slug])]
    kinds, complaints = crawl(page, start, look_at(page))
    assert complaints == []
    assert kinds >= KINDS[role]
    page.context.close()


def name_all(demo: Demo) -> None:
    for number, player in enumerate(Player.objects.all()):
        Player.objects.filter(pk=player.pk).update(name=HOSTILE[number % len(HOSTILE)])
    Event.objects.update(name=HOSTILE[1])
    Venue.objects.update(name=HOSTILE[0])


def test_no_name_runs_as_a_script_or_makes_a_page_too_wide(demo: Demo) -> None:
    name_all(demo)
    page = demo.page("organizer")
    page.set_viewport_size({"width": 360, "height": 800})

    def look(url: str) -> list[str]:
        found = ["a name ran as a script"] if page.evaluate("() => document.body.dataset.hacked") else []
        page.evaluate(OPEN_ALL)
        excess = page.evaluate(OVERFLOW)
        return [*found, f"{excess} px too wide at 360"] if excess > 0 else found

    assert crawl(page, [demo.path("console"), f"{demo.site}/"], look)[1] == []
    page.context.close()


def test_the_skip_link_is_the_first_stop_and_leads_to_the_content(demo: Demo) -> None:
    page = demo.page("anonymous")
    page.goto(demo.path("standings"))
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.className") == "skip-link"
    expect(page.locator(".skip-link")).to_be_visible()
    page.keyboard.press("Enter")
    assert page.evaluate("() => document.activeElement.id") == "main"
    page.context.close()


def test_a_player_is_checked_in_by_keyboard_alone(demo: Demo) -> None:
    ann = demo.night.entries.get(players=demo.ann)
    entries.drop_out(ann.pk, by=by(demo.olga))
    page = demo.page("organizer")
    page.goto(demo.path("check_in"))
    assert page.evaluate("() => document.activeElement.id") == "find"
    page.keyboard.type("ann w")
    page.keyboard.press("Enter")
    page.locator(".notice--success", has_text="Ann Weber is here.").wait_for()
    ann.refresh_from_db()
    assert ann.status == "checked_in"
    page.context.close()


def test_standings_follow_a_score_by_themselves(demo: Demo, worker: None) -> None:
    page = demo.page("anonymous")
    page.goto(demo.path("standings"))
    version = page.locator("#live").get_attribute("data-live-version")
    results.record_result(demo.anns_match.pk, slip(10, 6), by=on_grid(demo.olga))
    page.locator(f"#live:not([data-live-version='{version}'])").wait_for()
    row = page.locator("tbody tr", has_text="Ann Weber")
    expect(row.locator("td").last).to_have_text(re.compile("^(10|6)$"))
    page.context.close()


def test_a_name_opens_the_sums_behind_its_place_and_a_score_leaves_them_open(demo: Demo, worker: None) -> None:
    page = demo.page("anonymous")
    page.goto(demo.path("standings"))
    page.get_by_role("link", name="Ann Weber").click()
    heading = page.get_by_role("heading", name="How this place came about")
    heading.wait_for()
    assert "?why=" in page.url
    version = page.locator("#live").get_attribute("data-live-version")
    results.record_result(demo.anns_match.pk, slip(10, 6), by=on_grid(demo.olga))
    page.locator(f"#live:not([data-live-version='{version}'])").wait_for()
    expect(heading).to_be_visible()
    page.get_by_role("link", name="Close").click()
    heading.wait_for(state="detached")
    assert "?why=" not in page.url
    page.context.close()


def test_what_is_being_typed_into_the_grid_is_not_replaced(demo: Demo, worker: None) -> None:
    page = demo.page("organizer")
    page.goto(demo.path("grid"))
    cell = page.locator(f"#row-{demo.anns_match.pk} input[type=number]").first
    cell.fill("7")
    other = demo.other_match()
    results.record_result(other.pk, slip(10, 6), by=on_grid(demo.olga))
    page.get_by_role("button", name="New data: refresh").wait_for()
    expect(cell).to_have_value("7")
    expect(page.locator(f"#row-{other.pk} [data-row-state]")).to_have_text("")
    page.get_by_role("button", name="New data: refresh").click()
    page.locator(f"#row-{other.pk} [data-row-state]", has_text="saved").wait_for()
    page.context.close()
