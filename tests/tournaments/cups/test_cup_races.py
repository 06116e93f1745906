"""At the same moment: two organizers draw the same round, one replaces pairs while another draws, one decides a match
while another begins it, two enter its games, and one puts in a substitute while another enters a game."""

from collections import Counter
from functools import partial
from uuid import uuid4

import pytest

from games.engine.errors import RuleError
from tests.cast import context_of
from tests.flows.crowd import Crowd, done, errors, refusals
from tests.sizes import Counted, size
from tests.tournaments.cups.cup_stage import CUP_DAY, CupStage
from tests.tournaments.cups.test_pair_cups import NAMES, Pairs
from tests.tournaments.scenes.league import BIRDS, a_member
from tournaments.checkin import substitutes
from tournaments.context import Context
from tournaments.cups import commands, draws, matches
from tournaments.cups.models import Cup, CupEntrant, CupMatch, CupRound
from tournaments.errors import Conflict
from tournaments.integrity import verify
from tournaments.results.models import ResultEntry
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards.queue import run_all
from tournaments.rounds.models import Seat

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TRIALS = size(10, 200)
FEW = size(5, 200)
"""Of those that make an event each time."""


@pytest.fixture
def stage(transactional_db: None) -> CupStage:
    found = CupStage(divisions=(BIRDS[:4],))
    found.enter()
    return found


@pytest.fixture
def pairs(transactional_db: None) -> Pairs:
    return Pairs()


def a_match(pairs: Pairs, trial: int) -> CupMatch:
    """The first one of a cup of its own."""
    cup = pairs.cup = pairs.new_cup(f"Cup {trial}", "seeded", "pairs")
    commands.set_pairs(cup.pk, [(*NAMES[:2], ""), (*NAMES[2:4], "")], context=pairs.context_of())
    draws.draw_round(cup.pk, CUP_DAY, CUP_DAY.date(), context=pairs.context_of())
    return pairs.last[0].match


def settled() -> None:
    settle_unsettled()
    run_all()


def organizer(stage: CupStage) -> Context:
    return context_of(stage.olga, key=uuid4())


@pytest.mark.parametrize("with_version", [True, False])
@pytest.mark.heavy
def test_two_draws_at_once_give_one(
    stage: CupStage, crowd: Crowd, record_property: Counted, with_version: bool
) -> None:
    refusal = Conflict if with_version else RuleError
    for trial in range(TRIALS):
        seen = Cup.objects.get(pk=stage.cup.pk).version if with_version else None
        draw = partial(draws.draw_round, stage.cup.pk, CUP_DAY, CUP_DAY.date(), expected_version=seen)
        outcomes = crowd.race(*(partial(draw, context=organizer(stage)) for _ in range(2)))
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [refusal], []), trial
        assert CupRound.objects.count() == 1
        assert stage.season.fixtures.filter(cup=stage.cup).count() == 2
        draws.undo_draw(stage.cup.pk, "Once more", context=stage.context_of())
    record_property("races of two draws of one round", TRIALS)
    assert verify.violations() == []


@pytest.mark.heavy
def test_one_undoes_the_draw_twice(stage: CupStage, crowd: Crowd, record_property: Counted) -> None:
    for trial in range(TRIALS):
        draws.draw_round(stage.cup.pk, CUP_DAY, CUP_DAY.date(), context=stage.context_of())
        outcomes = crowd.race(
            *(partial(draws.undo_draw, stage.cup.pk, "Again", context=organizer(stage)) for _ in range(2))
        )
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [RuleError], []), trial
        assert not stage.season.fixtures.filter(cup=stage.cup).exists()
    record_property("races of two who undo one draw", TRIALS)
    assert verify.violations() == []


