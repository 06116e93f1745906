"""Every unsafe call: once and no oftener, of the version that was seen, and only what the schema names."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction

from euchre_site.api import urlpatterns
from tests.tournaments.api.cast import Doors
from tests.tournaments.api.requests import WRITES, Write
from tests.tournaments.api.walking import paths
from tests.tournaments.views.browsing import differences, world, writes

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def doors(kept_db: None) -> Doors:
    return Doors()


def each(doors: Doors, check: Callable[[Write, str | None], Any]) -> dict[str, Any]:
    """The check's answer for every write, each as if it were the first; seen: the version of its thing."""
    found = {}
    for path, write in WRITES.items():
        with transaction.atomic():
            one = write(doors)
            doors.programs[one.role].read("/me/")  # the day's first use of a token is noted
            seen = doors.programs[one.role].version(one.thing) if one.thing else None
            found[path] = check(one, seen)
            transaction.set_rollback(True)
    return found


def test_there_is_a_request_for_every_write() -> None:
    assert set(WRITES) == {path for path, methods in paths(urlpatterns).items() if "post" in methods}


def test_the_same_key_three_times_has_one_effect_and_one_answer(doors: Doors) -> None:
    def check(write: Write, seen: str | None) -> tuple[list[int], bool, bool, set[str]]:
        key, program = str(uuid4()), doors.programs[write.role]
        answers = [program.post(write.path, write.body, key=key, seen=seen)]
        once = world()
        answers += [program.post(write.path, write.body, key=key, seen=seen) for _ in range(2)]
        bodies = {(one.content, one.headers.get("ETag")) for one in answers}
        return [one.status_code for one in answers], len(bodies) == 1, bool(once), differences(once, world())

    for path, (statuses, is_same, _, changed) in each(doors, check).items():
        assert statuses in ([200] * 3, [201] * 3), path
        assert is_same, path
        assert changed == set(), path


def test_the_same_key_with_another_body_is_refused_and_does_nothing(doors: Doors) -> None:
    def check(write: Write, seen: str | None) -> tuple[int, str, set[str]]:
        key, program = str(uuid4()), doors.programs[write.role]
        program.post(write.path, write.body, key=key, seen=seen)
        before = world()
        other = program.post("/tables/", {"name": "Another"}, key=key)
        return other.status_code, other.json()["code"], differences(before, world())

    assert set(map(str, each(doors, check).values())) <= {"(422, 'key_reused', set())", "(403, 'scope_missing', set())"}


def test_an_older_version_is_refused_with_how_it_stands_now(doors: Doors) -> None:
    def check(write: Write, seen: str | None) -> tuple[Any, ...]:
        program, before = doors.programs[write.role], world()
        if not write.thing:
            return ()
        stale = program.post(write.path, write.body, seen='"older"')
        missing = program.post(write.path, write.body)
        now = program.read(write.thing)
        told, changed = stale.json(), differences(before, world())
        return stale.status_code, missing.status_code, told.get("code"), told.get("present") == now, changed

    answers = {path: answer for path, answer in each(doors, check).items() if answer}
    assert len(answers) > 20
    for path, answer in answers.items():
        assert answer == (412, 428, "stale", True, set()), path


def test_without_a_key_nothing_is_written(doors: Doors) -> None:
    def check(write: Write, seen: str | None) -> tuple[int, str, list[str]]:
        with writes() as sent:
            answer = doors.programs[write.role].post(write.path, write.body, seen=seen, **{"Idempotency-Key": ""})
        return answer.status_code, answer.json()["code"], sent

    for path, answer in each(doors, check).items():
        assert answer == (400, "key_needed", []), path


def test_a_field_that_nobody_knows_is_refused(doors: Doors) -> None:
    def check(write: Write, seen: str | None) -> tuple[int, Any, list[str]]:
        with writes() as sent:
            answer = doors.programs[write.role].post(write.path, write.body | {"state": "final"}, seen=seen)
        return answer.status_code, answer.json().get("errors"), sent

    for path, answer in each(doors, check).items():
        assert answer == (400, [{"field": "state", "detail": "There is no such field."}], []), path


HOSTILE = {
    "no object": b"[1]",
    "no JSON": b"{",
    "a NUL": b'{"text": "a\\u0000b"}',
    "half a character": b'{"text": "\\ud800"}',
    "no UTF-8": b'{"text": "\xff"}',
    "nested 100,000 deep": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "nested 30 deep": b'{"a":' * 30 + b"1" + b"}" * 30,
    "a number of 5,000 digits": b'{"number": ' + b"9" * 5000 + b"}",
    "a name twice": b'{"text": "a", "text": "b"}',
    "NaN": b'{"number": NaN}',
    "Infinity": b'{"points": [Infinity, 1]}',
    "two megabytes": b'{"text": "' + b"a" * 2_000_000 + b'"}',
}


def test_hostile_bodies_are_refused_in_words_everywhere(doors: Doors) -> None:
    def check(write: Write, seen: str | None) -> dict[str, tuple[int, str, list[str]]]:
        found = {}
        for name, body in HOSTILE.items():
            with writes() as sent:
                answer = doors.programs[write.role].post(write.path, body, seen=seen)
            found[name] = answer.status_code, answer["Content-Type"], sent
        return found

    for path, found in each(doors, check).items():
        for name, answer in found.items():
            expected = 413 if name == "two megabytes" else 400
            assert answer == (expected, "application/problem+json", []), (path, name)


WRONG_VALUES = [
    ("/events/{slug}/matches/{id}/report/", {"points": ["١٠", "٦"]}),
    ("/events/{slug}/matches/{id}/report/", {"points": ["10", "6"]}),
    ("/events/{slug}/matches/{id}/report/", {"points": [True, 6]}),
    ("/events/{slug}/matches/{id}/report/", {"points": [10.5, 6]}),
    ("/events/{slug}/matches/{id}/report/", {"points": [1e999, 6]}),
    ("/events/{slug}/matches/{id}/report/", {"points": [-1, 6]}),
    ("/events/{slug}/matches/{id}/report/", {"points": [2**63, 6]}),
    ("/events/{slug}/matches/{id}/report/", {"points": "10"}),
    ("/events/{slug}/matches/{id}/report/", {"points": [10, 6], "hands": [{"side": 0, "points": 1, "alone": "yes"}]}),
    ("/events/{slug}/matches/{id}/report/", {"points": [10, 6], "hands": [{"side": 0, "points": 1, "by": 3}]}),
    ("/events/{slug}/entries/", {"names": [7]}),
    ("/events/{slug}/entries/", {"names": ["x" * 81]}),
    ("/events/{slug}/entries/", {"players": [2**40]}),
    ("/events/{slug}/announcements/", {"text": None}),
    ("/clubs/{slug}/events/", {"name": "New", "starts_at": "yesterday", "format": "progressive"}),
    ("/clubs/{slug}/events/", {"name": "New", "starts_at": "2026-12-01T19:00:00Z", "format": "poker"}),
]


def test_a_value_of_the_wrong_kind_is_named(doors: Doors) -> None:
    for path, body in WRONG_VALUES:
        write = WRITES[path](doors)
        program = doors.programs[write.role]
        seen = program.version(write.thing) if write.thing else None
        with writes() as sent:
            answer = program.post(write.path, body, seen=seen)
        assert (answer.status_code, answer.json()["code"], sent) == (400, "invalid", []), body
        assert answer.json().get("errors") or answer.json()["detail"], body
