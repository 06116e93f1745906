"""Requests that no page of ours sends: refused in words, nothing is changed, and the others play on."""

import json
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.accounts.models import Player
from games.tables import presence
from tests.cast import make_user
from tests.games.scene import Scene

pytestmark = pytest.mark.django_db

FORM = "application/x-www-form-urlencoded"
DIGITS = "9" * 5000


@pytest.fixture
def scene() -> Scene:
    return Scene()


@pytest.fixture
def untouched(scene: Scene) -> Iterator[None]:
    """Whatever the test sends, afterwards everything is as before and the game goes on."""
    before = scene.facts()
    yield
    assert scene.facts() == before
    scene.play_on()


MALFORMED = {
    "nothing": {"key": None, "seen": None, "action": None},
    "is missing": {"key": ""},
    "a key that is none": {"key": "1"},
    "a key with a NUL": {"key": "\0"},
    "no version": {"seen": ""},
    "a version with a NUL": {"seen": "1\0"},
    "a version of 5,000 digits": {"seen": DIGITS},
    "a version that is no number": {"seen": "NaN"},
    "an action with a NUL": {"action": "play\0JH"},
    "an action of half a character": {"action": "play \udc80".encode("utf-8", "surrogateescape")},
    "an action of 5,000 digits": {"action": f"bid {DIGITS}"},
    "an unknown word": {"action": "surrender"},
    "a card that is none": {"action": "play ZZ"},
    "an empty action": {"action": ""},
    "a word too many": {"action": "pass pass pass"},
    "two actions": {"action": "pass; pass"},
    "markup": {"action": "<script>alert(1)</script>"},
    "a number of another script": {"action": "bid ٣"},
}


@pytest.mark.parametrize("what", MALFORMED)
@pytest.mark.usefixtures("untouched")
def test_malformed(scene: Scene, what: str) -> None:
    form = {name: value for name, value in scene.form(**MALFORMED[what]).items() if value is not None}
    answer = scene.mover.post(scene.path(), form)
    assert answer.status_code == 422
    assert b"notice--error" in answer.content
    assert b"<script>alert" not in answer.content


@pytest.mark.usefixtures("untouched")
def test_surrogates_and_broken_escapes(scene: Scene) -> None:
    form = scene.form()
    for action in ("play%20%ED%A0%80", "%FF%FE", "%", "%u0041"):
        body = f"key={form['key']}&seen={form['seen']}&action={action}"
        assert scene.mover.post(scene.path(), body, content_type=FORM).status_code == 422


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "application/xml", "image/png"])
@pytest.mark.usefixtures("untouched")
def test_another_content_type(scene: Scene, kind: str) -> None:
    assert scene.mover.post(scene.path(), json.dumps(scene.form()), content_type=kind).status_code == 422


@pytest.mark.usefixtures("untouched")
def test_a_broken_upload(scene: Scene) -> None:
    for kind in ("multipart/form-data", "multipart/form-data; boundary=x", f"{FORM}; charset=none"):
        answer = scene.mover.generic("POST", scene.path(), b"--y\r\n\0", content_type=kind)
        assert answer.status_code in (400, 422)


@pytest.mark.usefixtures("untouched")
def test_too_much(scene: Scene) -> None:
    assert scene.mover.post(scene.path(), f"action={'x' * 3_000_000}", content_type=FORM).status_code == 400
    fields = "&".join(f"action{number}=pass" for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1))
    assert scene.mover.post(scene.path(), fields, content_type=FORM).status_code == 400


@pytest.mark.usefixtures("untouched")
def test_the_same_field_twice_counts_once(scene: Scene) -> None:
    form = scene.form(action=["play JH", "surrender"])
    assert scene.mover.post(scene.path(), form).status_code == 422


@pytest.mark.slow
@pytest.mark.usefixtures("untouched")
def test_another_players_turn_and_another_table(scene: Scene) -> None:
    who, action = scene.turn()
    other = next(each for each in scene.people if each != who)
    stranger, superuser = Client(), Client()
    user = make_user("Root")
    user.is_superuser = user.is_staff = True
    user.save()
    superuser.force_login(user)
    scene_before = scene.facts()
    assert scene.browser(other).post(scene.path(), scene.form(action=action)).status_code == 422
    assert scene.browser(other).post(scene.path(), scene.form(action=action, seat=0, player=who.pk)).status_code == 422
    assert stranger.post(scene.path(), scene.form(action=action)).status_code == 403
    assert superuser.post(scene.path(), scene.form(action=action)).status_code == 403
    assert scene.facts() == scene_before
    Player.objects.filter(user=user).delete()


@pytest.mark.parametrize("seen", [0, -1, 10**9, 10**40])
@pytest.mark.usefixtures("untouched")
def test_a_version_that_is_not_the_present_one(scene: Scene, seen: int) -> None:
    answer = scene.mover.post(scene.path(), scene.form(seen=seen))
    assert answer.status_code == 409
    assert b"The table has changed" in answer.content


