"""Do jackpots agree with themselves? Periods, what was frozen, payments, postings. Yields sentences, mends nothing."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from games.tables.verify import long_ago
from tournaments.honours.jackpots.closing import Closed
from tournaments.honours.jackpots.sharing import Prize
from tournaments.jackpots.models import Jackpot, JackpotPeriod, JackpotPosting
from tournaments.jackpots.periods import KIND
from tournaments.jackpots.races import booked, closed_now, frozen_of, frozen_pot, race_from
from tournaments.rewards.models import RewardJob

Account, Kind = JackpotPosting.Account, JackpotPosting.Kind


def periods_follow_each_other() -> Iterator[str]:
    """Dense numbers; each begins where the last one ended, and is closed after it; none is over for long and open."""
    for jackpot in Jackpot.objects.prefetch_related("periods"):
        periods = list(jackpot.periods.all())
        if [jackpot_period.number for jackpot_period in periods] != list(range(1, len(periods) + 1)):
            yield f"{jackpot}: the periods are numbered {[jackpot_period.number for jackpot_period in periods]}."
        for before, after in pairwise(periods):
            if before.end != after.start:
                yield f"{jackpot}: period {after.number} does not begin where period {before.number} ends."
            if after.closed_id and not before.closed_id:
                yield f"{jackpot}: period {after.number} was closed before period {before.number}."
        for period in periods:
            if not period.closed_id and period.end < long_ago():
                yield f"{jackpot}: period {period.number} is over and not closed."


def closed_periods_stand() -> Iterator[str]:
    """What was frozen is unchanged, and the winnings it lists were booked first for each winner."""
    for period in JackpotPeriod.objects.exclude(closed=None).select_related("jackpot"):
        data = period.record
        prizes = tuple(Prize(*prize) for prize in data["prizes"])
        closed = Closed(period.jackpot_id, period.span, frozen_pot(period), race_from(data), prizes)
        if closed.digest != period.digest:
            yield f"{period}: it is not as it was closed."
        paid = JackpotPosting.objects.filter(period=period, kind=Kind.PRIZE, turn=1).values_list("player", "cents")
        if dict(paid) != {prize.player: prize.cents for prize in prizes}:
            yield f"{period}: the prizes that were booked are not those it was closed with."


def winners_have_what_is_due() -> Iterator[str]:
    """All rows of a player together are what he is due as the facts are now, unless that is to be computed anyway."""
    due = set(RewardJob.objects.filter(kind=KIND).values_list("key", flat=True))
    for period in JackpotPeriod.objects.exclude(closed=None).select_related("jackpot", "terms"):
        owed = {prize.player: prize.cents for prize in closed_now(period, frozen_of(period)).prizes}
        paid = {player: sum(cents) for player, cents in booked(period).items()}
        if str(period.pk) not in due and {player: cents for player, cents in paid.items() if cents} != owed:
            yield f"{period}: what was booked is not what is due."


def jackpot_money_balances() -> Iterator[str]:
    """Awards and what is carried over are the pool: a closed period's pot is empty, no other is below nothing, and
    what left one period has come into another."""
    pots: Counter[int] = Counter()
    carried: Counter[int] = Counter()
    for posting in JackpotPosting.objects.select_related("period"):
        pots[posting.period_id] += posting.into(Account.JACKPOT)
        carried[posting.period.jackpot_id] += posting.into(Account.CARRIED)
    for period in JackpotPeriod.objects.select_related("jackpot"):
        if pots[period.pk] < 0 or (period.closed_id and pots[period.pk]):
            yield f"{period}: the pot does not balance, {pots[period.pk]} cents are left."
    for jackpot_id, cents in carried.items():
        if cents:
            yield f"Jackpot {jackpot_id}: {cents} cents are carried over into no period."


CHECKS = (periods_follow_each_other, closed_periods_stand, winners_have_what_is_due, jackpot_money_balances)
