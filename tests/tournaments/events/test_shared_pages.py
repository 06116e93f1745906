"""Public pages that the site makes once for all: no score and no hidden name is late, and a part is one for all."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse

from euchre_site.priority_asgi import Pages
from euchre_site.shared_pages import SharedPages
from tests.cast import context_of, make_club, make_event, make_user, on_grid, seat_table, slip
from tests.euchre_site.test_shared_pages import StillState
from tests.euchre_site.test_turns import Request
from tests.markup import squeezed
from tests.tournaments.pages.browsing import log_in, with_link
from tests.tournaments.rewards.played import play_hall
from tournaments.clubs.members import rename_player
from tournaments.clubs.models import Membership, Role
from tournaments.clubs.public_names import hide_name
from tournaments.events.cancelling import delete_event
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards import queue

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


Headers = dict[bytes, bytes]


class Site(Pages):
    """The site's pages, counting how many were made."""

    made = 0

    def _answer(self, *asked: Any) -> HttpResponseBase:
        self.made += 1
        return super()._answer(*asked)


@pytest.fixture
def site() -> Iterator[Site]:
    cache.clear()
    yield Site(2)
    cache.clear()


def answer(site: Pages, address: str, *headers: tuple[bytes, bytes]) -> tuple[int, Headers, str]:
    """Status, headers and text."""

    @async_to_sync
    async def ask() -> Request:
        path, _, query = address.partition("?")
        request = Request(site, path, "GET", *headers, query=query.encode())
        await request.task
        return request

    request = ask()
    return request.sent[0]["status"], dict(request.sent[0]["headers"]), request.text


def look(site: Pages, address: str, client: Client | None = None, *headers: tuple[bytes, bytes]) -> str:
    """The page, for a visitor or the browser of that client."""
    if client is not None:
        cookies = "; ".join(f"{name}={value.value}" for name, value in client.cookies.items())
        headers = (*headers, (b"cookie", cookies.encode()))
    return answer(site, address, *headers)[2]


def test_a_score_is_there_for_the_next_who_looks(site: Site) -> None:
    table = seat_table()
    address = reverse("standings", args=[table.event.slug])
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    for version, points in enumerate((9, 11, 12), start=1):
        results.correct_result(
            table.match.pk, slip(points, 6), reason="Misread", context=on_grid(table.olga), expected_version=version
        )
        settle_unsettled()
        for _ in range(2):
            assert re.search(rf"<td[^>]*>\s*{points}\s*<", look(site, address))


def test_a_hidden_name_is_gone_from_every_kept_copy(site: Site) -> None:
    """Of visitors, and of those for whom only the frame is made again."""
    hall = play_hall(games=24)
    queue.run_all()
    address = f"{reverse('club_leaderboards', args=[hall.club.slug])}?by=winners"
    known, player = log_in(make_user("Sam")), hall.people[0]
    Membership.objects.create(club=hall.club, player=player, role=Role.MEMBER)
    assert player.name in look(site, address)
    assert player.name in look(site, address, known)
    hide_name(player.pk, True, context=context_of(hall.club.memberships.get(role=Role.OWNER).player.user))
    assert player.name not in look(site, address)
    assert player.name not in look(site, address, known)


def test_a_players_page_is_made_once_until_it_says_something_else(site: Site) -> None:
    hall = play_hall(games=4)
    queue.run_all()
    player = hall.people[0]
    Membership.objects.create(club=hall.club, player=player, role=Role.MEMBER)
    address = reverse("player", args=[player.pk])
    asked, site._shared = site._shared, SharedPages(StillState())
    assert player.name in look(site, address)
    assert player.name in look(site, address)
    assert site.made == 1
    site._shared = asked
    assert player.name in look(site, address)
    hide_name(player.pk, True, context=context_of(hall.club.memberships.get(role=Role.OWNER).player.user))
    assert player.name not in look(site, address)


def test_a_page_that_is_withdrawn_is_gone(site: Site) -> None:
    olga = make_user("Olga")
    event = make_event(make_club(olga), olga, name="Early spring")
    assert event.name in look(site, event.get_absolute_url())
    delete_event(event.pk, context=context_of(olga), expected_version=event.version)
    assert event.name not in look(site, event.get_absolute_url())


def test_what_strangers_read_through_the_api_is_made_once_and_has_not_changed_until_it_has(site: Site) -> None:
    table = seat_table()
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    settle_unsettled()
    address = f"/api/v1/events/{table.event.slug}/standings/"
    asked, site._shared = site._shared, SharedPages(StillState())
    first, again = answer(site, address), answer(site, address)
    assert first == again
    assert "Quinn" in first[2]
    tag = (b"if-none-match", first[1][b"ETag"])
    assert [answer(site, address, tag)[::2] for _ in range(2)] == [(304, "")] * 2
    assert answer(site, address, (b"accept", b"text/csv"))[2] != first[2]
    assert site.made == 3
    site._shared = asked
    answer(site, address)
    names = {"expected_version": "Quinn", "context": context_of(table.olga)}
    rename_player(table.event.club.pk, table.quinn.pk, "Quentin", **names)
    status, headers, text = answer(site, address, tag)
    assert (status, headers[b"ETag"] == first[1][b"ETag"], "Quentin" in text) == (200, False, True)
    assert answer(site, address)[2] == text


@pytest.mark.parametrize("page", ["standings"])
def test_the_part_that_is_fetched_as_a_visitor_is_the_one_on_ones_own_page(site: Site, page: str) -> None:
    """In two worlds: of a member, of a player's phone, and of a visitor. Organizers fetch their own."""
    table = seat_table()
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    settle_unsettled()
    address = reverse(page, args=[table.event.slug])
    shared = part(look(site, address, None, (b"x-visitor", b"yes")))
    assert "data-live-visitor" in shared
    for who in (log_in(table.sam), with_link(table.event, table.olga, table.quinn)):
        own = look(site, address, who)
        assert part(own) == shared
        assert squeezed(own) != squeezed(look(site, address))
    assert "data-live-visitor" not in part(look(site, address, log_in(table.olga)))


def test_who_becomes_an_organizer_has_the_form_with_the_next_page(site: Site) -> None:
    table = seat_table()
    address = reverse("standings", args=[table.event.slug])
    browser = log_in(table.sam)
    assert "data-live-visitor" in look(site, address, browser)
    Membership.objects.create(club=table.event.club, player=table.sam.player, role=Role.ORGANIZER)
    assert "data-live-visitor" not in look(site, address, browser)


def part(page: str) -> str:
    """What static/js/live.js takes from a page: the element with the id "live"."""
    begun = page.index('id="live"')
    return page[page.rindex("<div", 0, begun) : page.index("</main>")]
