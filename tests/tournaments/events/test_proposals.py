"""Who would go on: from pools and play-ins, with ties, lots, leavers, and after corrections."""

import pytest

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import context_of, slip
from tests.tournaments.scenes.stages import (
    begin,
    entry,
    field,
    knock_out,
    numbers,
    pairs_event,
    places,
    plan_stage,
    play_out,
    play_round,
    pools,
    sides,
)
from tournaments.checkin import entries
from tournaments.clubs.models import Club
from tournaments.events import boards, stages
from tournaments.events.flow import flow
from tournaments.events.models import Event, Stage
from tournaments.events.proposals import pool_name, proposal, would_differ
from tournaments.events.stage_plans import Places, StagePlan
from tournaments.formats.catalogue import FORMATS
from tournaments.integrity.rebuild import rebuild
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_stage, settle_unsettled
from tournaments.rounds.next_step import next_step


def in_pools(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    monkeypatch.setitem(FORMATS, "round_robin", pools(count))


def first_of(event: Event) -> Stage:
    return event.stages.get(number=1)


def without_lot(stage: Stage) -> None:
    """Who is level stays level: as where the organizers want no lot."""
    Stage.objects.filter(pk=stage.pk).update(criteria=["games_won", "head_to_head"])


def in_circles(one: int, other: int) -> bool:
    """1 beats 2, 2 beats 3, 3 beats 1; all of them beat the others."""
    return (one, other) in ((1, 2), (2, 3), (3, 1)) or ({one, other} - {1, 2, 3} != set() and one < other)


@pytest.mark.slow
@pytest.mark.heavy
def test_the_best_two_of_four_pools_play_a_bracket_to_its_end(
    club: Club, olga: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_pools(monkeypatch, 4)
    event = pairs_event(club, olga, 12, stage_name="Pools")
    bracket = plan_stage(event, olga, knock_out(Places(1, 1, 2)))
    play_out(first_of(event), olga)
    proposed = proposal(bracket)
    assert [(line.entry.number, line.origin) for line in proposed.lines] == [
        (1, "Pools, pool A: rank 1"),
        (2, "Pools, pool B: rank 1"),
        (3, "Pools, pool C: rank 1"),
        (4, "Pools, pool D: rank 1"),
        (6, "Pools, pool B: rank 2"),
        (5, "Pools, pool A: rank 2"),
        (8, "Pools, pool D: rank 2"),
        (7, "Pools, pool C: rank 2"),
    ]
    assert [line.origin for line in proposed.others] == [f"Pools, pool {pool}: rank 3" for pool in "ABCD"]
    assert (proposed.ties, proposed.unfinished, proposed.missing, proposed.open_round) == ((), (), (), "")
    begin(bracket, olga)
    first = play_round(bracket, olga)
    assert {frozenset(match.seats.values_list("entry__number", flat=True)) for match in first.matches.all()} == {
        frozenset(pair) for pair in ((1, 7), (4, 6), (2, 8), (3, 5))
    }
    play_out(bracket, olga)
    assert places(bracket) == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5, 7: 5, 8: 5}
    assert violations() == []
    before, after = rebuild()
    assert before == after


@pytest.mark.slow
@pytest.mark.heavy
def test_a_play_in_sends_its_survivors_on_behind_those_who_need_none(club: Club, olga: User) -> None:
    event = pairs_event(club, olga, 6, stage_name="League")
    play_in = plan_stage(event, olga, knock_out(Places(1, 3, 6), name="Play-in", survivors=2))
    bracket = plan_stage(event, olga, knock_out(Places(1, 1, 2), Places(2, 1, 2)))
    play_out(first_of(event), olga)
    assert numbers(play_in) == [3, 4, 5, 6]
    begin(play_in, olga)
    play_round(play_in, olga, lambda one, other: one > other)
    assert places(play_in) == {5: 1, 6: 1, 3: 3, 4: 3}
    proposed = proposal(bracket)
    assert [(line.entry.number, line.origin) for line in proposed.lines] == [
        (1, "League: rank 1"),
        (2, "League: rank 2"),
        (5, "Play-in: rank 1 (tied)"),
        (6, "Play-in: rank 1 (tied)"),
    ]
    assert proposed.ties == ()
    begin(bracket, olga)
    play_out(bracket, olga)
    assert places(bracket) == {1: 1, 2: 2, 5: 3, 6: 3}
    assert violations() == []


@pytest.mark.slow
def test_the_survivors_keep_the_order_of_their_seeds(club: Club, olga: User) -> None:
    event = pairs_event(club, olga, 4)
    play_in = plan_stage(event, olga, knock_out(Places(1, 1, 4), name="Play-in", survivors=2))
    final = plan_stage(event, olga, knock_out(Places(2, 1, 2), name="Final"))
    play_out(first_of(event), olga)
    order = [entry(event, number).pk for number in (4, 3, 2, 1)]
    stages.begin_stage(play_in.pk, order, context=context_of(olga), expected_version=proposal(play_in).seen)
    play_round(play_in, olga, lambda one, other: one > other)
    assert numbers(final) == [4, 3]


@pytest.mark.slow
def test_a_tie_across_the_line_or_among_the_seeds_has_to_be_decided(club: Club, olga: User) -> None:
    event = pairs_event(club, olga, 5, stage_name="League")
    bracket = plan_stage(event, olga, knock_out(Places(1, 1, 2)))
    without_lot(first_of(event))
    play_out(first_of(event), olga, in_circles)
    proposed = proposal(bracket)
    assert [(tie.text, tie.crosses) for tie in proposed.ties] == [
        ("A1 & B1, A2 & B2 and A3 & B3 are tied for rank 1 in League, but not all of them advance.", True)
    ]
    order = [entry(event, number).pk for number in (3, 1)]
    with pytest.raises(RuleError, match=r"rank 1 in League, but not all of them advance\. Put them in order"):
        stages.begin_stage(bracket.pk, order, context=context_of(olga), expected_version=proposed.seen)
    assert field(bracket) == []
    stages.begin_stage(
        bracket.pk, order, context=context_of(olga), expected_version=proposed.seen, decided=" Cut cards "
    )
    assert field(bracket) == [3, 1]
    assert event.audit_log.get(action="begin_stage").reason == "Cut cards"


@pytest.mark.slow
def test_a_tie_of_those_who_all_go_on_or_of_whom_none_is_taken(club: Club, olga: User) -> None:
    event = pairs_event(club, olga, 5, stage_name="League")
    bracket = plan_stage(event, olga, knock_out(Places(1, 1, 4)))
    without_lot(first_of(event))
    play_out(first_of(event), olga, in_circles)
    [tie] = proposal(bracket).ties
    assert (tie.text, tie.crosses) == ("A1 & B1, A2 & B2 and A3 & B3 are tied for rank 1 in League.", False)
    with pytest.raises(RuleError, match=r"are tied for rank 1 in League\. Put them in order"):
        begin(bracket, olga)
    outside = [entry(event, number).pk for number in (4, 5)]
    stages.begin_stage(bracket.pk, outside, context=context_of(olga), expected_version=proposal(bracket).seen)
    assert field(bracket) == [4, 5]


@pytest.mark.slow
def test_who_has_left_is_shown_and_no_part_of_a_tie(club: Club, olga: User) -> None:
    event = pairs_event(club, olga, 5)
    bracket = plan_stage(event, olga, knock_out(Places(1, 1, 2)))
    without_lot(first_of(event))
    play_out(first_of(event), olga, in_circles)
    for number in (1, 2):
        entries.drop_out(entry(event, number).pk, context=context_of(olga))
    proposed = proposal(bracket)
    assert [(line.entry.number, line.has_left) for line in proposed.lines] == [(3, False), (1, True)]
    assert proposed.missing == proposed.lines[1:]
    assert ([line.entry.number for line in proposed.others], proposed.ties) == ([4, 5], ())


@pytest.mark.slow
def test_a_place_that_only_the_lot_decided_is_marked(club: Club, olga: User) -> None:
    event = pairs_event(club, olga, 5)
    bracket = plan_stage(event, olga, knock_out(Places(1, 1, 4)))
    play_out(first_of(event), olga, in_circles)
    proposed = proposal(bracket)
    assert {line.entry.number for line in proposed.lines if line.by_lot} == {1, 2, 3}
    assert proposed.ties == ()


@pytest.mark.slow
def test_half_way_through_a_knock_out_its_losers_share_a_place_across_the_line(club: Club, olga: User) -> None:
    event = pairs_event(club, olga, 4, "elimination", stage_name="Cup")
    final = plan_stage(event, olga, knock_out(Places(1, 1, 3)))
    play_out(first_of(event), olga)
    assert [tie.text for tie in proposal(final).ties] == [
        "A3 & B3 and A4 & B4 are tied for rank 3 in Cup, but not all of them advance."
    ]


@pytest.mark.slow
def test_what_is_unfinished_is_said(club: Club, olga: User) -> None:
    event = pairs_event(club, olga, 4, stage_name="League")
    bracket = plan_stage(event, olga, knock_out(Places(1, 1, 2)))
    final = plan_stage(event, olga, knock_out(Places(2, 1, 2), name="Final"))
    assert (proposal(bracket).lines, len(proposal(bracket).others)) == ((), 4)
    assert proposal(bracket).unfinished == ("League still has 3 planned rounds to play.",)
    assert proposal(final).unfinished == ("Bracket hasn’t started.",)
    play_round(first_of(event), olga)
    assert proposal(bracket).unfinished == ("League still has 2 planned rounds to play.",)
    begin(bracket, olga)
    assert (
        next_step(first_of(event), [], bracket, boards.entry_counts(event)).text
        == "League is over. Bracket is being played."
    )


@pytest.mark.slow
def test_a_correction_after_the_beginning_moves_no_one_and_is_shown(club: Club, olga: User) -> None:
    event = pairs_event(club, olga, 4, stage_name="League")
    bracket = plan_stage(event, olga, knock_out(Places(1, 1, 2)))
    first = first_of(event)
    play_out(first, olga)
    assert would_differ(bracket) == []
    begin(bracket, olga)
    assert would_differ(bracket) == []
    match = next(match for row in first.rounds.all() for match in row.matches.all() if set(sides(match)) == {2, 3})
    now_lost = slip(6, 10) if sides(match) == (2, 3) else slip(10, 6)
    results.correct_result(match.pk, now_lost, reason="Swapped", context=context_of(olga), expected_version=1)
    settle_unsettled()
    assert field(bracket) == [1, 2]
    assert would_differ(bracket) == ["A2 & B2: was seed 2, now not included", "A3 & B3: was not included, now seed 2"]
    assert violations() == []


@pytest.mark.slow
def test_who_qualifies_twice_counts_once(club: Club, olga: User) -> None:
    event = pairs_event(club, olga, 4)
    second = plan_stage(event, olga, StagePlan("swiss", {"rounds": 2}, (Places(1, 1, 4),)))
    third = plan_stage(event, olga, knock_out(Places(1, 1, 2), Places(2, 1, 3)))
    play_out(first_of(event), olga)
    begin(second, olga)
    play_out(second, olga)
    assert numbers(third) == [1, 2, 3]


@pytest.mark.slow
def test_the_flow_shows_who_plays_where(club: Club, olga: User) -> None:
    event = pairs_event(club, olga, 4, stage_name="League")
    bracket = plan_stage(event, olga, knock_out(Places(1, 1, 2)))
    plan_stage(event, olga, knock_out(Places(1, 3, 3), Places(2, 2, 2), name="Small final"))
    before = [(card.state, card.who, card.size, card.may_be_removed) for card in flow(event)]
    assert before == [
        ("first stage", ("Everyone who’s checked in",), None, False),
        ("upcoming", ("League: ranks 1 to 2",), 2, False),
        ("upcoming", ("League: rank 3", "Bracket: rank 2"), 2, True),
    ]
    play_out(first_of(event), olga)
    begin(bracket, olga)
    assert [(card.state, card.rounds, card.is_current) for card in flow(event)] == [
        ("finished", 3, False),
        ("being played", 0, True),
        ("upcoming", 0, False),
    ]


@pytest.mark.slow
def test_the_next_step_is_the_seeding_of_the_next_stage(club: Club, olga: User) -> None:
    event = pairs_event(club, olga, 4, stage_name="League")
    bracket = plan_stage(event, olga, knock_out(Places(1, 1, 2)))
    first = first_of(event)
    play_out(first, olga)
    step = next_step(first, boards.rounds_of(first, with_draft=True), first, boards.entry_counts(event))
    assert (step.text, step.next_stage) == (
        "All rounds in League have been played. Check the seeding, then start Bracket.",
        bracket,
    )


def test_pools_have_letters() -> None:
    assert [pool_name(group) for group in (1, 2, 26, 27)] == ["pool A", "pool B", "pool Z", "pool 27"]


@pytest.mark.slow
def test_settling_again_changes_no_proposal(club: Club, olga: User) -> None:
    event = pairs_event(club, olga, 4)
    bracket = plan_stage(event, olga, knock_out(Places(1, 1, 2)))
    play_out(first_of(event), olga)
    before = proposal(bracket)
    assert not settle_stage(first_of(event).pk)
    assert proposal(bracket) == before
