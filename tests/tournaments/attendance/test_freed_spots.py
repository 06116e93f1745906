"""A spot that is freed twice at the same moment, or two of them: whoever waits moves up once, and is told once."""

import datetime
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.models import User
from games.notifications.models import Notification
from tests.cast import context_of, make_club, make_user
from tests.flows.crowd import Crowd, errors
from tests.sizes import Counted, size
from tests.tournaments.attendance.test_races import NO, YES, by_link
from tests.tournaments.pages.browsing import differences, form, text_of, world
from tests.tournaments.scenes.registration import line, member, register, taking
from tests.tournaments.subs.searching import HOUR, Searching
from tournaments.attendance import links
from tournaments.attendance.commands import answer_event, ask_players
from tournaments.attendance.models import Attendance
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.notifications.telling import tell_due
from tournaments.registration.models import RegistrationTerms
from tournaments.registration.spots import withdraw
from tournaments.subs.links import path_for
from tournaments.subs.models import SubRequest

TRIALS = size(3, 20)
pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


class Line:
    """An event with two spots: Ann and Bob have them, Cy, Dee and Earl wait."""

    def __init__(self, olga: User, people: list[User]) -> None:
        self.olga, self.people = olga, people
        self.event = taking(people[0].player.memberships.get().club, olga, places=2)
        self.registrations = [register(self.event, user) for user in people]
        ask_players(self.event.pk, context=context_of(olga))

    def told(self) -> list[str]:
        """Everyone who was told that they have a spot now, as often as they were."""
        while tell_due():
            pass
        told = Notification.objects.filter(kind="moved_up").order_by("pk").values_list("player__name", flat=True)
        names = list(told)
        Notification.objects.all().delete()
        return names


@pytest.fixture
def people(transactional_db: None) -> list[User]:
    olga = make_user("Olga")
    club = make_club(olga)
    return [olga, *(member(club, name) for name in ("Ann", "Bob", "Cy", "Dee", "Earl"))]


def close(here: Line) -> None:
    closed = timezone.now() - datetime.timedelta(minutes=1)
    RegistrationTerms.objects.filter(event=here.event).update(closes_at=closed)


def confirmed(here: Line) -> list[str]:
    return [name for name, state in line(here.event) if state == "confirmed"]


def test_a_spot_freed_twice_at_the_same_moment_moves_up_one(
    crowd: Crowd, people: list[User], record_property: Counted
) -> None:
    """Ann says no by the link while Olga withdraws her."""
    olga, *others = people
    for _ in range(TRIALS):
        here = Line(olga, others)
        outcomes = crowd.race(
            partial(answer_event, here.event.pk, NO, context=by_link(others[0].player)),
            partial(withdraw, here.registrations[0].pk, context=context_of(olga)),
        )
        assert errors(outcomes) == []
        assert (confirmed(here), here.told()) == (["Bob", "Cy"], ["Cy"])
    assert violations() == []
    record_property("races of two who free one spot", TRIALS)


def test_two_spots_freed_at_the_same_moment_move_up_two(crowd: Crowd, people: list[User]) -> None:
    olga, *others = people
    for _ in range(TRIALS):
        here = Line(olga, others)
        outcomes = crowd.race(
            *(partial(answer_event, here.event.pk, NO, context=by_link(user.player)) for user in others[:2])
        )
        assert errors(outcomes) == []
        assert (confirmed(here), sorted(here.told())) == (["Cy", "Dee"], ["Cy", "Dee"])
    assert violations() == []


def test_a_spot_freed_while_the_first_in_line_leaves_goes_to_the_next(crowd: Crowd, people: list[User]) -> None:
    olga, *others = people
    for _ in range(TRIALS):
        here = Line(olga, others)
        outcomes = crowd.race(
            partial(answer_event, here.event.pk, NO, context=by_link(others[0].player)),
            partial(answer_event, here.event.pk, NO, context=by_link(others[2].player)),
        )
        assert errors(outcomes) == []
        assert confirmed(here) == ["Bob", "Dee"]
        assert here.told() in (["Dee"], ["Cy", "Dee"]), "Cy had it for a moment, or never"
    assert violations() == []


def test_after_the_deadline_a_race_of_answers_is_refused_in_words_and_changes_nothing(
    crowd: Crowd, people: list[User]
) -> None:
    olga, *others = people
    here = Line(olga, others)
    close(here)
    before = world()
    outcomes = crowd.race(
        *(partial(answer_event, here.event.pk, answer, context=by_link(others[0].player)) for answer in (YES, NO))
    )
    assert ["The deadline to answer was" in str(refusal) for refusal in outcomes] == [True, True]
    assert errors(outcomes) == []
    assert differences(before, world()) == set()
    assert not Attendance.objects.exclude(answer="").exists()


def refused(path: str, words: str) -> None:
    """The page behind the link and the answer say so, and nothing changes."""
    client: Any = Client()
    assert words in text_of(client.get(path))
    before = world()
    response = client.post(path, form(answer="yes"))
    assert response.status_code in (409, 422)
    assert words in text_of(response)
    assert differences(before, world()) == set()


def test_an_answer_after_the_deadline_is_refused_in_words(people: list[User]) -> None:
    olga, *others = people
    here = Line(olga, others)
    close(here)
    refused(links.path_for(here.event, others[0].player.pk), "The deadline to answer was")


def test_so_is_a_yes_of_a_substitute(transactional_db: None) -> None:
    here = Searching(1)
    here.enter(here.pam)
    request = here.ask()
    # As if that much time had passed.
    began = timezone.now() - HOUR
    Event.objects.filter(pk=here.event.pk).update(starts_at=began)
    SubRequest.objects.filter(pk=request.pk).update(start=began, until=began)
    refused(path_for(request.asks.get()), "It’s too late to say yes")
