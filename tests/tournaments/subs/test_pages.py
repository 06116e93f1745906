"""The pages of the search for a substitute: a member's evenings, a seat's search, and the link that answers."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.notifications.kinds import NotificationKind
from games.notifications.models import Notification
from tests.cast import enter
from tests.kept import kept
from tests.sizes import sample
from tests.tournaments.pages.browsing import form, log_in, visitor, with_link
from tests.tournaments.pages.test_query_counts import queries
from tests.tournaments.scenes.registration import member, register, taking
from tests.tournaments.subs.searching import HOUR, Searching, says_no, says_yes, titles_of
from tournaments.events.models import Event
from tournaments.subs.evenings import evenings_of
from tournaments.subs.links import path_for
from tournaments.subs.models import SubAsk, SubRequest

SEARCH, EVENINGS, ANSWER = 10, 6, 2
"""Queries of each page, however many were asked."""


def entered() -> Searching:
    here = Searching()
    here.enter(here.pam)
    return here


scene = kept(entered)


def page_of(scene: Searching) -> str:
    entry = scene.event.entries.get(lineup__player=scene.pam.player)
    return reverse("find_sub", args=[scene.event.slug, entry.pk, scene.pam.player.pk])


def text_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    main = answer.content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())


def link_of(request: SubRequest, name: str) -> str:
    return path_for(request.asks.get(player__name=name))


# -- the search -------------------------------------------------------------------------------------------------------


def test_a_player_asks_and_sees_what_becomes_of_it(scene: Searching) -> None:
    pam, page = log_in(scene.pam), page_of(scene)
    assert "We ask members who said they can substitute on" in text_of(pam, page)
    answer = pam.post(page, form(reason="My train is late"), follow=True)
    assert "Members asked. We’ll tell you when someone says yes." in answer.content.decode()
    request = SubRequest.objects.get()
    assert (request.reason, request.asked_by) == ("My train is late", scene.pam.player)
    says_no(request, scene.subs[0])
    shown = text_of(pam, page)
    assert "We’ve asked 3 members. 1 member can’t come." in shown
    assert "Sub 1" not in shown
    says_yes(request, scene.subs[1])
    assert "Sub 2 is substituting for Pam." in text_of(pam, page)


def test_organizers_see_who_was_asked_and_what_they_said(scene: Searching) -> None:
    request = scene.ask()
    says_no(request, scene.subs[0])
    olga = log_in(scene.olga)
    shown = text_of(olga, page_of(scene))
    assert "Sub 1 Said no" in shown
    assert "Sub 2 No answer yet" in shown
    for name in ("console", "check_in"):
        assert "Pam 3 asked, 1 said no" in text_of(olga, reverse(name, args=[scene.event.slug]))


def test_where_no_member_is_free_it_says_so(db: None) -> None:
    here = Searching(subs=0)
    here.enter(here.pam)
    answer = log_in(here.pam).post(page_of(here), form(), follow=True)
    assert answer.content.decode().count("No one is free to substitute yet.") == 2
    assert SubRequest.objects.get().is_open


def test_a_request_is_canceled_and_can_be_made_again(scene: Searching) -> None:
    pam, request = log_in(scene.pam), scene.ask()
    answer = pam.post(reverse("cancel_sub", args=[request.pk]), form(), follow=True)
    assert "Request canceled" in answer.content.decode()
    assert "Find a substitute" in text_of(pam, page_of(scene))
    request.refresh_from_db()
    assert request.state == SubRequest.State.WITHDRAWN


def test_a_form_that_is_sent_twice_asks_once(scene: Searching) -> None:
    pam, sent = log_in(scene.pam), form(reason="Ill")
    for _ in range(2):
        assert pam.post(page_of(scene), sent).status_code == 302
    assert scene.event.audit_log.filter(action="find_sub").count() == 1


def test_once_it_has_started_a_player_is_sent_to_an_organizer(scene: Searching) -> None:
    Event.objects.filter(pk=scene.event.pk).update(starts_at=timezone.now() - HOUR)
    pam = log_in(scene.pam)
    assert "Please talk to an organizer." in text_of(pam, page_of(scene))
    assert pam.post(page_of(scene), form()).status_code == 422
    assert "Ask members" in text_of(log_in(scene.olga), page_of(scene))


def test_strangers_and_other_players_find_nothing(scene: Searching) -> None:
    for client in (log_in(scene.subs[0]), visitor()):
        assert client.get(page_of(scene)).status_code == 404
        assert client.post(page_of(scene), form()).status_code == 404


def test_a_personal_link_opens_the_own_search(scene: Searching) -> None:
    (ann,) = enter(scene.event, scene.olga, ["Ann"])
    phone = with_link(scene.event, scene.olga, ann)
    entry = scene.event.entries.get(lineup__player=ann)
    own = reverse("find_sub", args=[scene.event.slug, entry.pk, ann.pk])
    assert phone.post(own, form()).status_code == 302
    assert phone.post(reverse("cancel_sub", args=[SubRequest.objects.get().pk]), form()).status_code == 302
    assert phone.get(page_of(scene)).status_code == 404


def test_the_pages_where_people_look_lead_to_the_search(scene: Searching) -> None:
    page = page_of(scene)
    olga, pam = log_in(scene.olga), log_in(scene.pam)
    entry = scene.event.entries.get()
    assert page in olga.get(reverse("check_in", args=[scene.event.slug])).content.decode()
    change = reverse("change", args=[scene.event.slug, entry.pk, scene.pam.player.pk])
    assert page in olga.get(change).content.decode()
    assert page in pam.get(reverse("my_seat", args=[scene.event.slug])).content.decode()
    assert reverse("subbing", args=[scene.club.slug]) in pam.get(scene.club.get_absolute_url()).content.decode()


def test_so_does_the_own_registration(db: None) -> None:
    here = Searching()
    here.event = taking(here.club, here.olga, 4)
    register(here.event, here.pam)
    shown = log_in(here.pam).get(reverse("registration", args=[here.event.slug])).content.decode()
    assert page_of(here) in shown


# -- the answer -------------------------------------------------------------------------------------------------------


def test_opening_the_link_changes_nothing_and_the_button_takes_the_seat_without_a_log_in(scene: Searching) -> None:
    request = scene.ask(reason="My train is late")
    titles_of(NotificationKind.SUB_WANTED)
    link = Notification.objects.get(kind=NotificationKind.SUB_WANTED, player=scene.subs[0].player).link
    shown = text_of(visitor(), link)
    assert "Can you substitute for Pam?" in shown
    assert "My train is late" in shown
    request.refresh_from_db()
    assert request.is_open
    browser = visitor()
    answer = browser.post(link, form(answer="yes"), follow=True)
    assert "Thanks! The seat is yours." in answer.content.decode()
    request.refresh_from_db()
    assert request.sub == scene.subs[0].player
    written = scene.event.audit_log.get(action="accept_sub")
    assert (written.player, written.user) == (scene.subs[0].player, None)
    assert browser.get(reverse("my_data")).status_code == 302  # it logs no one in


def test_the_slower_one_reads_that_the_seat_is_taken(scene: Searching) -> None:
    request = scene.ask()
    says_yes(request, scene.subs[0])
    link = link_of(request, "Sub 2")
    assert "Someone else said yes before you" in text_of(visitor(), link)
    answer = visitor().post(link, form(answer="yes"))
    assert answer.status_code == 409
    assert "Someone else said yes before you" in answer.content.decode()


def test_a_no_is_kept_and_can_become_a_yes(scene: Searching) -> None:
    request = scene.ask()
    link = link_of(request, "Sub 1")
    visitor().post(link, form(answer="no"))
    assert SubAsk.objects.get(player=scene.subs[0].player).answer == "no"
    shown = text_of(visitor(), link)
    assert "You said no." in shown
    assert "No, I can’t" not in shown
    assert visitor().post(link, form(answer="yes")).status_code == 302
    request.refresh_from_db()
    assert request.sub == scene.subs[0].player


def test_a_link_that_was_changed_opens_nothing(scene: Searching) -> None:
    link = link_of(scene.ask(), "Sub 1")
    assert visitor().get(link[:-2] + "x/").status_code == 404
    assert visitor().get(reverse("answer_sub", args=["1"])).status_code == 404


# -- the switch -------------------------------------------------------------------------------------------------------


def test_a_member_chooses_their_evenings(scene: Searching) -> None:
    pam, page = log_in(scene.pam), reverse("subbing", args=[scene.club.slug])
    assert "checked" not in pam.get(page).content.decode().partition("<main")[2]
    pam.post(page, form(day=["1", "4"]))
    assert evenings_of(scene.club, scene.pam.player) == {1, 4}
    assert pam.get(page).content.decode().partition("<main")[2].count("checked") == 2
    assert pam.post(page, form(day=["9"])).status_code == 422
    answer = pam.post(page, form(), follow=True)
    assert "Saved. We won’t ask you to substitute." in answer.content.decode()
    assert evenings_of(scene.club, scene.pam.player) == set()


# -- as many queries for ten as for one -------------------------------------------------------------------------------


@pytest.mark.parametrize("subs", sample(2, of=(2, 9)))
def test_the_pages_ask_as_many_questions_for_many_as_for_few(db: None, subs: int) -> None:
    here = Searching(subs)
    here.enter(here.pam)
    request = here.ask()
    assert queries(log_in(here.olga), page_of(here)) == SEARCH
    assert queries(log_in(here.pam), reverse("subbing", args=[here.club.slug])) == EVENINGS
    assert queries(visitor(), link_of(request, "Sub 1")) == ANSWER


def test_the_console_asks_one_question_however_many_seats_look_for_someone(db: None) -> None:
    here, found = Searching(), []
    for number in range(3):
        user = member(here.club, f"Player {number}")
        here.enter(user)
        here.ask(by=user, player=user)
        found.append(queries(log_in(here.olga), reverse("console", args=[here.event.slug])))
    assert len(set(found)) == 1
