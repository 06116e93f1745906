"""A whole event in any order of events: after every step nothing is wrong and totals equal a slow tally;
at the end, and with SOAK=1 after every step, what is derived equals a rebuild.

The steps are those of a night: draw, publish, take back, report, correct, declare void, close, leave, come back, come
late. A step that is refused must leave everything as it was.
"""

import os
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.engine.errors import RuleError
from tests.cast import context_of, make_club, make_event, make_user, on_grid
from tests.sizes import SOAK, Counted, size
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.demo import made_up_slip
from tournaments.errors import CommandError
from tournaments.events.models import Stage
from tournaments.formats.base import Slip
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.standings import rows as standings
from tournaments.integrity.rebuild import derived_digest, rebuild
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.results.history import played_rounds, request_after
from tournaments.results.models import ResultEntry
from tournaments.results.standings_update import listed, settle_unsettled
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Bye, Match, Round, Seat

pytestmark = [pytest.mark.slow, pytest.mark.heavy, pytest.mark.django_db]

DICE = st.integers(0, 2**32)
EVENTS = int(os.environ.get("EXAMPLES_OF_ORDER", "200"))


class AnyOrder(RuleBasedStateMachine):
    """One event of one format; everything happens inside a transaction that is taken back."""

    key = ""
    steps = 0

    def __init__(self) -> None:
        super().__init__()
        self.block = transaction.atomic()
        self.block.__enter__()

    def teardown(self) -> None:
        if hasattr(self, "event") and not connection.needs_rollback:
            self.derived_equals_rebuilt()
        transaction.set_rollback(True)
        self.block.__exit__(None, None, None)

    @initialize(count=st.integers(4, 9), seed=st.integers(1, 2**64))
    def open_event(self, count: int, seed: int) -> None:
        self.olga = make_user("Olga")
        self.event = make_event(make_club(self.olga), self.olga, self.key)
        self.event.stages.update(seed=f"{seed:064x}")
        for _ in range(count):
            self.walk_in()

    @property
    def stage(self) -> Stage:
        return self.event.stages.get()

    @property
    def latest(self) -> Round | None:
        return self.stage.rounds.order_by("-number").first()

    def walk_in(self) -> None:
        size, number = FORMATS[self.key].entry_size, self.event.entries.count() + 1
        entries.walk_in(
            self.event.pk, [f"Player {number}.{chair}" for chair in range(size)], context=context_of(self.olga)
        )

    def attempt(self, action: Callable[..., Any], *args: Any, **more: Any) -> None:
        """Do it; when it is refused nothing has changed."""
        before = self.world()
        try:
            with transaction.atomic():
                action(*args, context=on_grid(self.olga), **more)
        except (CommandError, RuleError) as refused:
            assert str(refused)  # noqa: PT017  # any step may be out of turn
            assert self.world() == before

    def world(self) -> tuple[Any, ...]:
        models = (Round, Match, Seat, Bye, ResultEntry, Entry, AuditLogEntry)
        return tuple(list(model.objects.order_by("pk").values()) for model in models)

    @rule()
    def draw(self) -> None:
        """The next round, or the draft once more."""
        latest = self.latest
        if latest and latest.status == Round.Status.DRAFT:
            self.attempt(rounds.draw_round, self.stage.pk, latest.number, expected_version=latest.revision)
        else:
            self.attempt(rounds.draw_round, self.stage.pk, latest.number + 1 if latest else 1)

    @precondition(lambda self: self.latest and self.latest.status == Round.Status.DRAFT)
    @rule()
    def publish(self) -> None:
        assert self.latest
        self.attempt(rounds.publish_round, self.latest.pk, expected_version=self.latest.revision)

    @precondition(lambda self: self.latest and self.latest.status == Round.Status.PUBLISHED)
    @rule()
    def take_back(self) -> None:
        assert self.latest
        self.attempt(rounds.unpublish_round, self.latest.pk, expected_version=self.latest.revision)

    @precondition(lambda self: self.latest and self.latest.status == Round.Status.PUBLISHED)
    @rule(dice=DICE, forfeits=st.booleans())
    def report(self, dice: int, forfeits: bool) -> None:
        """Every open table but one or two."""
        assert self.latest
        chance = Random(dice)
        open_tables = list(self.latest.matches.filter(state=Match.State.OPEN))
        for match in chance.sample(open_tables, len(open_tables) - (len(open_tables) > 2)):
            slip = self.slip(match, chance)
            if forfeits and chance.random() < 0.2:
                slip = Slip((10, 0), forfeited=(1,))
            self.attempt(results.record_result, match.pk, slip)

    def slip(self, match: Match, chance: Random) -> Slip:
        match.round.stage = self.stage
        return made_up_slip(match, chance)

    @rule(dice=DICE)
    def correct(self, dice: int) -> None:
        chance = Random(dice)
        if match := self.any_of(Match.objects.filter(state__in=("standing", "void")), chance):
            slip = self.slip(match, chance)
            self.attempt(results.correct_result, match.pk, slip, reason="Misread", expected_version=match.last_version)

    @rule(dice=DICE)
    def declare_void(self, dice: int) -> None:
        if match := self.any_of(Match.objects.exclude(round__status="draft"), Random(dice)):
            self.attempt(results.void_result, match.pk, reason="Wrong seats", expected_version=match.last_version)

    def any_of(self, rows: Any, chance: Random) -> Any:
        found = list(rows.order_by("pk"))
        return chance.choice(found) if found else None

    @rule(dice=DICE)
    def play_a_round(self, dice: int) -> None:
        """From wherever the newest round is to its end, so that events get further than their first rounds."""
        chance = Random(dice)
        if self.latest is None or self.latest.status == Round.Status.CLOSED:
            self.draw()
        if self.latest and self.latest.status == Round.Status.DRAFT:
            self.publish()
        if self.latest and self.latest.status == Round.Status.PUBLISHED:
            for match in self.latest.matches.filter(state=Match.State.OPEN):
                self.attempt(results.record_result, match.pk, self.slip(match, chance))
            self.close()

    @precondition(lambda self: self.latest and self.latest.status == Round.Status.PUBLISHED)
    @rule()
    def close(self) -> None:
        assert self.latest
        self.attempt(rounds.close_round, self.latest.pk, expected_version=self.latest.revision)

    @rule(dice=DICE)
    def leave(self, dice: int) -> None:
        here = self.event.entries.filter(status=Entry.Status.CHECKED_IN)
        if here.count() > 4:
            self.attempt(entries.drop_out, self.any_of(here, Random(dice)).pk)

    @rule(dice=DICE)
    def come_back(self, dice: int) -> None:
        if entry := self.any_of(self.event.entries.filter(status=Entry.Status.DROPPED), Random(dice)):
            self.attempt(entries.check_in, entry.pk)

    @precondition(lambda self: self.event.entries.count() < 12)
    @rule()
    def come_late(self) -> None:
        self.walk_in()

    @invariant()
    def nothing_is_wrong(self) -> None:
        if not hasattr(self, "event"):
            return
        type(self).steps += 1
        settle_unsettled()
        assert [text for text in violations() if not text.endswith("is enough.")] == []
        if SOAK:
            self.derived_equals_rebuilt()

    def derived_equals_rebuilt(self) -> None:
        before, after = rebuild()
        assert before == after == derived_digest()

    @invariant()
    def totals_equal_a_tally(self) -> None:
        if not hasattr(self, "event"):
            return
        shown = {row.entry.number: row.points for row in self.stage.standings.select_related("entry")}
        assert shown == tally(self.stage)

    @invariant()
    def order_of_entries_does_not_matter(self) -> None:
        if not hasattr(self, "event"):
            return
        stage = self.stage
        played, numbers = played_rounds(stage), list(listed(stage))
        request = request_after(stage, played, tuple(numbers))
        placing = stage.play.placing(stage.settings, request) if stage.play.placing and played else ()
        facts = list(standings.facts(played, numbers, stage.play.missed(stage.settings)))
        first = standings.rank(numbers, facts, stage.criteria, 7, placing)
        Random(1).shuffle(facts)
        assert standings.rank(numbers[::-1], facts, stage.criteria, 7, placing) == first


