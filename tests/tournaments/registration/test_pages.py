"""Registering in the browser: what the event's page says, one's own buttons, the organizer's list and its terms."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from tests.cast import context_of, enter, make_club, make_event, make_user, publish
from tests.tournaments.pages.browsing import Answer, form, log_in, refused_untouched, text_of, visitor
from tests.tournaments.scenes.registration import HOUR, change_terms, known, line, member, playing, register, taking
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.registration.models import PartnerAsk
from tournaments.registration.spots import sign_up


@pytest.fixture
def olga(db: None) -> User:
    return make_user("Olga")


@pytest.fixture
def club(olga: User) -> Club:
    return make_club(olga)


@pytest.fixture
def pam(club: Club) -> User:
    return member(club, "Pam")


def page(event: Event, client: Client, name: str = "registration") -> str:
    return text_of(client.get(reverse(name, args=[event.slug])))


def send(event: Event, client: Client, action: str, name: str = "move_registration", **fields: Any) -> Answer:
    return client.post(reverse(name, args=[event.slug, action]), form(**fields), follow=True)


def desk(event: Event, client: Client, action: str, **fields: Any) -> Answer:
    return send(event, client, action, "move_registration_desk", **fields)


def form_of(event: Event, client: Client, action: str) -> dict[str, str]:
    """What the form of that action on one's own page would send."""
    body = client.get(reverse("registration", args=[event.slug])).content.decode()
    found = re.search(rf'action="[^"]*registration/{action}/"\s*>(.*?)</form>', body, re.DOTALL)
    assert found, f"no form to {action}"
    fields = re.findall(r'name="(\w+)"\s+value="([^"]*)"', found[1])
    return {name: value for name, value in fields if name != "csrfmiddlewaretoken"}


@pytest.mark.slow
def test_the_event_says_until_when_how_many_and_who_waits(club: Club, olga: User, pam: User) -> None:
    until = timezone.now().replace(hour=23, minute=30) + timedelta(days=3)
    event = taking(club, olga, places=2, closes_at=until)
    for player in known(club, "Ann", "Bob", "Cy"):
        sign_up(event.pk, [player], context=context_of(olga))
    local = until.astimezone(event.local_start.tzinfo)
    shown = page(event, visitor(), "event")
    assert f"Full, waiting list open until {local:%a, %b %-d, %-I:%M %p}, 2 of 2 spots taken, 1 waiting" in shown
    assert "Log in to register" in shown
    assert "Join the waiting list" in page(event, log_in(pam), "event")
    change_terms(event, olga, capacity=None, closes_at=timezone.now() - HOUR / 2)
    assert "Registration closed, 3 entered" in page(event, log_in(pam), "event")
    change_terms(event, olga, opens_at=timezone.now() + HOUR, closes_at=None)
    assert re.search(r"Registration opens [\w ,]*\d+:\d\d [AP]M, 3 entered", page(event, visitor(), "event"))


def test_an_event_without_registration_says_nothing_of_it(club: Club, olga: User, pam: User) -> None:
    event = make_event(club, olga)
    assert "Registration" not in page(event, log_in(pam), "event")
    assert log_in(pam).get(reverse("registration", args=[event.slug])).status_code == 404
    assert send(event, log_in(pam), "sign-up").status_code == 404
    assert "Registration isn’t open yet" in page(event, log_in(olga), "registration_desk")
    assert "Registration opened" in text_of(desk(event, log_in(olga), "open"))


@pytest.mark.slow
def test_one_registers_sees_where_one_stands_and_withdraws(club: Club, olga: User, pam: User) -> None:
    event, phone = taking(club, olga, places=1, fee=500), log_in(pam)
    register(event, member(club, "Quinn"))
    assert "You’re on the waiting list." in text_of(
        phone.post(
            reverse("move_registration", args=[event.slug, "sign-up"]), form_of(event, phone, "sign-up"), follow=True
        )
    )
    assert "Number 1 on the waiting list" in page(event, phone)
    assert "My registration" in page(event, phone, "event")
    quinn = event.registrations.get(number=1)
    desk(event, log_in(olga), "withdraw", registration=quinn.pk, seen=quinn.revision)
    shown = page(event, phone)
    assert "You have a spot You moved up from the waiting list." in shown
    assert "If you’ve paid, ask an organizer for a refund." in shown
    assert "You’ve withdrawn." in text_of(send(event, phone, **form_of(event, phone, "withdraw"), action="withdraw"))
    assert playing(event) == []


@pytest.mark.slow
def test_a_page_that_is_out_of_date_withdraws_no_one(club: Club, olga: User, pam: User) -> None:
    event, phone = taking(club, olga, places=1), log_in(pam)
    quinn = register(event, member(club, "Quinn"))
    register(event, pam)
    old = form_of(event, phone, "withdraw")
    desk(event, log_in(olga), "withdraw", registration=quinn.pk, seen=quinn.revision)
    answer = refused_untouched(phone, reverse("move_registration", args=[event.slug, "withdraw"]), old)
    assert answer.status_code == 409
    assert "while you had it open. It’s now confirmed" in text_of(answer)


