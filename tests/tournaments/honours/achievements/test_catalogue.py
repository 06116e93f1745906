"""Each achievement: facts that earn it, facts that just miss it, and a fact whose loss revokes it."""

import pytest

from tests.sizes import SOAK
from tests.tournaments.honours.achievements.examples import ALIKE, UNITS
from tests.tournaments.honours.played import OLGA
from tournaments.honours.achievements.awards import compare
from tournaments.honours.achievements.catalogue import ACHIEVEMENTS, ROWS
from tournaments.honours.achievements.metrics import METRICS

MOST = 10_000 if SOAK else 100
TIERS = [
    pytest.param(row, tier, id=f"{row.key}-{threshold}")
    for row in ROWS
    for tier, threshold in enumerate(row.tiers, start=1)
    if threshold <= MOST or tier == 1
]


def keys(awards):
    return {award.key for award in awards}


@pytest.mark.parametrize(("row", "tier"), TIERS)
def test_earned(row, tier):
    facts = UNITS[row.metric](row.tiers[tier - 1])
    earned = facts.earned(row)
    assert [award.tier for award in earned.awards] == list(range(1, tier + 1))
    last = earned.awards[-1]
    assert (last.player, last.achievement) == (OLGA, row.key)
    assert last.at in {one.ended_at for one in (*facts.games, *facts.placings)}
    assert set(last.evidence) <= evidence(facts)
    assert len(set(last.evidence)) == len(last.evidence) > 0


def evidence(facts):
    games = {f"game {one.id}" for one in facts.games}
    return games | {f"{one.contest.value} {one.id}" for one in facts.placings}


@pytest.mark.parametrize(("row", "tier"), TIERS)
def test_just_missed(row, tier):
    threshold = row.tiers[tier - 1]
    facts = UNITS[row.metric](threshold - 1) + ALIKE[row.metric]
    earned = facts.earned(row)
    assert [award.tier for award in earned.awards] == list(range(1, tier))
    (progress,) = earned.progress
    assert (progress.tier, progress.current, progress.threshold) == (tier, threshold - 1, threshold)
    assert progress.share == (threshold - 1) / threshold


@pytest.mark.parametrize(("row", "tier"), TIERS)
def test_revoked_when_its_evidence_falls(row, tier):
    facts = UNITS[row.metric](row.tiers[tier - 1])
    had = facts.earned(row).awards
    left = facts.without(had[-1].evidence[-1]).earned(row).awards
    difference = compare(had, left)
    assert had[-1].key in keys(difference.revoked)
    assert not difference.new
    assert compare(left, had, keys(difference.revoked)).restored == difference.revoked


def test_there_are_forty_or_more_and_their_words_are_complete():
    assert len(ACHIEVEMENTS) == len(ROWS) >= 40
    assert len({row.name for row in ROWS}) == len(ROWS)
    for row in ROWS:
        for tier in range(1, len(row.tiers) + 1):
            words = row.words(tier)
            assert words.endswith(".")
            assert "{" not in words
    assert [row.key for row in ROWS if row.is_secret] == ["skunked", "hubris", "hard_night", "owl"]


def test_every_metric_of_the_catalogue_has_its_facts():
    assert {row.metric for row in ROWS} == UNITS.keys() == ALIKE.keys()
    assert UNITS.keys() <= METRICS.keys()


def test_a_player_who_has_done_nothing_has_nothing():
    earned = UNITS["games"](0).earned(*ROWS)
    assert earned.awards == ()
    assert {progress.current for progress in earned.progress} == {0}
    assert [progress.threshold for progress in earned.progress] == [row.tiers[0] for row in ROWS]
