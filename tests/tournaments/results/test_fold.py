"""Random histories of one match, against a slow reference that knows the rules in other words."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine.errors import RuleError
from tests.cast import Table, on_grid, on_phone, slip
from tournaments.errors import Conflict, NotAllowed
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds.models import Match

SCORES = ((10, 6), (6, 10), (9, 7))
SIDES = {"Pam": 0, "Ann": 0, "Quinn": 1, "Bob": 1, "Olga": None}
OFFICIAL = "Olga"


@dataclass
class Reference:
    """The match on paper: what each side says, whether a side disagreed, what counts, how many lines."""

    says: dict[int, tuple[int, int]] = field(default_factory=dict)
    is_contested: bool = False
    counts: tuple[int, int] | None = None
    is_void: bool = False
    lines: int = 0
    undecided: "Reference | None" = None
    """How the paper looked before the last line, if that line decided something."""

    @property
    def state(self) -> str:
        if self.is_void:
            return "void"
        if self.counts:
            return "standing"
        if self.is_contested or len(set(self.says)) > 1:
            return "disputed"
        return "waiting" if self.says else "open"

    def ask(self, action: str, who: str, score: tuple[int, int], is_late: bool) -> type[Exception] | None:
        refusal: type[Exception] | None = getattr(self, action)(who, score, is_late)
        return refusal

    def record(self, who: str, score: tuple[int, int], is_late: bool) -> type[Exception] | None:
        side = SIDES[who]
        if self.counts == score or (side is not None and not self.counts and self.says.get(side) == score):
            return None
        if self.counts or self.is_void:
            return Conflict
        others = [said for other, said in self.says.items() if other != side]
        if is_late and (who == OFFICIAL or not others):
            return Conflict
        if who == OFFICIAL or score in others:
            self._count(score)
            return None
        assert side is not None
        self.says[side] = score
        self._line()
        return None

    def confirm(self, who: str, score: tuple[int, int], is_late: bool) -> type[Exception] | None:
        if is_late or self.state != "waiting":
            return Conflict
        if SIDES[who] in self.says:
            return NotAllowed
        self._count(*self.says.values())
        return None

    def dispute(self, who: str, score: tuple[int, int], is_late: bool) -> type[Exception] | None:
        if is_late or self.state != "waiting":
            return Conflict
        if SIDES[who] in self.says:
            return NotAllowed
        self.is_contested = True
        self._line()
        return None

    def correct(self, who: str, score: tuple[int, int], is_late: bool) -> type[Exception] | None:
        if who != OFFICIAL:
            return NotAllowed
        if self.state not in ("standing", "void"):
            return RuleError
        if is_late:
            return Conflict
        self._count(score)
        return None

    def void(self, who: str, score: tuple[int, int], is_late: bool) -> type[Exception] | None:
        if who != OFFICIAL:
            return NotAllowed
        if is_late:
            return Conflict
        before = replace(self, says=dict(self.says))
        self.says, self.is_contested, self.counts, self.is_void = {}, False, None, True
        self._line(before)
        return None

    def reopen(self, who: str, score: tuple[int, int], is_late: bool) -> type[Exception] | None:
        if who != OFFICIAL:
            return NotAllowed
        if is_late:
            return Conflict
        if self.undecided is None:
            return RuleError
        was = self.undecided
        self.says, self.is_contested, self.counts, self.is_void = was.says, was.is_contested, was.counts, was.is_void
        self._line()
        return None

    def _count(self, score: tuple[int, int]) -> None:
        before = replace(self, says=dict(self.says))
        self.says, self.is_contested, self.counts, self.is_void = {}, False, score, False
        self._line(before)

    def _line(self, undecided: "Reference | None" = None) -> None:
        self.lines += 1
        self.undecided = undecided


def ask(table: Table, action: str, who: str, score: tuple[int, int], seen: int) -> type[Exception] | None:
    """The same action through the door; the kind of its refusal, or None."""
    context = on_grid(table.olga) if who == OFFICIAL else on_phone(getattr(table, who.lower()))
    more: dict[str, Any] = {"context": context, "expected_version": seen}
    match = table.match.pk
    try:
        if action == "record":
            results.record_result(match, slip(*score), **more)
        elif action == "correct":
            results.correct_result(match, slip(*score), reason="Misread", **more)
        elif action == "void":
            results.void_result(match, reason="Not played", **more)
        elif action == "reopen":
            results.reopen_result(match, **more)
        else:
            {"confirm": results.confirm_result, "dispute": results.dispute_result}[action](match, **more)
    except (Conflict, NotAllowed, RuleError) as error:
        return type(error)
    return None


def position(match: Match) -> tuple[str, tuple[int, ...] | None, int]:
    counts = match.standing.reported.points if match.standing else None
    return match.state, counts, match.last_version


STEPS = st.tuples(
    st.sampled_from(("record", "record", "record", "confirm", "dispute", "correct", "void", "reopen", "reopen")),
    st.sampled_from(sorted(SIDES)),
    st.sampled_from(SCORES),
    st.sampled_from((False, False, False, True)),
)


@pytest.mark.slow
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEPS, max_size=10))
@pytest.mark.heavy
def test_every_history_ends_where_the_reference_ends(
    table: Table, steps: list[tuple[str, str, tuple[int, int], bool]]
) -> None:
    with transaction.atomic():
        paper = Reference()
        for action, who, score, is_late in steps:
            is_late = is_late and paper.lines > 0
            seen = paper.lines - is_late
            assert ask(table, action, who, score, seen) == paper.ask(action, who, score, is_late), (
                action,
                who,
                score,
                seen,
            )
            assert position(table.match) == (paper.state, paper.counts, paper.lines)
        settle_unsettled()
        assert violations() == []
        transaction.set_rollback(True)
