"""Many who answer at the same moment: never more than there are spots, one answer a person, none lost."""

from collections import Counter
from functools import partial
from uuid import uuid4

import pytest

from games.accounts.models import Player
from tests.cast import context_of, make_club, make_user
from tests.flows.crowd import Crowd, done, errors
from tests.sizes import Counted, size
from tests.tournaments.scenes.registration import line, member, taking
from tournaments.attendance.commands import answer_event, ask_players
from tournaments.attendance.models import Attendance
from tournaments.attendance.selectors import turnout_of
from tournaments.context import Context
from tournaments.integrity.verify import violations
from tournaments.permissions import Actor
from tournaments.results.models import Channel

CLIENTS = size(8, 32)
PLACES = CLIENTS // 4
TRIALS = size(2, 15)
YES, NO = Attendance.Answer.YES, Attendance.Answer.NO

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def by_link(player: Player) -> Context:
    return Context(Actor(None, player), Channel.PAGE, uuid4())


@pytest.mark.parametrize("crowd", [CLIENTS], indirect=True)
def test_more_who_say_yes_than_there_are_spots(crowd: Crowd, record_property: Counted) -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    people = [member(club, f"P{number}").player for number in range(CLIENTS)]
    for _ in range(TRIALS):
        event = taking(club, olga, places=PLACES)
        ask_players(event.pk, everyone=True, context=context_of(olga))
        outcomes = crowd.race(*(partial(answer_event, event.pk, YES, context=by_link(player)) for player in people))
        assert errors(outcomes) == []
        assert len(done(outcomes)) == CLIENTS
        states = Counter(state for _, state in line(event))
        assert states == {"confirmed": PLACES, "waiting": CLIENTS - PLACES}
        assert len(turnout_of(event).tally.yes) == CLIENTS
    assert violations() == []
    record_property(f"races of {CLIENTS} who say yes for {PLACES} spots", TRIALS)


@pytest.mark.parametrize("crowd", [CLIENTS], indirect=True)
@pytest.mark.heavy
def test_half_of_those_with_a_spot_say_no_while_others_say_yes(crowd: Crowd) -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    people = [member(club, f"P{number}").player for number in range(CLIENTS)]
    for _ in range(TRIALS):
        event = taking(club, olga, places=CLIENTS // 2)
        ask_players(event.pk, everyone=True, context=context_of(olga))
        for player in people[: CLIENTS // 2]:
            answer_event(event.pk, YES, context=by_link(player))
        answers = [NO] * (CLIENTS // 2) + [YES] * (CLIENTS - CLIENTS // 2)
        outcomes = crowd.race(
            *(
                partial(answer_event, event.pk, answer, context=by_link(player))
                for player, answer in zip(people, answers, strict=True)
            )
        )
        assert errors(outcomes) == []
        assert len(done(outcomes)) == CLIENTS
        assert Counter(line(event)) == Counter((player.name, "confirmed") for player in people[CLIENTS // 2 :])
    assert violations() == []


@pytest.mark.parametrize("crowd", [4], indirect=True)
def test_one_person_on_several_phones_has_one_answer(crowd: Crowd) -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    player = member(club, "Pam").player
    for _ in range(TRIALS):
        event = taking(club, olga)
        ask_players(event.pk, everyone=True, context=context_of(olga))
        outcomes = crowd.race(
            *(partial(answer_event, event.pk, answer, context=by_link(player)) for answer in (YES, NO, YES, NO))
        )
        assert errors(outcomes) == []
        row = Attendance.objects.get(event=event, player=player)
        assert line(event) == ([("Pam", "confirmed")] if row.answer == "yes" else [])
        assert row.answered
        assert row.answered.detail["answer"] == row.answer


@pytest.mark.parametrize("crowd", [2], indirect=True)
def test_two_who_ask_at_once_ask_each_person_once(crowd: Crowd) -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    people = [member(club, f"P{number}").player for number in range(5)]
    for _ in range(TRIALS):
        event = taking(club, olga)
        ask = partial(ask_players, event.pk, everyone=True, context=context_of(olga))
        assert sorted(map(str, crowd.race(ask, ask))) == ["0", str(len(people) + 1)]
