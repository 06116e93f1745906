"""The pages to share from: every address on them works, and its QR code says the same."""

import html
import re
from base64 import b64decode
from collections.abc import Iterator
from urllib.parse import unquote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.accounts.models import Player
from games.qr import qr_picture
from tests.cast import make_event
from tests.markup import squeezed
from tests.tournaments.calendars.ics import read
from tests.tournaments.pages.browsing import HOSTILE, log_in, text_of, visitor
from tests.tournaments.scenes.league import BIRDS, SMALL, Stage, a_hall
from tests.tournaments.scenes.stages import pairs_event, play_round
from tournaments.clubs.models import Club, Venue
from tournaments.events.models import Event
from tournaments.http import event_or_404
from tournaments.leagues.models import Season, Team
from tournaments.results.standings_update import settle_unsettled
from tournaments.sharing import summary

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    stage = Stage()
    stage.open()
    a_hall(stage, None)
    return stage


def body_of(path: str) -> str:
    response = visitor().get(path)
    assert response.status_code == 200
    return str(response.content.decode())


def shared(path: str) -> Iterator[tuple[str, str, str]]:
    """Address, what a calendar opens, and the picture, of everything on the page."""
    for card in re.findall(r'<li class="card shared__one">.*?</li>', squeezed(body_of(path)), re.DOTALL):
        [address] = re.findall(r'class="shared__address"[^>]*href="([^"]+)"', card)
        subscribe = re.findall(r'<a class="btn" href="([^"]+)"', card)
        [picture] = re.findall(r'<img class="shared__code" src="([^"]+)"', card)
        yield html.unescape(address), subscribe[0] if subscribe else "", html.unescape(picture)


def share_pages(stage: Stage) -> list[str]:
    event = pairs_event(stage.club, stage.olga, 4, "elimination", name="Cup")
    return [
        reverse("event_share", args=[event.slug]),
        reverse("club_share", args=[stage.club.slug]),
        reverse("season_share", args=["fall"]),
        reverse("squad_share", args=["fall", 1]),
    ]


@pytest.mark.slow
def test_every_address_answers_and_its_code_is_of_that_address(stage: Stage) -> None:
    found = {}
    for page in share_pages(stage):
        for address, subscribe, picture in shared(page):
            response = visitor().get(address.removeprefix("http://testserver"))
            assert response.status_code == 200, address
            if subscribe:
                assert subscribe == address.replace("http://", "webcal://")
                read(response.content)
            assert picture == qr_picture(subscribe or address)
            found[address.removeprefix("http://testserver")] = response["Content-Type"].partition(";")[0]
    assert found == {
        "/events/cup/": "text/html",
        "/events/cup/announcements.atom": "application/atom+xml",
        "/clubs/elm-street-euchre/calendar.ics": "text/calendar",
        "/embed/events/cup/standings/": "text/html",
        "/embed/events/cup/bracket/": "text/html",
        "/embed/clubs/elm-street-euchre/leaders/": "text/html",
        "/embed/seasons/fall/table/": "text/html",
        "/leagues/elm-league/calendar.ics": "text/calendar",
        f"/venues/{Venue.objects.get().pk}/calendar.ics": "text/calendar",
        "/clubs/elm-street-euchre/news.atom": "application/atom+xml",
        "/seasons/fall/calendar.ics": "text/calendar",
        **{f"/seasons/fall/squads/{number}/calendar.ics": "text/calendar" for number in range(1, 5)},
    }


def test_a_code_is_a_picture_of_its_own_in_black_on_white() -> None:
    picture = qr_picture("https://example.org/a;b,c")
    kind, _, data = picture.partition(",")
    assert kind.startswith("data:image/svg+xml")
    drawn = b64decode(data).decode() if "base64" in kind else unquote(data)
    assert "<svg" in drawn
    assert re.search(r"(#fff|white)", drawn)
    assert qr_picture("https://example.org/a;b,d") != picture


def test_the_lines_for_ones_own_site_are_there_as_text(stage: Stage) -> None:
    page = share_pages(stage)[0]
    assert (
        '<iframe src="http://testserver/embed/events/cup/bracket/" title="Cup bracket" width="600" height="560" '
        'style="border:0;max-width:100%" loading="lazy"></iframe>'
    ) in text_of(visitor().get(page))
    assert "<iframe" not in body_of(page)


