"""Wishes and closed tables: noted once, refused when impossible or not granted, and kept by the next draw."""

from collections.abc import Callable

import pytest

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import NAMES, context_of, enter, make_event, make_user
from tournaments.activity_log.models import AuditLogEntry
from tournaments.activity_log.words import sentence
from tournaments.checkin import entries
from tournaments.checkin.models import Wish
from tournaments.clubs.models import Club
from tournaments.errors import NotAllowed
from tournaments.events import boards
from tournaments.events.models import Event, Stage
from tournaments.formats.constraints import Constraints
from tournaments.formats.constraints import Wish as Kind
from tournaments.integrity.verify import violations
from tournaments.results.history import constraints_of
from tournaments.rounds import commands as rounds
from tournaments.rounds import wishes
from tournaments.rounds.models import Match, Seat

TOGETHER, APART = Wish.Kind.TOGETHER, Wish.Kind.APART


@pytest.fixture
def night(olga: User, club: Club) -> Event:
    """A rotation of eight, which grants everything."""
    event = make_event(club, olga, "rotation")
    enter(event, olga, list(NAMES[:8]))
    return event


def pk(event: Event, number: int) -> int:
    return int(event.entries.get(number=number).pk)


def wish(event: Event, one: int, other: int, kind: Wish.Kind | None, user: User) -> Wish | None:
    return wishes.set_wish(event.pk, pk(event, one), pk(event, other), kind, context=context_of(user))


def log_line(event: Event) -> str:
    return sentence(boards.happened(event)[0])


def fresh(event: Event) -> Constraints:
    return constraints_of(Event.objects.get(pk=event.pk))


@pytest.mark.slow
def test_what_is_noted_is_what_the_format_reads(night: Event, olga: User) -> None:
    wish(night, 1, 2, TOGETHER, olga)
    wish(night, 5, 3, APART, olga)
    wishes.set_stationary(pk(night, 4), True, context=context_of(olga))
    wishes.close_table(night.pk, 2, context=context_of(olga))
    wishes.close_table(night.pk, 1, context=context_of(olga))
    assert fresh(night) == Constraints(stationary=(4,), together=((1, 2),), apart=((3, 5),), closed_tables=(1, 2))
    assert violations() == []


@pytest.mark.slow
def test_the_next_draw_keeps_them(night: Event, olga: User) -> None:
    wish(night, 1, 2, TOGETHER, olga)
    wish(night, 3, 4, APART, olga)
    wishes.close_table(night.pk, 1, context=context_of(olga))
    row = rounds.draw_round(night.stages.get().pk, 1, context=context_of(olga))
    at = {
        seat.entry.number: (seat.match.table, seat.side)
        for seat in Seat.objects.filter(round=row).select_related("entry", "match")
        if seat.entry
    }
    assert at[1] == at[2]
    assert at[3][0] != at[4][0]
    assert sorted(Match.objects.values_list("table", flat=True)) == [2, 3]


@pytest.mark.slow
def test_each_is_described_in_words(night: Event, olga: User) -> None:
    steps: list[tuple[Callable[[], object], str]] = [
        (lambda: wish(night, 2, 1, TOGETHER, olga), "Olga added a seating request: No. 1 and No. 2 stay together."),
        (lambda: wish(night, 1, 2, APART, olga), "Olga added a seating request: No. 1 and No. 2 never meet."),
        (lambda: wish(night, 1, 2, None, olga), "Olga removed a seating request: No. 1 and No. 2 never meet."),
        (
            lambda: wishes.set_stationary(pk(night, 1), True, context=context_of(olga)),
            "Olga let Cy keep the same seat.",
        ),
        (
            lambda: wishes.set_stationary(pk(night, 1), False, context=context_of(olga)),
            "Olga let Cy change seats again.",
        ),
        (lambda: wishes.close_table(night.pk, 3, context=context_of(olga)), "Olga closed table 3."),
        (lambda: wishes.open_table(night.pk, 3, context=context_of(olga)), "Olga reopened table 3."),
    ]
    for step, words in steps:
        step()
        assert log_line(night) == words
    assert fresh(night) == Constraints()
    assert violations() == []


