"""Every criterion once more, written from its words, slowly and straight from the rounds. Shares no code with them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random

from tournaments.formats.base import PlayedRound, PlayedTable

Rounds = Sequence[PlayedRound]
Value = Fraction | int


def table_of(played: PlayedRound, entry: int) -> PlayedTable | None:
    return next((table for table in played.tables if entry in table.draw.entries), None)


def side_of(table: PlayedTable, entry: int) -> int:
    return next(index for index, side in enumerate(table.draw.sides) if entry in side)


def fate(rounds: Rounds, entry: int, number: int) -> str:
    """played, won by forfeit, lost by forfeit, bye, absent or nothing (void)."""
    played = rounds[number - 1]
    table = table_of(played, entry)
    if table is None:
        return "bye" if any(bye.entry == entry for bye in played.byes) else "absent"
    if table.slip is None:
        return "nothing"
    if not table.slip.forfeited:
        return "played"
    return "lost by forfeit" if side_of(table, entry) in table.slip.forfeited else "won by forfeit"


def result(rounds: Rounds, entry: int, number: int) -> Fraction:
    """What an entry has of one round: a game, half a game or nothing."""
    what = fate(rounds, entry, number)
    if what == "bye":
        return Fraction(next(bye.halves for bye in rounds[number - 1].byes if bye.entry == entry), 2)
    if what == "won by forfeit":
        return Fraction(1)
    if what != "played":
        return Fraction(0)
    own, other = score_of(rounds, entry, number)
    return Fraction(1) if own > other else Fraction(1, 2) if own == other else Fraction(0)


def score_of(rounds: Rounds, entry: int, number: int) -> tuple[int, int]:
    table = table_of(rounds[number - 1], entry)
    assert table is not None
    assert table.slip is not None
    side = side_of(table, entry)
    return table.slip.points[side], table.slip.points[1 - side]


def all_numbers(rounds: Rounds) -> range:
    return range(1, len(rounds) + 1)


def at_tables(rounds: Rounds, entry: int) -> list[tuple[int, int]]:
    return [
        score_of(rounds, entry, number)
        for number in all_numbers(rounds)
        if fate(rounds, entry, number) in ("played", "won by forfeit", "lost by forfeit")
    ]


def really_played(rounds: Rounds, entry: int) -> list[int]:
    return [number for number in all_numbers(rounds) if fate(rounds, entry, number) == "played"]


def average_points(rounds: Rounds, entry: int) -> Value:
    numbers = really_played(rounds, entry)
    return Fraction(sum(score_of(rounds, entry, number)[0] for number in numbers), max(1, len(numbers)))


def points(rounds: Rounds, entry: int) -> Value:
    byes = [bye.points for played in rounds for bye in played.byes if bye.entry == entry]
    for_byes = sum((average_points(rounds, entry) if one is None else one for one in byes), Fraction(0))
    return for_byes + sum(own for own, _ in at_tables(rounds, entry))


def games_won(rounds: Rounds, entry: int) -> Value:
    return sum((result(rounds, entry, number) for number in all_numbers(rounds)), Fraction(0))


def rounds_won(rounds: Rounds, entry: int) -> Value:
    ways = [(fate(rounds, entry, number), result(rounds, entry, number)) for number in all_numbers(rounds)]
    return ways.count(("played", Fraction(1))) + sum(way == "won by forfeit" for way, _ in ways)


def hands_of(rounds: Rounds, entry: int) -> list[tuple[int, bool]]:
    found = []
    for played in rounds:
        table = table_of(played, entry)
        if table and table.slip:
            side = side_of(table, entry)
            found += [(hand.points, hand.alone) for hand in table.slip.hands if hand.side == side]
    return found


def points_percentage(rounds: Rounds, entry: int) -> Value:
    own, all_points = (
        sum(own for own, _ in at_tables(rounds, entry)),
        sum(own + other for own, other in at_tables(rounds, entry)),
    )
    return Fraction(own, all_points) if all_points else 0


def met(rounds: Rounds, entry: int, number: int) -> list[int]:
    table = table_of(rounds[number - 1], entry)
    assert table is not None
    return list(table.draw.sides[1 - side_of(table, entry)])


def opponents_points(rounds: Rounds, entry: int) -> Value:
    theirs = [points(rounds, other) for number in really_played(rounds, entry) for other in met(rounds, entry, number)]
    return Fraction(sum(theirs, Fraction(0)), max(1, len(theirs)))


def progressive_score(rounds: Rounds, entry: int) -> Value:
    return sum((games_won(rounds[:number], entry) for number in all_numbers(rounds)), Fraction(0))


def counts_for_others(rounds: Rounds, entry: int, rule: str) -> Fraction:
    fates = [fate(rounds, entry, number) for number in all_numbers(rounds)]
    while rule == "2023" and fates and fates[-1] in ("absent", "lost by forfeit", "nothing"):
        fates.pop()
    score = Fraction(0)
    for number in all_numbers(rounds):
        what = fate(rounds, entry, number)
        is_level = what == "absent" and number > len(fates)
        if rule == "2009":
            is_level = what not in ("played", "nothing")
        score += Fraction(1, 2) if is_level else result(rounds, entry, number)
    return score


def opposition(rounds: Rounds, entry: int, rule: str) -> list[tuple[bool, Fraction, Fraction]]:
    """(goes first when the least is cut, score of whom one met, own result) per round that counts."""
    found = []
    for number in all_numbers(rounds):
        what, own = fate(rounds, entry, number), result(rounds, entry, number)
        if what == "played":
            found += [(False, counts_for_others(rounds, other, rule), own) for other in met(rounds, entry, number)]
        elif what != "nothing" and rule == "2023":
            found.append((what in ("absent", "lost by forfeit"), Fraction(games_won(rounds, entry)), own))
        elif what != "nothing" and rule == "2009":
            before = Fraction(games_won(rounds[: number - 1], entry))
            found.append((False, before + 1 - own + Fraction(len(rounds) - number, 2), own))
    return found


def buchholz(rounds: Rounds, entry: int, rule: str, least: int = 0, greatest: int = 0) -> Fraction:
    left = sorted(((not first, worth) for first, worth, _ in opposition(rounds, entry, rule)))[least:]
    return sum(sorted(worth for _, worth in left)[: max(0, len(left) - greatest)], Fraction(0))


def sonneborn_berger(rounds: Rounds, entry: int, rule: str) -> Fraction:
    return sum((worth * own for _, worth, own in opposition(rounds, entry, rule)), Fraction(0))


PLAIN: dict[str, Callable[[Rounds, int], Value]] = {
    "points": points,
    "games_won": games_won,
    "rounds_won": rounds_won,
    "four_point_hands": lambda rounds, entry: sum(value == 4 for value, _ in hands_of(rounds, entry)),
    "loners": lambda rounds, entry: sum(alone and value in (1, 4) for value, alone in hands_of(rounds, entry)),
    "two_point_hands": lambda rounds, entry: sum(value == 2 for value, _ in hands_of(rounds, entry)),
    "hands_won": lambda rounds, entry: len(hands_of(rounds, entry)),
    "points_percentage": points_percentage,
    "point_difference": lambda rounds, entry: sum(own - other for own, other in at_tables(rounds, entry)),
    "average_points": average_points,
    "rounds_played": lambda rounds, entry: len(really_played(rounds, entry)),
    "opponents_points": opponents_points,
    "progressive_score": progressive_score,
    "lot": lambda rounds, entry: Random(f"7/final lot/{entry}").getrandbits(32),
}
"""Criterion → its value for an entry, whatever the rule for unplayed rounds; lots from the seed 7."""

RULED: dict[str, Callable[[Rounds, int, str], Value]] = {
    "buchholz": buchholz,
    "buchholz_cut_1": lambda rounds, entry, rule: buchholz(rounds, entry, rule, 1),
    "median_buchholz": lambda rounds, entry, rule: buchholz(rounds, entry, rule, 1, 1),
    "sonneborn_berger": sonneborn_berger,
}
"""Criterion → its value under a rule for unplayed rounds."""


def head_to_head_order(rounds: Rounds, entries: Sequence[int]) -> list[set[int]]:
    """Who is level with whom, best first: merges any two whom a chain of not being beaten leads to and back."""
    wins = {(a, b): 0 for a in entries for b in entries}
    for number in all_numbers(rounds):
        for entry in entries:
            if fate(rounds, entry, number) in ("played", "won by forfeit") and result(rounds, entry, number) == 1:
                for other in met(rounds, entry, number):
                    if (entry, other) in wins:
                        wins[entry, other] += 1
    above = {(a, b): wins[a, b] >= wins[b, a] for a in entries for b in entries}
    for middle in entries:
        for a in entries:
            for b in entries:
                above[a, b] = above[a, b] or (above[a, middle] and above[middle, b])
    groups: list[set[int]] = []
    for entry in entries:
        level = {other for other in entries if above[entry, other] and above[other, entry]}
        if level not in groups:
            groups.append(level)
    return sorted(groups, key=lambda group: sum(not above[other, min(group)] for other in entries), reverse=True)
