"""Who met whom how often: partners and opponents apart, sit-outs, nobody of the house."""

from collections.abc import Mapping

from tournaments.formats.base import ByeDraw, PlayedRound, PlayedTable, TableDraw
from tournaments.formats.meeting_map import histogram, meeting_map
from tournaments.formats.meetings import Pair


def a_round(number: int, *tables: tuple[tuple[int, ...], ...], byes: tuple[int, ...] = ()) -> PlayedRound:
    seated = tuple(PlayedTable(TableDraw(place, sides), None) for place, sides in enumerate(tables, start=1))
    return PlayedRound(number, seated, tuple(ByeDraw(entry, 0, "") for entry in byes))


def counted(meetings: Mapping[Pair, int]) -> dict[tuple[int, ...], int]:
    return {tuple(sorted(pair)): times for pair, times in meetings.items()}


def test_partners_and_opponents_are_counted_apart() -> None:
    found = meeting_map([a_round(1, ((1, 2), (3, 4)), byes=(5,)), a_round(2, ((1, 3), (2, 5)), byes=(4,))])
    assert found.entries == (1, 2, 3, 4, 5)
    assert counted(found.partners) == {(1, 2): 1, (3, 4): 1, (1, 3): 1, (2, 5): 1}
    assert counted(found.opponents) == {
        (1, 3): 1, (1, 4): 1, (2, 3): 2, (2, 4): 1, (1, 2): 1, (1, 5): 1, (3, 5): 1,
    }  # fmt: skip
    assert found.sit_outs == {1: 0, 2: 0, 3: 0, 4: 1, 5: 1}


def test_pairs_have_opponents_only() -> None:
    found = meeting_map([a_round(1, ((1,), (2,))), a_round(2, ((2,), (1,)))])
    assert found.partners == {}
    assert found.opponents == {frozenset({1, 2}): 2}


def test_the_house_is_nobodys_partner_or_opponent() -> None:
    found = meeting_map([a_round(1, ((1, 0), (2, -1)))])
    assert (found.entries, found.partners) == ((1, 2), {})
    assert found.opponents == {frozenset({1, 2}): 1}


def test_nothing_played_is_an_empty_map() -> None:
    assert meeting_map([]).entries == ()


def test_a_histogram_says_how_many_met_how_often() -> None:
    found = meeting_map([a_round(1, ((1, 2), (3, 4))), a_round(2, ((1, 2), (3, 5)))])
    assert histogram(found.partners) == {1: 2, 2: 1}
