"""When registration is open, and for how many: by its times, and by hand."""

import datetime
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import context_of, enter, make_event, publish
from tests.tournaments.scenes.registration import HOUR, change_terms, known, line, member, playing, register, taking
from tournaments.clubs.models import Club
from tournaments.errors import Conflict, NotAllowed
from tournaments.registration.models import RegistrationTerms
from tournaments.registration.spots import sign_up, withdraw
from tournaments.registration.terms import Terms, close_now, open_now, set_terms


def test_it_is_open_from_its_first_moment_to_just_before_its_last() -> None:
    zone = ZoneInfo("America/Detroit")
    # The night on which the clocks go back: one o'clock comes twice.
    opens = datetime.datetime(2026, 11, 1, 1, 30, tzinfo=zone)
    terms = RegistrationTerms(opens_at=opens, closes_at=opens.replace(fold=1))
    first, last = opens.astimezone(datetime.UTC), opens.replace(fold=1).astimezone(datetime.UTC)
    assert last - first == HOUR
    assert [terms.is_open_at(now) for now in (first - HOUR, first, last - HOUR / 60, last)] == [
        False,
        True,
        True,
        False,
    ]
    assert not RegistrationTerms().is_open_at(first), "without a time it is not open"
    assert RegistrationTerms(opens_at=first).is_open_at(last), "without an end it stays open"


@pytest.mark.parametrize(("opens", "closes"), [(HOUR, 2 * HOUR), (-2 * HOUR, -HOUR)])
def test_before_and_after_only_organizers_register(
    club: Club, olga: User, opens: datetime.timedelta, closes: datetime.timedelta
) -> None:
    pam, now = member(club, "Pam"), timezone.now()
    event = taking(club, olga, opens_at=now + opens, closes_at=now + closes)
    with pytest.raises(RuleError, match="Registration isn’t open"):
        register(event, pam)
    sign_up(event.pk, [pam.player], context=context_of(olga))
    assert playing(event) == ["Pam"]
    withdraw(
        event.registrations.get().pk, player=pam.player, context=context_of(pam)
    )  # giving a place up is never too late
    assert playing(event) == []


def test_opened_and_closed_by_hand(club: Club, olga: User) -> None:
    event = make_event(club, olga)
    pam, quinn = member(club, "Pam"), member(club, "Quinn")
    open_now(event.pk, context=context_of(olga))
    register(event, pam)
    version = open_now(event.pk, context=context_of(olga)).revision
    assert version == 1, "open already: nothing to do"
    close_now(event.pk, context=context_of(olga))
    with pytest.raises(RuleError, match="isn’t open"):
        register(event, quinn)
    assert close_now(event.pk, context=context_of(olga)).revision == 2
    open_now(event.pk, context=context_of(olga))
    register(event, quinn)
    assert playing(event) == ["Pam", "Quinn"]
    assert [row.action for row in event.audit_log.filter(action__endswith="registration").order_by("pk")] == [
        "open_registration",
        "close_registration",
        "open_registration",
    ]


def test_the_line_still_moves_up_after_closing(club: Club, olga: User) -> None:
    event = taking(club, olga, places=1)
    for name in ("Pam", "Quinn"):
        register(event, member(club, name))
    close_now(event.pk, context=context_of(olga))
    withdraw(event.registrations.get(number=1).pk, context=context_of(olga))
    assert line(event) == [("Quinn", "confirmed")]


def test_a_closing_time_to_come_stays_when_it_is_opened_early(club: Club, olga: User) -> None:
    now = timezone.now()
    event = taking(club, olga, opens_at=now + HOUR, closes_at=now + 2 * HOUR)
    terms = open_now(event.pk, context=context_of(olga))
    assert terms.is_open_at(timezone.now())
    assert terms.closes_at == now + 2 * HOUR


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"closes_at": timezone.now() - 3 * HOUR}, "open before it closes"),
        ({"opens_at": None}, "open before it closes"),
        ({"capacity": 0}, "1 to 1000 spots"),
        ({"capacity": 1001}, "1 to 1000 spots"),
    ],
)
def test_terms_that_cannot_be(club: Club, olga: User, wanted: dict[str, object], why: str) -> None:
    event = taking(club, olga, places=3)
    with pytest.raises(RuleError, match=why):
        change_terms(event, olga, **wanted)
    event.registration.refresh_from_db()
    assert (event.registration.capacity, event.registration.revision) == (3, 1)


def test_two_organizers_do_not_overwrite_each_other(club: Club, olga: User) -> None:
    event = taking(club, olga, places=3)
    wanted = Terms(event.registration.opens_at, event.registration.closes_at, 5)
    key = uuid4()
    for _ in range(2):
        assert set_terms(event.pk, wanted, context=context_of(olga, key=key), expected_version=1).revision == 2
    for seen in (0, 1):
        with pytest.raises(Conflict, match="while you had them open"):
            set_terms(event.pk, wanted, context=context_of(olga), expected_version=seen)


def test_only_organizers_set_terms(club: Club, olga: User) -> None:
    event, pam = taking(club, olga), member(club, "Pam")
    for act in (
        lambda: set_terms(event.pk, Terms(None, None, 5), context=context_of(pam), expected_version=1),
        lambda: open_now(event.pk, context=context_of(pam)),
        lambda: close_now(event.pk, context=context_of(pam)),
    ):
        with pytest.raises(NotAllowed):
            act()


def test_what_has_begun_or_was_never_set_is_not_opened_or_closed(club: Club, olga: User) -> None:
    event = make_event(club, olga)
    with pytest.raises(RuleError, match="take registrations"):
        close_now(event.pk, context=context_of(olga))
    enter(event, olga, ["A", "B", "C", "D"])
    publish(event, olga)
    with pytest.raises(RuleError, match="has started"):
        open_now(event.pk, context=context_of(olga))


def test_without_a_limit_everyone_has_a_place(club: Club, olga: User) -> None:
    event = taking(club, olga)
    for player in known(club, *"ABCDEF"):
        sign_up(event.pk, [player], context=context_of(olga))
    assert {state for _, state in line(event)} == {"confirmed"}
