"""What people's pages cost beside the site's own empty page, in events of growing size.

    python -m benchmarks page_costs [--tables 1,10,50]

Through the ASGI application in one process on SQLite, without a network: CPU time of the whole process, medians, by
turns with a page of base.html without content. In each event the first round is played but for its last table. `made`:
for a browser that's logged in or has a personal link. `given`: to a visitor, after the first one had it made.
"""

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

from benchmarks.settling import database

ROUNDS = 25
EMPTY = "/empty/"
Cookies = dict[str, str]


def main() -> None:
    top = argparse.ArgumentParser(prog="python -m benchmarks page_costs")
    top.add_argument("--tables", default="1,10,50", help="of four people, in each of the events")
    sizes = [int(size) for size in top.parse_args(sys.argv[1:]).tables.split(",")]
    os.environ["DJANGO_SETTINGS_MODULE"] = "euchre_site.settings_test"
    import django

    django.setup()
    with database(), addresses():
        pages = [(size, *about) for size in sizes for about in stage(size)]
        asyncio.run(report(pages))


@contextmanager
def addresses() -> Iterator[None]:
    from django.test import override_settings

    with override_settings(ROOT_URLCONF="benchmarks._page_urls"):
        yield


def stage(tables: int) -> list[tuple[str, str, Cookies, bool]]:
    """A club with an event of this size: name and address of each page, the cookies of its reader, and whether it's the
    same for visitors."""
    from random import Random

    from django.conf import settings
    from django.utils import timezone

    from games.accounts.models import Player, User
    from games.tables import opening
    from tournaments.access import passes
    from tournaments.access.passes import PASSES
    from tournaments.checkin import entries
    from tournaments.clubs.models import Club, Membership, Role
    from tournaments.context import SITE
    from tournaments.demo import made_up_slip
    from tournaments.events.commands import create_event, player_of
    from tournaments.results import commands as results
    from tournaments.results.standings_update import settle_unsettled
    from tournaments.rewards import queue
    from tournaments.rounds import commands as rounds
    from tournaments.rounds.models import Match

    olga = User.objects.create_user(f"olga-{tables}@example.org")
    club = Club.objects.create(name=f"Club {tables}", slug=f"club-{tables}", zone="UTC")
    Membership.objects.create(club=club, player=player_of(olga), role=Role.OWNER)
    night = create_event(
        club, f"Night {tables}", timezone.now(), "progressive", {"rounds": 8, "hands": 8}, context=SITE
    )
    for number in range(4 * tables):
        entries.walk_in(night.pk, [f"Player {number}"], context=SITE)
    row = rounds.draw_round(night.stages.get().pk, 1, context=SITE)
    rounds.publish_round(row.pk, context=SITE, expected_version=row.revision)
    matches = list(Match.objects.filter(round=row).order_by("table"))
    for match in matches[:-1] or matches:
        results.record_result(match.pk, made_up_slip(match, Random(match.pk)), context=SITE)
    settle_unsettled()
    queue.run_all()
    someone = matches[-1].seats.select_related("player").order_by("position")[0].player
    assert someone
    _, held = passes.make_pass(night, someone)
    table = opening.play_bots(Player.objects.create(name="Guest"))
    session = settings.SESSION_COOKIE_NAME
    organizer = {session: _session(**_log_in(olga))}
    member = {session: _session(**_log_in(User.objects.create_user(f"mia-{tables}@example.org")))}
    phone = {session: _session(**{PASSES: {str(night.pk): [held.pk, held.token_hash]}})}
    guest = {session: _session(guest_player=table.owner_id)}
    event = f"/events/{night.slug}/"
    return [
        ("home", "/", member, True),
        ("club", f"/clubs/{club.slug}/", member, True),
        ("event", event, member, True),
        ("standings", f"{event}standings/", member, True),
        ("board", f"{event}board/", member, True),
        ("console", f"{event}console/", organizer, False),
        ("player", f"/players/{someone.pk}/", member, True),
        ("leaderboards", "/leaderboards/", member, True),
        ("seat card", f"{event}me/", phone, False),
        ("table online", table.get_absolute_url(), guest, False),
    ]


def _log_in(user: Any) -> dict[str, str]:
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    return {
        SESSION_KEY: str(user.pk),
        BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
        HASH_SESSION_KEY: user.get_session_auth_hash(),
    }


def _session(**values: Any) -> str:
    from importlib import import_module

    from django.conf import settings

    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store.update(values)
    store.create()
    return str(store.session_key)


async def report(pages: list[tuple[int, str, str, Cookies, bool]]) -> None:
    from euchre_site.priority_asgi import PriorityHandler

    site = PriorityHandler()
    print(f"{'tables':>6}  {'page':<14}{'made ms':>8} {'beside':>7} {'given ms':>9} {'beside':>7}")
    for tables, name, path, cookies, is_public in pages:
        empty, made, given = [], [], []
        for _ in range(ROUNDS):
            empty.append(await cpu(site, EMPTY, cookies))
            made.append(await cpu(site, path, cookies))
            if is_public:
                given.append(await cpu(site, path, {}))
        trivial = median(empty[1:])
        line = f"{tables:>6}  {name:<14}{median(made[1:]):>8.1f} {median(made[1:]) / trivial:>7.1f}"
        print(line + (f" {median(given[1:]):>9.2f} {median(given[1:]) / trivial:>7.2f}" if given else ""), flush=True)
    print(f"{'':>8}{'empty page':<14}{trivial:>8.1f} {1:>7.1f}")


async def cpu(site: Any, path: str, cookies: Cookies) -> float:
    """Milliseconds of CPU of one GET, in all threads."""
    said = "; ".join(f"{name}={value}" for name, value in cookies.items())
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "scheme": "http",
        "client": ("127.0.0.1", 1),
        "server": ("testserver", 80),
        "headers": [(b"host", b"testserver"), *([(b"cookie", said.encode())] if said else [])],
    }
    came = iter([{"type": "http.request", "body": b"", "more_body": False}])
    status = []

    async def receive() -> Any:
        for event in came:
            return event
        return await asyncio.get_running_loop().create_future()

    async def send(event: Any) -> None:
        status.append(event.get("status"))

    began = time.process_time()
    await site(scope, receive, send)
    taken = time.process_time() - began
    assert status[0] == 200, (path, status[0])
    return 1000 * taken
