"""Does the money agree with itself? Postings, what was shown, adjustments, ticks. Yields sentences, mends nothing."""

from collections import Counter
from collections.abc import Iterator

from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.events.models import Event
from tournaments.honours.prizes import Settlement
from tournaments.prizes.models import Payout, PotEntry, PrizeChange, ShownPrizes
from tournaments.prizes.settlement import amounts_of, differs_from_shown, digest_of, inputs_from

Kind = PotEntry.Kind


def money_balances() -> Iterator[str]:
    """What went into each account and what came out of the others is the same; a pot pays out what it holds."""
    for event in Event.objects.prefetch_related("pot"):
        balance: Counter[str] = Counter()
        for pot_entry in event.pot.all():
            balance[pot_entry.debit] -= pot_entry.cents
            balance[pot_entry.credit] += pot_entry.cents
        if sum(balance.values()) or balance["pot"] < 0:
            yield f"{event}: the pot does not balance ({dict(balance)})."


def taken_back_postings_mirror_theirs() -> Iterator[str]:
    for pot_entry in PotEntry.objects.filter(reverses__isnull=False).select_related("reverses", "event"):
        first = pot_entry.reverses
        assert first
        mirrored = (first.credit, first.debit, first.cents, first.entry_id, first.basket, first.event_id)
        if (
            pot_entry.debit,
            pot_entry.credit,
            pot_entry.cents,
            pot_entry.entry_id,
            pot_entry.basket,
            pot_entry.event_id,
        ) != mirrored:
            yield f"{pot_entry.event}: posting {pot_entry.pk} takes back something else than posting {first.pk} was."


def shown_prizes_stand() -> Iterator[str]:
    """What was shown is unchanged, follows from what it was computed from, and is what was booked to be paid."""
    for shown in ShownPrizes.objects.select_related("event"):
        settled, where = shown.settled, shown.event
        result = inputs_from(settled).settle()
        if digest_of(settled) != shown.digest:
            yield f"{where}: the prizes are not those that were shown."
        elif not isinstance(result, Settlement):
            yield f"{where}: the prizes were shown with a tie about money."
        elif amounts_of(result) != {
            (payout["entry"], payout["player"], payout["prize"]): payout["cents"] for payout in settled["payouts"]
        }:
            yield f"{where}: the prizes that were shown do not follow from the places."
        else:
            yield from _booked(shown, result)


def _booked(shown: ShownPrizes, result: Settlement) -> Iterator[str]:
    event, first = shown.event, Payout.objects.filter(event=shown.event, change__isnull=True)
    stored = first.values_list("entry__number", "chair", "prize", "cents")
    if {(entry, chair, prize): cents for entry, chair, prize, cents in stored} != dict(amounts_of(result)):
        yield f"{event}: the payouts are not those that were shown."
    paid, booked = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
    for entry, _, prize, cents in Payout.objects.filter(event=event).values_list(
        "entry__number", "chair", "prize", "cents"
    ):
        paid[entry, prize] += cents
    postings = list(PotEntry.objects.filter(event=event).select_related("entry"))
    for posting in postings:
        if posting.kind in (Kind.PRIZE, Kind.ADJUSTMENT) and posting.entry:
            booked[posting.entry.number, posting.prize] -= posting.into_pot
    if +paid != +booked or -paid != -booked:
        yield f"{event}: what is to be paid is not what was booked."
    left = result.pot.total - result.pot.house - sum(paid.values())
    if sum(pot_entry.into_pot for pot_entry in postings) != left:
        yield f"{event}: payouts, house share and what is left are not together what came in."


def adjustments_explain_every_difference() -> Iterator[str]:
    """What was shown and every adjustment since are together what would be settled now."""
    for shown in ShownPrizes.objects.select_related("event__club"):
        if differs := differs_from_shown(shown.event):
            yield f"{shown.event}: the results say something else than the prizes. {differs}"


def nothing_is_paid_twice() -> Iterator[str]:
    """A payout is marked as paid by its last log entry; no one is asked to return more than was paid."""
    marks: dict[int, AuditLogEntry] = {}
    for mark in AuditLogEntry.objects.filter(action__in=(Action.MARK_PAID, Action.UNMARK_PAID)).order_by("pk"):
        marks[mark.detail["payout"]] = mark
    due: Counter[tuple[int, int, str]] = Counter()
    for payout in Payout.objects.select_related("event"):
        due[payout.entry_id, payout.chair, payout.prize] += payout.cents
        last = marks.get(payout.pk)
        if payout.paid_id != (last.pk if last and last.action == Action.MARK_PAID else None):
            yield f"{payout.event}: payout {payout.pk} is ticked otherwise than the journal says."
    for (entry, _, prize), cents in due.items():
        if cents < 0:
            yield f"Entry {entry} is asked for more than it was paid for “{prize}”."


def changes_have_two_people() -> Iterator[str]:
    prize_changes = PrizeChange.objects.filter(answer=PrizeChange.Answer.AGREED)
    for change in prize_changes.select_related("event", "proposed", "answered"):
        if change.answered is None or _person(change.answered) == _person(change.proposed):
            yield f"{change.event}: one person alone changed a result after the prizes were shown."
    adjusted = Payout.objects.exclude(change__isnull=True).exclude(change__answer=PrizeChange.Answer.AGREED)
    for payout in adjusted.select_related("event"):
        yield f"{payout.event}: adjustment {payout.pk} was not agreed to."
    shown = ShownPrizes.objects.select_related("journal", "event")
    for prizes in shown:
        later = prizes.event.audit_log.filter(
            action__in=(Action.CORRECT_RESULT, Action.VOID_RESULT), number__gt=prizes.journal.number
        )
        agreed = prizes.event.prize_changes.filter(answer=PrizeChange.Answer.AGREED).count()
        if later.count() != agreed:
            yield (
                f"{prizes.event}: {later.count()} results changed after the prizes were shown, {agreed} were agreed to."
            )


def _person(entry: AuditLogEntry) -> tuple[int | None, int | None]:
    """The account; the player where a club's archive brought none."""
    return entry.user_id, None if entry.user_id else entry.player_id


CHECKS = (
    money_balances,
    taken_back_postings_mirror_theirs,
    shown_prizes_stand,
    adjustments_explain_every_difference,
    nothing_is_paid_twice,
    changes_have_two_people,
)
