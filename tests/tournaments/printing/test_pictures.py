"""The picture of the results: what is on it, that it's a good PNG, and that it's made once."""

import dataclasses
import io
import re
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.urls import reverse
from PIL import Image

from games.accounts.models import Player, User
from games.tables.models import PlayerSettings
from tests.tournaments.pages.browsing import HOSTILE, visitor
from tests.tournaments.scenes.stages import pairs_event, play_out, play_round
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.http import event_or_404
from tournaments.printing import pictures
from tournaments.printing.pictures import PictureGroup, PictureLine, PictureSheet, picture_of, picture_sheet
from tournaments.printing.typeset import TEMPLATES, Shape, png
from tournaments.sharing.summary import summary_of

SHEET = PictureSheet(
    colour="green",
    club="Elm Street Euchre",
    event="Thursday night",
    about="Thursday 26 November 2026 · 12 players",
    winner="Winner: Renée Łuć",
    finals=(),
    heading="Final standings (points)",
    more="and 2 more",
    groups=(PictureGroup("", tuple(PictureLine(str(place), f"Renée {place}", "9") for place in range(1, 11))),),
    note="= means tied",
    address="euchre.example/events/night",
)
LONG = "Wilhelmina Featherstonehaugh-Przybylskis"


@pytest.fixture
def night(club: Club, olga: User) -> Event:
    event = pairs_event(club, olga, 4)
    event.stages.update(criteria=["games_won"])
    play_round(event.stages.get(), olga)
    return event


def sheet_of(event: Event) -> PictureSheet:
    return picture_sheet(summary_of(event_or_404(event.slug)), "euchre.example/events/night")


def image_of(made: bytes) -> Image.Image:
    """The picture, read to its end."""
    picture = Image.open(io.BytesIO(made))
    picture.load()
    assert picture.format == "PNG"
    return picture.convert("RGB")


def path_of(event: Event, shape: str = "wide") -> str:
    return reverse("results_picture", args=[event.slug, shape])


