"""A valid request for every address of the site: row → what to ask of the scene."""

from tests.imports_scene import OF_IMPORTS
from tests.league_scene import OF_LEAGUES
from tests.people_scene import OF_PEOPLE
from tests.registration_scene import OF_REGISTRATION
from tests.sharing_scene import OF_SHARING
from tests.tournaments.views.addressing import Request
from tests.tournaments.views.browsing import Answer
from tests.tournaments.views.club_requests import OF_CLUBS
from tests.tournaments.views.console_requests import OF_CONSOLES
from tests.tournaments.views.event_requests import OF_EVENTS
from tests.tournaments.views.scene import Scene
from tests.tournaments.views.score_requests import OF_SCORES
from tests.webhook_scene import OF_WEBHOOKS

REQUESTS: dict[str, Request] = {
    **OF_CLUBS,
    **OF_EVENTS,
    **OF_CONSOLES,
    **OF_SCORES,
    **OF_IMPORTS,
    **OF_LEAGUES,
    **OF_PEOPLE,
    **OF_REGISTRATION,
    **OF_SHARING,
    **OF_WEBHOOKS,
}


def ask(scene: Scene, role: str, row: str, method: str) -> Answer:
    path, body = REQUESTS[row](scene)
    if row == "grid":
        body["match"] = scene.match(2).pk
    client = scene.browser(role)
    return client.get(path) if method == "GET" else client.post(path, body)
