"""Prizes are shown once everything is decided, and then stay as they were shown; paying is a tick."""

from collections.abc import Callable

import pytest

from games.engine.errors import RuleError
from tests.cast import by, on_phone, players_at, slip, with_key
from tests.prize_staging import PrizeNight, prize_night, shares, three_level
from tests.staging import play_round
from tournaments.errors import NotAllowed, Stale
from tournaments.honours.prize_plan import Measure, PrizePlan, Tied
from tournaments.honours.prize_ties import Method
from tournaments.models import JournalEntry, Match, Payout, PotEntry, ShownPrizes, TieDecision
from tournaments.services import entries, pot, prize_plans, prizes, ranking, results, rounds
from tournaments.services.ranking import criteria_version
from tournaments.services.settle import settle_unsettled
from tournaments.services.verify import violations

pytestmark = pytest.mark.django_db


def clean() -> bool:
    settle_unsettled()
    return violations() == []


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


def one_round(night: PrizeNight) -> None:
    play_round(night.stage, night.olga)
    settle_unsettled()


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


# -- ties -------------------------------------------------------------------------------------------------------------


def tied_night() -> PrizeNight:
    night = prize_night(three_level)
    night.promise(shares(50, 30, 20, tied=Tied.DECIDE))
    return night


def decide(night: PrizeNight, method: Method, *order: tuple[int, ...], seen: int = 0, reason: str = "") -> TieDecision:
    return prize_plans.decide_tie(
        night.event.pk, (1, 2, 3), method, order, by=by(night.olga), seen=seen, reason=reason
    )  # fmt: skip


def test_a_tie_about_money_blocks_and_names_the_methods() -> None:
    night = tied_night()
    [tie] = night.preview().ties
    assert (tie.entries, tie.places) == ((1, 2, 3), (1, 2, 3))
    with pytest.raises(RuleError, match=r"Ann 1 & Bob 1, Ann 2 & Bob 2 and Ann 3 & Bob 3 share .* play-off hand, cut"):
        night.show()


def test_a_lot_decides_and_can_be_drawn_again() -> None:
    night = tied_night()
    decide(night, Method.LOT)
    shown = night.show()
    best = [payout["entry"] for payout in shown.settled["payouts"][::2]]
    again = sorted((1, 2, 3), key=lambda entry: _drawn(night.stage.seed, entry))
    assert best == again
    names = [f"No. {entry}" for entry in again]
    assert f"shared 1st, decided by the lot: {', then '.join(names)}." in shown.settled["explanations"][0]
    assert clean()


def _drawn(seed: str, entry: int) -> int:
    """As the page tells people to draw it again."""
    from random import Random

    return Random(f"{int(seed, 16)}/prize lot/tie/{entry}").getrandbits(32)


def test_a_cut_decides_by_its_order_and_who_stays_level_is_asked_again() -> None:
    night = tied_night()
    decide(night, Method.CUT, (3,), (1, 2))
    assert [tie.entries for tie in night.preview().ties] == [(1, 2)]
    prize_plans.decide_tie(night.event.pk, (2, 1), Method.PLAY_OFF, ((2,), (1,)), by=by(night.olga), seen=0)
    shown = night.show()
    assert night.due() == {3: 2000, 2: 1200, 1: 800}
    assert shown.settled["explanations"][:2] == [
        "No. 1, No. 2 and No. 3: shared 1st, decided by a cut of the cards: No. 3, then No. 1 and No. 2.",
        "No. 1 and No. 2: shared 2nd, decided by a play-off hand: No. 2, then No. 1.",
    ]


def test_a_split_shares_the_prizes_taken_together() -> None:
    night = tied_night()
    decide(night, Method.SPLIT)
    night.show()
    assert sorted(night.due().values()) == [1333, 1333, 1334]


def test_a_second_thought_needs_a_reason_and_the_first_one_stays_on_record() -> None:
    night = tied_night()
    decide(night, Method.LOT)
    with pytest.raises(Stale, match="just decided by Olga"):
        decide(night, Method.SPLIT)
    with pytest.raises(RuleError, match="Say why"):
        decide(night, Method.SPLIT, seen=1)
    decide(night, Method.SPLIT, seen=1, reason="Agreed to split")
    assert list(TieDecision.objects.values_list("turn", "method", "reason")) == [
        (1, "lot", ""), (2, "split", "Agreed to split"),
    ]  # fmt: skip


def test_the_lot_of_the_standings_decides_about_money_only_where_the_club_says_so() -> None:
    night = prize_night(three_level)
    night.promise()
    assert sorted(night.preview().settlement.entry_total(number) for number in (1, 2, 3)) == [1333, 1333, 1334]  # type: ignore[union-attr]
    night.promise(lot_decides=True)
    assert sorted(night.preview().settlement.entry_total(number) for number in (1, 2, 3)) == [800, 1200, 2000]  # type: ignore[union-attr]


