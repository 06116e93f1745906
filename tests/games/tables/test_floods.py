"""Floods from one visitor: told to wait, nothing is changed, and the others play on."""

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games import limits
from games.accounts.models import Player
from games.limits import Limit
from games.tables.forms import TableForm
from games.tables.models import Table
from tests.cast import make_user
from tests.games.scene import Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> Scene:
    return Scene()


@pytest.fixture
def limited(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, int], None]]:
    """Switches a limit on; counting starts afresh."""
    settings.FLOOD_LIMITS = True

    def set_limit(name: str, most: int) -> None:
        monkeypatch.setattr(limits, name, Limit(f"test-{uuid.uuid4()}", most, 60))

    yield set_limit
    if "locmem" in settings.CACHES["default"]["BACKEND"]:
        cache.clear()


def is_told_to_wait(answer: HttpResponse) -> bool:
    return answer.status_code == 429 and answer["Retry-After"] == "60" and b"Wait 60 seconds" in answer.content


@pytest.mark.slow
def test_a_flood_of_moves(scene: Scene, limited: Callable[[str, int], None]) -> None:
    limited("MOVES", 5)
    flooder = scene.browser(next(each for each in scene.people if each != scene.turn()[0]))
    before = scene.facts()
    answers = [flooder.post(scene.path(), scene.form()) for _ in range(8)]
    assert [answer.status_code for answer in answers[:5]] == [422] * 5
    assert all(is_told_to_wait(answer) for answer in answers[5:])
    assert is_told_to_wait(flooder.post(scene.path("move_table", "stand-up"), scene.form()))
    assert flooder.get(scene.table.get_absolute_url()).status_code == 200
    assert scene.facts() == before
    scene.play_on()


def test_a_flood_from_strangers(scene: Scene, limited: Callable[[str, int], None]) -> None:
    limited("MOVES", 5)
    before = scene.facts()
    answers = [Client().post(scene.path(), scene.form()).status_code for _ in range(8)]
    assert answers == [403] * 5 + [429] * 3
    assert scene.facts() == before
    scene.play_on()


def test_a_flood_of_signs_of_life(scene: Scene, limited: Callable[[str, int], None]) -> None:
    limited("SIGNS_OF_LIFE", 3)
    client = scene.browser(scene.people[1])
    assert [client.post(scene.path("here")).status_code for _ in range(5)] == [204] * 3 + [429] * 2
    assert scene.browser(scene.people[2]).post(scene.path("here")).status_code == 204


def test_a_flood_of_guests(limited: Callable[[str, int], None]) -> None:
    limited("NEW_GUESTS", 3)
    limited("NEW_TABLES", 1)  # of each, and newcomers have an address with many others
    answers = [Client().post(reverse("play_now")) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [302] * 3 + [429] * 2
    assert is_told_to_wait(answers[-1])
    assert (Player.objects.filter(is_guest=True).count(), Table.objects.count()) == (3, 3)
    account = Client()
    account.force_login(make_user("Olga"))
    assert account.post(reverse("play_now")).status_code == 302


def test_a_flood_of_tables(limited: Callable[[str, int], None]) -> None:
    limited("NEW_TABLES", 3)
    client = Client()
    client.force_login(make_user("Olga"))
    assert [client.post(reverse("play_now")).status_code for _ in range(5)] == [302] * 3 + [429] * 2
    form = {name: field.initial for name, field in TableForm().fields.items() if field.initial}
    assert client.post(reverse("new_table"), form).status_code == 429
    assert Table.objects.count() == 3


def test_the_cost_of_being_refused_is_one_question(
    scene: Scene, limited: Callable[[str, int], None], django_assert_num_queries: Any
) -> None:
    limited("MOVES", 0)
    client = scene.browser(scene.people[1])
    form = scene.form()
    with django_assert_num_queries(1):
        assert client.post(scene.path(), form).status_code == 429
