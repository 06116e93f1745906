"""Tables online: from a card sent to the refreshed view, at many tables at once, beside the same way without content.

    python -m benchmarks tables [--tables NUMBER] [--rounds NUMBER] [--watchers NUMBER]
    python -m benchmarks tables --frames 120
    python -m benchmarks tables --requests 60
    python -m benchmarks tables --bots 200
    python -m benchmarks tables --idle 1500

A real server in a process of its own on a throw-away SQLite database. At every table a browser listens to the event
stream, and a number of clients play at all of them in turn. `card`: POST a legal action, hear the new version, fetch
the view. `empty`: POST nothing, hear a number, fetch an empty page; same server, same session, a stream of its own, and
by turns with the cards. The site's own bots are held still, so that nothing else moves. With --frames, that
many card moves in a browser instead (frames.py). With --requests, what that many cards cost four browsers at a table,
sent with the news and fetched after it (sharing.py). With --bots, how long that many moves of bots lock their table
(thinking.py). With --idle, cards at one table while that many pages are open at another, beside none.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles

from benchmarks.tables import frames, idle, sharing, thinking
from benchmarks.tables.clients import play_rounds
from benchmarks.tables.server import serving

GOAL = 3.0


def main() -> None:
    """The two ways at this many tables, and what watchers add."""
    asked = parser().parse_args(sys.argv[1:])
    if asked.bots:
        os.environ["DJANGO_SETTINGS_MODULE"] = "euchre_site.settings_test"
        import django

        django.setup()
        thinking.tell(asked.bots)
        return
    if asked.idle:
        idle.tell(asked.idle)
        return
    if asked.frames:
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder), 1 + asked.frames // 60) as site:
            frames.tell(frames.record(site, asked.frames))
        return
    if asked.requests:
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder), 2) as site:
            sharing.tell(sharing.record(site, asked.requests))
        return
    how = asked.tables, asked.rounds, asked.clients
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), asked.tables) as site:
        empty, card = play_rounds(site, *how)
        with_watchers = play_rounds(site, *how, asked.watchers) if asked.watchers else None
    tell("empty message", empty)
    tell("card", card)
    print(f"{'':<24}{median(card) / median(empty):.1f} times the empty message at the median; goal: at most {GOAL:.0f}")
    if with_watchers:
        _, watched = with_watchers
        tell(f"card, {asked.watchers} watching each", watched)
        more = (sum(watched) / len(watched) - sum(card) / len(card)) / asked.watchers
        print(f"{'':<24}each watcher adds {1000 * more:.1f} ms to the mean")


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m benchmarks tables")
    top.add_argument("--tables", type=int, default=200)
    top.add_argument("--rounds", type=int, default=3, help="cards per table")
    top.add_argument("--clients", type=int, default=4, help="tables that act at the same moment")
    top.add_argument("--watchers", type=int, default=2, help="per table, in a third measurement; 0: none")
    top.add_argument("--frames", type=int, default=0, help="card moves in a browser instead; needs Chromium")
    top.add_argument("--requests", type=int, default=0, help="cards at a table of four browsers; needs Chromium")
    top.add_argument("--idle", type=int, default=0, help="pages that hear nothing instead, while cards are played")
    top.add_argument("--bots", type=int, default=0, help="moves of bots instead, and how long they lock their table")
    return top


def tell(name: str, seconds: list[float]) -> None:
    late = quantiles(seconds, n=100)[-1]
    print(f"{name:<24}{len(seconds)} times: p50 {1000 * median(seconds):.0f} ms, p99 {1000 * late:.0f} ms")