# -- after they were shown --------------------------------------------------------------------------------------------

AFTERWARDS: dict[str, Callable[[PrizeNight], object]] = {
    "correct a result": lambda night: night.correct(1, 2),
    "void a result": lambda night: results.void_result(
        night.match(1, 2).pk, reason="x", by=by(night.olga), seen=1),
    "change the plan": lambda night: night.promise(shares(100)),
    "take a fine": lambda night: pot.charge_fine(night.event.pk, "fines", 100, by=by(night.olga)),
    "take a fee back": lambda night: pot.undo_posting(
        night.entry(1).pot.get(kind="fee").pk, reason="x", by=by(night.olga)),
    "rank by something else": lambda night: ranking.set_criteria(
        night.stage.pk, ["lot"], "2023", by=by(night.olga), seen=criteria_version(night.fresh())),
    "draw another round": lambda night: rounds.draw_round(night.stage.pk, 4, by=by(night.olga)),
}  # fmt: skip


@pytest.mark.parametrize("what", AFTERWARDS)
def test_nobody_alone_changes_what_was_shown(what: str) -> None:
    night = prize_night()
    night.promise()
    night.show()
    before = (JournalEntry.objects.count(), PotEntry.objects.count(), night.due())
    with pytest.raises(RuleError, match="were shown"):
        AFTERWARDS[what](night)
    assert (JournalEntry.objects.count(), PotEntry.objects.count(), night.due()) == before
    assert clean()


def test_a_late_fee_does_not_swell_a_pot_that_was_shown() -> None:
    night = prize_night(better=None)
    fee = night.entry(4).pot.get()
    pot.undo_posting(fee.pk, reason="Has not paid after all", by=by(night.olga))
    night.promise(shares(100))
    one_round(night)
    night.show(override="Late")
    with pytest.raises(RuleError, match="the pot is closed"):
        entries.take_fee(night.entry(4).pk, by=by(night.olga))


# -- paying -----------------------------------------------------------------------------------------------------------


def shown_night() -> PrizeNight:
    night = prize_night()
    night.promise()
    night.show()
    return night


def test_a_payout_is_ticked_once_and_the_tick_can_be_taken_off() -> None:
    night = shown_night()
    payout = night.event.payouts.first()
    assert payout
    first = prizes.mark_paid(payout.pk, by=with_key(night.olga)).paid
    assert prizes.mark_paid(payout.pk, by=with_key(night.owen)).paid == first
    assert JournalEntry.objects.filter(verb="mark_paid").count() == 1
    assert clean()
    assert prizes.unmark_paid(payout.pk, by=by(night.olga)).paid is None
    assert clean()


def test_only_organizers_handle_money() -> None:
    night = shown_night()
    payout = Payout.objects.all()[0]
    asked = {
        "pay": lambda: prizes.mark_paid(payout.pk, by=by(night.scott)),
        "show": lambda: prizes.show_prizes(night.event.pk, by=by(night.scott), seen=""),
        "fine": lambda: pot.charge_fine(night.event.pk, "fines", 1, by=by(night.scott)),
        "undo": lambda: pot.undo_posting(PotEntry.objects.all()[0].pk, reason="x", by=by(night.scott)),
        "plan": lambda: prize_plans.set_prize_plan(night.event.pk, shares(100), by=by(night.scott), seen=1),
        "tie": lambda: prize_plans.decide_tie(night.event.pk, (1, 2), Method.LOT, by=by(night.scott), seen=0),
    }
    for ask in asked.values():
        with pytest.raises(NotAllowed):
            ask()


def test_the_sheet_has_everybody_once_with_sums_and_says_how() -> None:
    sheet = prizes.sheet_of(shown_night().fresh())
    assert sheet
    assert [(line.number, line.player.name, line.cents, line.is_paid) for line in sheet.lines[:2]] == [
        (1, "Ann 1", 1000, False), (1, "Bob 1", 1000, False),
    ]  # fmt: skip
    assert (sheet.shown_by, sheet.paid_out, sheet.left) == ("Olga", 4000, 0)
    assert sheet.explanations == ("4 entry fees of 10.00 make 40.00.",)


def test_no_sheet_before_the_prizes_are_shown() -> None:
    assert prizes.sheet_of(prize_night().fresh()) is None


def test_a_plan_changed_meanwhile_is_not_overwritten() -> None:
    night = prize_night(better=None)
    night.promise()
    with pytest.raises(Stale, match="just changed by Olga"):
        prize_plans.set_prize_plan(night.event.pk, shares(100), by=by(night.owen), seen=0)
