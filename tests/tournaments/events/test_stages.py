"""The sequence of stages: planned, begun with a field that stays, taken back; and everything that is refused."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from django.db import transaction

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import context_of, slip, with_key
from tests.tournaments.scenes.stages import (
    begin,
    entry,
    field,
    knock_out,
    numbers,
    pairs_event,
    plan_stage,
    play_out,
    play_round,
)
from tournaments.activity_log.words import sentence
from tournaments.checkin import entries
from tournaments.checkin.models import StageEntry
from tournaments.clubs.models import Club
from tournaments.errors import Conflict, KeyReused, NotAllowed
from tournaments.events import stages
from tournaments.events.models import Event, Stage
from tournaments.events.proposals import proposal
from tournaments.events.stage_plans import Places
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.results.history import begun_stages, current_stage, field_of
from tournaments.rounds import commands as rounds

BEST_THREE = knock_out(Places(1, 1, 3))


@dataclass(frozen=True)
class League:
    """Four pairs have all met; the best three are to play a bracket. Sam is a stranger."""

    olga: User
    sam: User
    event: Event
    first: Stage
    bracket: Stage


@pytest.fixture
def league(club: Club, olga: User, sam: User) -> League:
    event = pairs_event(club, olga, 4)
    bracket = plan_stage(event, olga, BEST_THREE)
    first = event.stages.get(number=1)
    play_out(first, olga)
    return League(olga, sam, event, first, bracket)


def order_of(league: League, *places: int) -> list[int]:
    """Ids of the entries with these numbers."""
    return [entry(league.event, number).pk for number in places]


def begin_with(league: League, *places: int, seen: int | None = None, user: User | None = None) -> Stage:
    proposed = proposal(league.bracket)
    actor = context_of(user or league.olga)
    version = proposed.seen if seen is None else seen
    return stages.begin_stage(league.bracket.pk, order_of(league, *places), context=actor, expected_version=version)


@pytest.mark.slow
def test_a_stage_is_planned_and_changes_nothing_yet(league: League) -> None:
    assert (league.bracket.number, league.bracket.title, league.bracket.sources) == (
        2,
        "Bracket",
        [{"stage": 1, "first": 1, "last": 3}],
    )
    assert current_stage(league.event) == league.first
    assert begun_stages(league.event) == [league.first]
    assert field_of(league.bracket) == ()
    assert violations() == []


@pytest.mark.slow
def test_the_field_is_frozen_when_the_stage_begins(league: League) -> None:
    assert numbers(league.bracket) == [1, 2, 3]
    begin(league.bracket, league.olga)
    assert field(league.bracket) == [1, 2, 3]
    assert current_stage(league.event) == league.bracket
    assert violations() == []


@pytest.mark.slow
def test_the_organizer_may_put_them_in_another_order_leave_out_and_add(league: League) -> None:
    begin_with(league, 4, 1, 3)
    assert field(league.bracket) == [4, 1, 3]
    row = play_round(league.bracket, league.olga)
    assert [bye.entry.number for bye in row.byes.select_related("entry")] == [4]
    assert violations() == []


@pytest.mark.slow
@pytest.mark.heavy
def test_the_bracket_is_played_to_its_end_by_its_seeds(league: League) -> None:
    begin(league.bracket, league.olga)
    play_out(league.bracket, league.olga)
    rows = league.bracket.standings.order_by("place", "entry__number").values_list("entry__number", "place")
    assert list(rows) == [(1, 1), (2, 2), (3, 3)]
    with pytest.raises(RuleError, match=r"Round 2 was the last round of this stage\."):
        rounds.draw_round(league.bracket.pk, 3, context=context_of(league.olga))
    assert violations() == []


@pytest.mark.slow
def test_a_stage_that_is_over_draws_no_more_rounds_and_one_to_come_none_yet(league: League) -> None:
    with pytest.raises(RuleError, match="Bracket hasn’t started"):
        rounds.draw_round(league.bracket.pk, 1, context=context_of(league.olga))
    begin(league.bracket, league.olga)
    with pytest.raises(RuleError, match="Round robin is over, because Bracket has started"):
        rounds.draw_round(league.first.pk, 4, context=context_of(league.olga))


@pytest.mark.slow
def test_an_unpublished_draft_does_not_keep_the_next_stage_waiting(league: League) -> None:
    entries.walk_in(league.event.pk, ["Late", "Later"], context=context_of(league.olga))
    rounds.draw_round(league.first.pk, 4, context=context_of(league.olga))
    assert "This deletes the draft of round 4 in Round robin." in proposal(league.bracket).unfinished
    begin(league.bracket, league.olga)
    assert league.first.rounds.count() == 3
    assert violations() == []


@pytest.mark.slow
def test_the_beginning_is_taken_back_with_its_draft(league: League) -> None:
    begin(league.bracket, league.olga)
    rounds.draw_round(league.bracket.pk, 1, context=context_of(league.olga))
    stages.unbegin_stage(league.bracket.pk, context=context_of(league.olga))
    assert (field(league.bracket), league.bracket.rounds.count()) == ([], 0)
    assert current_stage(league.event) == league.first
    begin_with(league, 4, 3, 2, 1)
    assert field(league.bracket) == [4, 3, 2, 1]


@pytest.mark.slow
def test_a_published_round_keeps_the_field_until_it_is_taken_back(league: League) -> None:
    begin(league.bracket, league.olga)
    row = rounds.draw_round(league.bracket.pk, 1, context=context_of(league.olga))
    row = rounds.publish_round(row.pk, context=context_of(league.olga), expected_version=row.revision)
    with pytest.raises(RuleError, match="Round 1 of Bracket is published, so you can’t change who’s in the stage"):
        stages.unbegin_stage(league.bracket.pk, context=context_of(league.olga))
    rounds.unpublish_round(row.pk, context=context_of(league.olga), expected_version=row.revision)
    stages.unbegin_stage(league.bracket.pk, context=context_of(league.olga))
    assert violations() == []


@pytest.mark.slow
@pytest.mark.heavy
def test_who_comes_after_the_beginning_has_no_place_in_the_stage(league: League) -> None:
    begin(league.bracket, league.olga)
    entries.walk_in(league.event.pk, ["Late", "Later"], context=context_of(league.olga))
    assert field_of(league.bracket) == (1, 2, 3)


@pytest.mark.slow
def test_a_planned_stage_is_taken_out(league: League) -> None:
    stages.remove_stage(league.event.pk, league.bracket.pk, context=context_of(league.olga))
    assert [stage.number for stage in league.event.stages.all()] == [1]


@pytest.mark.slow
def test_several_stages_follow_each_other(league: League) -> None:
    final = plan_stage(league.event, league.olga, knock_out(Places(2, 1, 2), name="Final"))
    with pytest.raises(RuleError, match=r"You can’t start Final yet\. Stage"):
        stages.begin_stage(final.pk, order_of(league, 1, 2), context=context_of(league.olga), expected_version=0)
    with pytest.raises(RuleError, match="Final comes after Bracket"):
        stages.remove_stage(league.event.pk, league.bracket.pk, context=context_of(league.olga))
    begin(league.bracket, league.olga)
    play_round(league.bracket, league.olga)
    assert "Bracket still has 1 planned round to play." in proposal(final).unfinished
    begin(final, league.olga, decided="Seeds as before")
    with pytest.raises(RuleError, match="Final has started"):
        stages.unbegin_stage(league.bracket.pk, context=context_of(league.olga))
    assert begun_stages(league.event) == [league.first, league.bracket, final]


def drop(league: League, number: int) -> None:
    entries.drop_out(entry(league.event, number).pk, context=context_of(league.olga))


def open_round(league: League) -> Stage:
    entries.walk_in(league.event.pk, ["Late", "Later"], context=context_of(league.olga))
    row = rounds.draw_round(league.first.pk, 4, context=context_of(league.olga))
    rounds.publish_round(row.pk, context=context_of(league.olga), expected_version=row.revision)
    return begin_with(league, 1, 2, 3, 4)


def with_a_player_gone(league: League) -> Stage:
    drop(league, 2)
    return begin_with(league, 1, 2, 3, 4)


def with_a_score_uncounted(league: League) -> Stage:
    match = league.first.rounds.get(number=1).matches.all()[0]
    results.correct_result(match.pk, slip(10, 9), reason="Misread", context=context_of(league.olga), expected_version=1)
    return begin_with(league, 1, 2, 3, 4)


def with_an_unneeded_play_in(league: League) -> Stage:
    Stage.objects.filter(pk=league.bracket.pk).update(config={"survivors": 4})
    return begin_with(league, 1, 2, 3, 4)


def twice(league: League) -> Stage:
    begin(league.bracket, league.olga)
    return begin_with(league, 1, 2, 3, 4)


REFUSALS: dict[str, tuple[Callable[[League], object], type[Exception], str]] = {
    "a beginning by a stranger": (lambda g: begin_with(g, 1, 2, user=g.sam), NotAllowed, "run the event"),
    "a beginning while a round is open": (open_round, RuleError, "Round 4 of Round robin is still open. Close it"),
    "a beginning from old standings": (lambda g: begin_with(g, 1, 2, seen=1), Conflict, "standings have changed"),
    "a beginning while a score is counted": (with_a_score_uncounted, Conflict, "We’re still counting a new score"),
    "a second beginning": (twice, Conflict, "Bracket has already started"),
    "a beginning of the first stage": (
        lambda g: stages.begin_stage(g.first.pk, [], context=context_of(g.olga), expected_version=0),
        Conflict,
        "Round robin has already started",
    ),
    "an entry twice": (lambda g: begin_with(g, 1, 2, 1), RuleError, "A1 & B1 is on the list twice"),
    "an unknown entry": (
        lambda g: stages.begin_stage(
            g.bracket.pk, [10**9], context=context_of(g.olga), expected_version=proposal(g.bracket).seen
        ),
        RuleError,
        "isn’t entered",
    ),
    "an entry that has left": (with_a_player_gone, RuleError, "A2 & B2 has left. Remove them from the list"),
    "no entries": (lambda g: begin_with(g), RuleError, "Only 0 would advance to Bracket, which isn’t enough."),
    "one": (lambda g: begin_with(g, 1), RuleError, "Only 1 would advance to Bracket, which isn’t enough."),
    "a play-in that eliminates no one": (
        with_an_unneeded_play_in,
        RuleError,
        "Only 4 would advance to Bracket, which isn’t enough.",
    ),
    "a plan by a stranger": (
        lambda g: stages.add_stage(g.event.pk, replace(BEST_THREE, name="X"), context=context_of(g.sam)),
        NotAllowed,
        "run the",
    ),
    "a removal by a stranger": (
        lambda g: stages.remove_stage(g.event.pk, g.bracket.pk, context=context_of(g.sam)),
        NotAllowed,
        "run the event",
    ),
    "the removal of what has begun": (
        lambda g: stages.remove_stage(g.event.pk, g.first.pk, context=context_of(g.olga)),
        RuleError,
        "has started, so you can’t remove it",
    ),
    "taking back by a stranger": (
        lambda g: stages.unbegin_stage(begin(g.bracket, g.olga).pk, context=context_of(g.sam)),
        NotAllowed,
        "run the event",
    ),
    "taking back the first stage": (
        lambda g: stages.unbegin_stage(g.first.pk, context=context_of(g.olga)),
        RuleError,
        "starts with the event, so you can’t undo its start",
    ),
    "taking back what hasn’t started": (
        lambda g: stages.unbegin_stage(g.bracket.pk, context=context_of(g.olga)),
        RuleError,
        "so there’s nothing to undo",
    ),
}


@pytest.mark.slow
@pytest.mark.heavy
def test_it_refuses(league: League) -> None:
    """Every row of the table, each tried with the league as it is; all on one league, which takes long to play."""
    for name, (ask, kind, reason) in REFUSALS.items():
        with transaction.atomic():
            with pytest.raises(kind, match=reason):
                ask(league)
            left = StageEntry.objects.count()
            transaction.set_rollback(True)
        assert left == (3 if name in ("a second beginning", "taking back by a stranger") else 0), name


@pytest.mark.slow
def test_every_verb_is_done_once_per_key(league: League) -> None:
    key = with_key(league.olga)
    seen = proposal(league.bracket).seen
    for _ in range(2):
        stages.begin_stage(league.bracket.pk, order_of(league, 1, 2), context=key, expected_version=seen)
    with pytest.raises(KeyReused):
        stages.begin_stage(league.bracket.pk, order_of(league, 2, 1), context=key, expected_version=seen)
    key = with_key(league.olga)
    for _ in range(2):
        stages.unbegin_stage(league.bracket.pk, context=key)
    key, plan = with_key(league.olga), knock_out(Places(2, 1, 2), name="Final")
    assert {stages.add_stage(league.event.pk, plan, context=key).number for _ in range(2)} == {3}
    key, final = with_key(league.olga), league.event.stages.get(number=3)
    for _ in range(2):
        stages.remove_stage(league.event.pk, final.pk, context=key)
    actions = [row.action for row in league.event.audit_log.order_by("number") if "stage" in row.action]
    assert actions == ["add_stage", "begin_stage", "unbegin_stage", "add_stage", "remove_stage"]


@pytest.mark.slow
def test_the_journal_describes_it_in_words(league: League) -> None:
    begin(league.bracket, league.olga)
    stages.unbegin_stage(league.bracket.pk, context=context_of(league.olga))
    stages.remove_stage(league.event.pk, league.bracket.pk, context=context_of(league.olga))
    sentences = [sentence(row) for row in league.event.audit_log.order_by("number") if "stage" in row.action]
    assert sentences == [
        "Olga added the stage Bracket.",
        "Olga started Bracket.",
        "Olga undid the start of Bracket.",
        "Olga removed the stage Bracket.",
    ]
