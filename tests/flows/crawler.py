"""From link to link through the site, and what is asked of every page: axe, the console, the width, valid HTML."""

from collections import deque
from collections.abc import Callable, Sequence, Set
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from django.urls import Resolver404, resolve
from tinyhtml5.parser import HTMLParser

from tests.sizes import size

ORDINARY = ((360, "light"), (1280, "dark"))
WIDTHS = (320, 360, 768, 1280, 1920)
LOOKS = size(ORDINARY, tuple((width, scheme) for width in WIDTHS for scheme in ("light", "dark")))
MAX_OF_A_KIND = size(1, 2)
NOT_CRAWLED = {
    "account_logout",
    "style",
    "paper",
    "console_paper",
    "league_paper",
    "season_money_file",
    "results_picture",
    "exchange_file",
    "my_file",
    "club_calendar",
    "league_calendar",
    "season_calendar",
    "squad_calendar",
    "venue_calendar",
    "player_calendar",
    "own_calendar",
    "club_feed",
    "event_feed",
    "api",
    "api_schema",
}
"""Files, what leads out, and the page about the API, which a library makes: api/test_schema.py opens that one."""
LESSONS = {
    "learn",
    "how_to_play",
    "first_hands",
    "first_hand",
    "learn_words",
    "learn_rules",
    "learn_tips",
    "learn_history",
}
"""The same for everybody and without a name of anybody: looked at once."""
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
SHIFTED = "() => window.shifted || 0"
MAX_SHIFT = 0.05
"""Of what Chromium calls the cumulative layout shift: nothing that an eye sees moves while a page comes."""
ONLY_VIOLATIONS = {"resultTypes": ["violations"]}
"""What fits is not described to us at length: half of the time."""
ONLY_COLORS = ONLY_VIOLATIONS | {"runOnly": ["color-contrast"]}
"""Every other rule of axe asks the same of a page in the dark as in the light."""
OPEN_ALL = "() => document.querySelectorAll('main details').forEach((one) => { one.open = true; })"


def crawl(
    page: Any, start: list[str], look: Callable[[str], list[str]], passed_over: Set[str] = LESSONS
) -> tuple[set[str], list[str]]:
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
        if kind in NOT_CRAWLED | passed_over or kinds.get(kind, 0) >= MAX_OF_A_KIND:
            continue
        kinds[kind] = kinds.get(kind, 0) + 1
        answer = page.goto(url)
        assert answer.status == 200, url
        complaints += [f"{urlsplit(url).path}: {one}" for one in invalid(answer.text())]
        complaints += [f"{urlsplit(url).path}: {one}" for one in look(url)]
        for link in page.eval_on_selector_all("a[href]", "(links) => links.map((a) => a.href.split('#')[0])"):
            if link.startswith(site) and "/admin/" not in link and link not in known:
                known.add(link)
                queue.append(link)
    return set(kinds), complaints


def invalid(html: str) -> list[str]:
    """What the HTML standard calls a parse error: tags that do not fit together, attributes twice."""
    parser = HTMLParser()
    parser.parse(html)
    return [f"invalid HTML at {place}: {code} {values}" for place, code, values in parser.errors]


def told(page: Any, said: Any) -> str:
    return f"{page.url}: {said.text} ({said.location['url']})"


def is_own(site: str, url: str) -> bool:
    return url.startswith((site + "/", "data:", "blob:"))


def kind_of(url: str) -> str:
    try:
        return str(resolve(urlsplit(url).path).url_name)
    except Resolver404:
        return url


def look_at(page: Any, looks: Sequence[tuple[int, str]] = LOOKS) -> Callable[[str], list[str]]:
    """Heading, title, and every look (width, theme): nothing moves while it comes, no overflow, nothing for axe."""
    axe = Axe()

    def look(url: str) -> list[str]:
        found = [] if page.locator("h1").count() == 1 else ["not one h1"]
        found += [] if len(page.title().split("·")[0].strip()) > 3 else ["no title"]
        found += ["a link that leads nowhere"] if page.locator('a[href=""]').count() else []
        if (shift := page.evaluate(SHIFTED)) > MAX_SHIFT:  # a busy machine stops midway, but not twice
            page.reload()
            shift = min(shift, page.evaluate(SHIFTED))
        if shift > MAX_SHIFT:
            found.append(f"moves by {shift:.3f} while it comes")
        page.evaluate(OPEN_ALL)
        for number, (width, scheme) in enumerate(looks):
            page.set_viewport_size({"width": width, "height": 800})
            if (excess := page.evaluate(OVERFLOW)) > 0:
                found.append(f"{excess} px too wide at {width}")
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found += violations(axe, page, f"{width} {scheme}", ONLY_COLORS if number else ONLY_VIOLATIONS)
        return found

    return look


def violations(axe: Axe, page: Any, where: str, options: dict[str, Any] = ONLY_VIOLATIONS) -> list[str]:
    return [
        f"axe at {where}: {row['id']} {[node['target'] for node in row['nodes']][:3]}"
        for row in axe.run(page, options=options).response["violations"]
    ]
