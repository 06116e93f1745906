"""At the same moment: two organizers draw the same round, and one draws while another undoes."""

from functools import partial
from uuid import uuid4

import pytest

from games.engine.errors import RuleError
from tests.cast import context_of
from tests.flows.crowd import Crowd, done, errors, refusals
from tests.sizes import Counted, size
from tests.tournaments.cups.cup_stage import CUP_DAY, CupStage
from tests.tournaments.scenes.league import BIRDS
from tournaments.context import Context
from tournaments.cups import draws
from tournaments.cups.models import Cup, CupRound
from tournaments.errors import Conflict
from tournaments.integrity import verify

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TRIALS = size(10, 200)


@pytest.fixture
def stage(transactional_db: None) -> CupStage:
    found = CupStage(divisions=(BIRDS[:4],))
    found.enter()
    return found


def organizer(stage: CupStage) -> Context:
    return context_of(stage.olga, key=uuid4())


@pytest.mark.parametrize("with_version", [True, False])
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
