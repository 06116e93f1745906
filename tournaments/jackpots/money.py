"""The money of jackpots: what comes in, what is carried over, and who makes a correction good. Postings only.

What a correction costs after a period was closed comes out of money that is carried over, as far as there is any, and
else from the club; what it brings back is carried over into the period that is open.
"""

from collections.abc import Collection
from typing import Any

from django.db.models import Case, F, Sum, Value, When

from games.engine.errors import RuleError
from games.engine.messages import Message, message
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.commands import command
from tournaments.context import Context
from tournaments.events.models import Event
from tournaments.honours.jackpots.sharing import JackpotPot
from tournaments.honours.pot import MAX_CENTS
from tournaments.honours.wording import money_text
from tournaments.jackpots.models import Jackpot, JackpotPeriod, JackpotPosting
from tournaments.jackpots.periods import begin_periods, lock_jackpot, period_to_close
from tournaments.jackpots.races import count_version
from tournaments.permissions import Permission
from tournaments.prizes.models import PotEntry

Account, Kind = JackpotPosting.Account, JackpotPosting.Kind
Shares = dict[int, int]
"""Jackpot id → cents of one entry fee."""
_ADDED, _CARRIED_OVER = message("added by the club"), message("carried over")
_ASKED_BACK, _CORRECTION_OF = (
    message("returned after a correction to the period that started on {day}"),
    message("for a correction to the period that started on {day}"),
)
_CORRECTION = message("for a correction")
_SHARE, _GIVEN_BACK = message("share of an entry fee"), message("share returned")


@command(
    Action.ADD_TO_JACKPOT,
    lock=lock_jackpot,
    permission=Permission.RUN_CLUB,
    replay=lambda done: done.jackpot_postings.get(),
)
def add_money(jackpot: Jackpot, cents: int, *, context: Context) -> JackpotPosting:
    """The club puts something into the running period's pot."""
    if not 0 < cents <= MAX_CENTS:
        raise RuleError(
            "You entered {amount}. Enter an amount from {least} to {most}.",
            amount=money_text(cents),
            least=money_text(1),
            most=money_text(MAX_CENTS),
        )
    written = context.log(detail={"jackpot": jackpot.pk, "cents": cents})
    period = begin_periods(jackpot.pk)
    posting = _post(period, Kind.ADDED, (Account.CLUB, Account.JACKPOT), cents, written, memo=_ADDED)
    count_version(jackpot)
    return posting


def pot_of(period: JackpotPeriod) -> JackpotPot:
    """What there is to win, from the postings. For a period that is not closed."""
    return pots_of([period])[period.pk]


def pots_of(periods: Collection[JackpotPeriod]) -> dict[int, JackpotPot]:
    """The same for many, by their ids."""
    booked = balances(periods)
    return {period.pk: _pot(booked[period.pk]) for period in periods}


def _pot(totals: dict[str, int]) -> JackpotPot:
    carried = totals.get(Kind.CARRIED, 0)
    return JackpotPot(sum(totals.values()) - carried, carried)


def balances(periods: Collection[JackpotPeriod]) -> dict[int, dict[str, int]]:
    """Period → kind of posting → cents into its pot, negative when out of it."""
    signed = Case(
        When(credit=Account.JACKPOT, then=F("cents")), When(debit=Account.JACKPOT, then=-F("cents")), default=Value(0)
    )
    postings = JackpotPosting.objects.filter(period__in=periods).order_by().values_list("period", "kind")
    totals: dict[int, dict[str, int]] = {period.pk: {} for period in periods}
    for period, kind, total in postings.annotate(total=Sum(signed)):
        totals[period][kind] = total
    return totals


def carry_over(period: JackpotPeriod, cents: int, written: AuditLogEntry) -> None:
    """Out of a period that was just closed into the next one that is open. Needs the jackpot's lock."""
    later = period_to_close(period.jackpot)
    assert later
    if cents:
        _carry(period, later, cents, written, _CARRIED_OVER)


def balance_adjustment(period: JackpotPeriod, cents: int, written: AuditLogEntry) -> None:
    """Make good what adjustments took out of a closed period, or put away what they brought back. Needs the lock."""
    later = period_to_close(period.jackpot)
    assert later
    if cents < 0:
        _carry(period, later, -cents, written, _ASKED_BACK(day=period.first))
        return
    from_later = min(cents, pot_of(later).carried)
    if from_later:
        _carry(later, period, from_later, written, _CORRECTION_OF(day=period.first))
    if cents > from_later:
        accounts = (Account.CLUB, Account.JACKPOT)
        _post(period, Kind.COVER, accounts, cents - from_later, written, memo=_CORRECTION)


def split_fee(event: Event) -> tuple[int, Shares]:
    """How much of the entry fee stays in the event's pot, and how much goes into each jackpot.

    Everyone at an event pays the same: the first fee's split. A share never takes the last cent.
    """
    first = PotEntry.objects.filter(event=event, kind=PotEntry.Kind.FEE, reverses=None, reversal__isnull=True).first()
    if first:
        shares = first.jackpot_shares.filter(kind=Kind.SHARE)
        taken = dict(shares.values_list("period__jackpot", "cents"))
        return event.fee - sum(taken.values()), taken
    left, by_jackpot = event.fee, Shares()
    for jackpot in Jackpot.objects.filter(club=event.club_id).order_by("pk"):
        if share := min(jackpot.terms.latest("number").share_of(event.fee), left - 1):
            by_jackpot[jackpot.pk], left = share, left - share
    return left, by_jackpot


def put_shares(fee: PotEntry, shares: Shares, written: AuditLogEntry) -> None:
    """Into the periods that run now. For the command that takes the fee and holds the event's lock."""
    for jackpot_id, cents in sorted(shares.items()):
        jackpot = lock_jackpot(jackpot_id)
        accounts = (Account.PLAYERS, Account.JACKPOT)
        _post(begin_periods(jackpot_id), Kind.SHARE, accounts, cents, written, memo=_SHARE, fee=fee)
        count_version(jackpot)


def take_shares_back(fee: PotEntry, written: AuditLogEntry) -> None:
    """Takes the shares of a mistaken fee out of the pot or, if the pot has been won since, from the club."""
    postings = fee.jackpot_shares.filter(kind=Kind.SHARE).select_related("period")
    for posting in postings.order_by("period__jackpot"):
        jackpot = lock_jackpot(posting.period.jackpot_id)
        period = JackpotPeriod.objects.get(pk=posting.period_id)
        debit = Account.CLUB if period.closed_id else Account.JACKPOT
        _post(period, Kind.BACK, (debit, Account.PLAYERS), posting.cents, written, memo=_GIVEN_BACK, fee=fee)
        count_version(jackpot)


def _carry(source: JackpotPeriod, target: JackpotPeriod, cents: int, written: AuditLogEntry, memo: Message) -> None:
    _post(source, Kind.CARRIED, (Account.JACKPOT, Account.CARRIED), cents, written, memo=memo)
    _post(target, Kind.CARRIED, (Account.CARRIED, Account.JACKPOT), cents, written, memo=memo)


def _post(
    period: JackpotPeriod, kind: str, accounts: tuple[str, str], cents: int, written: AuditLogEntry, **about: Any
) -> JackpotPosting:
    debit, credit = accounts
    return JackpotPosting.objects.create(
        period=period, kind=kind, debit=debit, credit=credit, cents=cents, journal=written, **about
    )
