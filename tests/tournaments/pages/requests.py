"""A valid request for every address of the site: row → what to ask of the scene."""

from tests.tournaments.attendance.requests import OF_ATTENDANCE
from tests.tournaments.clubs.people_requests import OF_PEOPLE
from tests.tournaments.clubs.requests import OF_CLUBS
from tests.tournaments.console.requests import OF_CONSOLES
from tests.tournaments.cups.requests import OF_CUPS
from tests.tournaments.events.requests import OF_EVENTS
from tests.tournaments.leagues.requests import OF_LEAGUES
from tests.tournaments.pages.addressing import Request
from tests.tournaments.pages.browsing import Answer
from tests.tournaments.pages.scene import Scene
from tests.tournaments.registration.requests import OF_REGISTRATION
from tests.tournaments.results.requests import OF_SCORES
from tests.tournaments.scenes.imports import OF_IMPORTS
from tests.tournaments.season_money.requests import OF_SEASON_MONEY
from tests.tournaments.sharing.requests import OF_SHARING
from tests.tournaments.subs.requests import OF_SUBS
from tests.tournaments.webhooks.requests import OF_WEBHOOKS

REQUESTS: dict[str, Request] = {
    **OF_CLUBS,
    **OF_EVENTS,
    **OF_CONSOLES,
    **OF_SCORES,
    **OF_IMPORTS,
    **OF_CUPS,
    **OF_LEAGUES,
    **OF_SEASON_MONEY,
    **OF_PEOPLE,
    **OF_REGISTRATION,
    **OF_ATTENDANCE,
    **OF_SHARING,
    **OF_SUBS,
    **OF_WEBHOOKS,
}


def ask(scene: Scene, role: str, row: str, method: str) -> Answer:
    path, body = REQUESTS[row](scene)
    if row == "grid":
        body["match"] = scene.match(2).pk
    client = scene.browser(role)
    return client.get(path) if method == "GET" else client.post(path, body)
