"""The secret address of one's own calendar: made by its owner alone, shown again, renewed, and worth nothing then."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from euchre_site.logs import hide_tokens
from games.accounts.models import Player, User
from tests.cast import context_of, make_club, make_event, make_user
from tests.tournaments.calendars.ics import ask, read
from tests.tournaments.pages.browsing import form, log_in, text_of, visitor, world
from tournaments.calendars import keys
from tournaments.calendars.models import CalendarKey
from tournaments.checkin import entries
from tournaments.clubs.models import Membership
from tournaments.errors import NotAllowed
from tournaments.events.models import Event
from tournaments.privacy.erasing import erase_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    """Keeps her name from strangers, and is entered in an event."""
    olga, ann = make_user("Olga"), make_user("Ann")
    club = make_club(olga)
    event = make_event(club, olga)
    Player.objects.filter(user=ann).update(hides_name=True)
    Membership.objects.create(club=club, player=ann.player)
    entries.register(event.pk, [Player.objects.get(user=ann)], context=context_of(olga))
    return User.objects.get(pk=ann.pk)


@pytest.fixture
def phone(ann: User) -> Client:
    return log_in(ann)


def press(client: Client, seen: int) -> int:
    return client.post(reverse("my_calendar"), form(seen=seen)).status_code


def address(ann: User) -> str:
    return reverse("own_calendar", args=[ann.player.pk, keys.code_of(ann.player)])


def test_it_is_made_shown_again_and_opens_without_a_cookie(ann: User, phone: Client) -> None:
    page = reverse("my_calendar")
    assert "you don’t have a public calendar" in text_of(phone.get(page))
    assert press(phone, 0) == 302
    assert f"http://testserver{address(ann)}" in text_of(phone.get(page))
    assert f"webcal://testserver{address(ann)}" in phone.get(page).content.decode()
    assert phone.get(page)["Cache-Control"] == "private, no-store"
    response = ask(address(ann))
    assert [one.name for one in read(response.content)] == ["Thursday night"]
    assert response["Cache-Control"] == "private, no-cache"
    assert b"NAME:Ann" in response.content


def test_pressed_twice_it_is_made_once_and_a_new_one_ends_the_old(ann: User, phone: Client) -> None:
    assert [press(phone, 0), press(phone, 0)] == [302, 302]
    old = address(ann)
    assert CalendarKey.objects.get().number == 1
    assert press(phone, 1) == 302
    assert address(ann) != old
    assert ask(old).status_code == 404
    assert ask(address(ann)).status_code == 200


def test_it_opens_no_other_calendar(ann: User) -> None:
    other = make_user("Bob")
    codes = [keys.renew(one.player.pk, context=context_of(one), expected_version=0) for one in (ann, other)]
    assert codes[0] != codes[1]
    assert all(len(code) == 22 for code in codes)
    assert ask(reverse("own_calendar", args=[other.player.pk, codes[0]])).status_code == 404
    assert ask(reverse("own_calendar", args=[ann.player.pk, codes[0]])).status_code == 200
    for wrong in (codes[0][:-1], codes[0] + "A", codes[0].swapcase(), "é" * 22):
        assert ask(reverse("own_calendar", args=[ann.player.pk, wrong])).status_code == 404


def test_only_its_owner_may_make_it(ann: User) -> None:
    with pytest.raises(NotAllowed):
        keys.renew(ann.player.pk, context=context_of(make_user("Bob")), expected_version=0)
    with pytest.raises(NotAllowed):
        keys.renew(ann.player.pk, context=context_of(player=ann.player), expected_version=0)
    assert not CalendarKey.objects.exists()


def test_nothing_stored_opens_it_and_no_log_reveals_it(ann: User) -> None:
    code = keys.renew(ann.player.pk, context=context_of(ann), expected_version=0)
    assert code not in str(world())
    assert code not in hide_tokens(f"Not Found: {address(ann)}")


def test_an_erased_player_has_none(ann: User) -> None:
    keys.renew(ann.player.pk, context=context_of(ann), expected_version=0)
    old = address(ann)
    Event.objects.update(starts_at=timezone.now() - timedelta(days=30))
    erase_player(ann.player.pk, typed="Ann", context=context_of(ann))
    assert ask(old).status_code == 404
    assert not CalendarKey.objects.exists()


def test_a_form_without_a_number_is_refused_in_words(phone: Client) -> None:
    response = phone.post(reverse("my_calendar"), form(seen="x"))
    assert response.status_code == 422
    assert not CalendarKey.objects.exists()


def test_a_visitor_is_asked_to_log_in() -> None:
    assert visitor().get(reverse("my_calendar")).status_code == 302
