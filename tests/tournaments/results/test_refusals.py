"""What the door for results refuses: each with its reason, and with nothing written."""

from collections.abc import Callable

import pytest

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.slip import HandScore
from tests.cast import Table, on_grid, on_phone, slip, traces
from tournaments.clubs.models import Membership, Role
from tournaments.context import Context
from tournaments.errors import Conflict, NotAllowed
from tournaments.formats.base import Slip
from tournaments.permissions import NOBODY
from tournaments.results import commands as results

Given = Callable[[Table], None]
Ask = Callable[[Table], object]
record, confirm, dispute = results.record_result, results.confirm_result, results.dispute_result
HANDS = (*(HandScore(0, 2) for _ in range(4)), *(HandScore(1, 1) for _ in range(3)), HandScore(0, 4, alone=True))
EARLY, LATE = slip(10, 6), slip(9, 7)


def open_(table: Table) -> None:
    """As the round was published."""


def waiting(table: Table) -> None:
    record(table.match.pk, EARLY, context=on_phone(table.pam))


def counted(table: Table) -> None:
    record(table.match.pk, EARLY, context=on_grid(table.olga))


def player_of_other_table(table: Table) -> Player:
    return table.round.matches.get(table=2).seats.all()[0].player  # type: ignore[return-value]  # no house players


def as_member(table: Table) -> Context:
    Membership.objects.create(club=table.event.club, player=table.sam.player, role=Role.MEMBER)
    return on_grid(table.sam)


REFUSALS: dict[str, tuple[Given, Ask, type[Exception], str]] = {
    "more points than eight hands give": (
        open_,
        lambda t: record(t.match.pk, slip(30, 10), context=on_phone(t.pam)),
        RuleError,
        "at most 32",
    ),
    "a side too many": (
        open_,
        lambda t: record(t.match.pk, slip(5, 5, 5), context=on_phone(t.pam)),
        RuleError,
        "has 2 sides",
    ),
    "hands that do not add up": (
        open_,
        lambda t: record(t.match.pk, Slip((11, 4), HANDS), context=on_phone(t.pam)),
        RuleError,
        "add up",
    ),
    "a tie without its winner": (
        open_,
        lambda t: record(t.match.pk, slip(8, 8), context=on_phone(t.pam)),
        RuleError,
        "reached 8 first",
    ),
    "an old version seen by the same side": (
        waiting,
        lambda t: record(t.match.pk, LATE, context=on_phone(t.ann), expected_version=0),
        Conflict,
        "reported as 10–6",
    ),
    "an old version seen by the organizer": (
        waiting,
        lambda t: record(t.match.pk, LATE, context=on_grid(t.olga), expected_version=0),
        Conflict,
        "reported as 10–6",
    ),
    "another score after one counts": (
        counted,
        lambda t: record(t.match.pk, LATE, context=on_phone(t.pam), expected_version=1),
        Conflict,
        "the result is 10–6",
    ),
    "another score by the organizer after one counts": (
        counted,
        lambda t: record(t.match.pk, LATE, context=on_grid(t.olga), expected_version=1),
        Conflict,
        "Only an organizer",
    ),
    "the seating of an earlier publication": (
        open_,
        lambda t: record(t.match.pk, EARLY, context=on_phone(t.pam), seating=0),
        Conflict,
        "Check your seat",
    ),
    "a stranger": (open_, lambda t: record(t.match.pk, EARLY, context=on_grid(t.sam)), NotAllowed, "report a score"),
    "a member who does not sit there": (
        open_,
        lambda t: record(t.match.pk, EARLY, context=as_member(t)),
        NotAllowed,
        "report a score",
    ),
    "a player of another table": (
        open_,
        lambda t: record(t.match.pk, EARLY, context=on_phone(player_of_other_table(t))),
        NotAllowed,
        "report",
    ),
    "no one": (
        open_,
        lambda t: record(t.match.pk, EARLY, context=Context(NOBODY, on_phone(t.pam).channel)),
        NotAllowed,
        "report",
    ),
    "confirming what one's own side said": (
        waiting,
        lambda t: confirm(t.match.pk, context=on_phone(t.ann), expected_version=1),
        NotAllowed,
        "Your side reported",
    ),
    "disputing what one's own side said": (
        waiting,
        lambda t: dispute(t.match.pk, context=on_phone(t.pam), expected_version=1),
        NotAllowed,
        "Your side reported",
    ),
    "a stranger who confirms": (
        waiting,
        lambda t: confirm(t.match.pk, context=on_grid(t.sam), expected_version=1),
        NotAllowed,
        "confirm or dispute",
    ),
    "a player of another table who confirms": (
        waiting,
        lambda t: confirm(t.match.pk, context=on_phone(player_of_other_table(t)), expected_version=1),
        NotAllowed,
        "confirm",
    ),
    "confirming an old version": (
        waiting,
        lambda t: confirm(t.match.pk, context=on_phone(t.quinn), expected_version=0),
        Conflict,
        "while you had it open",
    ),
    "confirming where nothing waits": (
        open_,
        lambda t: confirm(t.match.pk, context=on_phone(t.quinn), expected_version=0),
        Conflict,
        "no score yet",
    ),
    "confirming what counts already": (
        counted,
        lambda t: confirm(t.match.pk, context=on_phone(t.quinn), expected_version=1),
        Conflict,
        "the result is 6–10",
    ),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_refuses_with_the_reason_and_writes_nothing(table: Table, name: str) -> None:
    given, ask, kind, reason = REFUSALS[name]
    given(table)
    before = traces(table)
    with pytest.raises(kind, match=reason):
        ask(table)
    assert traces(table) == before
