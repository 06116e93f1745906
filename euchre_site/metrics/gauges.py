"""How the site is at the moment it is asked: its version, this process's streams and memory, and the site's vitals.

What comes from the database is the same in every process. It takes QUERIES questions, writes nothing, and while the
database is away only says that it is.
"""

import datetime
from collections.abc import Iterable, Iterator

from django.conf import settings
from django.db import DatabaseError
from prometheus_client import ProcessCollector
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from euchre_site import __version__, heartbeats, vitals
from euchre_site.metrics.requests import REGISTRY
from games import live
from games.tables.models import Game, Table
from tournaments.rewards.models import Heartbeat

QUERIES = 9
QUEUES = {"scores": vitals.scores, "rewards": vitals.rewards, "emails": vitals.emails}


class SiteCollector(Collector):
    def describe(self) -> Iterable[Metric]:
        """Nothing: the registry would collect to learn the names, before the database is there."""
        return []

    def collect(self) -> Iterator[Metric]:
        yield InfoMetricFamily("right_bower", "The version that runs.", {"version": __version__})
        yield _gauge("live_streams", "Live pages that this process streams to.", live.open_streams())
        if settings.BACKUPS_KEPT:
            yield _gauge(
                "backup_timestamp_seconds",
                "When the newest backup was made or found up to date. 0: none is in the backup folder.",
                _timestamp(vitals.newest_backup()),
            )
        yield from _of_database()


def _of_database() -> list[Metric]:
    try:
        answer = vitals.ask_database()
        return [
            _ready(answer.takes_changes),
            _gauge("database_answer_seconds", "Seconds that the database took to answer.", answer.seconds),
            _gauge("database_size_bytes", "Size of the database.", vitals.database_size()),
            *_queues(),
            _gauge("parked_jobs", "Jobs that failed too many times.", vitals.parked_jobs()),
            _heartbeats(),
            _gauge("tables_open", "Tables online that are open.", Table.objects.filter(closed_at=None).count()),
            _gauge("tables_in_play", "Tables online with a game in progress.", _tables_in_play()),
        ]
    except (DatabaseError, OSError):
        return [_ready(False)]


def _ready(takes_changes: bool) -> Metric:
    return _gauge("database_ready", "1: the database answers and takes changes. 0: it doesn't.", takes_changes)


def _queues() -> list[Metric]:
    waiting = GaugeMetricFamily("right_bower_queue_waiting", "How much waits for a worker.", labels=["queue"])
    oldest = GaugeMetricFamily(
        "right_bower_queue_oldest_seconds", "Seconds that the oldest in the queue has waited.", labels=["queue"]
    )
    for name, read in QUEUES.items():
        queue = read()
        waiting.add_metric([name], queue.count)
        oldest.add_metric([name], queue.age)
    return [waiting, oldest]


def _heartbeats() -> Metric:
    at = dict(Heartbeat.objects.values_list("part", "at"))
    gauge = GaugeMetricFamily(
        "right_bower_heartbeat_timestamp_seconds", "When the part was last seen at work. 0: never.", labels=["part"]
    )
    for part in (heartbeats.WORKER, heartbeats.CLOCK):
        gauge.add_metric([part], _timestamp(at.get(part)))
    return gauge


def _tables_in_play() -> int:
    """A table has one game in progress at most."""
    return Game.objects.filter(ended_at=None, broken_off_at=None).count()


def _timestamp(at: datetime.datetime | None) -> float:
    return at.timestamp() if at else 0.0


def _gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(f"right_bower_{name}", words, value=float(value))


REGISTRY.register(SiteCollector())
ProcessCollector(registry=REGISTRY)
