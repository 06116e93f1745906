"""The money of an event as it comes in: fines and baskets, mistakes taken back, and what the pot is worth now.

Nothing is deleted: a posting that was a mistake is taken back by a second one.
"""

from collections import Counter
from typing import Any

from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.messages import and_list, message, verbatim
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin.models import Entry
from tournaments.commands import command, lock_event, lock_event_of, require_reason
from tournaments.context import Context
from tournaments.events.models import Event
from tournaments.honours.pot import MAX_CENTS, Basket, Pot, check_name
from tournaments.honours.wording import money_text
from tournaments.jackpots.money import take_shares_back
from tournaments.permissions import Permission
from tournaments.prizes.models import PotEntry, PrizeOffer, ShownPrizes

Account, Kind = PotEntry.Account, PotEntry.Kind
TAKEN_BACK = message("undone: {memo}")


def check_pot_is_open(event: Event) -> None:
    """RuleError once the prizes are published: later money would change them without anyone noticing."""
    if ShownPrizes.objects.filter(event=event).exists():
        raise RuleError("Payouts are published, so the pot is closed. New money goes to the club directly.")


def put_in_pot(written: AuditLogEntry, kind: PotEntry.Kind, cents: int, **about: Any) -> PotEntry:
    """From the players into the pot. For the commands of this package, which hold the event's lock."""
    assert written.event
    return PotEntry.objects.create(
        event=written.event, kind=kind, cents=cents, debit=Account.ENTRIES, credit=Account.POT, journal=written, **about
    )


@command(Action.CHARGE_FINE, lock=lock_event, permission=Permission.RUN_EVENT, replay=lambda done: done.pot.get())
def charge_fine(event: Event, basket: str, cents: int, *, context: Context, entry: Entry | None = None) -> PotEntry:
    """Put money into a basket by name: a fine that an entry paid, or what a tin on the table held."""
    label = " ".join(basket.split())
    assert entry is None or entry.event_id == event.pk
    check_name(label)
    if not 0 < cents <= MAX_CENTS:
        raise RuleError(
            "You entered {amount}. Enter an amount from {least} to {most}.",
            amount=money_text(cents),
            least=money_text(1),
            most=money_text(MAX_CENTS),
        )
    check_pot_is_open(event)
    written = context.log(entry=entry, detail={"basket": label, "cents": cents})
    return put_in_pot(written, Kind.BASKET, cents, entry=entry, memo=verbatim(label), basket=label)


def _lock(posting_id: int) -> PotEntry:
    event = lock_event_of(PotEntry, posting_id)
    posting = PotEntry.objects.select_related("entry").get(pk=posting_id)
    posting.event = event
    return posting


@command(Action.UNDO_POSTING, lock=_lock, permission=Permission.RUN_EVENT, replay=lambda done: done.pot.get())
def undo_posting(posting: PotEntry, *, reason: str, context: Context) -> PotEntry:
    """Take a fee or a fine back that was a mistake: with a posting the other way round, so that both can be seen."""
    if posting.kind not in (Kind.FEE, Kind.BASKET) or posting.reverses_id:
        raise RuleError("You can only undo a fee or a fine.")
    if back := PotEntry.objects.filter(reverses=posting).first():
        return back
    reason = require_reason(reason)
    check_pot_is_open(posting.event)
    detail = {"memo": posting.memo.as_data(), "cents": posting.cents}
    written = context.log(entry=posting.entry, detail=detail, reason=reason)
    take_shares_back(posting, written)
    return PotEntry.objects.create(
        event=posting.event,
        entry=posting.entry,
        kind=posting.kind,
        basket=posting.basket,
        turn=posting.turn,
        debit=posting.credit,
        credit=posting.debit,
        cents=posting.cents,
        memo=TAKEN_BACK(memo=posting.memo),
        reverses=posting,
        journal=written,
    )


def pot_of(event: Event, offer: PrizeOffer, entries: int) -> Pot:
    """The pot, from the postings. entries: how many count for the prizes where no one pays a fee."""
    pot_entries = [
        pot_entry for pot_entry in PotEntry.objects.filter(event=event) if pot_entry.kind in (Kind.FEE, Kind.BASKET)
    ]
    fees = Counter(pot_entry.cents for pot_entry in _standing(pot_entries, Kind.FEE))
    if len(fees) > 1:
        taken = and_list(
            say("{number} × {amount}", amount=money_text(cents), number=times) for cents, times in sorted(fees.items())
        )
        raise RuleError("Players paid different entry fees: {taken}. Undo the wrong ones first.", taken=taken)
    [(fee, paid)] = fees.items() or [(0, 0)]
    return Pot(
        entries=paid if fees or event.fee else entries,
        fee=fee,
        added=offer.added,
        house_percent=offer.house_percent,
        house_per_entry=offer.house_per_entry if fees else 0,
        baskets=tuple(Basket(label, cents) for label, cents in _baskets(pot_entries, offer).items()),
    )


def _standing(pot_entries: list[PotEntry], kind: str) -> list[PotEntry]:
    """Those that were not taken back."""
    taken_back = {pot_entry.reverses_id for pot_entry in pot_entries}
    return [
        pot_entry
        for pot_entry in pot_entries
        if pot_entry.kind == kind and pot_entry.reverses_id is None and pot_entry.pk not in taken_back
    ]


def _baskets(pot_entries: list[PotEntry], offer: PrizeOffer) -> dict[str, int]:
    """Name → cents; a basket that a prize claims is there even when nothing was put into it."""
    baskets = Counter(dict.fromkeys(offer.promised.baskets, 0))
    for pot_entry in _standing(pot_entries, Kind.BASKET):
        baskets[pot_entry.basket] += pot_entry.cents
    return dict(sorted(baskets.items()))


def postings_of(event: Event) -> list[PotEntry]:
    """What came in and what was taken back, newest first."""
    pot_entries = event.pot.filter(kind__in=(Kind.FEE, Kind.BASKET)).select_related("entry", "journal", "reversal")
    return list(pot_entries.prefetch_related("entry__lineup__player").order_by("-pk"))


def fees_in(postings: list[PotEntry]) -> tuple[int, int]:
    """How many fees were taken and not taken back, and what they come to. postings: of `postings_of`."""
    fees = [pot_entry.cents for pot_entry in _standing(postings, Kind.FEE)]
    return len(fees), sum(fees)


def not_paid(event: Event) -> list[Entry]:
    """Players who played without paying the fee, if there is one."""
    if not event.fee:
        return []
    played = event.entries.filter(standings__isnull=False).distinct().prefetch_related("lineup__player", "pot")
    return [entry for entry in played if not entry.has_paid]
