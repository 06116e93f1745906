"""Showing the prizes and paying them. What was shown is frozen; paying is a tick beside each payout."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.messages import Message, message, message_from
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.audit_log import actor_name
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.commands import command, lock_event, lock_event_of
from tournaments.context import Context
from tournaments.entry_names import names_of
from tournaments.errors import Conflict
from tournaments.events.models import Event
from tournaments.honours.ledger import Account as Side
from tournaments.honours.ledger import Posting
from tournaments.honours.pot import Pot
from tournaments.honours.prizes import Settlement
from tournaments.permissions import Permission
from tournaments.prizes.models import Payout, PotEntry, PrizeChange, ShownPrizes
from tournaments.prizes.preview import NO_PLAN, preview_of
from tournaments.prizes.settlement import Outcome, digest_of, inputs_from, offer_of, settled_data, shown_of
from tournaments.rounds.finishing import finish

ADDED = message("added money")


@command(
    Action.SHOW_PRIZES,
    lock=lock_event,
    permission=Permission.RUN_EVENT,
    replay=lambda done: ShownPrizes.objects.get(event=done.event),
)
def show_prizes(event: Event, *, context: Context, expected_version: str, override: str = "") -> ShownPrizes:
    """Settles the prizes for good and publishes them. From now on only adjustments change what anyone gets.

    expected_version: digest of the preview. override: why they are published although not everything planned was
    played. RuleError while a round is open, a result waits, a side prize has no winner or a tie affects money; Conflict
    when the preview is out of date or someone else was faster.
    """
    if before := shown_of(event):
        raise Conflict("{name} already published the payouts.", name=actor_name(before.journal))
    outcome = _ready(event, expected_version, override)
    data = settled_data(outcome)
    written = context.log(reason=override.strip())
    shown = ShownPrizes.objects.create(event=event, settled=data, digest=digest_of(data), journal=written)
    assert isinstance(outcome.result, Settlement)
    _write_payouts(event, outcome.result)
    _book(event, outcome.result, written)
    finish(event, written)
    return shown


def _ready(event: Event, expected_version: str, override: str) -> Outcome:
    offer = offer_of(event)
    if offer is None:
        raise RuleError(NO_PLAN)
    preview = preview_of(event, offer)
    if said := preview.obstacles(names_of(event)):
        problems = " ".join(said)
        raise RuleError("You can’t publish payouts yet. {problems}", problems=problems)
    if preview.digest != expected_version:
        raise Conflict("The payouts have changed since you opened this page. Check them again.")
    if preview.early and not override.strip():
        raise RuleError("{early} Enter a reason to publish anyway.", early=" ".join(preview.early))
    assert preview.outcome
    return preview.outcome


def _write_payouts(event: Event, settlement: Settlement) -> None:
    entries = {entry.number: entry for entry in event.entries.all()}
    people = players_of(event)
    Payout.objects.bulk_create(
        Payout(
            event=event,
            entry=entries[payout.entry],
            chair=payout.player,
            player=people[payout.entry, payout.player],
            prize=payout.prize,
            cents=payout.cents,
            reason=payout.reason,
        )
        for payout in settlement.payouts
    )


def players_of(event: Event) -> dict[tuple[int, int], Player]:
    """(entry number, player of the entry from 1) → who plays for it now."""
    entry_players = EntryPlayer.objects.filter(event=event, is_active=True).select_related("player", "entry")
    return {(entry_player.entry.number, entry_player.chair + 1): entry_player.player for entry_player in entry_players}


def _book(event: Event, settlement: Settlement, written: AuditLogEntry) -> None:
    """Added money in, house share and prizes out."""
    kinds = {Side.CLUB: PotEntry.Kind.GHOST, Side.ENTRIES: PotEntry.Kind.PRIZE}
    added = Posting(Side.CLUB, Side.POT, settlement.pot.added, ADDED)
    postings = [(PotEntry.Kind.ADDED, added)] if added.cents else []
    postings += [(kinds[posting.credit], posting) for posting in settlement.postings()]
    write_postings(event, postings, written)


def write_postings(event: Event, postings: list[tuple[PotEntry.Kind, Posting]], written: AuditLogEntry) -> None:
    """For the commands of this package, which hold the event's lock."""
    entries = {entry.number: entry for entry in Entry.objects.filter(event=event)}
    PotEntry.objects.bulk_create(
        PotEntry(
            event=event,
            entry=entries[posting.entry] if posting.entry else None,
            kind=kind,
            debit=posting.debit.value,
            credit=posting.credit.value,
            cents=posting.cents,
            memo=posting.memo,
            prize=posting.prize,
            journal=written,
        )
        for kind, posting in postings
    )