@pytest.mark.slow
def test_partners_find_each_other(club: Club, olga: User, pam: User) -> None:
    event = taking(club, olga, format_key="round_robin")
    quinn, ann = member(club, "Quinn"), member(club, "Ann")
    first, second, third = (log_in(user) for user in (pam, quinn, ann))
    send(event, first, "sign-up", looking="1")
    assert "Looking for a partner Pam" in page(event, second)
    assert "Looking for a partner" not in page(event, visitor()), "for the club only"
    assert "Registered. We’ve asked Pam to be your partner." in text_of(
        send(event, second, "sign-up", partner=pam.player.pk)
    )
    assert "You asked Pam , who hasn’t answered yet" in page(event, second)
    assert "Partner request Quinn" in page(event, first)
    send(event, third, "sign-up")
    ask_form = form_of(event, third, "ask") | {"partner": pam.player.pk}
    assert "We’ve asked Pam to be your partner." in text_of(send(event, third, **ask_form, action="ask"))
    answer = send(event, third, **form_of(event, third, "take-back"), action="take-back")
    assert "Request to Pam undone" in text_of(answer)
    assert "You and Quinn are a pair." in text_of(
        send(event, first, **form_of(event, first, "accept"), action="accept")
    )
    assert "You have a spot You’re playing with Quinn" in page(event, first)
    assert line(event) == [("Pam & Quinn", "confirmed"), ("Ann", "single")]
    send(event, third, **form_of(event, third, "look"), action="look")
    assert "Looking for a partner Ann" in page(event, second)


@pytest.mark.slow
def test_a_player_whose_ask_is_declined_reads_it(club: Club, olga: User, pam: User) -> None:
    event, first = taking(club, olga, format_key="round_robin"), log_in(pam)
    quinn = member(club, "Quinn")
    send(event, first, "sign-up", partner=quinn.player.pk)
    assert "Request declined. We’ll let Pam know." in text_of(
        send(event, log_in(quinn), **form_of(event, log_in(quinn), "decline"), action="decline")
    )
    assert "Quinn said no or found another partner." in page(event, first)


@pytest.mark.slow
def test_of_other_people_there_is_no_registration_and_no_ask(club: Club, olga: User, pam: User) -> None:
    event, other = taking(club, olga, format_key="round_robin"), taking(club, olga, format_key="round_robin")
    quinn, ann = member(club, "Quinn"), member(club, "Ann")
    theirs, elsewhere = register(event, quinn), register(other, pam)
    ask = PartnerAsk.objects.create(
        event=event, registration=theirs, asker=quinn.player, asked=ann.player, journal=event.audit_log.all()[0]
    )
    register(event, pam)
    phone, answers = log_in(pam), set()
    for pk in (theirs.pk, elsewhere.pk, 10**8):
        for action in ("withdraw", "look", "stop-looking", "ask"):
            answers.add(send(event, phone, action, registration=pk, seen=1, partner=ann.player.pk).status_code)
    for action in ("accept", "decline", "take-back"):
        answers.add(send(event, phone, action, ask=ask.pk).status_code)
    stranger = make_user("Sam").player
    answers.add(send(event, phone, "sign-up", partner=stranger.pk).status_code)
    laptop = log_in(olga)
    answers |= {
        desk(event, laptop, "withdraw", registration=elsewhere.pk, seen=1).status_code,
        desk(event, laptop, "join", one=theirs.pk, other=elsewhere.pk).status_code,
        desk(event, laptop, "enter", player=stranger.pk).status_code,
    }
    assert answers == {404}


@pytest.mark.slow
def test_the_organizer_registers_joins_and_takes_out(club: Club, olga: User) -> None:
    event, laptop = taking(club, olga, places=1, format_key="round_robin", fee=500), log_in(olga)
    ann, bob, cy, dee = known(club, "Ann", "Bob", "Cy", "Dee")
    assert "Ann & Bob is confirmed." in text_of(desk(event, laptop, "enter", player=ann.pk, partner=bob.pk))
    for player in (cy, dee):
        assert f"{player} has no partner yet." in text_of(desk(event, laptop, "enter", player=player.pk))
    singles = [row.pk for row in event.registrations.filter(state="single")]
    assert "Cy & Dee is on the waiting list." in text_of(desk(event, laptop, "join", one=singles[0], other=singles[1]))
    shown = page(event, laptop, "registration_desk")
    assert "Confirmed (1) 1 Ann & Bob owes 5.00" in shown
    assert "Waiting (1) 2 Cy & Dee" in shown
    pair = event.registrations.get(number=1)
    answer = text_of(desk(event, laptop, "withdraw", registration=pair.pk, seen=pair.revision, player=ann.pk))
    assert "Ann has withdrawn." in answer
    assert "Without a partner (1)" in answer
    assert line(event) == [("Bob", "single"), ("Cy & Dee", "confirmed")]


