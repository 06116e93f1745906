"""Results that change after the prizes were published: one official asks, another one agrees or declines.

No one can do both, not even the owner. What was published stays; the difference becomes adjustments.
"""

from collections.abc import Iterator
from functools import reduce

from django.db.models import QuerySet

from games.accounts.models import User
from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.messages import in_a_row, message
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.audit_log import actor_name
from tournaments.clubs.models import Role
from tournaments.commands import command, lock_match
from tournaments.context import Context
from tournaments.entry_names import names_of
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Event
from tournaments.formats.base import Slip
from tournaments.honours.ledger import Account, Posting
from tournaments.honours.prizes import Settlement, Unresolved
from tournaments.permissions import Permission
from tournaments.prizes.commands import players_of, write_postings
from tournaments.prizes.models import Payout, PotEntry, PrizeChange, ShownPrizes
from tournaments.prizes.settlement import Amounts, amounts_of, due_of, offer_of, outcome_of
from tournaments.results import commands as results
from tournaments.results.slips import slip_data, slip_from
from tournaments.rounds.models import Match

Answer = PrizeChange.Answer
NOT_ANY_MORE = message("no longer paid: {prize}")
ADJUSTMENT = message("adjustment")
OFFICIALS = (Role.OWNER, Role.ORGANIZER, Role.SCORER)


def _lock(change_id: int) -> PrizeChange:
    match = lock_match(PrizeChange.objects.values_list("match_id", flat=True).get(pk=change_id))
    change = PrizeChange.objects.select_related("proposed__user__player", "proposed__player", "answered").get(
        pk=change_id
    )
    change.match, change.event = match, match.round.stage.event
    return change


@command(
    Action.PROPOSE_CHANGE,
    lock=lock_match,
    permission=Permission.ENTER_SCORES,
    replay=lambda done: PrizeChange.objects.get(proposed=done),
)
def propose_change(
    match: Match, slip: Slip | None, *, reason: str, context: Context, expected_version: int
) -> PrizeChange:
    """Asks a second official to agree to another result, or to a void one (None). Nothing changes until someone agrees.

    expected_version: version of the result that the form showed. Conflict when another change already waits.
    """
    data = slip_data(slip) if slip else None
    _person(context)
    _check_proposal(match, slip, reason, expected_version)
    written = context.log(match=match, round=match.round, reason=reason.strip())
    kind = PrizeChange.Kind.CORRECTION if slip else PrizeChange.Kind.VOID
    return PrizeChange.objects.create(
        event=match.round.stage.event,
        kind=kind,
        match=match,
        seen=expected_version,
        slip=data,
        reason=reason.strip(),
        proposed=written,
    )


def _check_proposal(match: Match, slip: Slip | None, reason: str, expected_version: int) -> None:
    if not ShownPrizes.objects.filter(event=match.round.stage.event).exists():
        raise RuleError("Payouts aren’t published yet, so you don’t need approval. Correct the result directly.")
    if not reason.strip():
        raise RuleError("Enter a short reason for the person who has to approve your change.")
    if waiting := waiting_change(match.round.stage.event):
        raise Conflict(
            "Another change is already waiting: {round}, table {table}, proposed by {name}. Approve or decline it "
            "first.",
            round=waiting.match.round,
            table=waiting.match.table,
            name=actor_name(waiting.proposed),
        )
    if slip:
        results.check_correction(match, slip, expected_version)
    else:
        results.check_void(match, expected_version)


@command(Action.AGREE_TO_CHANGE, lock=_lock, permission=Permission.ENTER_SCORES)
def agree_to_change(change: PrizeChange, *, context: Context) -> PrizeChange:
    """Agrees as a second official: the result changes, and the difference to what was published becomes adjustments.

    Conflict when it was answered or the result has changed since; RuleError while the new places leave a tie open.
    """
    _check_waits(change)
    if _person(context) == _proposer(change):
        raise NotAllowed(
            "You proposed this change yourself, so another organizer or scorer has to approve it. {who}",
            who=second_official(change),
        )
    slip = slip_from(change.slip) if change.slip else None
    if slip:
        results.check_correction(change.match, slip, change.seen)
    else:
        results.check_void(change.match, change.seen)
    written = _answer(change, Answer.AGREED, context, reason=change.reason)
    results.append_agreed(change.match, slip, change.reason, context)
    _adjust(change, written)
    return change


@command(Action.DECLINE_CHANGE, lock=_lock, permission=Permission.ENTER_SCORES)
def decline_change(change: PrizeChange, *, context: Context) -> PrizeChange:
    """Declines a change, or withdraws the official's own. The result stays as it is."""
    _person(context)
    _check_waits(change)
    _answer(change, Answer.DECLINED, context)
    return change


