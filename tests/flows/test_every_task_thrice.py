"""Every task that there is, at any moment of a random history, three times and in any order: the outcome is what one
sweep at the end makes of it.

The tasks are those that Celery knows, so that a new one is among them, or fails here until it says what it works on.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, tzinfo
from functools import partial
from random import Random

import pytest
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction
from django.utils import timezone

from euchre_site.celery import app
from games.tables.models import Game, Table
from tests.cast import enter, make_event, on_grid, publish
from tests.games.tables.cast import finished_game
from tests.sizes import Counted, size
from tests.tournaments.online import Evening
from tests.tournaments.scenes.league import SMALL, Stage, a_card
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.demo import made_up_slip
from tournaments.integrity.rebuild import derived_digest, rebuild
from tournaments.integrity.verify import violations
from tournaments.leagues.models import Season
from tournaments.results import commands as results
from tournaments.results.table_results import take_waiting
from tournaments.rewards.models import RewardJob
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.slow, pytest.mark.heavy, pytest.mark.django_db]

HISTORIES, STEPS = size(1, 20), size(6, 200)
OFTEN = 3


def rows(model: type) -> Callable[[], list[tuple[object, ...]]]:
    return lambda: [(pk,) for pk in model.objects.order_by("pk").values_list("pk", flat=True)]  # type: ignore[attr-defined]


def honours() -> list[tuple[object, ...]]:
    return list(RewardJob.objects.order_by("pk").values_list("kind", "key"))


def scores() -> list[tuple[object, ...]]:
    return list(AuditLogEntry.objects.filter(action=Action.RECORD_RESULT).order_by("pk").values_list("pk"))


def nothing() -> list[tuple[object, ...]]:
    return [()]


WORKS_ON: dict[str, Callable[[], list[tuple[object, ...]]]] = {
    "tournaments.tasks.settle_match_task": rows(Match),
    "tournaments.tasks.run_job_task": honours,
    "tournaments.tasks.count_game_task": rows(Game),
    "tournaments.tasks.take_table_result": rows(Table),
    "tournaments.tasks.settle_season_task": rows(Season),
    "tournaments.tasks.tell_of_score_task": scores,
    "games.tasks.move_table": rows(Table),
}
ALONE = {
    "tournaments.tasks.run_portion_task",
    "tournaments.tasks.deliver_task",
    "tournaments.tasks.number_happenings_task",
    "tournaments.tasks.sweep",
    "tournaments.tasks.forget_old",
    "tournaments.tasks.tell_task",
    "games.tasks.move_due_tables",
    "games.tasks.forget_old_lines",
    "games.tasks.forget_guests",
    "games.tasks.forget_old_searches",
    "games.tasks.review_hands",
    "games.tasks.score_daily_deals",
    "games.tasks.send_mail",
    "games.tasks.send_notifications",
    "games.tasks.send_push_tests",
    "games.tasks.forget_old_notifications",
    "euchre_site.tasks.show_life",
}
NOT_THE_DATA = {"euchre_site.tasks.back_up", "euchre_site.tasks.drill", "euchre_site.embedded.wake"}
"""Copies of the database (tests/euchre_site/backups/test_writing.py), and a wake-up."""


def known_tasks() -> set[str]:
    app.loader.import_default_modules()
    app.autodiscover_tasks(force=True)
    return {name for name in app.tasks if not name.startswith(("celery.", "tests."))}


def test_every_task_says_what_it_works_on() -> None:
    assert known_tasks() == set(WORKS_ON) | ALONE | NOT_THE_DATA


class Clock:
    """What time it is for the whole site: a minute later after each step, however much was asked meanwhile."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.began = self.now = timezone.now()
        clock = self

        class StoppedTime(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> datetime:
                return clock.now.astimezone(tz)

        # Not `timezone.now`: models hold that function as their default.
        monkeypatch.setattr(timezone, "datetime", StoppedTime)

    def tick(self) -> None:
        self.now += timedelta(minutes=1)


class Town:
    """A league, a night of eight, and a match and a friendly game that were played online, all of one club."""

    def __init__(self) -> None:
        self.league = Stage(SMALL)
        self.league.open()
        self.olga = self.league.olga
        Evening(club=self.league.club).play_out()
        take_waiting()  # its score counts from the moment at which it is taken
        finished_game()
        night = make_event(self.league.club, self.olga)
        enter(night, self.olga, [f"Player {number}" for number in range(1, 9)])
        self.tables = list(publish(night, self.olga).matches.values_list("pk", flat=True))

    def step(self, chance: Random) -> None:
        chance.choice((self.score, self.score, self.score, self.fixture))(chance)

    def score(self, chance: Random) -> None:
        """At some table, or what is done to one that stands or was taken away."""
        match = Match.objects.select_related("round__stage").get(pk=chance.choice(self.tables))
        slip, seen = made_up_slip(match, chance), match.last_version
        if match.state == Match.State.OPEN:
            results.record_result(match.pk, slip, context=on_grid(self.olga))
        elif match.state == Match.State.STANDING and chance.random() < 0.3:
            results.void_result(match.pk, reason="Wrong seats", context=on_grid(self.olga), expected_version=seen)
        else:
            results.correct_result(match.pk, slip, reason="Misread", context=on_grid(self.olga), expected_version=seen)

    def fixture(self, chance: Random) -> None:
        if left := list(self.league.season.fixtures.filter(state="planned", event=None).order_by("pk")):
            self.league.play(chance.choice(left), a_card(self.league.season, chance))


def go_back(clock: Clock) -> None:
    """What comes next gets the numbers of what was taken back: PostgreSQL goes on counting by itself."""
    clock.now = clock.began
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), apps.get_models(include_auto_created=True)):
            cursor.execute(statement)


def everything(luck: Random) -> Iterator[Callable[[], object]]:
    """Each task with all that it may work on, so often, shuffled."""
    known_tasks()
    calls = [
        partial(app.tasks[name].run, *arguments)
        for name in sorted(known_tasks() - NOT_THE_DATA)
        for arguments in WORKS_ON.get(name, nothing)()
    ] * OFTEN
    luck.shuffle(calls)
    yield from calls


def play(town: Town, clock: Clock, history: int, delivery: int | None) -> tuple[str, int]:
    """The digest after that history, and how many tasks ran. delivery: their luck; None: one sweep at the end."""
    chance, luck, ran = Random(history), Random(delivery), 0
    for number in range(1, STEPS + 1):
        town.step(chance)
        clock.tick()
        if delivery is not None and (luck.random() < 0.1 or number == STEPS):
            for task in everything(luck):
                task()
                ran += 1
    while app.tasks["tournaments.tasks.sweep"].run() or RewardJob.objects.exists():
        pass
    assert violations() == []
    before, after = rebuild()
    assert before == after
    return derived_digest(), ran


@pytest.mark.parametrize("history", range(HISTORIES))
def test_every_task_three_times_in_any_order(
    history: int, monkeypatch: pytest.MonkeyPatch, record_property: Counted
) -> None:
    town, clock = Town(), Clock(monkeypatch)
    digests = set()
    for delivery in (None, 1, 2):
        with transaction.atomic():
            digest, ran = play(town, clock, history, delivery)
            digests.add(digest)
            record_property("tasks delivered", ran)
            transaction.set_rollback(True)
        go_back(clock)
    assert len(digests) == 1
    record_property("random histories", 1)
    record_property("steps", 3 * STEPS)
