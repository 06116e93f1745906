"""Cards of one's own through their page: kept, shown to their owner alone, taken away, and refused when they are not
pictures."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from PIL import Image

from games.accounts.models import Player, User
from games.engine.cards import card_from
from games.tables import own_cards, play
from games.tables.models import CardPicture, PlayerSettings
from games.tables.preferences import save_settings, settings_of
from tests.cast import make_user
from tests.games import pictures
from tests.games.pictures import BLUE, HTML, SVG, bomb, plain, sheet
from tests.games.tables.cast import command_by, finished_game, table_for
from tests.markup import squeezed

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga() -> User:
    return make_user("Olga")


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def send(client: Client, kind: str, body: bytes, name: str = "cards.png", **more: str) -> Any:
    file = SimpleUploadedFile(name, body, content_type="image/png")
    return client.post(reverse("keep_picture", args=[kind]), {"picture": file} | more)


def test_a_back_is_on_every_card_that_lies_face_down_and_on_nobody_elses(olga: User) -> None:
    table, people = table_for()
    play.start_game(table.pk, command_by(people[0], table))
    client = browser(olga)
    assert send(client, "back", plain()).headers["Location"] == reverse("own_cards")
    address = CardPicture.objects.get().get_absolute_url()
    page = client.get(table.get_absolute_url()).content.decode()
    assert squeezed(page).count(f'<img class="own-back" src="{address}"') == page.count('class="card-back"') == 15
    assert "own-back" not in browser(make_user("Sam")).get(table.get_absolute_url()).content.decode()


@pytest.mark.parametrize("route", ["table", "table_hand"])
def test_faces_lie_over_the_cards_that_the_site_draws_and_their_names_stay(olga: User, route: str) -> None:
    table, people = table_for()
    play.start_game(table.pk, command_by(people[0], table))
    client = browser(olga)
    drawn = client.get(reverse(route, args=[table.code])).content.decode()
    send(client, "faces", sheet(), layout="euchre")
    address = CardPicture.objects.get().get_absolute_url()
    page = client.get(reverse(route, args=[table.code])).content.decode()
    image = f'<img class="own-face" src="{address}" alt="" decoding="sync">'
    assert page.count(image) == page.count("data-card=") >= 5
    for part in ('<span class="visually-hidden">', 'class="playing-card__face"'):
        assert page.count(part) == drawn.count(part)


@pytest.mark.slow
def test_a_replay_and_a_shared_screen_show_them_too(olga: User) -> None:
    game = finished_game()
    table = game.table
    client = browser(olga)
    send(client, "faces", sheet(), layout="euchre")
    replay = client.get(reverse("replay", args=[table.code, 1])).content.decode()
    assert replay.count("own-face") == replay.count("data-card=") >= 20
    assert "own-face" not in Client().get(reverse("replay", args=[table.code, 1])).content.decode()
    play.start_game(table.pk, command_by(olga.player, table))
    send(client, "back", plain())
    assert client.get(reverse("table_shared", args=[table.code])).content.decode().count("own-back") == 20


@pytest.mark.slow
def test_a_card_that_the_sheet_does_not_have_is_the_sites(olga: User) -> None:
    own_cards.keep_faces(olga.player, sheet(8, 4), "long")
    settings = settings_of(olga.player)
    assert own_cards.sheet_with(settings, card_from("8C"))
    own_cards.keep_faces(olga.player, sheet(), "euchre")
    settings = settings_of(olga.player)
    found = [own_cards.sheet_with(settings, card_from(text)) for text in ("9C", "8C", "JO")]
    assert found == [CardPicture.objects.get(), None, None]
    own_cards.keep_faces(olga.player, sheet(6, 5), "with_joker")
    assert own_cards.sheet_with(settings_of(olga.player), card_from("JO"))


def test_the_picture_is_served_to_its_owner_as_nothing_but_a_picture(olga: User) -> None:
    client = browser(olga)
    send(client, "back", plain(colour=BLUE))
    answer = client.get(CardPicture.objects.get().get_absolute_url())
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "image/webp"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert answer.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    assert Image.open(BytesIO(answer.content)).format == "WEBP"


def test_another_players_picture_is_as_good_as_none(olga: User) -> None:
    own_cards.keep_back(olga.player, plain())
    address = CardPicture.objects.get().get_absolute_url()
    sam = browser(make_user("Sam"))
    assert sam.get(address).status_code == 404
    assert sam.get(reverse("card_picture", args=["0" * 64])).status_code == 404
    assert Client().get(address).status_code == 302
    assert sam.post(reverse("drop_picture", args=["back"])).status_code == 302
    assert send(sam, "back", plain()).status_code == 302
    mine, his = CardPicture.objects.order_by("pk")
    assert mine.digest == his.digest
    sam.post(reverse("drop_picture", args=["back"]))
    assert CardPicture.objects.get() == mine
    assert settings_of(olga.player).back == mine


def test_a_new_picture_takes_the_place_of_the_old_and_a_removed_one_is_gone(olga: User) -> None:
    client = browser(olga)
    send(client, "back", plain())
    old = CardPicture.objects.get().digest
    send(client, "back", plain(colour=BLUE))
    new = CardPicture.objects.get().digest
    assert old != new
    assert client.get(reverse("card_picture", args=[old])).status_code == 404
    send(client, "back", plain(colour=BLUE))
    assert CardPicture.objects.get().digest == new
    assert "Remove card back" in client.get(reverse("own_cards")).content.decode()
    assert client.post(reverse("drop_picture", args=["back"])).status_code == 302
    assert client.post(reverse("drop_picture", args=["back"])).status_code == 302
    assert not CardPicture.objects.exists()
    assert settings_of(olga.player).back is None
    assert "Remove card back" not in client.get(reverse("own_cards")).content.decode()


def test_the_other_settings_leave_the_pictures_alone(olga: User) -> None:
    stale = settings_of(olga.player)
    own_cards.keep_back(olga.player, plain())
    stale.felt = "blue"
    save_settings(stale, olga.player)
    kept = settings_of(olga.player)
    assert (kept.felt, kept.back) == ("blue", CardPicture.objects.get())


@pytest.mark.parametrize(
    ("hostile", "told"),
    [
        pytest.param(lambda: SVG, "isn’t a PNG or WebP", id="svg"),
        pytest.param(lambda: HTML, "isn’t a PNG or WebP", id="html as png"),
        pytest.param(lambda: b"\x89PNG" + bytes(50 * 2**20), "larger than 5 MB", id="50 MB"),
        pytest.param(bomb, "too large", id="30000x30000 bomb"),
        pytest.param(lambda: plain()[:-40], "can’t read the picture", id="truncated"),
        pytest.param(lambda: plain(kind="GIF"), "isn’t a PNG or WebP", id="gif"),
        pytest.param(lambda: pictures.animated("WEBP"), "animated", id="animated webp"),
        pytest.param(lambda: b"", "The file is empty", id="zero bytes"),
    ],
)
def test_a_refused_upload_says_why_and_leaves_what_was_there(
    olga: User, hostile: Callable[[], bytes], told: str
) -> None:
    client = browser(olga)
    send(client, "back", plain())
    before = list(CardPicture.objects.values("digest", "made_at"))
    answer = send(client, "back", hostile())
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert list(CardPicture.objects.values("digest", "made_at")) == before
    assert send(client, "faces", hostile(), layout="euchre").status_code == 422


def test_a_picture_with_a_place_in_it_is_kept_without(olga: User) -> None:
    assert send(browser(olga), "back", pictures.with_place()).status_code == 302
    kept = bytes(CardPicture.objects.get().body)
    assert not Image.open(BytesIO(kept)).getexif()
    assert b"camera" not in kept


@pytest.mark.parametrize(
    "name", ["../../../etc/passwd", "..\\..\\cards.png", "a\r\nX-Evil: 1.png", "x" * 300, "<b>.svg"]
)
def test_the_name_of_the_file_is_nobodys_business(olga: User, name: str) -> None:
    client = browser(olga)
    assert send(client, "back", plain(), name).status_code == 302
    row = CardPicture.objects.values().get()
    assert {str(value) for value in row.values()}.isdisjoint({name})
    assert client.get(reverse("card_picture", args=[row["digest"]])).status_code == 200


@pytest.mark.parametrize("kind", ["logo", "back.svg", "..%2fback"])
def test_there_are_two_kinds_of_pictures(olga: User, kind: str) -> None:
    assert send(browser(olga), kind, plain()).status_code == 404
    assert browser(olga).post(reverse("drop_picture", args=[kind])).status_code == 404


def test_a_sheet_needs_a_layout_and_an_upload_a_file(olga: User) -> None:
    client = browser(olga)
    assert send(client, "faces", sheet(), layout="tarot").status_code == 422
    assert send(client, "faces", sheet()).status_code == 422
    assert client.post(reverse("keep_picture", args=["back"])).status_code == 422
    assert not CardPicture.objects.exists()


def test_guests_have_no_cards_of_their_own() -> None:
    client = Client()
    client.post(reverse("play_now"))
    assert send(client, "back", plain()).status_code == 302
    assert client.get(reverse("own_cards")).status_code == 302
    assert not CardPicture.objects.exists()
    with pytest.raises(Exception, match="Log in"):
        own_cards.keep_back(Player.objects.get(is_guest=True), plain())


@pytest.mark.slow
def test_too_many_pictures_at_once_are_told_to_wait(olga: User, settings: Any) -> None:
    settings.FLOOD_LIMITS = True
    client = browser(olga)
    answers = [send(client, "back", b"nonsense").status_code for _ in range(14)]
    assert answers == [422] * 12 + [429] * 2


def test_the_database_keeps_one_picture_of_each_kind(olga: User) -> None:
    own_cards.keep_back(olga.player, plain())
    for wrong in ({"kind": "back"}, {"kind": "logo"}, {"kind": "faces", "layout": ""}):
        with pytest.raises(IntegrityError), transaction.atomic():
            CardPicture.objects.create(player=olga.player, digest="0" * 64, body=b"", **wrong)
    assert PlayerSettings.objects.get().back == CardPicture.objects.get()


def test_who_is_forgotten_leaves_no_picture(olga: User) -> None:
    own_cards.keep_back(olga.player, plain())
    own_cards.keep_faces(olga.player, sheet(), "euchre")
    Player.objects.filter(pk=olga.player.pk).delete()
    assert not CardPicture.objects.exists()
