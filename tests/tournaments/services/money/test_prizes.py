"""Prizes are shown once everything is decided, and not before."""

from collections.abc import Callable

import pytest

from games.engine.errors import RuleError
from tests.cast import by, on_phone, players_at, slip, with_key
from tests.prize_staging import PrizeNight, clean, one_round, prize_night, shares
from tournaments.errors import Stale
from tournaments.honours.prize_plan import Measure, PrizePlan
from tournaments.models import JournalEntry, Match, ShownPrizes
from tournaments.services.money import pot, prize_plans, prizes
from tournaments.services.nights import rounds
from tournaments.services.scores import results

pytestmark = pytest.mark.django_db


def test_shown_prizes_share_the_pot_by_place_and_among_partners() -> None:
    night = prize_night()
    night.promise()
    shown = night.show()
    assert night.due() == {1: 2000, 2: 1200, 3: 800}
    assert list(night.event.payouts.values_list("entry__number", "chair", "player__name", "cents")) == [
        (1, 1, "Ann 1", 1000), (1, 2, "Bob 1", 1000), (2, 1, "Ann 2", 600), (2, 2, "Bob 2", 600),
        (3, 1, "Ann 3", 400), (3, 2, "Bob 3", 400),
    ]  # fmt: skip
    assert len(shown.digest) == 64
    assert clean()


def test_the_ledger_books_what_the_club_adds_keeps_and_pays() -> None:
    night = prize_night()
    pot.charge_fine(night.event.pk, "fines", 250, by=by(night.olga), entry=night.entry(4))
    night.promise(added=750, house_percent=1000)
    night.show()
    rows = night.event.pot.exclude(kind="fee").order_by("pk").values_list("kind", "debit", "credit", "cents")
    assert list(rows) == [
        ("basket", "entries", "pot", 250), ("added", "club", "pot", 750), ("house", "pot", "club", 400),
        ("prize", "pot", "entries", 2300), ("prize", "pot", "entries", 1380), ("prize", "pot", "entries", 920),
    ]  # fmt: skip
    assert sum(row.into_pot for row in night.event.pot.all()) == 0
    assert clean()


def test_showing_twice_is_refused_and_the_same_key_answers_again() -> None:
    night = prize_night()
    night.promise()
    digest, asked = night.preview().digest, with_key(night.olga)
    shown = prizes.show_prizes(night.event.pk, by=asked, seen=digest)
    assert prizes.show_prizes(night.event.pk, by=asked, seen=digest) == shown
    with pytest.raises(Stale, match="already shown by Olga"):
        prizes.show_prizes(night.event.pk, by=with_key(night.owen), seen=digest)
    assert ShownPrizes.objects.count() == 1


def open_round(night: PrizeNight) -> None:
    row = rounds.draw_round(night.stage.pk, 1, by=by(night.olga))
    rounds.publish_round(row.pk, by=by(night.olga), seen=row.revision)


def waiting(night: PrizeNight) -> None:
    open_round(night)
    match = Match.objects.get(round__stage=night.stage, table=1)
    results.record_result(match.pk, slip(10, 6), by=on_phone(players_at(match, 0)[0]))


@pytest.mark.parametrize(
    ("prepare", "words"),
    [
        (open_round, "Round 1 is still open. Close it first."),
        (lambda night: None, "No round is over yet"),
        (waiting, "Round 1, table 1: the result waits for the other side. Decide it first."),
        (one_round, "has 2 more rounds to play, as it is planned. Say why"),
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


def test_an_evening_cut_short_needs_a_reason() -> None:
    night = prize_night(better=None)
    night.promise(shares(60, 40))
    one_round(night)
    night.show(override="The hall closes at ten")
    assert JournalEntry.objects.get(verb="show_prizes").reason == "The hall closes at ten"


def test_an_old_preview_is_stale() -> None:
    night = prize_night()
    night.promise()
    digest = night.preview().digest
    night.correct(1, 2)
    with pytest.raises(Stale, match="has changed since this page was made"):
        prizes.show_prizes(night.event.pk, by=by(night.olga), seen=digest)


def test_no_prizes_without_a_promise() -> None:
    night = prize_night()
    with pytest.raises(RuleError, match="No prizes are promised"):
        prizes.show_prizes(night.event.pk, by=by(night.olga), seen="")


def test_a_plan_that_promises_too_much_says_by_how_much() -> None:
    night = prize_night()
    night.promise(PrizePlan(measure=Measure.FIXED, tables=shares(50, 30).tables))
    assert "40.00 too much" in night.preview().error
    with pytest.raises(RuleError, match=r"40\.00 too much"):
        night.show()


def test_a_plan_changed_meanwhile_is_not_overwritten() -> None:
    night = prize_night(better=None)
    night.promise()
    with pytest.raises(Stale, match="just changed by Olga"):
        prize_plans.set_prize_plan(night.event.pk, shares(100), by=by(night.owen), seen=0)
