"""The pages of notifications, of who is coming and of substitutes: on a phone and a laptop, light and dark, for axe and
for the keyboard. With SCREENSHOTS=folder each is pictured."""

import os
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from games.accounts.models import User
from games.notifications.choices import note_bounce
from games.notifications.kinds import NotificationKind
from games.notifications.mail import stop_token
from tests.cast import context_of
from tests.flows.browsers import open_browser
from tests.flows.crawler import invalid, look_at
from tests.flows.test_keyboard_order import check_order, stops_of
from tests.sizes import size
from tests.tournaments.scenes.registration import known
from tests.tournaments.subs.searching import Searching, says_no
from tournaments.attendance import links
from tournaments.attendance.commands import answer_event, ask_players
from tournaments.attendance.models import Attendance
from tournaments.checkin import entries
from tournaments.notifications.telling import tell_due
from tournaments.subs.links import path_for

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
LOOKS = [(360, "light"), (360, "dark"), (1280, "light"), (1280, "dark")]
HALL = ["Zoë Ångström", "Maximiliana Featherstonehaugh-Cholmondel", "Seán O’Brien", "Łukasz Wójcik"]


class Scene:
    """Pam looks for a substitute, people were asked whether they come, and everyone was told."""

    def __init__(self) -> None:
        here = self.here = Searching(3)
        here.enter(here.pam)
        for player in known(here.club, *HALL):
            entries.register(here.event.pk, [player], context=context_of(here.olga))
        ask_players(here.event.pk, everyone=True, context=context_of(here.olga))
        for user, answer in zip(here.subs, Attendance.Answer, strict=True):
            answer_event(here.event.pk, answer, context=context_of(user))
        self.request = here.ask(reason="Stuck at work")
        says_no(self.request, here.subs[1])
        while tell_due():
            pass
        note_bounce(here.pam.email)

    def pages(self) -> dict[str, tuple[User | None, str]]:
        """Who opens it, and its path."""
        here, request = self.here, self.request
        event, pam = here.event, here.pam
        entry = here.event.entries.get(lineup__player=pam.player).pk
        asks = {ask.player_id: path_for(ask) for ask in request.asks.all()}
        return {
            "list": (pam, reverse("notifications")),
            "empty list": (here.sub("Newcomer"), reverse("notifications")),
            "settings": (pam, reverse("notification_settings")),
            "device": (pam, reverse("push")),
            "stop": (None, _stop(pam)),
            "coming": (here.olga, reverse("coming", args=[event.slug])),
            "coming by link": (None, links.path_for(event, pam.player.pk)),
            "answered by link": (None, links.path_for(event, here.subs[0].player.pk)),
            "evenings": (here.subs[0], reverse("subbing", args=[here.club.slug])),
            "search, player": (pam, reverse("find_sub", args=[event.slug, entry, pam.player.pk])),
            "search, organizer": (here.olga, reverse("find_sub", args=[event.slug, entry, pam.player.pk])),
            "question": (None, asks[here.subs[0].player.pk]),
            "question, after a no": (None, asks[here.subs[1].player.pk]),
        }


def _stop(user: User) -> str:
    return reverse("stop_notifications", args=[stop_token(user.player.pk, NotificationKind.COMING)])


@pytest.mark.heavy
def test_every_page_reads_well_and_goes_by_keyboard(site: str, browser: Any) -> None:
    pages = Scene().pages()
    assert [
        complaint for name, (user, path) in pages.items() for complaint in _look(browser, site, name, user, path)
    ] == []


def _look(browser: Any, site: str, name: str, user: User | None, path: str) -> list[str]:
    page, complaints = _open(browser, site, user), list[str]()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    response = page.goto(site + path)
    assert response.status == 200, name
    complaints += invalid(response.text())
    if folder := os.environ.get("SCREENSHOTS"):
        _picture(page, Path(folder), name)
    complaints += look_at(page, LOOKS)(path)
    for width in size((360,), (360, 1280)):
        page.set_viewport_size({"width": width, "height": 740})
        page.reload()
        check_order(page, stops_of(page))
    page.context.close()
    return [f"{name}: {complaint}" for complaint in complaints]


def _open(browser: Any, site: str, user: User | None) -> Any:
    if user:
        return open_browser(browser, site, user, reduced_motion="reduce")
    return browser.new_context(viewport={"width": 360, "height": 740}, reduced_motion="reduce").new_page()


def _picture(page: Any, folder: Path, name: str) -> None:
    folder.mkdir(exist_ok=True)
    for width, scheme in (*LOOKS, (1366, "light")):
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=True)
