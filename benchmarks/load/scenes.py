"""What happens to the site: a round's end, a board that many look at, and hours of everything."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import cycle
from random import Random
from typing import Any
from urllib.parse import urlencode

from benchmarks.load.phones import Page, Phone, Record

TRIVIAL = "trivial: /healthz/live"
WHOLE_WAY = "slip: the whole way"
SCORE = (9, 6)


class Hall:
    """The site's addresses and what was staged there."""

    def __init__(self, ports: list[int], staged: dict[str, Any]) -> None:
        self.staged, self.record, self.chance = staged, Record(), Random(7)
        self._ports = cycle(ports)

    def phone(self, session: str = "") -> Phone:
        return Phone(next(self._ports), self.record, session)

    @property
    def event(self) -> str:
        return str(self.staged["event"])

    @asynccontextmanager
    async def beside(self) -> AsyncIterator[None]:
        """The trivial view, asked ten times a second at the same time."""
        phone = self.phone()

        async def ask() -> None:
            while True:
                await phone.get(TRIVIAL, "/healthz/live")
                await asyncio.sleep(0.1)

        asking = asyncio.create_task(ask())
        try:
            yield
        finally:
            asking.cancel()
            phone.close()


# -- the end of a round ------------------------------------------------------------------------------------------------


async def end_of_round(hall: Hall, within: float) -> str:
    """Every table's score is typed and confirmed, all begun within this many seconds; everyone's seat page listens."""
    pages = await _seat_pages(hall, [one["topics"] for one in hall.staged["phones"]])
    tables: dict[int, list[tuple[int, Phone]]] = {}
    for one, page in zip(hall.staged["phones"], pages, strict=True):
        tables.setdefault(one["match"], []).append((one["side"], page.phone))
    async with hall.beside():
        began = time.perf_counter()
        await asyncio.gather(*(report_and_confirm(hall, match, four, within) for match, four in tables.items()))
        played = time.perf_counter() - began
        await asyncio.gather(*(page.settled() for page in pages))
        done = time.perf_counter() - began
    for page in pages:
        page.close()
    return f"{len(tables)} tables reported and confirmed after {played:.1f} s, all seat pages new after {done:.1f} s"


async def one_score(hall: Hall, cpu_seconds: Callable[[], float]) -> str:
    """One table reports while each phone's seat page listens: first to all that happens at the event, as until decision
    65, then to what those pages show."""
    said = []
    for name, listened in (
        ("to everything", [[hall.staged["topic"]] for _ in hall.staged["phones"]]),
        ("to their own seat", [one["topics"] for one in hall.staged["phones"]]),
    ):
        pages = await _seat_pages(hall, listened)
        await asyncio.sleep(1.0)
        hall.record.seconds.pop("seat: again", None)
        path, before = f"{hall.event}slips/{hall.staged['phones'][0]['match']}/", cpu_seconds()
        form = (await pages[0].phone.get("slip: look", path)).form(path)
        assert form, "no slip to fill in"
        points = {f"points_{side}": str(score) for side, score in enumerate((SCORE[0], hall.chance.randrange(6)))}
        await pages[0].phone.post("slip: send", path, form[1] | points)
        await asyncio.sleep(2.0)
        await asyncio.gather(*(page.settled() for page in pages))
        fetched = len(hall.record.seconds.get("seat: again", []))
        said.append(f"{name}: {fetched} of {len(pages)} fetch, {cpu_seconds() - before:.2f} s of CPU")
        for page in pages:
            page.close()
    return "; ".join(said)


async def _seat_pages(hall: Hall, listened: list[list[str]]) -> list[Page]:
    """Everyone's seat page, open and listening to those topics."""
    pages = [
        Page(hall.phone(one["session"]), "seat", f"{hall.event}me/", topics)
        for one, topics in zip(hall.staged["phones"], listened, strict=True)
    ]
    for some in range(0, len(pages), 32):
        await asyncio.gather(*(page.open() for page in pages[some : some + 32]))
    return pages


async def report_and_confirm(hall: Hall, match: int, four: list[tuple[int, Phone]], within: float) -> None:
    await asyncio.sleep(within * hall.chance.random())
    began, path = time.perf_counter(), f"{hall.event}slips/{match}/"
    reporter = next(phone for side, phone in four if side == 0)
    other = next(phone for side, phone in four if side == 1)
    form = (await reporter.get("slip: look", path)).form(path)
    assert form, "no slip to fill in"
    points = {f"points_{side}": str(score) for side, score in enumerate(SCORE)}
    await reporter.post("slip: send", path, form[1] | points)
    confirm = (await other.get("slip: look", path)).form("/confirm/")
    if confirm:
        await other.post("slip: confirm", *confirm)
    else:
        hall.record.errors["slip: nothing to confirm"] += 1
    hall.record.add(WHOLE_WAY, time.perf_counter() - began)