def _person(context: Context) -> User:
    """The account of the actor. The two officials must be different people, so both need accounts of their own."""
    if context.actor.user is None:
        raise NotAllowed("Log in with your own account: 2 different people have to agree.")
    return context.actor.user


def _proposer(change: PrizeChange) -> User | None:
    """A club's archive brings no accounts: then it is that of the player who proposed, if there is one again."""
    proposed = change.proposed
    return proposed.user or (proposed.player.user if proposed.player else None)


def _check_waits(change: PrizeChange) -> None:
    if change.answered:
        name = actor_name(change.answered)
        if change.answer == Answer.AGREED:
            raise Conflict("{name} already approved this change.", name=name)
        raise Conflict("{name} already declined this change.", name=name)


def _answer(change: PrizeChange, answer: PrizeChange.Answer, context: Context, reason: str = "") -> AuditLogEntry:
    written = context.log(match=change.match, round=change.match.round, reason=reason)
    change.answer, change.answered = answer, written
    change.save(update_fields=["answer", "answered"])
    return written


def _adjust(change: PrizeChange, written: AuditLogEntry) -> None:
    """Payouts and postings for everyone whose amount has changed."""
    event, before = change.event, due_of(change.event)
    offer = offer_of(event)
    assert offer, "prizes that were shown were promised"
    outcome = outcome_of(event, offer)
    if isinstance(outcome.result, Unresolved):
        said = in_a_row(outcome.result.explanations).render(names_of(event))
        raise RuleError(
            "This result leaves players tied for money. {said} An organizer can decide the tie on the Prizes page.",
            said=said,
        )
    if outcome.missing:
        raise RuleError("This result leaves a side prize without a winner. Decline the correction.")
    settlement: Settlement = outcome.result
    payouts = list(event.payouts.select_related("entry", "player").order_by("pk"))
    reasons = {
        (payout.entry.number, payout.chair, payout.prize): NOT_ANY_MORE(prize=payout.reason) for payout in payouts
    }
    reasons |= {(payout.entry, payout.player, payout.prize): payout.reason for payout in settlement.payouts}
    differences = dict(differing(before, amounts_of(settlement)))
    entries = {entry.number: entry for entry in event.entries.all()}
    people = players_of(event) | {(payout.entry.number, payout.chair): payout.player for payout in payouts}
    Payout.objects.bulk_create(
        Payout(
            event=event,
            entry=entries[number],
            chair=chair,
            player=people[number, chair],
            prize=prize,
            change=change,
            cents=cents,
            reason=reasons[number, chair, prize],
        )
        for (number, chair, prize), cents in differences.items()
    )
    _book(event, differences, written)


def differing(before: Amounts, after: Amounts) -> Iterator[tuple[tuple[int, int, str], int]]:
    """What is to be paid more, or asked back, for each payout."""
    for key in sorted(before.keys() | after.keys()):
        if more := after.get(key, 0) - before.get(key, 0):
            yield key, more


def _book(event: Event, differences: Amounts, written: AuditLogEntry) -> None:
    sums: dict[tuple[int, str], int] = {}
    for (number, _, prize), cents in differences.items():
        sums[number, prize] = sums.get((number, prize), 0) + cents
    postings = []
    for (number, prize), cents in sums.items():
        sides = (Account.POT, Account.ENTRIES) if cents > 0 else (Account.ENTRIES, Account.POT)
        if cents:
            postings.append((PotEntry.Kind.ADJUSTMENT, Posting(*sides, abs(cents), ADJUSTMENT(), number, prize)))
    write_postings(event, postings, written)


def changes_of(event: Event) -> QuerySet[PrizeChange]:
    """Everything that was proposed, newest first."""
    prize_changes = event.prize_changes.select_related(
        "match__round__stage",
        "match__standing",
        "proposed__user__player",
        "proposed__player",
        "answered__user__player",
        "answered__player",
    )
    return prize_changes.order_by("-pk")


def waiting_change(event: Event) -> PrizeChange | None:
    return changes_of(event).filter(answer=Answer.PENDING).first()


def second_official(change: PrizeChange) -> str:
    """Who can agree, or if there is no one, what to do about it."""
    people = change.event.club.memberships.filter(role__in=OFFICIALS, player__user__is_active=True)
    others = people.exclude(player__user=change.proposed.user).select_related("player").order_by("player__name")
    if names := [str(membership.player) for membership in others]:
        return say(
            "Ask {names}.",
            names=reduce(lambda earlier, other: say("{one} or {other}", one=earlier, other=other), names),
        )
    return say(
        "{club} has no other organizer or scorer with an account. Add one on the club’s People page to "
        "approve the change.",
        club=change.event.club,
    )
