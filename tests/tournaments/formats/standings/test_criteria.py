"""Every criterion against a slow one written from its words, and what holds for all of them."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import RuleError
from tests.tournaments.formats.nights import played
from tests.tournaments.formats.random_events import random_event
from tests.tournaments.formats.standings import slow_criteria as slow
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.round_facts import facts
from tournaments.formats.standings.criteria import CRITERIA, check_choice, offered
from tournaments.formats.standings.rows import rank
from tournaments.formats.standings.unplayed import UnplayedRule

ENTRIES = range(1, 10)
EVENTS = st.builds(random_event, st.integers(0, 2**32), pairs=st.booleans(), rounds=st.integers(1, 6))


def present(rounds):
    return sorted({entry for row in rounds for entry in ENTRIES if slow.table_of(row, entry) or entry in byes(row)})


def byes(row):
    return {bye.entry for bye in row.byes}


def exact(rounds, key, unplayed=UnplayedRule.FIDE_2023):
    entries = present(rounds)
    rows = rank(entries, facts(rounds, entries), [key], 7, unplayed=unplayed)
    return {row.entry: row.exact[0] for row in rows}


def test_every_criterion_has_a_slow_one():
    """The last three need more than facts; theirs are with the knock-out, the duplicate and the head to head."""
    assert {*slow.PLAIN, *slow.RULED, "head_to_head", "progress", "matchpoints"} == set(CRITERIA)


@pytest.mark.parametrize("key", slow.PLAIN)
@settings(max_examples=25)
@given(rounds=EVENTS)
def test_it_is_what_its_words_say(key, rounds):
    assert exact(rounds, key) == {entry: slow.PLAIN[key](rounds, entry) for entry in present(rounds)}


@pytest.mark.parametrize("unplayed", UnplayedRule)
@pytest.mark.parametrize("key", slow.RULED)
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32), count=st.integers(1, 6))
def test_it_follows_the_rule_for_unplayed_rounds(key, unplayed, seed, count):
    rounds = random_event(seed, pairs=True, rounds=count)
    found = exact(rounds, key, unplayed)
    assert found == {entry: slow.RULED[key](rounds, entry, unplayed.value) for entry in present(rounds)}


@settings(max_examples=60)
@given(rounds=EVENTS)
def test_head_to_head_leaves_circles_level(rounds):
    entries = present(rounds)
    rows = rank(entries, facts(rounds, entries), ["head_to_head"])
    groups = [{row.entry for row in rows if row.place == place} for place in sorted({row.place for row in rows})]
    assert groups == slow.head_to_head_order(rounds, entries)


@pytest.mark.slow
@settings(max_examples=60)
@given(
    rounds=EVENTS,
    order=st.randoms(use_true_random=False),
    keys=st.lists(st.sampled_from(sorted(CRITERIA)), min_size=1, max_size=5, unique=True),
    unplayed=st.sampled_from(list(UnplayedRule)),
)
def test_places_are_exact_shared_and_the_same_in_any_order(rounds, order: Random, keys, unplayed):
    entries = present(rounds)
    found = list(facts(rounds, entries))
    rows = rank(entries, found, keys, 7, unplayed=unplayed)
    order.shuffle(found)
    order.shuffle(entries)
    assert rank(entries, found, keys, 7, unplayed=unplayed) == rows
    assert all(value is None or type(value) in (int, Fraction) for row in rows for value in row.exact)
    for row in rows:
        assert row.place == 1 + sum(other.place < row.place for other in rows)
        assert row.is_shared == (sum(other.place == row.place for other in rows) > 1)
    if "lot" in keys:
        assert [row.place for row in rows] == list(range(1, len(rows) + 1))


@pytest.mark.parametrize("key", FORMATS)
def test_a_formats_own_criteria_suit_it(key):
    check_choice(FORMATS[key], FORMATS[key].criteria)


def test_buchholz_is_for_fixed_sides_and_going_further_for_knock_outs():
    assert {key for key, play in FORMATS.items() if CRITERIA["buchholz"] in offered(play)} == {
        key for key, play in FORMATS.items() if play.entry_size == 2 and key != "elimination"
    }
    assert [key for key, play in FORMATS.items() if CRITERIA["progress"] in offered(play)] == ["elimination"]


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        (["beauty"], "“beauty” isn’t a ranking criterion"),
        ([], "Choose at least one"),
        (["points", "buchholz"], "“Buchholz” doesn’t work with the Progressive format"),
        (["points", "lot", "points"], "“Points” is on the list twice"),
    ],
)
def test_a_wrong_choice_is_refused(keys, why):
    with pytest.raises(RuleError, match=why):
        check_choice(FORMATS["progressive"], keys)


def test_people_keep_their_capital_letters_in_a_sentence():
    names = [str(CRITERIA[key].in_sentence) for key in ("median_buchholz", "sonneborn_berger", "points")]
    assert names == ["median Buchholz", "Sonneborn-Berger", "points"]


def test_a_difference_below_nothing_has_its_sign():
    rows = rank([1, 2], facts([played(1, "1 v 2 = 4:10")], [1, 2]), ["point_difference"])
    assert [row.values for row in rows] == [("6",), ("−6",)]