class TestResults:
    """What the event's page to share from has of its results."""

    @pytest.fixture
    def cup(self, stage: Stage) -> Event:
        return pairs_event(stage.club, stage.olga, 12, name="Cup")

    @staticmethod
    def texts(event: Event) -> list[str]:
        found = re.findall(r"<textarea[^>]*>(.*?)</textarea>", body_of(share_of(event)), re.DOTALL)
        return [html.unescape(one) for one in found]

    @pytest.mark.slow
    def test_each_text_can_be_copied_and_read_without_scripts(self, stage: Stage, cup: Event) -> None:
        play_round(cup.stages.get(), stage.olga)
        shown, address = summary.summary_of(event_or_404(cup.slug)), "http://testserver/events/cup/"
        assert self.texts(cup) == [summary.text_of(shown.in_short, address), summary.text_of(shown, address)]
        assert set(re.findall(r'data-copy="(text-\w+)"', body_of(share_of(cup)))) == {"text-short", "text-whole"}

    @pytest.mark.slow
    @pytest.mark.heavy
    def test_pictures_and_paper_are_linked(self, stage: Stage, cup: Event) -> None:
        play_round(cup.stages.get(), stage.olga)
        settle_unsettled()
        page = body_of(share_of(cup))
        cup.refresh_from_db()
        for path in (
            f"/events/cup/results-tall.png?v={cup.version}",
            f"/events/cup/results-wide.png?v={cup.version}",
            "/events/cup/paper/night.pdf?size=letter",
            "/events/cup/paper/night.pdf?size=a4",
        ):
            assert f'href="{path}"' in page
            assert visitor().get(path).status_code == 200
        assert page.index("size=letter") < page.index("size=a4")

    def test_before_the_first_round_there_is_one_text_and_no_paper(self, cup: Event) -> None:
        page = body_of(share_of(cup))
        assert "No results yet. Results appear in the text and pictures once a round is over." in page
        assert len(self.texts(cup)) == 1
        assert "night.pdf" not in page

    @pytest.mark.slow
    def test_the_standings_lead_there_once_there_are_any(self, stage: Stage, cup: Event) -> None:
        link = f'<a href="{share_of(cup)}#results">Share the results</a>'
        standings = reverse("standings", args=["cup"])
        assert link not in body_of(standings)
        play_round(cup.stages.get(), stage.olga)
        settle_unsettled()
        assert link in body_of(standings)

    @pytest.mark.slow
    @pytest.mark.parametrize("name", HOSTILE)
    def test_hostile_names_are_text(self, stage: Stage, cup: Event, name: str) -> None:
        play_round(cup.stages.get(), stage.olga)
        Player.objects.filter(name="A1").update(name=name)
        assert "<script>" not in body_of(share_of(cup))
        assert "<img src=x" not in body_of(share_of(cup))


def share_of(event: Event) -> str:
    return reverse("event_share", args=[event.slug])


@pytest.mark.slow
def test_pages_lead_there_by_one_link(stage: Stage) -> None:
    event = make_event(stage.club, stage.olga)
    leads = {
        event.get_absolute_url(): reverse("event_share", args=[event.slug]),
        reverse("standings", args=[event.slug]): reverse("event_share", args=[event.slug]),
        stage.club.get_absolute_url(): reverse("club_share", args=[stage.club.slug]),
        stage.season.get_absolute_url(): reverse("season_share", args=["fall"]),
        reverse("squad", args=["fall", 1]): reverse("squad_share", args=["fall", 1]),
    }
    for page, share in leads.items():
        assert re.findall(r'href="([^"]+/share/)"', body_of(page)) == [share]


def test_a_season_being_set_up_has_nothing_to_share(stage: Stage) -> None:
    Season.objects.update(state="setup")
    olga = log_in(stage.olga)
    assert olga.get(reverse("season_share", args=["fall"])).status_code == 404
    assert "/share/" not in olga.get(stage.season.get_absolute_url()).content.decode()


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_text(stage: Stage, name: str) -> None:
    pages = share_pages(stage)
    for model in (Club, Event):
        model.objects.update(name=name)
    Team.objects.filter(name="Wrens").update(name=name[:60])
    Venue.objects.update(name=name)
    for page in pages:
        assert "<script>" not in body_of(page)
        assert "<img src=x" not in body_of(page)


COUNTS = {"club": 4, "season": 9, "event": 12}


@pytest.mark.slow
@pytest.mark.parametrize("rows", [2, 6])
def test_they_ask_the_same_number_of_questions(rows: int) -> None:
    stage = Stage({**SMALL, "meetings": "single"}, (BIRDS[:rows],))
    stage.open()
    for number in range(rows):
        a_hall(stage, None, f"Hall {number}")
    night = pairs_event(stage.club, stage.olga, 2 * rows, name="Night")
    play_round(night.stages.get(), stage.olga)
    counts = {}
    for name, path in (
        ("club", reverse("club_share", args=[stage.club.slug])),
        ("season", reverse("season_share", args=["fall"])),
        ("event", share_of(night)),
    ):
        with CaptureQueriesContext(connection) as asked:
            body_of(path)
        counts[name] = len(asked)
    assert counts == COUNTS
