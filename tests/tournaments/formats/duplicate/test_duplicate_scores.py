"""Matchpoints: worked by hand on small rounds, and against a slow scorer of its own on random ones."""

from collections import defaultdict
from fractions import Fraction
from random import Random

import pytest

from games.engine.messages import NOTHING
from games.engine.slip import HandScore
from tests.sizes import sample
from tests.tournaments.formats.nights import drawn_table, hands
from tournaments.formats.base import ByeDraw, PlayedRound, PlayedTable, Slip
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.duplicate.config import Duplicate
from tournaments.formats.duplicate.scores import Line, compare, round_totals, traveller
from tournaments.formats.round_facts import facts
from tournaments.formats.standings.rows import rank

SIXTY = Duplicate(deals=2)


def of_hands(text):
    """A slip from its hands: "0:1 1:2"."""
    found = hands(text)
    return Slip(tuple(sum(hand.points for hand in found if hand.side == side) for side in (0, 1)), found)


def duplicate_round(number, *slips, byes=()):
    """Table 1 is 1 v 2, table 2 is 3 v 4 …"""
    tables = tuple(
        PlayedTable(drawn_table(index, f"{2 * index - 1} v {2 * index}"), slip)
        for index, slip in enumerate(slips, start=1)
    )
    return PlayedRound(number, tables, tuple(ByeDraw(entry, None, NOTHING) for entry in byes))


def scored(rounds, entries, config=SIXTY):
    found = compare(config, rounds, facts(rounds, entries))
    return {(fact.round, fact.entry): (fact.matchpoints, fact.possible) for fact in found}


THREE = duplicate_round(1, of_hands("0:1 0:2"), of_hands("0:1 1:1"), of_hands("1:2 1:4a"))


def test_a_deal_is_compared_table_by_table():
    assert traveller(THREE, 1) == (
        Line(1, 1, 2, (1, 0), (3, 1), 4),
        Line(2, 3, 4, (1, 0), (3, 1), 4),
        Line(3, 5, 6, (0, 2), (0, 4), 4),
    )
    assert [line.matchpoints for line in traveller(THREE, 2)] == [(4, 0), (2, 2), (0, 4)]
    assert traveller(THREE, 3) == ()


def test_a_round_is_the_sum_of_its_deals():
    assert scored([THREE], range(1, 7)) == {
        (1, 1): (7, 8),
        (1, 2): (1, 8),
        (1, 3): (5, 8),
        (1, 4): (3, 8),
        (1, 5): (0, 8),
        (1, 6): (8, 8),
    }
    assert round_totals(THREE)[0] == Line(1, 1, 2, (3, 0), (7, 1), 8)


def test_numbered_hands_find_their_deal_and_a_passed_out_deal_is_nothing_to_nothing():
    backwards = Slip((1, 0), (HandScore(0, 1, hand=2), HandScore(0, 0, hand=1)))
    played = duplicate_round(1, backwards, of_hands("1:1 0:1"))
    assert [(line.points, line.matchpoints) for line in traveller(played, 1)] == [((0, 0), (2, 0)), ((0, 1), (0, 2))]
    assert [line.matchpoints for line in traveller(played, 2)] == [(1, 1), (1, 1)]


def test_only_deals_that_both_wrote_down_are_compared():
    played = duplicate_round(1, of_hands("0:1 0:2"), of_hands("0:1"))
    assert scored([played], [1, 2]) == {(1, 1): (1, 2), (1, 2): (1, 2)}


def test_a_total_is_compared_with_totals_as_one_deal():
    played = duplicate_round(1, of_hands("0:1 0:2"), of_hands("0:1 1:1"), Slip((2, 0)))
    assert scored([played], range(1, 7)) == {
        (1, 1): (3 + 2, 6),
        (1, 2): (1, 6),
        (1, 3): (1, 6),
        (1, 4): (5, 6),
        (1, 5): (2, 4),
        (1, 6): (2, 4),
    }
    assert [line.table for line in traveller(played, 1)] == [1, 2]


def test_a_void_table_is_compared_with_no_other():
    played = duplicate_round(1, of_hands("0:1 0:2"), None, of_hands("0:1 1:2"))
    assert scored([played], range(1, 7)) == {(1, 1): (3, 4), (1, 2): (1, 4), (1, 5): (1, 4), (1, 6): (3, 4)}
    alone = duplicate_round(1, of_hands("0:1 0:2"), None)
    assert scored([alone], [1, 3]) == {(1, 1): (0, 0)}
    assert rank([1], compare(SIXTY, [alone], facts([alone], [1])), ["matchpoints"])[0].values == ("0.0%",)


def test_a_bye_is_sixty_percent_or_the_own_average_if_that_is_better():
    rest = (of_hands("0:1 0:2"), of_hands("0:1 1:1"), of_hands("1:2 1:4a"))
    rounds = [THREE, duplicate_round(2, *rest[:2], byes=[5, 6])]
    found = scored(rounds, range(1, 7))
    assert found[2, 5] == (Fraction(6, 10) * 4, 4)
    assert found[2, 6] == (4, 4)


