"""Rows that break a rule of jackpots or of counted places, for the tests of constraints and of `verify`."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db.models import F

from tests.cast import Table
from tournaments.activity_log.models import AuditLogEntry
from tournaments.jackpots.models import Jackpot, JackpotPeriod, JackpotPosting, JackpotScore, JackpotTerms
from tournaments.prizes.models import PotEntry
from tournaments.rewards.models import PlacementFact

Plant = Callable[[Table], object]
DAY = timedelta(days=1)


def again(row: Any, **changes: Any) -> object:
    """The same row once more, with some fields changed."""
    row.pk, row._state.adding = None, True
    for name, value in changes.items():
        setattr(row, name, value)
    return type(row).objects.bulk_create([row])


def jackpot() -> Jackpot:
    return Jackpot.objects.get()


def terms() -> JackpotTerms:
    return JackpotTerms.objects.get()


def period_like(**same: Any) -> object:
    """A third period that has nothing in common with the second but what is named."""
    row = JackpotPeriod.objects.get(number=2)
    other = {"number": 3, "start": row.start + DAY, "end": row.end + DAY, "first": row.first + DAY}
    return again(row, **{name: value for name, value in other.items() if name not in same})


def prize() -> JackpotPosting:
    return JackpotPosting.objects.filter(kind="prize")[0]


def money() -> JackpotPosting:
    return JackpotPosting.objects.filter(kind="added")[0]


def share_twice() -> object:
    fee = PotEntry.objects.all()[0]
    return again(money(), kind="share", fee=fee), again(money(), kind="share", fee=fee)


JACKPOT_ROWS: dict[str, Plant] = {
    "jackpot_name_once_per_club": lambda t: again(jackpot()),
    "jackpot_kind_known": lambda t: Jackpot.objects.update(kind="century"),
    "one_version_of_terms_per_number": lambda t: again(terms()),
    "jackpot_share_is_cents_or_percent": lambda t: again(terms(), number=2, share_cents=5, share_percent=5),
    "one_period_per_number": lambda t: period_like(number=2),
    "one_period_per_start": lambda t: period_like(start=2),
    "one_period_per_end": lambda t: period_like(end=2),
    "one_period_per_first_day": lambda t: period_like(first=2),
    "period_ends_after_it_starts": lambda t: JackpotPeriod.objects.filter(number=2).update(end=F("start")),
    "closed_period_is_frozen": lambda t: JackpotPeriod.objects.filter(number=1).update(closed=None),
    "one_score_per_player_and_period": lambda t: again(JackpotScore.objects.all()[0]),
    "jackpot_posting_moves_money": lambda t: again(money(), cents=0),
    "jackpot_posting_between_two_accounts": lambda t: again(money(), debit="jackpot"),
    "jackpot_posting_kind_known": lambda t: again(money(), kind="present"),
    "one_payment_per_number": lambda t: again(prize(), kind="adjustment"),
    "one_prize_per_player_and_period": lambda t: again(prize(), turn=2),
    "jackpot_payment_names_its_player": lambda t: again(prize(), turn=3, kind="adjustment", player=None),
    "one_share_per_fee_and_period": lambda t: share_twice(),
    "one_place_per_player_and_contest": lambda t: again(PlacementFact.objects.all()[0]),
    "counted_place_contest_known": lambda t: PlacementFact.objects.update(contest="raffle"),
}


def pay_more(table: Table) -> object:
    return JackpotPosting.objects.filter(pk=prize().pk).update(cents=F("cents") + 1)


def adjust(table: Table) -> object:
    """A row that moves money no one is due, and nothing that makes up for it."""
    return again(prize(), kind="adjustment", turn=2, journal=AuditLogEntry.objects.all()[0])


JACKPOT_VIOLATIONS: dict[str, list[tuple[Plant, str]]] = {
    "places_are_counted": [
        (lambda t: PlacementFact.objects.filter(contest="event")[0].delete(), "not counted as they stand"),
        (lambda t: PlacementFact.objects.filter(contest="jackpot").update(place=3), "not counted as they stand"),
        (lambda t: again(PlacementFact.objects.all()[0], number=987), "has not ended"),
    ],
    "honours_agree": [
        (lambda t: JackpotScore.objects.all()[0].delete(), "the stored race differs"),
        (lambda t: JackpotScore.objects.update(score=77), "the stored race differs"),
    ],
    "periods_follow_each_other": [
        (lambda t: JackpotPeriod.objects.filter(number=2).update(number=4), "are numbered [1, 4]"),
        (lambda t: JackpotPeriod.objects.filter(number=2).update(start=F("start") + DAY), "does not begin where"),
        (lambda t: JackpotPeriod.objects.filter(number=1).update(closed=None, frozen=None, digest=""), "not closed"),
    ],
    "closed_periods_stand": [
        (lambda t: JackpotPeriod.objects.filter(number=1).update(digest="0" * 64), "not as it was closed"),
        (pay_more, "are not those it was closed with"),
    ],
    "winners_have_what_is_due": [(pay_more, "not what is due"), (adjust, "not what is due")],
    "jackpot_money_balances": [
        (pay_more, "does not balance"),
        (lambda t: again(money(), debit="carried", kind="carried"), "does not balance"),
        (
            lambda t: again(money(), debit="carried", kind="carried", period=JackpotPeriod.objects.get(number=2)),
            "carried over into no period",
        ),
    ],
}