@pytest.mark.slow
def test_a_fee_of_who_withdrew_is_not_forgotten(club: Club, olga: User, pam: User) -> None:
    event, laptop = taking(club, olga, fee=500), log_in(olga)
    entry = register(event, pam).entry
    assert entry
    laptop.post(reverse("move_entry", args=[event.slug, entry.pk, "fee"]), form())
    assert "Pam paid" in page(event, laptop, "registration_desk")
    row = event.registrations.get()
    desk(event, laptop, "withdraw", registration=row.pk, seen=row.revision)
    assert "Pam paid: refund the fee on the Prizes page" in page(event, laptop, "registration_desk")


def test_terms_are_typed_on_the_clubs_clock(club: Club, olga: User) -> None:
    event, laptop = make_event(club, olga), log_in(olga)
    typed = {"opens_at": "2026-07-01T09:00", "closes_at": "2026-11-30T18:30", "capacity": "16", "for_guests": "on"}
    assert "Saved." in text_of(desk(event, laptop, "terms", seen=0, **typed))
    event.refresh_from_db()
    terms = event.registration
    assert [moment.isoformat() for moment in (terms.opens_at, terms.closes_at)] == [
        "2026-07-01T13:00:00+00:00",
        "2026-11-30T23:30:00+00:00",
    ]
    assert (terms.capacity, terms.for_guests) == (16, True)
    body = laptop.get(reverse("registration_desk", args=[event.slug])).content.decode()
    assert all(f'value="{value}"' in body for value in ("2026-07-01T09:00", "2026-11-30T18:30", "16"))


@pytest.mark.parametrize(
    ("typed", "status", "why"),
    [
        ({"capacity": "0"}, 422, "Enter 1 or more"),
        ({"opens_at": "soon"}, 422, "Enter a date and a time."),
        ({"opens_at": "0001-01-01T00:00"}, 422, "Enter a year from 2000 to 2099."),
        ({"closes_at": "2020-01-01T00:00"}, 422, "Registration must open before it closes."),
        ({"seen": "0"}, 409, "while you had them open"),
    ],
)
def test_terms_that_are_refused_stay_as_typed(
    club: Club, olga: User, typed: dict[str, str], status: int, why: str
) -> None:
    event, laptop = taking(club, olga, places=3), log_in(olga)
    fields = form(seen=1, opens_at="2026-07-01T09:00", closes_at="", capacity="7") | typed
    answer = refused_untouched(laptop, reverse("move_registration_desk", args=[event.slug, "terms"]), fields)
    assert answer.status_code == status
    assert why in text_of(answer)
    assert all(f'value="{fields[name]}"' in answer.content.decode() for name in ("opens_at", "capacity"))


@pytest.mark.slow
def test_once_it_has_begun_the_pages_say_so(club: Club, olga: User, pam: User) -> None:
    event = taking(club, olga)
    register(event, pam)
    enter(event, olga, ["A", "B", "C", "D"])
    publish(event, olga)
    assert "Registration" not in page(event, visitor(), "event")
    assert "Registration is over because the event has started" in page(event, log_in(pam))
    assert "Yes, withdraw" not in page(event, log_in(pam))
    assert "Register someone" not in page(event, log_in(olga), "registration_desk")


COUNTS = {"event": 23, "registration": 19, "registration_desk": 22}


@pytest.mark.parametrize("people", [2, 12])
def test_the_pages_ask_the_same_number_of_questions(club: Club, olga: User, pam: User, people: int) -> None:
    event = taking(club, olga, places=people // 2, format_key="round_robin", fee=500)
    players = known(club, *(f"P{number}" for number in range(6 * people)))
    for number in range(0, 3 * people, 2):
        sign_up(event.pk, players[number : number + 2], context=context_of(olga))
    for player in players[4 * people :]:
        sign_up(event.pk, [player], context=context_of(olga), is_looking=True)
    single = register(event, pam)
    for row in event.registrations.filter(state="single").exclude(pk=single.pk):
        PartnerAsk.objects.create(
            event=event,
            registration=row,
            asker=row.people.get().player,
            asked=pam.player,
            journal=event.audit_log.all()[0],
        )
    found = {}
    for name, client in (("event", log_in(pam)), ("registration", log_in(pam)), ("registration_desk", log_in(olga))):
        with CaptureQueriesContext(connection) as asked:
            assert client.get(reverse(name, args=[event.slug])).status_code == 200
        found[name] = len(asked)
    assert found == COUNTS
