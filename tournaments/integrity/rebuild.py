"""Throw everything derived away and compute it again from the facts. Must change nothing."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from django.db import OperationalError, transaction
from django.db.models import Field, QuerySet

from games.accounts.models import Player
from games.locks import locked
from tournaments.events.models import Event, Stage
from tournaments.jackpots.models import Jackpot, JackpotScore
from tournaments.leagues.checks import rebuild_seasons
from tournaments.leagues.models import FixtureScore, Season, SectionLine, SeriesLine
from tournaments.results.models import Standing
from tournaments.results.standings_update import settle_stage
from tournaments.rewards.models import (
    Award,
    DayCard,
    GameFact,
    GameParticipation,
    PlacementFact,
    PlayerRating,
    RatingChange,
    RatingPool,
    RewardJob,
    SpanTotals,
)
from tournaments.rewards.queue import run_all
from tournaments.rewards.rebuild import rebuild_honours

MAX_TRIES = 3
DERIVED = (
    Standing,
    FixtureScore,
    SectionLine,
    SeriesLine,
    GameFact,
    GameParticipation,
    PlacementFact,
    JackpotScore,
    RatingChange,
    PlayerRating,
    DayCard,
    SpanTotals,
)


def rebuild() -> tuple[str, str]:
    """Rebuilds standings, tables of seasons, facts and honours. Returns the digests before and after.

    Workers may be at work at the same time. Where two wait for each other the database ends one of them; this tries
    again.
    """
    tries = 1 if transaction.get_connection().in_atomic_block else MAX_TRIES
    for _ in range(tries - 1):
        with suppress(OperationalError):
            return _rebuild()
    return _rebuild()


@transaction.atomic
def _rebuild() -> tuple[str, str]:
    _lock_all()
    run_all()
    before = derived_digest()
    Standing.objects.all().delete()
    for stage_id in Stage.objects.order_by("pk").values_list("pk", flat=True):
        settle_stage(stage_id)
    rebuild_seasons()
    rebuild_honours()
    return before, derived_digest()


def _lock_all() -> None:
    """In the order of the commands, then what honours lock, then what is due: a score may be settling right now."""
    for model in (Season, Event, RatingPool, Jackpot, Player, RewardJob):
        list(locked(model._default_manager).order_by("pk").values_list("pk", flat=True))


def derived_digest() -> str:
    """One number over all derived rows: equal digests, equal tables. Row ids do not count, nor do the moments at which
    awards were earned: those are the clock's, and `verify` compares them."""
    return hashlib.sha256(" ".join(map(_sum_of, _derived())).encode()).hexdigest()


def _sum_of(queryset: QuerySet[Any, Any]) -> str:
    """How many rows and the sum of their fingerprints: the same in whatever order they come, and none is kept."""
    count = total = 0
    for values in queryset.iterator(chunk_size=2000):
        text = json.dumps(values, sort_keys=True, default=str)
        total += int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
        count += 1
    return f"{count}:{total:x}"


def _derived() -> Iterator[QuerySet[Any, Any]]:
    for model in DERIVED:
        names = [_column(field) for field in model._meta.concrete_fields if field.name != "id"]
        yield model._default_manager.order_by().values_list(*names)
    yield Award.objects.order_by().values_list("player_id", "achievement", "tier")


def _column(field: "Field[Any, Any]") -> str:
    """A pool by its key: its row is made by whichever of its games is counted first."""
    return "pool__key" if field.name == "pool" else field.attname
