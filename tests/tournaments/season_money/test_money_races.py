"""At the same moment: two payments of one team, two organizers who spend, or who charge and dismiss."""

from functools import partial
from uuid import uuid4

import pytest

from games.engine.errors import RuleError
from tests.cast import context_of
from tests.flows.crowd import Crowd, done, errors, refusals
from tests.sizes import Counted, size
from tests.tournaments.season_money.test_money import Till
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.integrity import verify
from tournaments.season_money import commands
from tournaments.season_money.models import DismissedCharge, SeasonPosting

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TRIALS = size(10, 200)


@pytest.fixture
def till(transactional_db: None) -> Till:
    return Till()


def organizer(till: Till) -> Context:
    return context_of(till.stage.olga, key=uuid4())


def test_two_payments_of_one_team(till: Till, crowd: Crowd, record_property: Counted) -> None:
    """Each of all that is owed: one is taken."""
    for trial in range(TRIALS):
        till.fine("Wrens", 700)
        outcomes = crowd.race(*(partial(till.pay, "Wrens", 700, context=organizer(till)) for _ in range(2)))
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [RuleError], []), trial
        assert (till.account("Wrens").owed, till.desk.fund) == (0, 700 * (trial + 1))
    record_property("races of two payments of all that is owed", TRIALS)
    assert verify.violations() == []


def test_two_payments_in_parts(till: Till, crowd: Crowd, record_property: Counted) -> None:
    for trial in range(TRIALS):
        till.fine("Wrens", 700)
        outcomes = crowd.race(*(partial(till.pay, "Wrens", part, context=organizer(till)) for part in (300, 400)))
        assert (len(done(outcomes)), errors(outcomes)) == (2, []), trial
        assert till.account("Wrens").owed == 0
    record_property("races of two payments in parts", TRIALS)
    assert verify.violations() == []


def test_two_organizers_spend_what_is_there(till: Till, crowd: Crowd, record_property: Counted) -> None:
    for trial in range(TRIALS):
        commands.add_to_fund(till.season.pk, 1000, "The brewery", context=till.olga)
        outcomes = crowd.race(
            *(partial(commands.spend, till.season.pk, 1000, "Buffet", context=organizer(till)) for _ in range(2))
        )
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [RuleError], []), trial
        assert till.desk.fund == 0
    record_property("races of two who spend all there is", TRIALS)
    assert verify.violations() == []


@pytest.mark.heavy
def test_one_charges_the_teams_twice(till: Till, crowd: Crowd, record_property: Counted) -> None:
    for trial in range(TRIALS):
        outcomes = crowd.race(
            *(partial(commands.charge_team_fees, till.season.pk, context=organizer(till)) for _ in range(2))
        )
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [RuleError], []), trial
        assert SeasonPosting.objects.filter(kind="team_fee", reverses=None, reversal=None).count() == 4
        for row in SeasonPosting.objects.filter(kind="team_fee", reverses=None, reversal=None):
            commands.undo_posting(row.pk, "Once more", context=till.olga)
    record_property("races of two who charge the teams", TRIALS)
    assert verify.violations() == []


def test_one_charges_what_another_dismisses(till: Till, crowd: Crowd, record_property: Counted) -> None:
    squad, player = till.stage.squad("Wrens").pk, till.stage.players("Wrens")[0]
    for trial in range(TRIALS):
        outcomes = crowd.race(
            partial(commands.charge_player_fee, squad, player, context=organizer(till)),
            partial(commands.dismiss_charge, squad, player=player, context=organizer(till)),
        )
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [Conflict], []), trial
        for charged in SeasonPosting.objects.filter(kind="player_fee", reverses=None, reversal=None):
            commands.undo_posting(charged.pk, "Once more", context=till.olga)
        for dismissed in DismissedCharge.objects.filter(undone=None):
            commands.undo_dismissal(dismissed.pk, context=till.olga)
    record_property("races of a charge and its dismissal", TRIALS)
    assert verify.violations() == []
