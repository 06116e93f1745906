"""Rows that break each constraint about an event's pot and its prizes."""

from collections.abc import Callable

from tests.cast import Table
from tests.tournaments.jackpots.plants import again
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin.models import Entry
from tournaments.prizes.models import NamedWinner, Payout, PotEntry, PrizeChange, PrizeOffer, TieDecision


def entry(table: Table, number: int = 1) -> Entry:
    return Entry.objects.get(event=table.event, number=number)


def pot() -> PotEntry:
    return PotEntry.objects.get()


def some_journal() -> AuditLogEntry:
    return AuditLogEntry.objects.all()[0]


def tie_decision(table: Table) -> TieDecision:
    return TieDecision.objects.create(event=table.event, about="1,2", turn=1, method="lot", journal=some_journal())


def prize_change(table: Table) -> PrizeChange:
    return PrizeChange.objects.create(
        event=table.event, kind="void", match=table.match, seen=1, reason="x", proposed=some_journal()
    )


def payout(table: Table, **more: object) -> Payout:
    about = {"event": table.event, "entry": entry(table), "player": table.pam, "chair": 1, "prize": "places"}
    return Payout.objects.create(**about, cents=5, reason="1st place", **more)


PLANTED: dict[str, Callable[[Table], object]] = {
    "pot_entry_moves_money": lambda t: again(pot(), memo="x", turn=2, cents=0),
    "pot_entry_between_two_accounts": lambda t: again(pot(), memo="x", turn=2, debit="pot", credit="pot"),
    "entry_fee_paid_once": lambda t: again(pot()),
    "pot_entry_kind_known": lambda t: again(pot(), turn=2, kind="tip"),
    "basket_has_a_name": lambda t: again(pot(), kind="basket"),
    "house_share_at_most_all": lambda t: PrizeOffer.objects.create(event=t.event, plan={}, house_percent=10_001),
    "one_tie_decision_per_turn": lambda t: again(tie_decision(t)),
    "second_thought_has_a_reason": lambda t: again(tie_decision(t), turn=2),
    "one_named_winner_per_turn": lambda t: again(
        NamedWinner.objects.create(event=t.event, prize="hat", turn=1, journal=some_journal())
    ),
    "one_prize_change_waits_at_a_time": lambda t: again(prize_change(t)),
    "prize_change_has_a_reason": lambda t: PrizeChange.objects.filter(pk=prize_change(t).pk).update(reason=""),
    "prize_change_is_answered_by_somebody": lambda t: PrizeChange.objects.filter(pk=prize_change(t).pk).update(
        answer="agreed"
    ),
    "one_payout_per_prize": lambda t: again(payout(t)),
    "one_adjustment_per_change": lambda t: again(payout(t, change=prize_change(t))),
    "payout_pays_something": lambda t: Payout.objects.filter(pk=payout(t).pk).update(cents=-1),
}
