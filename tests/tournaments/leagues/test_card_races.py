"""At the same moment: both captains, captain and secretary, confirm and dispute. One card comes of it each time."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

import pytest

from games.engine.errors import RuleError
from tests.cast import a_device, context_of, on_phone
from tests.flows.crowd import Crowd, done, errors, refusals
from tests.sizes import Counted, size
from tests.tournaments.leagues.test_cards import Match
from tests.tournaments.scenes.league import SMALL, a_member
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.leagues import cards, checks, fixtures, line_ups
from tournaments.leagues.card_steps import State
from tournaments.leagues.models import CardStep, Fixture, FixtureScore, SquadPlayer
from tournaments.results.models import ResultEntry

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TRIALS = size(20, 200)
CARD, OTHER = [[(10, 4)]], [[(10, 5)]]


@pytest.fixture
def match(transactional_db: None) -> Match:
    return Match(**SMALL)


def sender(match: Match, side: int) -> Context:
    return on_phone(match.captain(side), key=uuid4(), device=a_device(f"captain-{side}"))


def anew(match: Match) -> None:
    """As it was before its card. The event that was played stays, as that of no fixture."""
    CardStep.objects.exclude(answers=None).delete()
    CardStep.objects.all().delete()
    Fixture.objects.filter(pk=match.pk).update(state="planned", event=None)
    FixtureScore.objects.filter(fixture=match.pk).delete()


def send(match: Match, side: int, games: Any = CARD) -> Callable[[], object]:
    return partial(cards.report_card, match.pk, games, context=sender(match, side), expected_version=0)


def counted(match: Match) -> list[str]:
    found = ResultEntry.objects.filter(match__round__stage__event=match.fixture.event)
    return list(found.values_list("kind", flat=True))


@pytest.mark.heavy
def test_both_captains_send_the_same_card(match: Match, crowd: Crowd, record_property: Counted) -> None:
    for trial in range(TRIALS):
        outcomes = crowd.race(send(match, 0), send(match, 1))
        assert (len(done(outcomes)), errors(outcomes)) == (2, []), trial
        assert (match.card.state, match.fixture.state, counted(match)) == (State.CONFIRMED, "played", ["record"])
        assert [step.kind for step in match.card.steps] == ["reported", "confirmed"]
        if trial < TRIALS - 1:
            anew(match)
    record_property("races of two captains who send the same card", TRIALS)
    assert list(checks.cards_follow_their_steps()) == []


@pytest.mark.heavy
def test_both_captains_send_different_cards(match: Match, crowd: Crowd, record_property: Counted) -> None:
    for trial in range(TRIALS):
        outcomes = crowd.race(send(match, 0), send(match, 1, OTHER))
        assert (len(done(outcomes)), errors(outcomes)) == (2, []), trial
        assert (match.card.state, match.fixture.state, counted(match)) == (State.DISPUTED, "planned", [])
        assert {claim.side for claim in match.card.claims} == {0, 1}
        anew(match)
    record_property("races of two captains who send different cards", TRIALS)


@pytest.mark.heavy
def test_a_captain_confirms_while_the_secretary_corrects(match: Match, crowd: Crowd, record_property: Counted) -> None:
    ways = Counter[State]()
    for trial in range(TRIALS):
        send(match, 0)()
        secretary = context_of(match.stage.olga, key=uuid4())
        outcomes = crowd.race(
            partial(cards.confirm_card, match.pk, context=sender(match, 1), expected_version=1),
            partial(cards.correct_card, match.pk, OTHER, "Misread", context=secretary, expected_version=1),
        )
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [Conflict], []), trial
        state, score = match.card.state, match.fixture.score
        assert (state, score.away_scored) in {(State.CONFIRMED, 4), (State.APPROVED, 5)}
        assert counted(match) == ["record"]
        ways[state] += 1
        if trial < TRIALS - 1:
            anew(match)
    record_property("races of a captain who confirms and a secretary who corrects", TRIALS)
    record_property("of them the captain was first", ways[State.CONFIRMED])
    assert list(checks.cards_follow_their_steps()) == []


@pytest.mark.heavy
def test_two_captains_of_one_team_confirm_and_dispute(match: Match, crowd: Crowd, record_property: Counted) -> None:
    mate = match.stage.players(str(match.fixture.away))[1]
    SquadPlayer.objects.filter(player=mate).update(is_captain=True)
    for trial in range(TRIALS):
        send(match, 0)()
        second = on_phone(mate, key=uuid4(), device=a_device("mate"))
        outcomes = crowd.race(
            partial(cards.confirm_card, match.pk, context=sender(match, 1), expected_version=1),
            partial(cards.dispute_card, match.pk, "It was 10–5", context=second, expected_version=1),
        )
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [Conflict], []), trial
        found = match.card.state, match.fixture.state, counted(match)
        assert found in ((State.CONFIRMED, "played", ["record"]), (State.DISPUTED, "planned", []))
        anew(match)
    record_property("races of confirm and dispute", TRIALS)


@pytest.mark.heavy
def test_one_captain_sends_it_twice_with_one_key(match: Match, crowd: Crowd, record_property: Counted) -> None:
    for trial in range(TRIALS):
        once = send(match, 0)
        outcomes = crowd.race(once, once)
        assert (len(done(outcomes)), errors(outcomes)) == (2, []), trial
        assert [step.kind for step in match.card.steps] == ["reported"]
        anew(match)
    record_property("races of a card with itself", TRIALS)


@pytest.mark.heavy
def test_both_captains_set_their_line_ups(match: Match, crowd: Crowd, record_property: Counted) -> None:
    """At once they do; with the same borrowed player one of them is refused in words."""
    star = a_member(match.stage, "Star")
    Fixture.objects.filter(pk=match.pk).update(event=None)
    for trial in range(TRIALS):
        fixture = match.fixture
        own = [match.stage.players(str(squad)) for squad in fixture.squads]

        def set_it(side: int, pair: Any, seen: tuple[int, int] = fixture.named, pk: int = match.pk) -> object:
            squad = fixture.squads[side].pk  # noqa: B023  (called before the next trial)
            return line_ups.set_line_up(pk, squad, [pair], context=sender(match, side), expected_version=seen[side])

        outcomes = crowd.race(partial(set_it, 0, own[0][:2]), partial(set_it, 1, own[1][:2]))
        assert (len(done(outcomes)), errors(outcomes)) == (2, []), trial
        seen = match.fixture.named
        outcomes = crowd.race(*(partial(set_it, side, [own[side][0], star], seen) for side in (0, 1)))
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [RuleError], []), trial
    record_property("races of two line-ups", 2 * TRIALS)


@pytest.mark.heavy
def test_a_captain_begins_while_the_other_sends(match: Match, crowd: Crowd, record_property: Counted) -> None:
    for trial in range(TRIALS):
        begin = partial(fixtures.begin, match.pk, context=sender(match, 1))
        outcomes = crowd.race(send(match, 0), begin)
        assert errors(outcomes) == [], trial
        assert refusals(outcomes) in ([], [Conflict])
        assert match.card.state is State.REPORTED
        assert match.fixture.event.stages.get().rounds.count() == 1
        anew(match)
    record_property("races of a card and the fixture's beginning", TRIALS)
