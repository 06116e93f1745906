"""At the same moment: two captains, a captain and an organizer, silence and an answer. The match moves at most once."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from uuid import uuid4

import pytest

from tests.cast import context_of, on_phone
from tests.flows.crowd import Crowd, done, errors, refusals
from tests.sizes import Counted, size
from tests.tournaments.leagues.test_date_proposals import Agreeing, later
from tournaments.context import SITE
from tournaments.errors import Conflict
from tournaments.integrity import verify
from tournaments.leagues import date_proposals, fixtures
from tournaments.leagues.models import DateProposal, Fixture, Postponement, SquadPlayer

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TRIALS = size(10, 100)


class Race:
    """A proposal that waits for the visitors, again and again."""

    def __init__(self) -> None:
        self.agreeing = Agreeing(moving_silence=3)
        self.pk, self.was = self.agreeing.pk, self.agreeing.fixture.starts_at

    def begin(self) -> DateProposal:
        Postponement.objects.all().delete()
        DateProposal.objects.all().delete()
        Fixture.objects.filter(pk=self.pk).update(starts_at=self.was, state="planned", reason="")
        return self.agreeing.propose(1, 2)

    def as_captain(self, side: int, act: Callable[..., object], *about: object) -> Callable[[], object]:
        return partial(act, *about, context=self.agreeing.phone(side, key=uuid4()))

    @property
    def moves(self) -> int:
        return Postponement.objects.count()

    @property
    def days(self) -> int:
        """By how many the match was moved."""
        return (self.agreeing.fixture.starts_at - self.was).days


@pytest.fixture
def race(transactional_db: None) -> Race:
    return Race()


def test_one_withdraws_while_the_other_picks(race: Race, crowd: Crowd, record_property: Counted) -> None:
    ways = Counter[str]()
    for trial in range(TRIALS):
        proposal = race.begin()
        outcomes = crowd.race(
            race.as_captain(1, date_proposals.pick_date, proposal.pk, 1),
            race.as_captain(0, date_proposals.withdraw_dates, proposal.pk),
        )
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [Conflict], []), trial
        state = DateProposal.objects.get().state
        assert (state, race.moves, race.days) in (("accepted", 1, 1), ("withdrawn", 0, 0))
        ways[state] += 1
    record_property("races of picking and withdrawing dates", TRIALS)
    record_property("of them the date was picked first", ways["accepted"])
    assert verify.violations() == []


def test_two_captains_of_one_team_pick_different_dates(race: Race, crowd: Crowd, record_property: Counted) -> None:
    mate = race.agreeing.stage.players(str(race.agreeing.fixture.away))[1]
    SquadPlayer.objects.filter(player=mate).update(is_captain=True)
    for trial in range(TRIALS):
        proposal = race.begin()
        outcomes = crowd.race(
            race.as_captain(1, date_proposals.pick_date, proposal.pk, 1),
            partial(date_proposals.pick_date, proposal.pk, 2, context=on_phone(mate, key=uuid4())),
        )
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [Conflict], []), trial
        assert (race.moves, race.days) == (1, DateProposal.objects.get().picked)
    record_property("races of two captains who pick", TRIALS)
    assert verify.violations() == []


@pytest.mark.heavy
def test_a_captain_picks_while_an_organizer_moves_the_match(race: Race, crowd: Crowd, record_property: Counted) -> None:
    """The organizer's page shows where the match was, so one of them is told that it changed."""
    for trial in range(TRIALS):
        proposal, seen = race.begin(), race.agreeing.fixture.revision
        organizer = context_of(race.agreeing.stage.olga, key=uuid4())
        to = race.agreeing.at(3)
        outcomes = crowd.race(
            race.as_captain(1, date_proposals.pick_date, proposal.pk, 1),
            partial(fixtures.postpone, race.pk, to, "Hall closed", context=organizer, expected_version=seen),
        )
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [Conflict], []), trial
        assert (race.moves, race.days) in ((1, 1), (1, 3))
    record_property("races of a captain who picks and an organizer who moves", TRIALS)


def test_both_propose(race: Race, crowd: Crowd, record_property: Counted) -> None:
    squads = race.agreeing.fixture.squads
    for trial in range(TRIALS):
        race.begin()
        DateProposal.objects.all().delete()
        dates = [race.agreeing.at(1)]
        outcomes = crowd.race(
            *(
                race.as_captain(side, date_proposals.propose_dates, race.pk, squads[side].pk, dates, "A wedding")
                for side in (0, 1)
            )
        )
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [Conflict], []), trial
        assert DateProposal.objects.count() == 1
    record_property("races of two captains who propose", TRIALS)


@pytest.mark.heavy
def test_the_answer_comes_when_silence_would_count(race: Race, crowd: Crowd, record_property: Counted) -> None:
    """The sweep leaves alone what is answered, and is no one whom a refusal would help."""
    for trial in range(TRIALS):
        proposal = race.begin()
        later(4)
        outcomes = crowd.race(
            race.as_captain(1, date_proposals.pick_date, proposal.pk, 2),
            partial(date_proposals.pick_by_silence, proposal.pk, context=SITE),
        )
        assert errors(outcomes) == [], trial
        assert (race.moves, race.days) == (1, DateProposal.objects.get().picked)
    record_property("races of an answer and silence", TRIALS)
    assert verify.violations() == []
