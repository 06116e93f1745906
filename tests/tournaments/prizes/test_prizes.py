"""Prizes are shown once everything is decided, and not before."""

from collections.abc import Callable

import pytest

from games.engine.errors import RuleError
from tests.cast import context_of, on_phone, players_at, slip, with_key
from tests.tournaments.scenes.prize import PrizeNight, clean, one_round, prize_night, shares
from tournaments.activity_log.models import AuditLogEntry
from tournaments.errors import Conflict
from tournaments.honours.prize_plan import Measure, PrizePlan
from tournaments.prizes import commands as prizes
from tournaments.prizes import plans, pot
from tournaments.prizes.models import ShownPrizes
from tournaments.results import commands as results
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_shown_prizes_share_the_pot_by_place_and_among_partners() -> None:
    night = prize_night()
    night.promise()
    shown = night.show()
    assert night.due() == {1: 2000, 2: 1200, 3: 800}
    assert list(night.event.payouts.values_list("entry__number", "chair", "player__name", "cents")) == [
        (1, 1, "Ann 1", 1000),
        (1, 2, "Bob 1", 1000),
        (2, 1, "Ann 2", 600),
        (2, 2, "Bob 2", 600),
        (3, 1, "Ann 3", 400),
        (3, 2, "Bob 3", 400),
    ]
    assert len(shown.digest) == 64
    assert clean()


@pytest.mark.slow
def test_the_ledger_books_what_the_club_adds_keeps_and_pays() -> None:
    night = prize_night()
    pot.charge_fine(night.event.pk, "fines", 250, context=context_of(night.olga), entry=night.entry(4))
    night.promise(added=750, house_percent=1000)
    night.show()
    rows = night.event.pot.exclude(kind="fee").order_by("pk").values_list("kind", "debit", "credit", "cents")
    assert list(rows) == [
        ("basket", "entries", "pot", 250),
        ("added", "club", "pot", 750),
        ("house", "pot", "club", 400),
        ("prize", "pot", "entries", 2300),
        ("prize", "pot", "entries", 1380),
        ("prize", "pot", "entries", 920),
    ]
    assert sum(row.into_pot for row in night.event.pot.all()) == 0
    assert clean()


@pytest.mark.slow
def test_showing_twice_is_refused_and_the_same_key_answers_again() -> None:
    night = prize_night()
    night.promise()
    digest, asked = night.preview().digest, with_key(night.olga)
    shown = prizes.show_prizes(night.event.pk, context=asked, expected_version=digest)
    assert prizes.show_prizes(night.event.pk, context=asked, expected_version=digest) == shown
    with pytest.raises(Conflict, match="Olga already published"):
        prizes.show_prizes(night.event.pk, context=with_key(night.owen), expected_version=digest)
    assert ShownPrizes.objects.count() == 1


def open_round(night: PrizeNight) -> None:
    row = rounds.draw_round(night.stage.pk, 1, context=context_of(night.olga))
    rounds.publish_round(row.pk, context=context_of(night.olga), expected_version=row.revision)


def waiting(night: PrizeNight) -> None:
    open_round(night)
    match = Match.objects.get(round__stage=night.stage, table=1)
    results.record_result(match.pk, slip(10, 6), context=on_phone(players_at(match, 0)[0]))


@pytest.mark.parametrize(
    ("prepare", "words"),
    [
        (open_round, "Round 1 is still open. Close it first."),
        (lambda night: None, "No round has been closed yet"),
        (waiting, "Round 1, table 1: the other side hasn’t confirmed the result. Settle it first."),
        (one_round, "still has 2 planned rounds to play. Enter a reason"),
    ],
    ids=["open round", "nothing played", "waiting", "rounds left"],
)
def test_not_before_everything_is_decided(prepare: Callable[[PrizeNight], None], words: str) -> None:
    night = prize_night(better=None)
    night.promise()
    prepare(night)
    with pytest.raises(RuleError, match=words):
        night.show()
    assert not ShownPrizes.objects.exists()


@pytest.mark.slow
def test_an_evening_cut_short_needs_a_reason() -> None:
    night = prize_night(better=None)
    night.promise(shares(60, 40))
    one_round(night)
    night.show(override="The hall closes at ten")
    assert AuditLogEntry.objects.get(action="show_prizes").reason == "The hall closes at ten"


@pytest.mark.slow
def test_an_old_preview_is_stale() -> None:
    night = prize_night()
    night.promise()
    digest = night.preview().digest
    night.correct(1, 2)
    with pytest.raises(Conflict, match="have changed since you opened this page"):
        prizes.show_prizes(night.event.pk, context=context_of(night.olga), expected_version=digest)


@pytest.mark.slow
def test_no_prizes_without_a_promise() -> None:
    night = prize_night()
    with pytest.raises(RuleError, match="has no prizes yet"):
        prizes.show_prizes(night.event.pk, context=context_of(night.olga), expected_version="")


@pytest.mark.slow
def test_a_plan_that_promises_too_much_says_by_how_much() -> None:
    night = prize_night()
    night.promise(PrizePlan(measure=Measure.FIXED, tables=shares(50, 30).tables))
    assert "40.00 more than" in str(night.preview().error)
    with pytest.raises(RuleError, match=r"40\.00 more than"):
        night.show()


def test_a_plan_changed_meanwhile_is_not_overwritten() -> None:
    night = prize_night(better=None)
    night.promise()
    with pytest.raises(Conflict, match="Olga just changed"):
        plans.set_prize_plan(night.event.pk, shares(100), context=context_of(night.owen), expected_version=0)
