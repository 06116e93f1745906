"""A valid request for every address of who is coming, in the scene of the permissions."""

from collections.abc import Callable
from typing import Any

from django.urls import reverse

from tests.tournaments.pages.browsing import form
from tournaments.attendance import links

Request = Callable[[Any], tuple[str, dict[str, Any]]]


def asking(action: str) -> Request:
    return lambda scene: (reverse("ask_coming", args=["signing", action]), form())


OF_ATTENDANCE: dict[str, Request] = {
    "coming_link": lambda scene: (
        links.path_for(scene.registering.event, scene.mia.player.pk),
        form(answer="maybe"),
    ),
    "coming_link/made-up": lambda scene: (reverse("coming_link", args=["made:up"]), form(answer="maybe")),
    "answer_coming": lambda scene: (reverse("answer_coming", args=["signing"]), form(answer="maybe")),
    "coming": lambda scene: (reverse("coming", args=["signing"]), {}),
    "ask_coming/list": asking("list"),
    "ask_coming/everyone": asking("everyone"),
    "ask_coming/praise": asking("praise"),
    "answer_fixture": lambda scene: (reverse("answer_fixture", args=[scene.running.slug, 1]), form(answer="maybe")),
    "ask_squads": lambda scene: (reverse("ask_squads", args=[scene.running.slug, 1]), form()),
}
