"""The dress rehearsal: whole nights with everything going wrong, and in the end the standings say what the cards say.

Small in every run; with SOAK=1 in full, 16 tables by 8 rounds, for SEEDS seeds (5). A failing night names its seed.
"""

import os
import shlex
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings

from tests.euchre_site.served import REDIS, Served, embedded, free_port, separate
from tests.flows.rehearsal import Night
from tests.sizes import SOAK, Counted, size

pytestmark = pytest.mark.slow

SEEDS = range(1, 1 + int(os.environ.get("SEEDS", "5"))) if SOAK else (1,)
MAX_DECISIONS = 40
BACK_WITHIN = 60.0


def on_this_database(
    home: Path, redis_url: str = "", *, with_own_postgres: bool = False
) -> AbstractContextManager[Served]:
    """Embedded on SQLite; separate processes where the run is on PostgreSQL and Redis."""
    url = os.environ.get("DATABASE_URL", "")
    if url.startswith("postgres") and settings.REDIS_URL:
        return separate(home, "" if with_own_postgres else url, redis_url)
    return embedded(home, redis_url)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with on_this_database(tmp_path / "home") as site:
        yield site


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.heavy
def test_the_standings_say_what_the_cards_say(served: Served, seed: int, record_property: Counted) -> None:
    night = Night(served, 16, 8, seed, kills=2) if SOAK else Night(served, 4, 3, seed)
    play_and_check(night, record_property)
    assert len(night.outages) == night.kills
    assert max(night.outages) < BACK_WITHIN


@pytest.mark.heavy
def test_a_night_is_played_with_redis_away_and_the_work_catches_up(tmp_path: Path, record_property: Counted) -> None:
    port = free_port()
    with on_this_database(tmp_path / "home", f"redis://127.0.0.1:{port}/0") as site, ExitStack() as stack:
        night = Night(site, *size((2, 2), (16, 8)), seed=3, kills=0)
        night.before_the_end = lambda: catch_up(site, stack.enter_context(redis_at(port)))
        play_and_check(night, record_property)


@contextmanager
def redis_at(port: int) -> Iterator[redis.Redis]:
    server = subprocess.Popen(shlex.split(REDIS.format(port)), stdout=subprocess.DEVNULL)
    yield redis.Redis(port=port)
    server.terminate()
    server.wait(20)


def catch_up(site: Served, back: redis.Redis) -> None:
    """Timers and workers find Redis again by themselves and do what has waited."""
    wait_for_the_work(site)
    assert back.keys("right-bower:*"), "it was done without Redis: this test shows nothing"


def wait_for_the_work(site: Served) -> float:
    """Until nothing is left, while nobody does anything more. How many seconds that took."""
    began = time.monotonic()
    while left := site.run(UNDONE):
        assert time.monotonic() < began + BACK_WITHIN * 3, f"{left} pieces of work still wait"
        time.sleep(0.5)
    return time.monotonic() - began


UNDONE = """
import django, json
django.setup()
from tournaments.rewards.models import RewardJob
from tournaments.rounds.models import Match

print(json.dumps(Match.objects.exclude(unsettled_since=None).count() + RewardJob.objects.count()))
"""


def play_and_check(night: Night, record_property: Counted) -> None:
    began = time.monotonic()
    outcome = night.play()
    tell(night, time.monotonic() - began)
    assert night.tally.server_errors == []
    assert "Traceback" not in night.site.log("web")
    assert outcome["totals"] == intended(night, outcome)
    assert lost(night, outcome) == []
    assert {state for _, _, state in outcome["matches"]} == {"standing"}
    assert outcome["rebuild"][0] == outcome["rebuild"][1]
    assert len(night.decisions) <= MAX_DECISIONS, night.decisions
    record_property("nights", 1)
    record_property("scores acknowledged", len(night.acknowledged))
    record_property("requests", night.tally.counts["requests"])
    record_property("kills", night.kills)


def intended(night: Night, outcome: dict[str, Any]) -> dict[str, int]:
    """Entry → what its cards add up to."""
    totals: Counter[str] = Counter()
    for entry, match, side in outcome["seats"]:
        totals[str(entry)] += night.papers[match][side]
    for entry, points in outcome["byes"]:
        totals[str(entry)] += points
    return dict(totals)


def lost(night: Night, outcome: dict[str, Any]) -> list[object]:
    """Scores that a phone was told are saved, and that are not there."""
    kept = {(match, tuple(points)) for match, _, points in outcome["results"] if points}
    return [report for report in night.acknowledged if report not in kept]


def tell(night: Night, seconds: float) -> None:
    counts = ", ".join(f"{count} {name}" for name, count in sorted(night.tally.counts.items()))
    outages = " ".join(f"{outage:.1f}" for outage in night.outages)
    print(  # noqa: T201
        f"\nseed {night.seed}: {seconds:.0f} s, {len(night.decisions)} decisions, {len(night.acknowledged)} scores "
        f"acknowledged, slowest answer {night.tally.slowest:.1f} s, outages {outages} s; {counts}"
    )
