"""Results that change after the prizes were shown: one official asks, another one agrees or declines.

Nobody can do both, the owner included. What was shown stays; the difference becomes adjustments.
"""

from collections.abc import Iterator
from functools import reduce

from django.db import transaction
from django.db.models import QuerySet

from games.engine.errors import RuleError
from games.engine.language import say
from games.models import User
from tournaments.errors import NotAllowed, Stale
from tournaments.formats.base import Slip
from tournaments.formats.kept import kept
from tournaments.honours.ledger import Account, Posting
from tournaments.honours.prizes import Settlement, Unresolved
from tournaments.models import Event, JournalEntry, Match, Payout, PotEntry, PrizeChange, Role, ShownPrizes
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.journal import By
from tournaments.services.money.prizes import players_of, write_postings
from tournaments.services.money.settlement import Amounts, amounts_of, due_of, offer_of, outcome_of
from tournaments.services.names import names_of, with_names
from tournaments.services.nights.rounds import actor_name
from tournaments.services.scores import results
from tournaments.slips import slip_data, slip_from

Answer = PrizeChange.Answer
NOT_ANY_MORE = kept("not any more: {prize}")
ADJUSTMENT = kept("adjustment")
"""What is noted of payouts and postings is stored: in English, `told` says it."""
OFFICIALS = (Role.OWNER, Role.ORGANIZER, Role.SCORER)


@transaction.atomic
def propose_change(match_id: int, slip: Slip | None, *, reason: str, by: By, seen: int) -> PrizeChange:
    """Ask a second official to agree to another result, or to void (None). Nothing changes until somebody does.

    seen: version of the result that the form showed. Stale when another change already waits.
    """
    match = journal.lock_match(match_id)
    event, data = match.round.stage.event, slip_data(slip) if slip else None
    body = {"match": match_id, "slip": data, "reason": reason, "seen": seen}
    if done := journal.replayed(by, "propose_change", body):
        return PrizeChange.objects.get(proposed=done)
    require(by.actor, Verb.ENTER_SCORES, match)
    _person(by)
    _check_proposal(match, slip, reason, seen)
    written = journal.write(event, "propose_change", by, body, match=match, round=match.round, reason=reason.strip())
    kind = PrizeChange.Kind.CORRECTION if slip else PrizeChange.Kind.VOID
    return PrizeChange.objects.create(
        event=event, kind=kind, match=match, seen=seen, slip=data, reason=reason.strip(), proposed=written
    )


def _check_proposal(match: Match, slip: Slip | None, reason: str, seen: int) -> None:
    if not ShownPrizes.objects.filter(event=match.round.stage.event).exists():
        raise RuleError("The prizes are not shown yet, so nobody else has to agree. Correct the result.")
    if not reason.strip():
        raise RuleError("Say in a few words why, so that the second person can judge it.")
    if waiting := waiting_change(match.round.stage.event):
        raise Stale(
            "Another change waits already: {round}, table {table}, proposed by {name}. It has to be agreed to or "
            "declined first.",
            round=waiting.match.round,
            table=waiting.match.table,
            name=actor_name(waiting.proposed),
        )
    if slip:
        results.check_correction(match, slip, seen)
    else:
        results.check_void(match, seen)


@transaction.atomic
def agree_to_change(change_id: int, *, by: By) -> PrizeChange:
    """Agree as a second official: the result changes, and the difference to what was shown becomes adjustments.

    Stale when it was answered or the result changed meanwhile; RuleError while the new places leave a tie open.
    """
    change, body = _lock(change_id), {"change": change_id}
    if journal.replayed(by, "agree_to_change", body):
        return change
    require(by.actor, Verb.ENTER_SCORES, change.match)
    _check_waits(change)
    if _person(by) == _proposer(change):
        raise NotAllowed("You proposed this yourself; somebody else has to agree. {who}", who=second_official(change))
    slip = slip_from(change.slip) if change.slip else None
    if slip:
        results.check_correction(change.match, slip, change.seen)
    else:
        results.check_void(change.match, change.seen)
    about = {"match": change.match, "round": change.match.round, "reason": change.reason}
    written = _answer(change, Answer.AGREED, "agree_to_change", by, body, **about)
    results.append_agreed(change.match, slip, change.reason, By(by.actor, by.source))
    _adjust(change, written)
    return change


@transaction.atomic
def decline_change(change_id: int, *, by: By) -> PrizeChange:
    """Say no to a change, or withdraw one's own. The result stays as it is."""
    change, body = _lock(change_id), {"change": change_id}
    if journal.replayed(by, "decline_change", body):
        return change
    require(by.actor, Verb.ENTER_SCORES, change.match)
    _person(by)
    _check_waits(change)
    _answer(change, Answer.DECLINED, "decline_change", by, body, match=change.match, round=change.match.round)
    return change


