"""Races as one kind of honour, and prizes of closed periods as places: what the queue computes again."""

from collections.abc import Iterator

from django.db import transaction

from tournaments.honours.facts import Contest, Position
from tournaments.jackpots.closing import adjust
from tournaments.jackpots.models import JackpotPeriod, JackpotScore
from tournaments.jackpots.periods import KIND, periods_of
from tournaments.jackpots.races import (
    closed_periods,
    count_version,
    fields_of,
    frozen_of,
    lock_period,
    placings_of_period,
    race_of,
    score_fields,
    standings_of,
    write_race,
)
from tournaments.rewards.models import RewardJob
from tournaments.rewards.placements import Ended, recount_places
from tournaments.rewards.queue import Honour, one_by_one
from tournaments.signals import jackpot_race_changed


@transaction.atomic
def recompute(key: str, earliest: Position | None) -> None:
    """Write the race of a period afresh; after its closing, book what a correction changes."""
    period = lock_period(int(key))
    if period is None:
        return
    before = {} if period.closed_id else standings_of(period)
    changed = write_race(period, race_of(period, frozen_of(period).members if period.closed_id else None))
    if changed and before:
        jackpot_race_changed.send(JackpotPeriod, period=period, before=before, after=standings_of(period))
    if period.closed_id and adjust(period):
        changed = True
    if period.closed_id:
        recount_places(Contest.JACKPOT, period.pk)
    if changed:
        count_version(period.jackpot)


def races_agree() -> Iterator[str]:
    """Every race is what its facts say, unless it is due anyway."""
    due = set(RewardJob.objects.filter(kind=KIND).values_list("key", flat=True))
    for period in JackpotPeriod.objects.select_related("jackpot", "terms").prefetch_related("scores"):
        if str(period.pk) in due:
            continue
        members = frozen_of(period).members if period.closed_id else None
        if {score.player_id: fields_of(score) for score in period.scores.all()} != score_fields(
            race_of(period, members)
        ):
            yield f"{period}: the stored race differs from the one computed from the games."


def _all_keys() -> list[str]:
    return [str(pk) for pk in JackpotPeriod.objects.order_by("start", "pk").values_list("pk", flat=True)]


def _forget() -> None:
    JackpotScore.objects.all().delete()


JACKPOTS = Honour(KIND, periods_of, one_by_one(recompute), _forget, _all_keys, races_agree)
WON = Ended(Contest.JACKPOT, placings_of_period, closed_periods)