@pytest.mark.usefixtures("untouched")
def test_addresses_that_lead_nowhere(scene: Scene) -> None:
    client = scene.mover
    for code in ("nowhere", "x" * 3000, "%F0%9F%83%8F", "%ED%A0%80", "..%2f..%2fadmin", "' OR 1=1 --"):
        assert client.post(f"/tables/{code}/act/", scene.form()).status_code in (403, 404)
    assert client.post(f"/tables/{scene.table.code}%00/act/", scene.form()).status_code == 400
    assert client.post(f"/tables/{scene.table.code}/seats/{DIGITS}/sit/", scene.form()).status_code == 404
    assert client.post(f"/tables/{scene.table.code}/seats/{'9' * 40}/sit/", scene.form()).status_code == 422
    owner = scene.browser(scene.people[0])
    assert owner.post(f"/tables/{scene.table.code}/seats/{'9' * 40}/evict/", scene.form()).status_code == 422


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize("method", ["get", "head", "put", "patch", "delete", "options"])
def test_another_method(scene: Scene, method: str) -> None:
    client, form = scene.mover, scene.form()
    assert getattr(client, method)(scene.path(), form if method in ("get", "head") else "").status_code == 405
    assert getattr(client, method)(scene.path("here")).status_code == 405


@pytest.mark.usefixtures("untouched")
def test_a_form_from_elsewhere(scene: Scene) -> None:
    client = scene.browser(scene.turn()[0], enforce_csrf_checks=True)
    assert client.post(scene.path(), scene.form()).status_code == 403
    page = client.get(scene.table.get_absolute_url())
    token = {"csrfmiddlewaretoken": str(page.context["csrf_token"])}
    for origin in ("https://evil.example", "null", "http://testserver.evil.example"):
        answer = client.post(scene.path(), scene.form(**token), headers={"Origin": origin})
        assert answer.status_code == 403
    assert client.post(scene.path(), scene.form(**token | {"csrfmiddlewaretoken": "x" * 64})).status_code == 403
    for name in ("here", "act"):
        assert client.post(scene.path(name), {"key": "1"}).status_code == 403


def test_a_replayed_request_has_one_effect_and_the_same_answer(scene: Scene) -> None:
    form, client = scene.form(), scene.mover
    first = client.post(scene.path(), form)
    after = scene.facts()
    again = [client.post(scene.path(), form) for _ in range(3)]
    assert {(answer.status_code, answer["Location"]) for answer in [first, *again]} == {
        (302, scene.table.get_absolute_url())
    }
    assert scene.facts() == after
    scene.play_on()


def test_the_same_key_with_another_body(scene: Scene) -> None:
    form, client = scene.form(), scene.mover
    client.post(scene.path(), form)
    after = scene.facts()
    answer = client.post(scene.path(), form | {"action": "play JH"})
    assert answer.status_code == 422
    assert b"already sent" in answer.content
    assert client.post(scene.path("move_table", "start"), form).status_code == 422
    assert scene.facts() == after
    scene.play_on()


# -- the live stream ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize(
    "query",
    [
        "",
        "topic=",
        "topic=table",
        "topic=table:%00",
        "topic=table:%ED%A0%80",
        "topic=Table:x",
        f"topic=table:{'x' * 65}",
        "&".join(f"topic=table:{number}" for number in range(9)),
        "topic=table:' OR 1=1",
    ],
)
def test_topics_that_are_none(scene: Scene, query: str) -> None:
    assert Client().get(f"/live/?{query}").status_code == 400
    assert Client().get(f"/live/?topic={scene.table.topic}&poll=1").status_code == 200


def test_topics_that_are_not_there(scene: Scene) -> None:
    for topic in ("table:nowhere", "hand:1", f"seat:{scene.table.code}", "__class__:x"):
        assert Client().get("/live/", {"topic": topic}).status_code == 404


def test_the_live_stream_takes_no_writes(scene: Scene) -> None:
    before = scene.facts()
    for method in ("post", "put", "patch", "delete"):
        assert getattr(Client(), method)(f"/live/?topic={scene.table.topic}").status_code == 405
    assert scene.facts() == before


def test_presence_is_no_way_to_another_players_seat(scene: Scene) -> None:
    minutes_ago = scene.table.created_at - presence.PLAYER_SILENT * 4
    scene.table.seats.update(seen_at=minutes_ago)
    stranger = Client()
    stranger.post(reverse("play_now"))
    assert stranger.post(scene.path("here"), {"player": scene.people[0].pk}).status_code == 204
    assert set(scene.table.seats.values_list("seen_at", flat=True)) == {minutes_ago}