def tally(stage: Stage) -> dict[int, Fraction]:
    """Totals from the rows alone: every result entry of a match read again, newest decision last."""
    made: dict[int, list[int]] = {}
    total: Counter[int] = Counter()
    averages: Counter[int] = Counter()
    for row in stage.rounds.exclude(status="draft"):
        for bye in row.byes.select_related("entry"):
            made.setdefault(bye.entry.number, [])
            total[bye.entry.number] += bye.points or 0
            averages[bye.entry.number] += bye.points is None
        for match in row.matches.prefetch_related("seats__entry", "results"):
            slip = last_word(match)
            for side, number in {(seat.side, seat.entry.number) for seat in match.seats.all() if seat.entry}:
                own = made.setdefault(number, [])
                if slip:
                    total[number] += slip["points"][side]
                if slip and not slip["forfeited"]:
                    own.append(slip["points"][side])
    return {
        number: total[number] + averages[number] * (Fraction(sum(own), len(own)) if own else Fraction(0))
        for number, own in made.items()
    }


def last_word(match: Match) -> dict[str, Any] | None:
    """What counts: organizers decided everything here, so the newest entry does, unless it declares void."""
    newest = max(match.results.all(), key=lambda entry: entry.version, default=None)
    return newest.slip if newest and newest.kind != ResultEntry.Kind.VOID else None


@pytest.mark.parametrize("key", FORMATS)
def test_any_order_of_steps_keeps_everything_true(key: str, record_property: Counted) -> None:
    machine = type(f"AnyOrder_{key}", (AnyOrder,), {"key": key})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=size(2, EVENTS),
            stateful_step_count=size(15, 60),
            derandomize=not SOAK,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    record_property("events in any order", size(2, EVENTS))
    record_property("steps", machine.steps)
