"""What it costs to settle one result, beside inserting the same rows bare; early in a night and at its end.

Goals: at least 0.2 of the bare inserts per second, and the same at the end of the night as at its beginning.
"""

import os
import time
from collections.abc import Callable
from contextlib import contextmanager
from random import Random
from typing import Any

PLAYERS, ROUNDS = 40, 8


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "euchre_site.settings_test"
    import django

    django.setup()
    with database():
        _measure()


@contextmanager
def database() -> Any:
    from django.conf import settings
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    settings.RIGHT_BOWER_HOME.mkdir(exist_ok=True)
    setup_test_environment(debug=False)
    old = setup_databases(verbosity=0, interactive=False)
    try:
        yield
    finally:
        teardown_databases(old, verbosity=0)


def _measure() -> None:
    from games.accounts.models import User
    from tournaments.checkin import entries
    from tournaments.context import SITE
    from tournaments.demo import made_up_slip
    from tournaments.events.commands import create_club, create_event
    from tournaments.results import commands as results
    from tournaments.results import standings_update
    from tournaments.results.models import ResultEntry, Standing
    from tournaments.rounds import commands as rounds
    from tournaments.rounds.models import Match

    User.objects.create_user("olga@example.org")
    club = create_club("Bench", context=SITE)
    from django.utils import timezone

    event = create_event(club, "Night", timezone.now(), "progressive", {"rounds": ROUNDS}, context=SITE)
    for number in range(PLAYERS):
        entries.walk_in(event.pk, [f"Player {number}"], context=SITE)
    stage, chance = event.stages.get(), Random(1)
    print(f"{PLAYERS} players, {ROUNDS} rounds; results per second")
    print("round   record + settle   settle only   bare inserts   ratio")
    for number in range(1, ROUNDS + 1):
        row = rounds.draw_round(stage.pk, number, context=SITE)
        row = rounds.publish_round(row.pk, context=SITE, expected_version=row.revision)
        matches = list(Match.objects.filter(round=row).select_related("round__stage").prefetch_related("seats"))

        def whole(match: Match) -> None:
            results.record_result(match.pk, made_up_slip(match, chance), context=SITE)
            standings_update.settle_match(match.pk)

        both = _per_second(matches, whole)
        settling = _per_second(matches, lambda match: standings_update.settle_match(match.pk))
        bare = _per_second(matches, lambda match: insert_and_delete(match, ResultEntry, Standing, stage))
        if number in (1, 2, ROUNDS):
            print(f"{number:5}   {both:15.1f}   {settling:11.1f}   {bare:12.1f}   {both / bare:5.2f}")
        rounds.close_round(row.pk, context=SITE, expected_version=row.revision)


def _per_second(matches: list[Any], act: Callable[[Any], object]) -> float:
    start = time.perf_counter()
    for match in matches:
        act(match)
    return len(matches) / (time.perf_counter() - start)


def insert_and_delete(match: Any, result_entry: Any, standing: Any, stage: Any) -> None:
    """The rows that one result writes, one by one and with nothing asked: the entry, and its stage's standings."""
    from django.db import transaction

    with transaction.atomic():
        result_entry.objects.create(
            match=match, version=999, kind="record", source="command", slip={"points": [1, 2]}
        ).delete()
        for row in standing.objects.filter(stage=stage):
            standing.objects.filter(pk=row.pk).update(place=row.place)
