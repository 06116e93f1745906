"""oEmbed: what a site is offered in place of a pasted address, by oembed.com."""

import json
import re
from copy import deepcopy
from typing import Any
from xml.etree import ElementTree

import pytest
from django.urls import reverse

from tests.markup import squeezed
from tests.tournaments.pages.browsing import HOSTILE, Answer, visitor
from tests.tournaments.scenes.embed import Shown
from tournaments.events.models import Event


@pytest.fixture(scope="module")
def kept_page(kept_db: None) -> Shown:
    return Shown()


@pytest.fixture
def shown(db: None, kept_page: Shown) -> Shown:
    return deepcopy(kept_page)


def ask(url: str, **more: Any) -> Answer:
    return visitor().get(reverse("oembed"), {"url": url, **more})


def page(name: str, *args: Any) -> str:
    return f"http://testserver{reverse(name, args=args)}"


@pytest.mark.slow
def test_json_has_what_the_specification_asks_of_rich_content(shown: Shown) -> None:
    response = ask(page("standings", shown.table.event.slug), format="json")
    assert response["Content-Type"] == "application/json"
    answer = json.loads(response.content)
    assert answer == {
        "version": "1.0",
        "type": "rich",
        "title": "Thursday night standings",
        "provider_name": "Right Bower",
        "provider_url": "http://testserver/",
        "cache_age": 3600,
        "width": 600,
        "height": 440,
        "html": f'<iframe src="http://testserver{shown.paths["standings"]}" title="Thursday night standings" '
        'width="600" height="440" style="border:0;max-width:100%" loading="lazy"></iframe>',
    }


@pytest.mark.slow
def test_xml_says_the_same(shown: Shown) -> None:
    url = page("bracket", shown.cup.slug)
    response = ask(url, format="xml")
    assert response["Content-Type"] == "text/xml; charset=utf-8"
    root = ElementTree.fromstring(response.content)  # noqa: S314 # our own
    assert root.tag == "oembed"
    said = {one.tag: one.text for one in root}
    assert said == {name: str(value) for name, value in json.loads(ask(url).content).items()}


@pytest.mark.slow
def test_every_page_leads_to_its_frame_and_so_does_the_frame(shown: Shown) -> None:
    night, cup, club = shown.table.event.slug, shown.cup.slug, shown.club.slug
    pages = {
        page("event", night): "standings",
        page("standings", night): "standings",
        page("bracket", cup): "bracket",
        page("jackpot", club, shown.jackpot.pk): "jackpot",
        page("club_leaderboards", club): "leaders",
        page("season", shown.season.slug): "league",
        **{f"http://testserver{path}": name for name, path in shown.paths.items()},
    }
    for url, name in pages.items():
        assert f'src="http://testserver{shown.paths[name]}"' in json.loads(ask(url).content)["html"]
        assert (
            f'src="http://testserver{shown.paths[name]}"'
            in json.loads(ask(url.replace("http:", "https:")).content)["html"]
        )


@pytest.mark.slow
def test_it_keeps_within_the_size_asked_for(shown: Shown) -> None:
    url = page("event", shown.table.event.slug)
    small = json.loads(ask(url, maxwidth=320, maxheight=200).content)
    assert (small["width"], small["height"]) == (320, 200)
    assert 'width="320" height="200"' in squeezed(small["html"])
    for odd in ("5000", "-3", "x", "", "0", "9" * 4000, "½"):
        usual = json.loads(ask(url, maxwidth=odd, maxheight=odd).content)
        assert (usual["width"], usual["height"]) == (600, 440)


def test_a_stage_goes_along(shown: Shown) -> None:
    url = page("bracket", shown.cup.slug)
    assert "/bracket/?stage=1" in json.loads(ask(f"{url}?stage=1").content)["html"]
    assert "stage" not in json.loads(ask(f"{url}?stage=1%22").content)["html"]


def test_what_is_not_ours_or_not_there_is_404(shown: Shown) -> None:
    night = shown.table.event.slug
    for url in (
        "",
        "x",
        "http://elsewhere/events/thursday-night/",
        "http://testserver:81/events/thursday-night/",
        "http://testserver@elsewhere/events/thursday-night/",
        "ftp://testserver/events/thursday-night/",
        "//testserver/events/thursday-night/",
        "http://[",
        page("event", "nowhere"),
        page("bracket", night),
        page("console", night),
        page("home"),
        page("jackpot", "other", shown.jackpot.pk),
        page("club_leaderboards", "other"),
        "http://testserver/events/%00/",
        "http://testserver/" + "x" * 5000,
    ):
        assert ask(url).status_code == 404, url


@pytest.mark.parametrize("wanted", ["yaml", "JSON", "", "json;"])
def test_another_format_is_501(shown: Shown, wanted: str) -> None:
    assert ask(page("event", shown.table.event.slug), format=wanted).status_code == 501


@pytest.mark.parametrize("name", [*HOSTILE, "a\x0bb\x1b"])
def test_hostile_titles_stay_titles(shown: Shown, name: str) -> None:
    Event.objects.filter(pk=shown.table.event.pk).update(name=name)
    url = page("event", shown.table.event.slug)
    html = json.loads(ask(url).content)["html"]
    assert html.count("<") == html.count(">") == 2
    root = ElementTree.fromstring(ask(url, format="xml").content)  # noqa: S314 # our own
    assert len(root) == 9


def test_the_pages_say_where_to_ask(shown: Shown) -> None:
    for address in (
        page("standings", shown.table.event.slug),
        page("bracket", shown.cup.slug),
        page("jackpot", shown.club.slug, shown.jackpot.pk),
        page("club_leaderboards", shown.club.slug),
    ):
        body = visitor().get(address.removeprefix("http://testserver")).content.decode()
        links = dict(re.findall(r'<link rel="alternate" type="(\w+/\w+\+oembed)" href="([^"]+)"', squeezed(body)))
        assert set(links) == {"application/json+oembed", "text/xml+oembed"}
        for kind, href in links.items():
            response = visitor().get(href.replace("&amp;", "&"))
            assert response.status_code == 200
            assert response["Content-Type"].startswith(kind.replace("+oembed", ""))
    seating = visitor().get(reverse("seating", args=[shown.table.event.slug])).content.decode()
    assert "oembed" not in seating