def test_pairs_are_replaced_while_the_round_is_drawn(pairs: Pairs, crowd: Crowd, record_property: Counted) -> None:
    """Drawn are those who were entered before, or those who are after."""
    cup, seen = pairs.cup.pk, Counter[bool]()
    lines = [[(NAMES[index], NAMES[index + 1], "") for index in (0, 2, 4)], [(NAMES[1], NAMES[2], "")]]
    lines[1].append((NAMES[0], NAMES[5], ""))
    for trial in range(TRIALS):
        commands.set_pairs(cup, lines[0], context=pairs.context_of())
        outcomes = crowd.race(
            partial(commands.set_pairs, cup, lines[1], context=organizer(pairs)),
            partial(draws.draw_round, cup, CUP_DAY, CUP_DAY.date(), context=organizer(pairs)),
        )
        assert errors(outcomes) == [], trial
        was_replaced = refusals(outcomes) == []
        assert was_replaced or refusals(outcomes) == [RuleError]
        entered = {row.pk for row in CupEntrant.objects.filter(cup=cup)}
        rows = CupMatch.objects.filter(round__cup=cup)
        drawn = {side for row in rows for side in (row.home_id, row.away_id) if side}
        assert (len(entered), drawn) == (2 if was_replaced else 3, entered)
        seen[was_replaced] += 1
        draws.undo_draw(cup, "Once more", context=pairs.context_of())
    record_property("races of replacing pairs and drawing them", TRIALS)
    record_property("of them the pairs were replaced first", seen[True])
    assert verify.violations() == []


@pytest.mark.parametrize("with_version", [True, False])
def test_one_decides_a_match_while_another_begins_it(
    pairs: Pairs, crowd: Crowd, record_property: Counted, with_version: bool
) -> None:
    """Who was to go on goes on in any case, unless the other one saw the match as it was before."""
    ways = Counter[bool]()
    for trial in range(FEW):
        match = a_match(pairs, trial)
        seen = Cup.objects.get(pk=pairs.cup.pk).version if with_version else None
        about = match.away.number, "organizers", "Did not come"
        outcomes = crowd.race(
            partial(matches.decide_match, match.pk, *about, context=organizer(pairs), expected_version=seen),
            partial(matches.play_match, match.pk, (), context=organizer(pairs), expected_version=seen),
        )
        assert errors(outcomes) == [], trial
        now = pairs.last[0]
        is_decided, is_begun = now.decision is not None, now.match.event_id is not None
        assert is_decided + is_begun == len(done(outcomes))
        if with_version:
            assert (refusals(outcomes), is_decided) == ([Conflict], not is_begun)
        else:
            assert refusals(outcomes) in ([], [RuleError])
            assert now.winner == match.away
        ways[is_begun] += 1
    record_property("races of deciding a match and beginning it", FEW)
    record_property("of them it began", ways[True])
    settled()
    assert verify.violations() == []


@pytest.mark.heavy
def test_two_enter_the_games_of_a_match(pairs: Pairs, crowd: Crowd, record_property: Counted) -> None:
    ways = Counter[str]()
    for trial in range(FEW):
        match = a_match(pairs, trial)
        cards = [(10, 4), (10, 5)], [(3, 10), (2, 10)]
        outcomes = crowd.race(
            *(partial(matches.play_match, match.pk, games, context=organizer(pairs)) for games in cards)
        )
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [RuleError], []), trial
        now = pairs.last[0]
        assert (now.score, now.winner) in (("2–0", match.home), ("0–2", match.away))
        assert ResultEntry.objects.filter(match__round__stage__event=now.match.event).count() == 2
        ways[now.score] += 1
    record_property("races of two who enter a match’s games", FEW)
    record_property("of them the first was first", ways["2–0"])
    settled()
    assert verify.violations() == []


@pytest.mark.heavy
def test_a_substitute_comes_while_a_game_is_entered(pairs: Pairs, crowd: Crowd, record_property: Counted) -> None:
    """The game is played by those who sat there when it was entered."""
    came, substitute = Counter[bool](), a_member(pairs, "Gus Hill")
    for trial in range(FEW):
        match = a_match(pairs, trial)
        pairs.play_one(match)
        event = pairs.last[0].match.event
        row, entry = event.stages.get().rounds.get(), event.entries.get(number=1)
        leaving = entry.lineup.first().player
        sit_in = partial(substitutes.sit_in, row.pk, entry.pk, leaving, substitute, context=organizer(pairs))
        outcomes = crowd.race(
            partial(sit_in, expected_version=row.revision),
            partial(matches.play_match, match.pk, [(10, 4)], context=organizer(pairs)),
        )
        assert errors(outcomes) == [], trial
        assert pairs.last[0].score == "1–0"
        is_here = Seat.objects.filter(round=row, player=substitute).exists()
        assert is_here == (refusals(outcomes) == [])
        came[is_here] += 1
    record_property("races of a substitute and a game", FEW)
    record_property("of them the substitute was first", came[True])
    settled()
    assert verify.violations() == []
