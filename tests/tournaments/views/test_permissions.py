"""Who gets which answer from every address of the site: `tests/data/permissions.txt`, row by row, reviewed by hand.

302 is a log-in page for those who are not logged in, and the answer to a write that was done.
"""

from pathlib import Path

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.tournaments.views.browsing import differences, form, without_tokens, world
from tests.tournaments.views.scene import REQUESTS, Scene, ask
from tournaments.models import Match, Membership
from tournaments.urls import urlpatterns

FILE = Path(__file__).parents[2] / "data" / "permissions.txt"
ROLES = ("anonymous", "stranger", "member", "scorer", "elsewhere", "organizer", "owner", "phone")
WRITTEN = {200, 302}


def read_table() -> dict[tuple[str, str], dict[str, int]]:
    """(row, method) → role → status."""
    lines = [line.split() for line in FILE.read_text().splitlines() if line and not line.startswith("#")]
    assert tuple(lines[0][2:]) == ROLES
    return {(row, method): dict(zip(ROLES, map(int, cells), strict=True)) for row, method, *cells in lines[1:]}


TABLE = read_table()


@pytest.fixture
def scene(db: None) -> Scene:
    return Scene()


def test_every_route_has_a_row_for_reading_and_for_writing() -> None:
    routes = {(pattern.name, method) for pattern in urlpatterns for method in ("GET", "POST")}
    assert {(row.partition("/")[0], method) for row, method in TABLE} == routes
    assert {row for row, _ in TABLE} == set(REQUESTS)


@pytest.mark.parametrize("role", ROLES)
def test_it_answers_as_the_table_says_and_a_refusal_writes_nothing(scene: Scene, role: str) -> None:
    answers, wrote = {}, {}
    for row, method in TABLE:
        with transaction.atomic():
            REQUESTS[row](scene)  # may set the stage
            before = world()
            response = ask(scene, role, row, method)
            answers[row, method] = response.status_code
            wrote[row, method] = differences(before, world())
            transaction.set_rollback(True)
    assert answers == {key: cells[role] for key, cells in TABLE.items()}
    to_log_in = {key for key, status in answers.items() if status == 302 and not wrote[key]}
    refused = {key for key, status in answers.items() if status not in WRITTEN} | to_log_in
    read = {key for key in TABLE if key[1] == "GET"}
    assert {key: wrote[key] for key in refused | read if wrote[key]} == {}
    assert to_log_in <= ({key for key in TABLE if key[0] not in PUBLIC} if role in OUTSIDE else set())


OUTSIDE = ("anonymous", "phone")
PUBLIC = {row for row, method in TABLE if method == "GET" and TABLE[row, "GET"]["anonymous"] == 200}
