"""A jackpot closed: sums exact, tied players treated alike, corrections booked as differences, no one paid twice."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import SOAK
from tests.tournaments.honours.histories import corrected, random_games, shuffled
from tests.tournaments.honours.jackpots.money import NOVEMBER, SEED, race_of, random_pot, random_race, random_rules
from tests.tournaments.honours.played import OLGA, PAM, QUINN, game
from tournaments.honours.facts import leaders
from tournaments.honours.jackpots.closing import close, payments
from tournaments.honours.jackpots.periods import Calendar, Kind
from tournaments.honours.jackpots.race import Race, race
from tournaments.honours.jackpots.rules import JackpotRules, Tied
from tournaments.honours.jackpots.sharing import JackpotPot
from tournaments.honours.ledger import Account, Posting
from tournaments.honours.places import placed

EXAMPLES = 20_000 if SOAK else 150
HISTORIES = 500 if SOAK else 15
DICE = st.randoms(use_true_random=False)


def closed(rules, pot, standing, earlier=None, seed=SEED):
    return close(7, rules, NOVEMBER, pot, standing, seed, earlier)


def won(done):
    return {prize.player: prize.cents for prize in done.prizes}


def test_the_winner_takes_all():
    done = closed(JackpotRules(), JackpotPot(5000), race_of(p1=30, p2=20))
    assert (won(done), done.carried_over) == ({1: 5000}, 0)
    assert done.explanation == "50.00 was added. 50.00 goes to the winners and 0.00 stays in the jackpot."
    assert str(done.prizes[0].reason) == "1st place with 30"


def test_unclaimed_it_is_carried_over():
    without_winner = closed(JackpotRules(), JackpotPot(5000, 1200), race_of())
    assert (won(without_winner), without_winner.carried_over) == ({}, 6200)
    two_prizes = closed(JackpotRules(shares=(6000, 3000)), JackpotPot(5000), race_of(p1=3))
    assert (won(two_prizes), two_prizes.carried_over) == ({1: 3000}, 2000)
    assert closed(JackpotRules(), JackpotPot(0), race_of(p1=3)).prizes == ()


@pytest.mark.parametrize(
    ("tied", "paid", "left"),
    [(Tied.SPLIT, [2501, 2500, 1000, 1000], 3001), (Tied.CARRY, [], 10_002), (Tied.LOT, [3001, 2000, 2000], 3001)],
)
def test_level_players(tied, paid, left):
    rules = JackpotRules(shares=(3000, 2000, 2000), tied=tied)
    done = closed(rules, JackpotPot(10_002), race_of(p1=9, p2=9, p3=5, p4=5, p5=1))
    assert (sorted(won(done).values(), reverse=True), done.carried_over) == (paid, left)


def test_who_gets_the_odd_cent_or_wins_the_lot_is_drawn_again_by_anybody_with_the_seed():
    for tied in (Tied.SPLIT, Tied.LOT):
        outcomes = [
            won(closed(JackpotRules(tied=tied), JackpotPot(101), race_of(p1=9, p2=9), seed=f"{number}"))
            for number in range(20)
        ]
        assert outcomes == [
            won(closed(JackpotRules(tied=tied), JackpotPot(101), race_of(p2=9, p1=9), seed=f"{number}"))
            for number in range(20)
        ]
        assert len({tuple(sorted(each.items())) for each in outcomes}) == 2
    reasons = {str(prize.reason) for prize in closed(JackpotRules(), JackpotPot(101), race_of(p1=9, p2=9)).prizes}
    assert reasons == {"1st place with 9, prize shared"}
    (lot,) = closed(JackpotRules(tied=Tied.LOT), JackpotPot(101), race_of(p1=9, p2=9)).prizes
    assert str(lot.reason) == "1st place with 9, by random draw"


@pytest.mark.parametrize(("earlier", "paid"), [(0, 1200), (1, 1300), (2, 1400), (3, 2000), (9, 2000)])
def test_new_players_take_a_part_of_carried_over_money_and_all_of_the_fresh(earlier, paid):
    rules = JackpotRules(vesting=(2000, 3000, 4000))
    done = closed(rules, JackpotPot(1000, 1000), race_of(p1=4), {1: earlier})
    assert (won(done), done.carried_over) == ({1: paid}, 2000 - paid)


def test_vesting_says_so_and_leaves_fresh_money_alone():
    rules = JackpotRules(vesting=(2000,))
    (prize,) = closed(rules, JackpotPot(0, 999), race_of(p1=4)).prizes
    assert (prize.cents, str(prize.reason)) == (199, "1st place with 4, including 20% of the carryover")
    assert won(closed(rules, JackpotPot(999), race_of(p1=4))) == {1: 999}
    assert won(closed(JackpotRules(vesting=(0,)), JackpotPot(0, 999), race_of(p1=4))) == {}


@pytest.mark.slow
@settings(max_examples=EXAMPLES)
@given(DICE)
def test_sums_are_exact_and_the_order_of_input_changes_nothing(rng):
    rules, pot, standing = random_rules(rng), random_pot(rng), random_race(rng)
    earlier = {player: rng.randrange(5) for player in range(1, 30)}
    done = closed(rules, pot, standing, earlier)
    assert sum(won(done).values()) + done.carried_over == pot.fresh + pot.carried
    assert min(won(done).values(), default=1) > 0
    mixed = Race(
        placed({row.player: row.value for row in rng.sample(standing.rows, len(standing.rows))}), standing.waiting
    )
    assert closed(rules, pot, mixed, earlier).digest == done.digest


@pytest.mark.slow
@settings(max_examples=EXAMPLES)
@given(DICE)
def test_better_never_gets_less(rng):
    """But for the lot, which is made to part equals, and vesting, which is made for those who were here before."""
    rules, pot, standing = random_rules(rng, vesting=(), tied=Tied.SPLIT), random_pot(rng), random_race(rng)
    paid = won(closed(rules, pot, standing))
    for better in standing.rows:
        for worse in standing.rows:
            if better.place < worse.place:
                assert paid.get(better.player, 0) >= paid.get(worse.player, 0)
            elif better.place == worse.place:
                assert abs(paid.get(better.player, 0) - paid.get(worse.player, 0)) <= 1


def booked(rows):
    """What the ledger has, by player."""
    found = {}
    for row in rows:
        found.setdefault(row.player, []).append(row.cents)
    return found


def test_a_corrected_place_pays_no_one_twice_as_civitai_did():
    """There the key of a payout held the place, so that a corrected place was a payout not yet made."""
    rules = JackpotRules(shares=(6000, 4000))
    wrong = closed(rules, JackpotPot(1000), race_of(p1=30, p2=20))
    ledger = list(payments(wrong, {}))
    right = closed(rules, JackpotPot(1000), race_of(p1=20, p2=30))
    ledger += payments(right, booked(ledger))
    assert {player: sum(rows) for player, rows in booked(ledger).items()} == {1: 400, 2: 600}
    assert [(row.player, row.number, row.cents) for row in ledger] == [
        (1, 1, 600),
        (2, 1, 400),
        (1, 2, -200),
        (2, 2, 200),
    ]
    assert payments(right, booked(ledger)) == ()
    assert len({row.key for row in ledger}) == len(ledger)
    assert ledger[0].key == "jackpot/7/month 2026-11-01/1/1"


def test_a_player_who_lost_a_prize_owes_it_and_the_pot_is_full_again():
    paid = closed(JackpotRules(), JackpotPot(1000), race_of(p1=30))
    ledger = list(payments(paid, {}))
    ledger += payments(closed(JackpotRules(), JackpotPot(1000), race_of()), booked(ledger))
    assert [(row.cents, str(row.reason)) for row in ledger] == [
        (1000, "1st place with 30"),
        (-1000, "Corrected prize: no prize"),
    ]
    assert [replace(row.posting, memo=str(row.posting.memo)) for row in ledger] == [
        Posting(Account.JACKPOT, Account.PLAYERS, 1000, "1st place with 30", prize=ledger[0].key, player=1),
        Posting(Account.PLAYERS, Account.JACKPOT, 1000, "Corrected prize: no prize", prize=ledger[1].key, player=1),
    ]


def test_two_who_book_at_once_make_the_same_rows():
    due = closed(JackpotRules(), JackpotPot(1000), race_of(p1=30))
    one, other = payments(due, {}), payments(due, {})
    assert {row.key for row in one} == {row.key for row in other}


@pytest.mark.parametrize("number", range(HISTORIES))
def test_late_and_corrected_results_leave_everyone_with_what_is_due(number):
    rng = Random(f"jackpots/{number}")
    games, rules, pot = random_games(rng, 60, days=20), random_rules(rng), random_pot(rng)
    month = Calendar("Europe/Dublin", Kind.MONTH).period_of(games[0].ended_at)
    ledger = []
    for _ in range(6):
        due = close(1, rules, month, pot, race(rules, month, shuffled(rng, games)), SEED)
        assert due.digest == close(1, rules, month, pot, race(rules, month, games), SEED).digest
        for _ in range(3):
            ledger += payments(due, booked(ledger))
        had = Counter()
        for row in ledger:
            had[row.player] += row.cents
        assert +had == won(due)
        assert min(had.values(), default=0) >= 0
        assert len({row.key for row in ledger}) == len(ledger)
        flow = Counter()
        for row in ledger:
            flow[row.posting.debit] -= row.posting.cents
            flow[row.posting.credit] += row.posting.cents
        assert sum(flow.values()) == 0
        assert flow[Account.PLAYERS] == sum(won(due).values()) == pot.total - due.carried_over
        games = corrected(rng, games)


def test_the_digest_sees_any_change_of_the_standings():
    first = closed(JackpotRules(), JackpotPot(1000), race_of(p1=30, p2=20))
    others = (
        closed(JackpotRules(), JackpotPot(1000), race_of(p1=30, p2=21)),
        closed(JackpotRules(), JackpotPot(999, 1), race_of(p1=30, p2=20)),
        closed(JackpotRules(), JackpotPot(1000), race_of(p1=30, p2=20, p3=1)),
    )
    assert len({done.digest for done in (first, *others)}) == 4
    assert first.digest == closed(JackpotRules(), JackpotPot(1000), race_of(p2=20, p1=30)).digest


def test_a_late_result_belongs_to_the_period_in_which_its_game_ended():
    late = game(9, (0, 10), ended_at=NOVEMBER.end - timedelta(seconds=1))
    before, after = ([game(1)], [game(1), late])
    done, again = (
        closed(JackpotRules(), JackpotPot(100), race(JackpotRules(), NOVEMBER, games)) for games in (before, after)
    )
    assert set(won(done)) == {OLGA, QUINN}
    assert PAM in won(again)
    assert leaders(late.points) == (1,)


def test_a_pot_has_no_debts():
    with pytest.raises(AssertionError):
        JackpotPot(-1)