def test_without_a_percentage_it_is_the_own_average_alone():
    config = Duplicate(bye_percent=None)
    assert scored([THREE, duplicate_round(2, *[of_hands("0:1")] * 2, byes=[5])], [5], config)[2, 5] == (0, 2)
    assert scored([duplicate_round(1, *[of_hands("0:1")] * 2, byes=[5])], [5], config)[1, 5] == (0, 0)
    assert scored([duplicate_round(1, *[of_hands("0:1")] * 2, byes=[5])], [5])[1, 5] == (Fraction(12, 10), 2)


def test_who_did_not_play_gets_nothing_and_the_opponents_a_bye():
    forfeit = Slip((10, 0), forfeited=(1,))
    played = duplicate_round(1, of_hands("0:1 0:2"), of_hands("0:1 1:1"), forfeit)
    found = scored([played], range(1, 7))
    assert (found[1, 1], found[1, 5], found[1, 6]) == ((3, 4), (Fraction(12, 5), 4), (0, 4))
    unplayed = duplicate_round(1, of_hands("0:1 0:2"), of_hands("0:1 1:1"), Slip((0, 0), forfeited=(0, 1)))
    assert [scored([unplayed], [5, 6])[1, entry] for entry in (5, 6)] == [(0, 4), (0, 4)]


def test_standings_go_by_the_share_of_matchpoints_then_by_the_point_difference():
    rows = rank(range(1, 7), compare(SIXTY, [THREE], facts([THREE], range(1, 7))), FORMATS["duplicate"].criteria)
    assert [(row.place, row.entry, row.values[:2]) for row in rows] == [
        (1, 6, ("100.0%", "6")),
        (2, 1, ("87.5%", "3")),
        (3, 3, ("62.5%", "0")),
        (4, 4, ("37.5%", "0")),
        (5, 2, ("12.5%", "−3")),
        (6, 5, ("0.0%", "−6")),
    ]
    assert str(rows[1].because) == "No. 6 is above No. 1: 100.0% to 87.5% on matchpoints."


def test_sitting_out_makes_no_difference():
    played = duplicate_round(1, of_hands("0:1 0:2"), of_hands("0:1 1:1"), byes=[5])
    values = {row.entry: row.exact[0] for row in rank([1, 2, 5], facts([played], [1, 2, 5]), ["point_difference"])}
    assert values == {1: 3, 2: -3, 5: 0}


def test_other_formats_have_no_matchpoints():
    assert {key for key, row in FORMATS.items() if row.has_same_deals} == {"duplicate"}
    assert all((fact.matchpoints, fact.possible) == (0, 0) for fact in facts([THREE], [1, 2]))


def random_round(rng, tables, deals):
    slips = []
    for _ in range(tables):
        text = " ".join(f"{rng.randrange(2)}:{rng.choice((1, 1, 1, 2, 2, 4))}" for _ in range(deals))
        slip = of_hands(text)
        slips.append(rng.choice([slip] * 8 + [Slip(slip.points), None]))
    return duplicate_round(1, *slips)


def slow_scores(played):
    """Entry -> matchpoints and possible: every pair asks every other in its direction, deal by deal."""
    held = defaultdict(list)
    for table in played.tables:
        if table.slip:
            nets = [hand.points if hand.side == 0 else -hand.points for hand in table.slip.hands]
            total = table.slip.points[0] - table.slip.points[1]
            held["north"].append((table.draw.sides[0][0], nets, total))
            held["east"].append((table.draw.sides[1][0], [-net for net in nets], -total))
    found = {}
    for rows in held.values():
        for entry, nets, total in rows:
            made = possible = 0
            for other, theirs, their_total in rows:
                if other != entry:
                    both = list(zip(nets, theirs, strict=True)) if nets and theirs else [(total, their_total)]
                    made += sum(2 * (own > their) + (own == their) for own, their in both)
                    possible += 2 * len(both)
            found[1, entry] = (made, possible)
    return found


@pytest.mark.parametrize("seed", sample(*range(12), of=range(60)))
def test_it_scores_like_the_slow_scorer(seed):
    rng = Random(seed)
    played = random_round(rng, rng.randint(1, 8), rng.randint(1, 6))
    assert scored([played], range(1, 17)) == slow_scores(played)


@pytest.mark.parametrize("seed", sample(*range(8), of=range(30)))
def test_on_every_deal_each_direction_shares_out_all_matchpoints(seed):
    rng = Random(seed)
    played = random_round(rng, rng.randint(2, 8), 4)
    for deal in range(1, 5):
        lines = traveller(played, deal)
        for side in (0, 1):
            assert sum(line.matchpoints[side] for line in lines) == len(lines) * (len(lines) - 1)
    totals = round_totals(played)
    assert all(
        2 * sum(line.matchpoints[side] for line in totals) == sum(line.possible for line in totals) for side in (0, 1)
    )
