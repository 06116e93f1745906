"""Rounds from score cards: entered as they were played, closed, and counted when they were played."""

import datetime
from dataclasses import replace
from uuid import uuid4

import pytest
from django.utils import timezone

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import context_of, enter, make_club, make_event, make_user
from tests.tournaments.rewards.conftest import run
from tournaments.activity_log.models import AuditLogEntry
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Event, Stage
from tournaments.formats.base import Slip, TableDraw
from tournaments.results import commands as results
from tournaments.results.models import Standing
from tournaments.rewards.models import GameFact
from tournaments.rounds import finishing
from tournaments.rounds.finishing import placings_of_event
from tournaments.rounds.models import Bye, Match, Round
from tournaments.rounds.played import PaperRound, enter_played_round

pytestmark = pytest.mark.django_db

LONG_AGO = datetime.datetime(2019, 1, 3, 19, tzinfo=datetime.UTC)
CARD = PaperRound(1, ((TableDraw(1, ((1, 4), (2, 3))), Slip((10, 6))),), byes=((5, 7),), played_at=LONG_AGO)
WHY = "Score cards of 2019"


@pytest.fixture
def olga() -> User:
    return make_user("Olga")


@pytest.fixture
def event(olga: User) -> Event:
    """Five are here."""
    made = make_event(make_club(olga), olga)
    enter(made, olga, ["Ann", "Bob", "Cy", "Di", "Ed"])
    return made


@pytest.fixture
def stage(event: Event) -> Stage:
    return event.stages.get()


def do(stage: Stage, olga: User, card: PaperRound = CARD, why: str = WHY, **context: object) -> Round:
    return enter_played_round(stage.pk, card, context=context_of(olga, **context), reason=why)  # type: ignore[arg-type]


def test_it_is_seated_scored_and_closed_as_the_card_says(stage: Stage, olga: User) -> None:
    row = do(stage, olga)
    match = Match.objects.get(round=row)
    assert (row.status, row.played_at, match.state) == ("closed", LONG_AGO, "standing")
    assert match.standing
    assert match.standing.reported.points == (10, 6)
    sides = [set(match.seats.filter(side=side).values_list("entry__number", flat=True)) for side in (0, 1)]
    assert sides == [{1, 4}, {2, 3}]
    assert [(bye.entry.number, bye.points) for bye in Bye.objects.filter(round=row)] == [(5, 7)]
    points = {line.entry.number: line.points for line in Standing.objects.filter(stage=stage)}
    assert points == {1: 10, 4: 10, 2: 6, 3: 6, 5: 7}
    assert {entry.reason for entry in AuditLogEntry.objects.filter(round=row, action="blank_round")} == {WHY}


def test_it_counts_when_it_was_played_and_after_a_correction_too(event: Event, stage: Stage, olga: User) -> None:
    row = do(stage, olga)
    finishing.finish_event(event.pk, context=context_of(olga), override="One round is all there is")
    for points in ((10, 6), (6, 10)):
        if points == (6, 10):
            asked = {"reason": "Misread", "expected_version": 1}
            results.correct_result(row.matches.get().pk, Slip(points), context=context_of(olga), **asked)
        run()
        assert GameFact.objects.get().ended_at == LONG_AGO
        assert {placing.ended_at for placing in placings_of_event(event.pk)} == {LONG_AGO}


def test_without_a_moment_it_counts_when_the_event_began(event: Event, stage: Stage, olga: User) -> None:
    Event.objects.filter(pk=event.pk).update(starts_at=LONG_AGO)
    assert do(stage, olga, replace(CARD, played_at=None)).played_at == LONG_AGO


def test_rounds_that_the_site_knows_of_as_they_are_played_have_no_such_moment(stage: Stage, olga: User) -> None:
    """So nothing changes for them."""
    do(stage, olga)
    assert Round.objects.exclude(played_at=None).count() == 1
    assert Round(stage=stage, number=2).played_at is None


def tables(*drawn: TableDraw) -> PaperRound:
    return replace(CARD, tables=tuple((one, Slip((10, 6))) for one in drawn), byes=())


FULL = TableDraw(1, ((1, 4), (2, 3)))
WRONG = {
    "in the future": (replace(CARD, played_at=timezone.now() + datetime.timedelta(days=1)), "been played yet"),
    "not begun": (replace(CARD, played_at=None), "been played yet"),
    "no table": (replace(CARD, tables=()), "at least one table"),
    "a table twice": (tables(FULL, TableDraw(1, ((5,), (5,)))), "Table 1 is listed twice"),
    "an entry twice": (tables(TableDraw(1, ((1, 4), (2, 1)))), "No. 1 is listed twice"),
    "at a table and out": (replace(CARD, byes=((4, None),)), "No. 4 is listed twice"),
    "an entry of no one": (tables(TableDraw(1, ((1, 4), (2, 99)))), "no entry 99"),
    "a bye of no one": (replace(CARD, byes=((99, None),)), "no entry 99"),
    "three at a table": (tables(TableDraw(1, ((1, 4), (2,)))), "Table 1 needs 2 sides"),
    "one side": (tables(TableDraw(1, ((1, 4),))), "Table 1 needs 2 sides"),
    "a score that can't be": (
        replace(CARD, tables=((FULL, Slip((10, 6, 3))),)),
        "Table 1: .*Enter one score for each",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_card_that_cannot_be_is_refused_in_words(stage: Stage, olga: User, what: str) -> None:
    card, sentence = WRONG[what]
    with pytest.raises(RuleError, match=sentence):
        do(stage, olga, card)
    assert not Round.objects.exists()


def test_it_needs_a_reason_and_someone_who_may(stage: Stage, olga: User) -> None:
    with pytest.raises(RuleError, match="short reason"):
        do(stage, olga, why=" ")
    with pytest.raises(NotAllowed):
        do(stage, make_user("Sam"))
    assert not Round.objects.exists()


def test_rounds_come_in_their_order(stage: Stage, olga: User) -> None:
    with pytest.raises(Conflict, match="round 1"):
        do(stage, olga, replace(CARD, number=2))
    do(stage, olga)
    with pytest.raises(Conflict):
        do(stage, olga)
    assert do(stage, olga, replace(CARD, number=2)).number == 2


def test_the_same_key_enters_it_once(stage: Stage, olga: User) -> None:
    key = uuid4()
    assert do(stage, olga, key=key) == do(stage, olga, key=key)
    assert Round.objects.count() == 1


def test_house_players_fill_seats(stage: Stage, olga: User) -> None:
    row = do(stage, olga, tables(TableDraw(1, ((1, 4), (2, 0))), TableDraw(2, ((3, -1), (5, -2)))))
    assert [seat.house for seat in row.matches.get(table=2).seats.filter(entry=None).order_by("house")] == [1, 2]
