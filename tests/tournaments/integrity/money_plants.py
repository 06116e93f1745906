"""A paid night, and what contradicts itself in its pot and its prizes, for the tests of `verify`."""

from collections.abc import Callable
from typing import Any

from tests.cast import Table, context_of, make_event, make_user, slip
from tests.tournaments.jackpots.plants import Plant
from tests.tournaments.scenes.jackpot import won_jackpot
from tests.tournaments.scenes.prize import PrizeNight, shares
from tests.tournaments.scenes.stages import play_out
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin import entries
from tournaments.clubs.models import Membership
from tournaments.events.models import Event
from tournaments.prizes import commands as prizes
from tournaments.prizes import second_official
from tournaments.prizes.models import Payout, PotEntry, PrizeChange, ShownPrizes
from tournaments.prizes.settlement import digest_of
from tournaments.results.models import Channel, ResultEntry
from tournaments.results.slips import slip_data
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds.models import Match


def journal_entry(table: Table, action: str, number: int) -> AuditLogEntry:
    return AuditLogEntry.objects.create(
        club=table.event.club, event=table.event, number=number, action=action, source=Channel.PAGE, user=table.olga
    )


def paid_night(table: Table) -> None:
    """Another event, over and paid: 1 was first, one payout is ticked, and then two officials made 2 first."""
    event = make_event(table.event.club, table.olga, "round_robin", name="Paid", fee=1000)
    scott = make_user("Scott")
    Membership.objects.create(club=event.club, player=scott.player, role="scorer")
    for number in range(1, 3):
        entry = entries.walk_in(event.pk, [f"A{number}", f"B{number}"], context=context_of(table.olga))
        entries.take_fee(entry.pk, context=context_of(table.olga))
    play_out(event.stages.get(), table.olga)
    night = PrizeNight(table.olga, scott, scott, event)
    night.promise(shares(60, 40))
    night.show()
    prizes.mark_paid(event.payouts.all()[0].pk, context=context_of(table.olga))
    second_official.agree_to_change(night.propose(1, 2).pk, context=context_of(scott))
    settle_unsettled()
    won_jackpot(event, table.olga)


def second_pot(table: Table) -> None:
    PotEntry.objects.create(
        event=table.event,
        kind="house",
        debit="pot",
        credit="club",
        cents=501,
        memo="house share",
        journal=journal_entry(table, "pay", table.event.audit_log.count() + 1),
    )
    Event.objects.update(version=table.event.audit_log.count())


def wrong_reversal(table: Table) -> None:
    fee = PotEntry.objects.filter(event=table.event).get()
    PotEntry.objects.create(
        event=table.event,
        entry=fee.entry,
        kind="fee",
        debit="pot",
        credit="entries",
        cents=400,
        memo="x",
        reverses=fee,
        journal=fee.journal,
    )


def the_other_way_round(table: Table) -> None:
    match = Match.objects.select_related("standing").get(round__stage__event__name="Paid")
    assert match.standing
    points = match.standing.slip["points"]
    ResultEntry.objects.filter(pk=match.standing_id).update(slip=slip_data(slip(*reversed(points))))


def other_amount_shown(table: Table) -> None:
    settled_anew(lambda settled: settled["payouts"][0].update(cents=1))


def tie_shown(table: Table) -> None:
    def tie(settled: Any) -> None:
        settled["plan"]["tied"] = "decide"
        for one in settled["finishers"]:
            one["place"] = 1

    settled_anew(tie)


def settled_anew(change: Callable[[Any], object]) -> None:
    """What was shown, changed together with its digest."""
    shown = ShownPrizes.objects.get()
    change(shown.settled)
    shown.digest = digest_of(shown.settled)
    shown.save()


def forget_the_change(table: Table) -> None:
    PrizeChange.objects.update(answer="declined")
    Payout.objects.filter(change__isnull=False).delete()


MONEY_VIOLATIONS: dict[str, list[tuple[Plant, str]]] = {
    "money_balances": [(second_pot, "does not balance")],
    "taken_back_postings_mirror_theirs": [(wrong_reversal, "takes back something else")],
    "shown_prizes_stand": [
        (lambda t: ShownPrizes.objects.update(digest="0" * 64), "not those that were shown"),
        (lambda t: Payout.objects.filter(change__isnull=True).update(cents=1), "the payouts are not those"),
        (lambda t: PotEntry.objects.filter(kind="prize").update(cents=1), "not what was booked"),
        (lambda t: PotEntry.objects.filter(kind="fee").update(cents=2), "are not together what came in"),
        (other_amount_shown, "do not follow from the places"),
        (tie_shown, "with a tie about money"),
    ],
    "adjustments_explain_every_difference": [
        (the_other_way_round, "a different amount"),
        (lambda t: PotEntry.objects.filter(kind="fee", event__name="Paid").delete(), "The total in the pot would"),
        (lambda t: Payout.objects.filter(change__isnull=False).delete(), "a different amount"),
    ],
    "nothing_is_paid_twice": [
        (lambda t: Payout.objects.update(paid=None), "otherwise than the journal says"),
        (lambda t: Payout.objects.filter(cents__lt=0).update(cents=-9999), "asked for more than it was paid"),
    ],
    "changes_have_two_people": [
        (lambda t: AuditLogEntry.objects.filter(action="agree_to_change").update(user=t.olga), "one person alone"),
        (lambda t: PrizeChange.objects.update(answer="declined"), "was not agreed to"),
        (forget_the_change, "1 results changed after the prizes were shown, 0 were agreed to"),
    ],
}  # fmt: skip
