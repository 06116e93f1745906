"""The ledger of jackpots: shares of entry fees, money taken back, and sums that stay exact whatever is corrected."""

from random import Random

import pytest

from games.engine.errors import RuleError
from tests.cast import context_of, enter, make_event, make_user, with_key
from tests.sizes import sample
from tests.tournaments.jackpots.test_closing import close, fund, paid, violations
from tests.tournaments.scenes.jackpot import JackpotClub
from tournaments.checkin import entries
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Event
from tournaments.honours.jackpots.rules import JackpotRules, Tied
from tournaments.jackpots.closing import close_due
from tournaments.jackpots.models import JackpotPosting, JackpotScore
from tournaments.jackpots.money import add_money, pot_of
from tournaments.jackpots.periods import KIND
from tournaments.jackpots.terms import Terms, change_jackpot
from tournaments.prizes.models import PotEntry
from tournaments.prizes.pot import undo_posting
from tournaments.rewards.models import RewardJob
from tournaments.rewards.queue import run

Account, Kind = JackpotPosting.Account, JackpotPosting.Kind


def with_share(scene: JackpotClub, **share: int) -> Event:
    """Another night of the club, whose fee of 5.00 feeds the jackpot."""
    change_jackpot(
        scene.jackpot.pk,
        Terms("Loner pot", JackpotRules(), **share),
        context=context_of(scene.olga),
        expected_version=1,
    )
    return make_event(scene.club, scene.olga, fee=500, name="Friday")


def test_a_share_of_each_fee_goes_into_the_pot_and_the_rest_into_the_events(db: None) -> None:
    scene = JackpotClub()
    event = with_share(scene, share_percent=1250)
    enter(event, scene.olga, ["Eve", "Fay"])
    for entry in event.entries.all():
        entries.take_fee(entry.pk, context=context_of(scene.olga))
    assert list(PotEntry.objects.values_list("cents", flat=True)) == [438, 438]
    assert pot_of(scene.period()).fresh == 124
    change_jackpot(
        scene.jackpot.pk,
        Terms("Pot", JackpotRules(), share_cents=500),
        context=context_of(scene.olga),
        expected_version=2,
    )
    enter(event, scene.olga, ["Gil"])
    entries.take_fee(event.entries.get(number=3).pk, context=context_of(scene.olga))
    assert pot_of(scene.period()).fresh == 186, "everyone at a night pays the same"
    assert violations() == []


def test_the_last_cent_of_a_fee_stays_with_the_event(db: None) -> None:
    scene = JackpotClub()
    event = with_share(scene, share_cents=900)
    enter(event, scene.olga, ["Eve"])
    entries.take_fee(event.entries.get().pk, context=context_of(scene.olga))
    assert (PotEntry.objects.get().cents, pot_of(scene.period()).fresh) == (1, 499)


def test_a_fee_taken_back_leaves_the_pot_or_is_given_back_by_the_club(db: None) -> None:
    scene = JackpotClub(1)
    event = with_share(scene, share_cents=100)
    enter(event, scene.olga, ["Eve", "Fay"])
    first, second = [entries.take_fee(entry.pk, context=context_of(scene.olga)) for entry in event.entries.all()]
    undo_posting(first.pk, reason="Mistake", context=context_of(scene.olga))
    assert pot_of(scene.period(2)).fresh == 100
    JackpotPosting.objects.filter(fee=second).update(period=scene.period(1))
    assert close_due() == 1
    undo_posting(second.pk, reason="Mistake", context=context_of(scene.olga))
    back = JackpotPosting.objects.filter(kind=Kind.BACK).latest("pk")
    assert (back.debit, back.cents) == (Account.CLUB, 100)


def test_owners_put_money_in_once(db: None) -> None:
    scene = JackpotClub()
    asked = with_key(scene.olga)
    for _ in range(2):
        add_money(scene.jackpot.pk, 250, context=asked)
    assert pot_of(scene.period()).total == 250
    with pytest.raises(RuleError, match="Enter an amount from"):
        add_money(scene.jackpot.pk, 0, context=context_of(scene.olga))
    with pytest.raises(NotAllowed):
        add_money(scene.jackpot.pk, 5, context=context_of(make_user("Sam")))


