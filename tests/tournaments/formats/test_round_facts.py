"""The facts of a round, read from slips and byes."""

from fractions import Fraction

from tests.tournaments.formats.nights import drawn_table, hands, played
from tournaments.formats.base import PlayedRound, PlayedTable, Slip
from tournaments.formats.round_facts import Kind, Outcome, RoundFact, facts


def one_round(text, slip):
    return PlayedRound(1, (PlayedTable(drawn_table(1, text), slip),))


def outcomes(text, slip):
    return [fact.outcome for fact in facts([one_round(text, slip)], range(1, 9))]


def test_both_partners_get_the_points_of_their_side():
    assert facts([played(1, "1+2 v 3+4 = 7:5")], [1, 4]) == (
        RoundFact(1, 1, Kind.PLAYED, 7, 2, Outcome.WON, 5, (2,), (3, 4)),
        RoundFact(4, 1, Kind.PLAYED, 5, 0, Outcome.LOST, 7, (3,), (1, 2)),
    )


def test_hands_are_counted_for_the_side_that_scored():
    slip = Slip((9, 4), hands("0:4a 0:2 1:2a 1:2 0:1a 0:2"))
    one, three = facts([one_round("1 v 3", slip)], [1, 3])
    assert (one.four_point_hands, one.loners, one.two_point_hands) == (1, 2, 2)
    assert (three.four_point_hands, three.loners, three.two_point_hands) == (0, 0, 2)
    assert (one.hands_won, three.hands_won) == (4, 2)


def test_a_tied_round_stays_tied_no_matter_who_moves():
    assert outcomes("1 v 2", Slip((5, 5), tie_winner=1)) == [Outcome.TIED, Outcome.TIED]


def test_at_a_table_of_three_the_best_of_the_others_is_what_one_is_measured_against():
    assert outcomes("1 v 2 v 3", Slip((5, 7, 1))) == [Outcome.LOST, Outcome.WON, Outcome.LOST]
    assert outcomes("1 v 2 v 3", Slip((7, 7, 1))) == [Outcome.TIED, Outcome.TIED, Outcome.LOST]


def test_who_forfeits_has_lost_whatever_points_are_awarded():
    assert outcomes("1 v 2", Slip((0, 0), forfeited=(1,))) == [Outcome.WON, Outcome.LOST]
    assert outcomes("1 v 2", Slip((0, 0), forfeited=(0, 1))) == [Outcome.LOST, Outcome.LOST]
    assert facts([one_round("1 v 2", Slip((10, 0), forfeited=(1,)))], [1])[0].kind is Kind.FORFEITED


def test_a_table_without_a_slip_gives_no_fact():
    assert facts([played(1, "1+2 v 3+4", "5+6 v 7+8 = 3:2")], [1, 5])[0].entry == 5


def test_a_bye_is_worth_its_points():
    assert facts([played(1, "1+2 v 3+4 = 7:5", byes=[5])], [5]) == (RoundFact(5, 1, Kind.BYE, 7),)


def test_or_the_own_average_per_round_played():
    rounds = [
        played(1, "1+2 v 3+4 = 7:5"),
        played(2, "2+3 v 4+5 = 6:6", byes=[1], bye_points=None),
        played(3, "1+3 v 2+4 = 8:4"),
        PlayedRound(4, (PlayedTable(drawn_table(1, "1+4 v 2+3"), Slip((20, 0), forfeited=(1,))),)),
    ]
    assert [fact.points for fact in facts(rounds, [1])] == [7, Fraction(15, 2), 8, 20]
    assert facts([played(1, "1+2 v 3+4 = 7:5", byes=[5], bye_points=None)], [5])[0].points == 0


def test_a_round_without_a_place_is_missed_before_coming_in_and_after_leaving():
    rounds = [played(1, "1 v 2 = 7:5"), played(2, "1 v 3 = 7:5"), played(3, "1 v 2 = 7:5"), played(4, "1 v 4")]
    missed = [fact for fact in facts(rounds, range(1, 5), 1) if fact.kind is Kind.MISSED]
    kinds = {entry: [(fact.round, fact.halves) for fact in missed if fact.entry == entry] for entry in range(1, 5)}
    assert kinds == {1: [], 2: [(2, 0), (4, 0)], 3: [(1, 1), (3, 0), (4, 0)], 4: [(1, 1), (2, 1), (3, 1)]}


def test_house_players_have_no_facts():
    assert [fact.entry for fact in facts([played(1, "1+0 v 3+4 = 7:5")], [1, 3, 4])] == [1, 3, 4]