def _person(by: By) -> User:
    """Two people have to be told apart, so both need accounts of their own."""
    if by.actor.user is None:
        raise NotAllowed("Log in with your own account: two different people have to agree.")
    return by.actor.user


def _proposer(change: PrizeChange) -> User | None:
    """A club's archive brings no accounts: then it is that of the player who proposed, if there is one again."""
    proposed = change.proposed
    return proposed.user or (proposed.player.user if proposed.player else None)


def _lock(change_id: int) -> PrizeChange:
    match = journal.lock_match(PrizeChange.objects.values_list("match_id", flat=True).get(pk=change_id))
    change = PrizeChange.objects.select_related("proposed__user__player", "proposed__player", "answered").get(
        pk=change_id
    )
    change.match, change.event = match, match.round.stage.event
    return change


def _check_waits(change: PrizeChange) -> None:
    if change.answered:
        name = actor_name(change.answered)
        if change.answer == Answer.AGREED:
            raise Stale("{name} has agreed already.", name=name)
        raise Stale("{name} has declined already.", name=name)


def _answer(
    change: PrizeChange, answer: PrizeChange.Answer, verb: str, by: By, body: dict[str, int], **about: object
) -> JournalEntry:
    written = journal.write(change.event, verb, by, body, **about)
    change.answer, change.answered = answer, written
    change.save(update_fields=["answer", "answered"])
    return written


def _adjust(change: PrizeChange, written: JournalEntry) -> None:
    """Payouts and postings for whoever is due another amount than before."""
    event, before = change.event, due_of(change.event)
    offer = offer_of(event)
    assert offer, "prizes that were shown were promised"
    outcome = outcome_of(event, offer)
    if isinstance(outcome.result, Unresolved):
        said = " ".join(with_names(text, names_of(event)) for text in outcome.result.explanations)
        raise RuleError(
            "With this result a tie is about money. {said} An organizer does it on the page of the prizes.", said=said
        )
    if outcome.missing:
        raise RuleError("With this result the winner of a side prize is not known. Decline it.")
    settlement: Settlement = outcome.result
    rows = list(event.payouts.select_related("entry", "player").order_by("pk"))
    reasons = {(row.entry.number, row.chair, row.prize): NOT_ANY_MORE(prize=row.reason) for row in rows}
    reasons |= {(one.entry, one.player, one.prize): one.reason for one in settlement.payouts}
    differences = dict(differing(before, amounts_of(settlement)))
    entries = {entry.number: entry for entry in event.entries.all()}
    people = players_of(event) | {(row.entry.number, row.chair): row.player for row in rows}
    Payout.objects.bulk_create(
        Payout(
            event=event, entry=entries[number], chair=chair, player=people[number, chair], prize=prize, change=change,
            cents=cents, reason=reasons[number, chair, prize][:200],
        )
        for (number, chair, prize), cents in differences.items()
    )  # fmt: skip
    _book(event, differences, written)


def differing(before: Amounts, after: Amounts) -> Iterator[tuple[tuple[int, int, str], int]]:
    """What is to be paid more, or asked back, for each payout."""
    for key in sorted(before.keys() | after.keys()):
        if more := after.get(key, 0) - before.get(key, 0):
            yield key, more


def _book(event: Event, differences: Amounts, written: JournalEntry) -> None:
    sums: dict[tuple[int, str], int] = {}
    for (number, _, prize), cents in differences.items():
        sums[number, prize] = sums.get((number, prize), 0) + cents
    rows = []
    for (number, prize), cents in sums.items():
        sides = (Account.POT, Account.ENTRIES) if cents > 0 else (Account.ENTRIES, Account.POT)
        if cents:
            rows.append((PotEntry.Kind.ADJUSTMENT, Posting(*sides, abs(cents), ADJUSTMENT(), number, prize)))
    write_postings(event, rows, written)


def changes_of(event: Event) -> QuerySet[PrizeChange]:
    """Everything that was proposed, newest first."""
    rows = event.prize_changes.select_related(
        "match__round__stage", "match__standing", "proposed__user__player", "proposed__player",
        "answered__user__player", "answered__player",
    )  # fmt: skip
    return rows.order_by("-pk")


def waiting_change(event: Event) -> PrizeChange | None:
    return changes_of(event).filter(answer=Answer.PENDING).first()


def second_official(change: PrizeChange) -> str:
    """Who can agree, or, when nobody can, what to do about it."""
    people = change.event.club.memberships.filter(role__in=OFFICIALS, player__user__is_active=True)
    others = people.exclude(player__user=change.proposed.user).select_related("player").order_by("player__name")
    if names := [str(row.player) for row in others]:
        return say(
            "Ask {names}.", names=reduce(lambda one, other: say("{one} or {other}", one=one, other=other), names)
        )
    return say(
        "{club} has no other official with an account. Make a second person organizer or scorer of the club first (the "
        "site's administration, Clubs); then that person can agree.",
        club=change.event.club,
    )