def test_two_helpers_who_note_the_same_agree(night: Event, olga: User) -> None:
    def note() -> None:
        wish(night, 1, 2, TOGETHER, olga)
        wish(night, 5, 6, None, olga)
        wishes.set_stationary(pk(night, 4), True, context=context_of(olga))
        wishes.set_stationary(pk(night, 5), False, context=context_of(olga))
        wishes.close_table(night.pk, 2, context=context_of(olga))
        wishes.open_table(night.pk, 5, context=context_of(olga))

    note()
    before = AuditLogEntry.objects.count()
    note()
    assert AuditLogEntry.objects.count() == before
    assert AuditLogEntry.objects.filter(action__in=["set_wish", "keep_seat", "close_table"]).count() == 3
    assert not AuditLogEntry.objects.filter(action__in=["drop_wish", "free_seat", "open_table"]).exists()


def stranger(event: Event) -> User:
    return make_user("Sam")


Ask = Callable[[Event, User], object]
REFUSALS: dict[str, tuple[Ask, type[Exception], str]] = {
    "a third partner": (
        lambda e, o: (wish(e, 1, 2, TOGETHER, o), wish(e, 2, 3, TOGETHER, o)),
        RuleError,
        "Dee asked to stay with Cy and Earl, but only 2 people can be partners",
    ),
    "a player with themselves": (lambda e, o: wish(e, 1, 1, APART, o), RuleError, "2 different"),
    "a player from elsewhere": (
        lambda e, o: wishes.set_wish(e.pk, pk(e, 1), 10**6, APART, context=context_of(o)),
        RuleError,
        "people in this event",
    ),
    "table 0": (lambda e, o: wishes.close_table(e.pk, 0, context=context_of(o)), RuleError, "from 1 to 999"),
    "table 1000": (lambda e, o: wishes.open_table(e.pk, 1000, context=context_of(o)), RuleError, "no table 1000"),
    "a stranger's wish": (lambda e, o: wish(e, 1, 2, APART, stranger(e)), NotAllowed, "run the event"),
    "a stranger's seat": (
        lambda e, o: wishes.set_stationary(pk(e, 1), True, context=context_of(stranger(e))),
        NotAllowed,
        "run the event",
    ),
    "a stranger's table": (
        lambda e, o: wishes.close_table(e.pk, 1, context=context_of(stranger(e))),
        NotAllowed,
        "run the event",
    ),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_refuses_with_the_reason(night: Event, olga: User, name: str) -> None:
    ask, kind, reason = REFUSALS[name]
    with pytest.raises(kind, match=reason):
        ask(night, olga)
    assert fresh(night) in (Constraints(), Constraints(together=((1, 2),)))


def test_entries_of_another_event_have_no_wish_here(night: Event, olga: User, club: Club) -> None:
    other = make_event(club, olga, "rotation", name="Friday")
    enter(other, olga, ["Zoe"])
    with pytest.raises(RuleError, match="people in this event"):
        wishes.set_wish(night.pk, pk(night, 1), pk(other, 1), APART, context=context_of(olga))
    assert not Wish.objects.exists()


def test_what_the_format_does_not_grant_is_refused(olga: User, club: Club) -> None:
    event = make_event(club, olga, "swiss")
    for pair in (NAMES[:2], NAMES[2:4]):
        entries.walk_in(event.pk, pair, context=context_of(olga))
    assert wishes.granted(event) == {Kind.CLOSED_TABLES}
    for ask in (
        lambda: wish(event, 1, 2, APART, olga),
        lambda: wish(event, 1, 2, TOGETHER, olga),
        lambda: wishes.set_stationary(pk(event, 1), True, context=context_of(olga)),
    ):
        with pytest.raises(RuleError, match=r"isn’t possible here: Swiss has its own seating rules.* Use .*Rotation"):
            ask()
    wishes.close_table(event.pk, 2, context=context_of(olga))
    assert fresh(event) == Constraints(closed_tables=(2,))


def test_every_stage_of_the_event_must_grant_it(night: Event, olga: User) -> None:
    wish(night, 1, 2, APART, olga)
    wishes.set_stationary(pk(night, 3), True, context=context_of(olga))
    Stage.objects.create(event=night, number=2, format="elimination", rules=night.stages.get().rules)
    with pytest.raises(RuleError, match="“Never meet” isn’t possible here: Knockout"):
        wish(night, 3, 4, APART, olga)
    wish(night, 1, 2, None, olga)
    wishes.set_stationary(pk(night, 3), False, context=context_of(olga))
    assert fresh(night) == Constraints()


def test_a_wish_contradicts_with_names(night: Event, olga: User) -> None:
    wish(night, 1, 2, TOGETHER, olga)
    with pytest.raises(RuleError) as refused:
        wish(night, 2, 3, TOGETHER, olga)
    assert "No. " not in str(refused.value)
    assert "Dee asked to stay with Cy and Earl, but only 2 people can be partners" in str(refused.value)