def _lock(payout_id: int) -> Payout:
    event = lock_event_of(Payout, payout_id)
    payout = Payout.objects.select_related("entry").get(pk=payout_id)
    payout.event = event
    return payout


@command(Action.MARK_PAID, lock=_lock, permission=Permission.RUN_EVENT)
def mark_paid(payout: Payout, *, context: Context) -> Payout:
    """Tick a payout as handed over, or what was asked back as received. Nothing is paid twice."""
    if payout.paid_id:
        return payout
    return _tick(payout, context, is_paid=True)


@command(Action.UNMARK_PAID, lock=_lock, permission=Permission.RUN_EVENT)
def unmark_paid(payout: Payout, *, context: Context) -> Payout:
    """Take a tick off that was a mistake."""
    if not payout.paid_id:
        return payout
    return _tick(payout, context, is_paid=False)


def _tick(payout: Payout, context: Context, *, is_paid: bool) -> Payout:
    detail = {"payout": payout.pk, "cents": payout.cents}
    written = context.log(entry=payout.entry, detail=detail)
    payout.paid = written if is_paid else None
    payout.save(update_fields=["paid"])
    return payout


@dataclass(frozen=True)
class Sheet:
    """The payout sheet of an event. payouts: as shown; adjustments: those of each change, oldest first.

    explanations: how it came about, with names. lines: what each player gets in all, to be signed.
    """

    shown: ShownPrizes
    shown_by: str
    pot: Pot
    payouts: tuple[Payout, ...]
    changes: tuple[tuple[PrizeChange, tuple[Payout, ...]], ...]
    explanations: tuple[str, ...]
    lines: tuple["SheetLine", ...]

    @property
    def prizes(self) -> list["PrizeRow"]:
        return prize_rows(self.payouts)

    @property
    def seed(self) -> str:
        return str(self.shown.settled["seed"])

    @property
    def seed_number(self) -> int:
        """The seed as the number behind the random draw."""
        return int(self.seed, 16)

    @property
    def paid_out(self) -> int:
        return sum(payout.cents for payout in self.payouts)

    @property
    def left(self) -> int:
        """In the pot, or in its basket, when everything is paid."""
        return self.pot.total - self.pot.house - sum(line.cents for line in self.lines)


@dataclass(frozen=True)
class PrizeRow:
    """A prize of one entry, all its players together."""

    number: int
    reason: Message
    payouts: tuple[Payout, ...]

    @property
    def cents(self) -> int:
        return sum(payout.cents for payout in self.payouts)

    @property
    def names(self) -> str:
        return " & ".join(payout.player.called for payout in self.payouts)


def prize_rows(payouts: Iterable[Payout]) -> list[PrizeRow]:
    """Payouts by entry and prize, in their order."""
    payouts_of: dict[tuple[int, str], list[Payout]] = {}
    for payout in payouts:
        payouts_of.setdefault((payout.entry.number, payout.prize), []).append(payout)
    return [PrizeRow(number, own[0].reason, tuple(own)) for (number, _), own in payouts_of.items()]


@dataclass(frozen=True)
class SheetLine:
    """What one player of an entry is due, with the rows it comes from; nothing or less after an adjustment."""

    number: int
    player: Player
    payouts: tuple[Payout, ...]

    @property
    def cents(self) -> int:
        return sum(payout.cents for payout in self.payouts)

    @property
    def is_paid(self) -> bool:
        return all(payout.paid_id for payout in self.payouts)


def sheet_of(event: Event) -> Sheet | None:
    """The payout sheet, for pages and for paper. None while the prizes are not shown."""
    shown = shown_of(event)
    if shown is None:
        return None
    payouts = list(event.payouts.select_related("entry", "player", "paid", "change"))
    changes = event.prize_changes.filter(answer=PrizeChange.Answer.AGREED).select_related(
        "match__round", "proposed__user__player", "proposed__player", "answered__user__player", "answered__player"
    )
    names = names_of(event)
    return Sheet(
        shown=shown,
        shown_by=actor_name(shown.journal),
        pot=inputs_from(shown.settled).pot,
        payouts=tuple(payout for payout in payouts if payout.change_id is None),
        changes=tuple(
            (change, tuple(payout for payout in payouts if payout.change_id == change.pk)) for change in changes
        ),
        explanations=tuple(message_from(explanation).render(names) for explanation in shown.settled["explanations"]),
        lines=_lines(payouts),
    )


def _lines(payouts: list[Payout]) -> tuple[SheetLine, ...]:
    """By entry and player, in the order in which they were first named."""
    payouts_of: dict[tuple[int, int], list[Payout]] = {}
    for payout in payouts:
        payouts_of.setdefault((payout.entry.number, payout.chair), []).append(payout)
    return tuple(SheetLine(number, own[0].player, tuple(own)) for (number, _), own in payouts_of.items())
