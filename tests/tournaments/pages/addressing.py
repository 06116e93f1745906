"""How the tables of requests are written: an address of the scene, and what its form would send."""

from collections.abc import Callable
from typing import Any

from django.urls import reverse

from tests.tournaments.pages.browsing import form
from tests.tournaments.pages.scene import Scene
from tournaments.rounds.models import Round

# The address and what its form would send.
Request = Callable[[Scene], tuple[str, dict[str, Any]]]


def page(name: str, *args: Any, body: Any = form) -> Request:
    """args: values, or how to read them off the scene."""

    def request(scene: Scene) -> tuple[str, dict[str, Any]]:
        values = [arg(scene) if callable(arg) else arg for arg in args]
        return reverse(name, args=values), body(scene) if body is not form else form()

    return request


def night(name: str, *args: Any, body: Any = form) -> Request:
    return page(name, "night", *args, body=body)


def table(number: int) -> Callable[[Scene], int]:
    return lambda scene: scene.match(number).pk


def pams(scene: Scene) -> int:
    return scene.entry(scene.pam).pk


def version(number: int, **more: Any) -> Callable[[Scene], dict[str, Any]]:
    return lambda scene: form(seen=scene.match(number).last_version, **more)


def about_round(row: Round) -> dict[str, Any]:
    return form(seen=row.revision)
