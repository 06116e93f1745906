"""What each entry made in all its rounds: the numbers that most criteria rank by. Exact; ranks no one."""

from fractions import Fraction

from tournaments.formats.base import Points
from tournaments.formats.round_facts import Kind, Outcome
from tournaments.formats.standings.sums import Facts


def points(facts: Facts) -> Points:
    return sum((fact.points for fact in facts), Fraction(0))


def average_points(facts: Facts) -> Points:
    """Points per round played; 0 before the first."""
    played = tuple(fact for fact in facts if fact.kind is Kind.PLAYED)
    return Fraction(points(played)) / len(played) if played else 0


def point_difference(facts: Facts) -> Points:
    at_tables = _at_tables(facts)
    return points(at_tables) - sum(fact.points_against for fact in at_tables)


def games_won(facts: Facts) -> Points:
    return Fraction(sum(fact.halves for fact in facts), 2)


def rounds_won(facts: Facts) -> Points:
    return sum(fact.outcome is Outcome.WON for fact in facts)


def rounds_played(facts: Facts) -> Points:
    return sum(fact.kind is Kind.PLAYED for fact in facts)


def four_point_hands(facts: Facts) -> Points:
    return sum(fact.four_point_hands for fact in facts)


def loners(facts: Facts) -> Points:
    return sum(fact.loners for fact in facts)


def two_point_hands(facts: Facts) -> Points:
    return sum(fact.two_point_hands for fact in facts)


def hands_won(facts: Facts) -> Points:
    return sum(fact.hands_won for fact in facts)


def points_percentage(facts: Facts) -> Points:
    """The share of all points at an entry's tables that its side made; 0 before any point."""
    at_tables = _at_tables(facts)
    made, lost = points(at_tables), sum(fact.points_against for fact in at_tables)
    return Fraction(made, made + lost) if made + lost else 0


def matchpoints(facts: Facts) -> Points:
    """The share of the matchpoints that could be made; 0 before any comparison."""
    possible = sum(fact.possible for fact in facts)
    return Fraction(sum((fact.matchpoints for fact in facts), Fraction(0)), possible) if possible else 0


def _at_tables(facts: Facts) -> Facts:
    return tuple(fact for fact in facts if fact.kind in (Kind.PLAYED, Kind.FORFEITED))
