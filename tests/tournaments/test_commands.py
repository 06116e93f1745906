"""The one way to write: its steps in their order, repeats, conflicts, locks, and commands inside of commands."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from games.accounts.models import User
from games.engine.errors import RuleError
from games.locks import Level, locking, shared
from tests.cast import Table, context_of, make_club, make_event, make_user, seat_table
from tournaments import audit_log
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.clubs.models import Club
from tournaments.commands import command, digest_of, event_or_club_of, lock_club, lock_event, lock_match, no_lock
from tournaments.context import SITE, Context
from tournaments.errors import Conflict, KeyReused, NotAllowed
from tournaments.events.models import Event
from tournaments.formats.base import Slip
from tournaments.permissions import Permission

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga() -> User:
    return make_user("Olga")


@pytest.fixture
def event(olga: User) -> Event:
    return make_event(make_club(olga), olga)


@pytest.fixture
def table() -> Table:
    return seat_table()


@command(Action.ANNOUNCE, lock=lock_event, permission=Permission.RUN_EVENT)
def rename(event: Event, name: str, *, context: Context) -> Event:
    event.name = name
    event.save(update_fields=["name"])
    context.log(detail={"name": name})
    return event


@command(Action.WALK_IN, lock=lock_event, permission=Permission.RUN_EVENT)
def rename_twice(event: Event, one: str, other: str, *, context: Context) -> Event:
    for name in (one, other):
        assert rename(event.pk, name, context=context) is event, "everything in a transaction has the same object"
    context.log()
    return event


def numbers(event: Event) -> list[tuple[int | None, str, Any]]:
    return list(event.audit_log.order_by("number").values_list("number", "action", "key"))


class Steps:
    """A command that writes down what it does. fails: the step that refuses."""

    def __init__(self, fails: str = "") -> None:
        self.done: list[str] = []
        self.fails = fails
        self.run = command(
            Action.COMPARE, lock=self.lock, permission=self.permission, version=self.version, replay=self.replay
        )(self.body)

    def step(self, name: str, error: Callable[[str], Exception]) -> None:
        self.done.append(name)
        if name == self.fails:
            raise error("No.")

    def lock(self, pk: int) -> Event:
        self.step("lock", RuleError)
        return lock_event(pk)

    def permission(self, event: Event, context: Context) -> None:
        self.step("permission", NotAllowed)

    def version(self, event: Event, expected_version: int) -> None:
        self.step(f"version {expected_version}", Conflict)

    def replay(self, entry: AuditLogEntry) -> str:
        self.step("replay", RuleError)
        return f"number {entry.number} again"

    def body(self, event: Event, said: str, *, context: Context, expected_version: int | None = None) -> str:
        self.step("body", RuleError)
        return f"number {context.log(reason=said).number}"


def test_the_steps_come_in_their_order(event: Event, olga: User) -> None:
    steps = Steps()
    answer = steps.run(event.pk, "x", context=context_of(olga), expected_version=3)
    assert (answer, steps.done) == ("number 2", ["lock", "permission", "version 3", "body"])
    steps.run(event.pk, "x", context=context_of(olga))
    assert steps.done[4:] == ["lock", "permission", "body"], "without a version seen there is no old one"


def test_a_repeat_is_answered_before_anybody_asks_who_may(event: Event, olga: User) -> None:
    steps, key = Steps(), uuid4()
    asked = {"context": context_of(olga, key=key), "expected_version": 3}
    assert steps.run(event.pk, "x", **asked) == "number 2"
    assert steps.run(event.pk, "x", **asked) == "number 2 again"
    assert steps.done[4:] == ["lock", "replay"]
    assert event.audit_log.count() == 2


@pytest.mark.parametrize("changed", [("y", 3, "olga"), ("x", 4, "olga"), ("x", 3, "sam")])
def test_a_key_is_for_one_request_of_one_actor(event: Event, olga: User, changed: tuple[str, int, str]) -> None:
    steps, key, people = Steps(), uuid4(), {"olga": olga, "sam": make_user("Sam")}
    steps.run(event.pk, "x", context=context_of(olga, key=key), expected_version=3)
    said, version, who = changed
    with pytest.raises(KeyReused, match="already sent"):
        steps.run(event.pk, said, context=context_of(people[who], key=key), expected_version=version)
    assert (steps.done[4:], event.audit_log.count()) == (["lock"], 2)


@pytest.mark.parametrize(
    ("fails", "error", "done"),
    [
        ("permission", NotAllowed, ["lock", "permission"]),
        ("version 3", Conflict, ["lock", "permission", "version 3"]),
        ("body", RuleError, ["lock", "permission", "version 3", "body"]),
    ],
)
def test_what_is_refused_leaves_nothing(
    event: Event, olga: User, fails: str, error: type[Exception], done: list[str]
) -> None:
    steps, key = Steps(fails), uuid4()
    with pytest.raises(error):
        steps.run(event.pk, "x", context=context_of(olga, key=key), expected_version=3)
    assert (steps.done, event.audit_log.count()) == (done, 1)
    event.refresh_from_db()
    assert event.version == 1
    steps.fails = ""
    assert steps.run(event.pk, "x", context=context_of(olga, key=key), expected_version=3) == "number 2"


def test_who_may_is_asked_by_the_table_of_roles(event: Event) -> None:
    with pytest.raises(NotAllowed, match="You can’t run the event"):
        rename(event.pk, "Friday night", context=context_of(make_user("Sam")))


def test_commands_inside_share_the_row_and_its_version(event: Event, olga: User) -> None:
    key = uuid4()
    for _ in range(2):
        assert rename_twice(event.pk, "Friday", "Saturday", context=context_of(olga, key=key)).name == "Saturday"
    assert numbers(event)[1:] == [(2, "announce", None), (3, "announce", None), (4, "walk_in", key)]
    event.refresh_from_db()
    assert event.version == 4


def test_the_first_entry_carries_the_key(event: Event, olga: User) -> None:
    @command(Action.MEND, lock=lock_event, permission=Permission.RUN_EVENT, replay=lambda done: done.number)
    def twice(event: Event, *, context: Context) -> int | None:
        first = context.log(action=Action.COMPARE)
        context.log()
        return first.number

    key = uuid4()
    assert twice(event.pk, context=context_of(olga, key=key)) == twice(event.pk, context=context_of(olga, key=key)) == 2
    assert numbers(event)[1:] == [(2, "compare", key), (3, "mend", None)]


def test_a_part_that_fails_takes_back_what_it_did_to_the_shared_row(event: Event, olga: User) -> None:
    @command(Action.ANNOUNCE, lock=lock_event, permission=None)
    def fail(event: Event, *, context: Context) -> None:
        rename(event.pk, "Never", context=context)
        raise RuleError("No.")

    @command(Action.MEND, lock=lock_event, permission=None)
    def go_on(event: Event, *, context: Context) -> Event:
        with pytest.raises(RuleError):
            fail(event.pk, context=context)
        context.log()
        return event

    assert go_on(event.pk, context=context_of(olga)).name == "Thursday night"
    assert numbers(event)[1:] == [(2, "mend", None)]
    event.refresh_from_db()
    assert (event.version, event.name) == (2, "Thursday night")


def test_locks_go_from_season_to_jackpot(event: Event) -> None:
    @command(Action.MEND, lock=lock_club, permission=None)
    def inner(club: Club, *, context: Context) -> Club:
        return club

    @command(Action.MEND, lock=lock_event, permission=None)
    def backwards(event: Event, *, context: Context) -> Club:
        return inner(event.club_id, context=context)

    @command(Action.MEND, lock=lock_club, permission=None)
    def forwards(club: Club, *, context: Context) -> Club:
        lock_event(event.pk)
        return inner(club.pk, context=context)

    with pytest.raises(AssertionError, match=r"CLUB \d+ is to be locked after EVENT"):
        backwards(event.pk, context=SITE)
    assert forwards(event.club_id, context=SITE) == event.club, "what is held already can be asked for again"
    assert inner(event.club, context=SITE) == event.club, "the next transaction begins with no locks"


def test_matches_are_locked_under_their_event_and_read_anew(table: Table) -> None:
    other = make_event(table.event.club, table.olga, name="Friday")
    with locking():
        first, again = lock_match(table.match.pk), lock_match(table.match.pk)
        assert first is not again
        assert first.round.stage.event is again.round.stage.event is lock_event(table.event.pk)
        assert lock_event(other.pk) == other, "a season has many events, each with its matches"


def test_nothing_is_shared_outside_of_a_transaction(event: Event) -> None:
    assert lock_event(event.pk) is not lock_event(event.pk)
    with locking():
        assert lock_event(event.pk) is lock_event(event.pk) is shared(Level.EVENT, event)


def test_two_of_one_key_at_the_same_moment(event: Event, olga: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under the locks of two events neither sees the other's entry; the database does."""
    other, key = make_event(event.club, olga, name="Friday"), uuid4()
    rename(event.pk, "One", context=context_of(olga, key=key))
    monkeypatch.setattr(audit_log, "find_previous", lambda context, digest: None)
    with pytest.raises(KeyReused, match="twice at the same moment"):
        rename(other.pk, "Other", context=context_of(olga, key=key))
    other.refresh_from_db()
    assert (other.name, other.version) == ("Friday", 1)


def test_a_command_can_log_elsewhere(event: Event, olga: User) -> None:
    @command(Action.CREATE_CLUB, lock=no_lock, permission=None)
    def found(name: str, *, context: Context) -> None:
        context.log(event.club, detail={"name": name})

    found("Elm", context=context_of(olga))
    assert event.club.audit_log.get(action=Action.CREATE_CLUB).event is None
    assert event_or_club_of(event.stages.get()) == event


def test_nothing_is_logged_without_a_command() -> None:
    with pytest.raises(AssertionError, match="only what a command does"):
        SITE.log()


def test_digests_distinguish_requests() -> None:
    said = {"slip": Slip((10, 6)), "file": b"name\n", "role": Permission.RUN_EVENT, "who": {3, 1, 2}}
    same = {"slip": Slip((10, 6)), "file": b"name\n", "role": Permission.RUN_EVENT, "who": {1, 2, 3}}
    assert digest_of(Action.REGISTER, said) == digest_of(Action.REGISTER, same)
    others = [said | {"slip": Slip((9, 6))}, said | {"file": b"name"}, said | {"who": {1}}, {}]
    assert len({digest_of(Action.REGISTER, one) for one in [said, *others]} | {digest_of(Action.MEND, said)}) == 6
