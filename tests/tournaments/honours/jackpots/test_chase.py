"""Whom to beat and by how much."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import SOAK
from tests.tournaments.honours.jackpots.money import SEED, race_of, random_race, random_rules
from tournaments.honours.jackpots.chase import Chase, Rival, chase
from tournaments.honours.jackpots.race import Race, Waiting
from tournaments.honours.jackpots.rules import JackpotRules, Tied
from tournaments.honours.jackpots.sharing import JackpotPot, prizes
from tournaments.honours.places import placed

EXAMPLES = 5000 if SOAK else 100
THREE = JackpotRules(shares=(5000, 3000, 2000))
STANDING = race_of(p1=40, p2=35, p3=35, p4=30, p5=12)


def test_nearest_first_only_paid_places_count():
    found = chase(THREE, STANDING, 5)
    assert found == Chase(5, 12, 5, (Rival(2, (2, 3), 24), Rival(1, (1,), 29)), free_places=0)


def test_the_leader_has_no_one_to_beat_and_sees_how_far_ahead():
    assert chase(THREE, STANDING, 1) == Chase(1, 40, 1, (), free_places=0, ahead=5)


def test_who_is_level_has_the_others_to_pass():
    assert chase(THREE, STANDING, 2) == Chase(2, 35, 2, (Rival(2, (3,), 1), Rival(1, (1,), 6)), free_places=0, ahead=5)


def test_the_last_has_no_one_behind_and_free_places_are_named():
    assert chase(THREE, race_of(p1=4), 1) == Chase(1, 4, 1, (), free_places=2)


def test_who_may_not_win_yet_hears_what_is_lacking():
    standing = Race(STANDING.rows, (Waiting(9, 38, games_short=2),))
    assert chase(THREE, standing, 9) == Chase(
        9, 38, None, (Rival(1, (1,), 3),), free_places=0, lacks=Waiting(9, 38, games_short=2)
    )


def test_who_has_not_played_lacks_the_games_and_the_score():
    found = chase(JackpotRules(fewest_games=3, least=10), STANDING, 77)
    assert found.lacks == Waiting(77, 0, games_short=3, score_short=10)
    assert found.rivals == (Rival(1, (1,), 41),)


@settings(max_examples=EXAMPLES)
@given(st.randoms(use_true_random=False))
def test_so_many_more_and_not_one_less_pass_the_rival(rng):
    rules, standing = random_rules(rng, vesting=(), tied=Tied.SPLIT), random_race(rng)
    for row in standing.rows:
        for rival in chase(rules, standing, row.player).rivals:
            enough, short = (with_score(standing, row.player, row.value[0] + rival.more - less) for less in (0, 1))
            assert place(enough, row.player) <= rival.place
            assert all(place(enough, row.player) < place(enough, other) for other in rival.players)
            assert all(place(short, row.player) >= place(short, other) for other in rival.players)
            assert row.player in {prize.player for prize in prizes(rules, JackpotPot(100_000), enough, SEED)}


def with_score(standing, player, score):
    return Race(placed({row.player: (score,) if row.player == player else row.value for row in standing.rows}))


def place(standing, player):
    return next(row.place for row in standing.rows if row.player == player)