def test_rules_freeze_with_the_first_closed_period(db: None) -> None:
    scene = JackpotClub(1)
    change_jackpot(
        scene.jackpot.pk, Terms("Pot", JackpotRules(least=7)), context=context_of(scene.olga), expected_version=1
    )
    assert [scene.period(number).terms.agreed.least for number in (1, 2)] == [7, 7]
    scene.settle()
    close(scene)
    change_jackpot(
        scene.jackpot.pk, Terms("Pot", JackpotRules(least=9)), context=context_of(scene.olga), expected_version=2
    )
    assert [scene.period(number).terms.agreed.least for number in (1, 2)] == [7, 7]
    with pytest.raises(Conflict):
        change_jackpot(
            scene.jackpot.pk, Terms("Pot", JackpotRules()), context=context_of(scene.olga), expected_version=2
        )


def play_on(scene: JackpotClub, chance: Random, games: dict[int, tuple[int, tuple[int, ...]]]) -> None:
    """A game comes, is corrected or declared void, in any of three weeks; the weeks are closed somewhere in between."""
    if games and chance.random() < 0.6:
        game = chance.choice(list(games))
        week, players = games[game]
        points = None if chance.random() < 0.15 else scores(chance)
        scene.recount(game, scene.inside(week, 2), points, players)
        if points is None:
            del games[game]
        return
    week, players = chance.randint(1, 3), tuple(chance.sample(range(4), 4))
    games[scene.count(scene.inside(week, 2), scores(chance), players)] = (week, players)


def scores(chance: Random) -> tuple[int, int]:
    first = chance.randint(0, 10)
    return first, chance.choice([point for point in range(11) if point != first])


def recompute(scene: JackpotClub, chance: Random, times: int) -> None:
    """Everything due and everything else, so many times, in any order."""
    keys = [str(pk) for pk in scene.jackpot.periods.values_list("pk", flat=True)] * times
    chance.shuffle(keys)
    for key in keys:
        RewardJob.objects.get_or_create(kind=KIND, key=key)
        assert run(KIND, key)


def state(scene: JackpotClub) -> list[object]:
    rows = JackpotScore.objects.order_by("period__number", "player__name")
    due = [sorted(paid(period).items()) for period in scene.jackpot.periods.order_by("number")]
    return [list(rows.values_list("period__number", "player__name", "place", "score", "games_short")), due]


@pytest.mark.slow
@pytest.mark.parametrize("seed", sample(0, of=range(6)))
def test_random_histories_keep_every_sum_and_pay_what_is_due(db: None, seed: int) -> None:
    """Corrections before and after payout; tasks three times and shuffled: the same, and the ledger balances."""
    chance = Random(seed)
    rules = JackpotRules(
        shares=chance.choice([(10_000,), (5000, 3000), (6000, 2500, 1500)]),
        tied=chance.choice(list(Tied)),
        fewest_games=chance.choice((1, 2)),
        vesting=chance.choice([(), (2000, 5000)]),
        least=chance.choice((1, 12)),
    )
    scene = JackpotClub(3, **vars(rules))
    games: dict[int, tuple[int, tuple[int, ...]]] = {}
    for week in (1, 2, 3):
        fund(scene, week, chance.randint(1, 2000))
    for step in range(36):
        play_on(scene, chance, games)
        if step in (12, 20, 28):
            recompute(scene, chance, 1)
            close(scene, {12: 1, 20: 2, 28: 3}[step])
    recompute(scene, chance, 1)
    once = state(scene)
    assert violations() == []
    recompute(scene, chance, 3)
    assert state(scene) == once
    total = sum(row.into(Account.PLAYERS) for row in JackpotPosting.objects.all())
    kept = pot_of(scene.period(4)).total
    came_in = sum(row.cents for row in JackpotPosting.objects.filter(kind__in=(Kind.ADDED, Kind.COVER)))
    assert total + kept == came_in