# -- one board, many viewers -------------------------------------------------------------------------------------------


async def one_board(hall: Hall, viewers: int, changes: int, pause: float) -> str:
    """So many look at the standings; an organizer changes one score after the other."""
    path, topics = f"{hall.event}standings/", [hall.staged["stage_topic"]]
    pages = [Page(hall.phone(), "standings", path, topics) for _ in range(viewers)]
    for some in range(0, len(pages), 32):
        await asyncio.gather(*(page.open() for page in pages[some : some + 32]))
    organizer = hall.phone(hall.staged["olga"])
    async with hall.beside():
        for number in range(changes):
            before, began = max(page.newest for page in pages), time.perf_counter()
            await change_score(hall, organizer, number)
            while min(page.shown for page in pages) <= before:
                await asyncio.sleep(0.05)
            await asyncio.gather(*(page.settled() for page in pages))
            for page in pages:
                hall.record.add("standings: from score to screen", max(page.shown_at.values()) - began)
            await asyncio.sleep(pause)
    for page in pages:
        page.close()
    return f"{viewers} viewers, {changes} changes"


async def change_score(hall: Hall, organizer: Phone, number: int) -> None:
    """The organizer enters a match's score, or corrects the one it has."""
    matches = sorted({one["match"] for one in hall.staged["phones"]})
    match = matches[number % len(matches)]
    points = {"points_0": str(9 + number // len(matches) % 2), "points_1": str(number % 7)}
    path = f"{hall.event}scores/{match}/"
    page = await organizer.get("organizer: match", path)
    if first := page.form("/record/"):
        await organizer.post("organizer: enter", first[0], first[1] | points)
        return
    seen = re.search(r'name="seen" value="(\d+)"', page.text)
    carried = urlencode({**points, "reason": "Again", "seen": seen[1] if seen else 0})
    form = (await organizer.get("organizer: preview", f"{path}preview/correct/?{carried}")).form("/correct/")
    assert form, "no form to correct with"
    await organizer.post("organizer: correct", *form)


# -- everything at once ------------------------------------------------------------------------------------------------


async def mixed(hall: Hall, minutes: float, rate: float) -> str:
    """Queries of every kind at random moments, at a fixed rate whatever answers take; a correction every 10 s."""
    chance, ways = hall.chance, ways_of(hall)
    phones = [hall.phone(one["session"]) for one in hall.staged["phones"]] + [hall.phone() for _ in range(64)]
    kinds, weights = list(ways), [weight for weight, _ in ways.values()]
    end, tasks, asked = time.perf_counter() + 60 * minutes, set(), 0

    async def look(kind: str) -> None:
        phone = chance.choice(phones)
        path = ways[kind][1]
        await phone.get(kind, path.format(player=chance.choice(hall.staged["phones"])["player"]))

    async with hall.beside():
        correcting = asyncio.create_task(_keep_correcting(hall))
        while time.perf_counter() < end:
            task = asyncio.create_task(look(chance.choices(kinds, weights)[0]))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            asked += 1
            await asyncio.sleep(chance.expovariate(rate))
        await asyncio.gather(*tasks)
        correcting.cancel()
    for phone in phones:
        phone.close()
    return f"{asked} questions in {minutes:g} minutes, {rate:g} a second"


def ways_of(hall: Hall) -> dict[str, tuple[int, str]]:
    """Kind → how often, and where."""
    event, club = hall.event, hall.staged["club"]
    return {
        "seat": (15, f"{event}me/"),
        "event": (10, event),
        "standings": (15, f"{event}standings/"),
        "board on the wall": (5, f"{event}board/"),
        "leaderboards": (8, f"/clubs/{club}/leaderboards/"),
        "player": (8, "/players/{player}/"),
        "home": (5, "/"),
        "API: events": (5, "/api/v1/events/?limit=50"),
        "API: standings": (5, f"/api/v1/events/{hall.staged['slug']}/standings/"),
        "API: ranking": (4, f"/api/v1/clubs/{club}/ranking/"),
        "live poll": (20, f"/live/?topic={hall.staged['topic']}&poll=1"),
    }


async def _keep_correcting(hall: Hall) -> None:
    organizer, number = hall.phone(hall.staged["olga"]), 1000
    while True:
        await change_score(hall, organizer, number)
        number += 1
        await asyncio.sleep(10)
