"""The stored nights: sound, fair, and no worse than they claim."""

from collections import Counter

import pytest

from tournaments.formats.pairing.bounds import least_repeats
from tournaments.formats.pairing.meetings import Tally
from tournaments.formats.rotation.charts import chart, chart_texts, read_chart, write_chart

SIZES = [tuple(map(int, size.split("x"))) for size in chart_texts()]


@pytest.mark.parametrize(("people", "rounds"), SIZES)
def test_a_chart_seats_as_many_as_fit_and_lets_people_sit_out_in_turn(people, rounds):
    out = Counter(dict.fromkeys(range(people), 0))
    last = dict.fromkeys(range(people), 0)
    seatings = chart(people, rounds)
    assert len(seatings) == rounds
    for number, seating in enumerate(seatings, start=1):
        assert len(set(seating)) == len(seating) == people // 4 * 4
        missing = set(range(people)).difference(seating)
        turns = sorted((out[person], last[person]) for person in range(people))
        assert sorted((out[person], last[person]) for person in missing) == turns[: len(missing)]
        out.update(missing)
        last |= dict.fromkeys(missing, number)


def test_the_charts_are_at_the_bound_or_close_to_it():
    """With two tables or more no partner is repeated without need, opponents of nights up to 10 rounds hardly."""
    excess = {}
    for people, rounds in SIZES:
        seatings = chart(people, rounds)
        found, bound = Tally(people).with_rounds(seatings).repeats, least_repeats(Tally(people), seatings)
        excess[people, rounds] = (found.partners - bound.partners, found.opponents - bound.opponents)
    assert {partners for (people, _), (partners, _) in excess.items() if people > 7} == {0}
    assert max(opponents for (people, rounds), (_, opponents) in excess.items() if people > 7 and rounds <= 10) <= 5


def test_a_chart_is_text_and_back():
    seatings = ((0, 1, 2, 3, 60, 61, 35, 36), (7, 6, 5, 4, 3, 2, 1, 0))
    assert write_chart(seatings) == "0123YZzA76543210"
    assert read_chart(write_chart(seatings), 9) == seatings


def test_there_is_no_chart_where_none_is_needed():
    assert chart(200, 8) is None