class TestDrawing:
    @pytest.mark.parametrize("shape", Shape)
    def test_it_has_the_size_that_it_says_and_the_colour_of_the_club(self, shape: Shape) -> None:
        picture = image_of(png("picture", SHEET, shape=shape))
        assert picture.size == shape.pixels
        assert picture.getpixel((5, 5)) == (0x14, 0x57, 0x3A)

    def test_the_same_sheet_is_the_same_picture(self) -> None:
        assert png("picture", SHEET, shape=Shape.WIDE) == png("picture", SHEET, shape=Shape.WIDE)

    def test_each_colour_is_that_of_the_pages(self) -> None:
        css = Path(settings.BASE_DIR, "euchre_site/static/css/tokens.css").read_text()
        drawn = (TEMPLATES / "picture.typ").read_text()
        for colour in PlayerSettings.Felt.values:
            block = re.search(rf"\.felt-{colour} \{{(.*?)\}}", css, re.DOTALL)
            assert block
            felt, deep, quiet = (
                re.search(rf"--{name}: (#\w+)", block[1])[1]  # type: ignore[index]  # a missing one fails the test
                for name in ("felt", "felt-deep", "felt-quiet")
            )
            assert f'{colour}: (felt: "{felt}", deep: "{deep}", quiet: "{quiet}")' in drawn

    @pytest.mark.slow
    @pytest.mark.parametrize("shape", Shape)
    @pytest.mark.parametrize("name", [LONG, f"{LONG} & {LONG}", *HOSTILE, "#panic() $x$ *a* _b_ `c` @d <e> ] }"])
    def test_no_name_runs_out_of_it(self, shape: Shape, name: str) -> None:
        """The frame of a hand's width at both sides is empty, and the foot is where it was."""
        lines = tuple(PictureLine(f"{place}=", name, "100") for place in range(1, 11))
        named = {"event": name[:80], "club": name[:80], "winner": name}
        sheet = dataclasses.replace(SHEET, groups=(PictureGroup("", lines),), **named)
        picture = image_of(png("picture", sheet, shape=shape))
        width, height = picture.size
        middle = height // 2
        for edge in (0, width - 40):
            strip = picture.crop((edge, middle, edge + 40, height - 100))
            assert strip.getcolors() == [(strip.width * strip.height, (0xFB, 0xF7, 0xEC))]
        assert picture.getpixel((5, height - 5)) == (0x0B, 0x36, 0x24)

    @pytest.mark.parametrize("shape", Shape)
    @pytest.mark.parametrize("count", [1, 3, 10])
    def test_pools_fit(self, shape: Shape, count: int) -> None:
        each = SHEET.groups[0].lines[: 10 // count]
        sheet = dataclasses.replace(SHEET, groups=tuple(PictureGroup(f"Pool {n}", each) for n in range(count)))
        picture = image_of(png("picture", sheet, shape=shape))
        assert picture.size == shape.pixels
        assert picture.getpixel((5, picture.height - 5)) == (0x0B, 0x36, 0x24)


class TestSheet:
    def test_it_has_places_ties_and_what_the_numbers_count(self, night: Event) -> None:
        sheet = sheet_of(night)
        assert [line.place for line in sheet.groups[0].lines] == ["1=", "1=", "3=", "3="]
        assert (sheet.heading, sheet.note, sheet.more) == ("Standings after round 1 (games won)", "= means tied", "")
        assert sheet.about.endswith(" · 8 players")

    def test_a_hidden_name_is_not_on_it(self, night: Event) -> None:
        Player.objects.filter(name="A1").update(hides_name=True)
        assert "A1" not in repr(sheet_of(night))
        assert "Hidden player & B1" in repr(sheet_of(night))

    def test_of_a_bracket_it_shows_the_finals(self, club: Club, olga: User) -> None:
        cup = pairs_event(club, olga, 4, "elimination", name="Cup")
        play_out(cup.stages.get(), olga)
        sheet = sheet_of(cup)
        assert (sheet.winner, sheet.groups) == ("Champion: A1 & B1", ())
        assert [name for name, _ in sheet.finals] == ["Final", "Semifinal", "Semifinal"]

    def test_before_the_first_round_it_invites(self, club: Club, olga: User) -> None:
        sheet = sheet_of(pairs_event(club, olga, 4))
        assert re.fullmatch(r"\w+, \w+ \d+, \d+, \d+:\d\d\s[AP]M", sheet.note)
        assert (sheet.about, sheet.groups, sheet.finals) == ("", (), ())


class TestMadeOnce:
    @pytest.fixture
    def made(self, monkeypatch: pytest.MonkeyPatch) -> list[Shape]:
        """The shape of each picture that is really drawn."""
        found: list[Shape] = []

        def draw(template: str, sheet: PictureSheet, *, shape: Shape) -> bytes:
            found.append(shape)
            return b"picture"

        monkeypatch.setattr(pictures, "png", draw)
        return found

    def test_it_is_drawn_again_only_for_what_it_shows(self, night: Event, made: list[Shape]) -> None:
        address = f"euchre.example/{uuid4()}"

        def ask(language: str = "en", shape: Shape = Shape.WIDE) -> int:
            picture_of(summary_of(event_or_404(night.slug)), address, language, shape=shape)
            return len(made)

        assert [ask(), ask()] == [1, 1]
        assert [ask("fr"), ask(shape=Shape.TALL), ask()] == [2, 3, 3]
        Player.objects.filter(name="A1").update(hides_name=True)
        assert [ask(), ask()] == [4, 4]
        Club.objects.update(colour="red")
        assert [ask(), ask()] == [5, 5]


class TestAddress:
    def test_everyone_may_fetch_it_and_an_unchanged_one_is_not_sent_again(self, night: Event) -> None:
        answer = visitor().get(path_of(night))
        assert (answer.status_code, answer["Content-Type"], answer["Cache-Control"]) == (
            200,
            "image/png",
            "public, no-cache",
        )
        assert answer["Content-Disposition"] == f'inline; filename="{night.slug}-wide.png"'
        assert image_of(answer.content).size == (1200, 630)
        again = visitor().get(path_of(night), headers={"if-none-match": answer["ETag"]})
        assert (again.status_code, again.content) == (304, b"")

    def test_there_are_two_shapes(self, night: Event) -> None:
        assert visitor().get(path_of(night, "tall")).status_code == 200
        assert visitor().get(path_of(night, "round")).status_code == 404

    def test_links_to_the_event_are_previewed_with_it(self, night: Event) -> None:
        night.refresh_from_db()
        for name in ("event", "standings"):
            page = visitor().get(reverse(name, args=[night.slug])).content.decode()
            found = dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)"', page))
            assert found["og:title"] == "Pairs night"
            assert re.fullmatch(r"Elm Street Euchre, \w+, \w+ \d+, \d+, \d+:\d\d\s[AP]M", found["og:description"])
            assert found["og:image"] == f"http://testserver{path_of(night)}?v={night.version}"
            assert (found["og:image:width"], found["og:image:height"]) == tuple(map(str, Shape.WIDE.pixels))
            assert len(re.findall('og:image"', page)) == 1
