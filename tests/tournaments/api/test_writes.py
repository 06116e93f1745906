"""Every unsafe call: once and no oftener, of the version that was seen, and only what the schema names."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction

from euchre_site.api import urlpatterns
from tests.tournaments.api.cast import Cast
from tests.tournaments.api.requests import WRITES, Write
from tests.tournaments.api.walking import paths
from tests.tournaments.pages.browsing import differences, world, writes
from tests.tournaments.scenes.webhook import PUBLIC

pytestmark = pytest.mark.django_db


FEW = ("/events/{slug}/change/", "/events/{slug}/rounds/{id}/publish/", "/tables/{code}/act/")
among = pytest.mark.parametrize(
    "patterns", [pytest.param(FEW, id="a few"), pytest.param(tuple(WRITES), id="all", marks=pytest.mark.slow)]
)


def each(
    cast: Cast, check: Callable[[Write, str | None], Any], patterns: Iterable[str] = tuple(WRITES)
) -> dict[str, Any]:
    """The check's answer for these writes, each as if it were the first; seen: the version of its thing."""
    found = {}
    for path in patterns:
        write = WRITES[path]
        with transaction.atomic():
            one = replace(write(cast), pattern=path)
            cast.programs[one.role].read("/me/")  # the day's first use of a token is noted
            seen = cast.programs[one.role].version(one.thing) if one.thing else None
            found[path] = check(one, seen)
            transaction.set_rollback(True)
    return found


def test_there_is_a_request_for_every_write() -> None:
    assert set(WRITES) == {path for path, methods in paths(urlpatterns).items() if "post" in methods}


@among
@pytest.mark.heavy
def test_the_same_key_three_times_has_one_effect_and_one_answer(cast: Cast, patterns: tuple[str, ...]) -> None:
    def check(write: Write, seen: str | None) -> tuple[list[int], bool, list[str | None], set[str]]:
        key, program = str(uuid4()), cast.programs[write.role]
        answers = [program.post(write.path, write.body, key=key, seen=seen)]
        once = world()
        answers += [program.post(write.path, write.body, key=key, seen=seen) for _ in range(2)]
        bodies = {(one.content, one.headers.get("ETag")) for one in answers}
        replayed = [one.headers.get("Idempotent-Replayed") for one in answers]
        return [one.status_code for one in answers], len(bodies) == 1, replayed, differences(once, world())

    for path, (statuses, is_same, replayed, changed) in each(cast, check, patterns).items():
        assert statuses in ([200] * 3, [201] * 3), path
        assert is_same, path
        assert replayed == [None, "true", "true"], path
        assert changed == set(), path


A_TABLE = {"table": 1, "sides": [[1, 2], [3, 4]], "points": [6, 10]}
SECOND: dict[str, dict[str, Any]] = {
    "/clubs/{slug}/events/": {"name": "Other", "starts_at": "2026-12-02T19:00:00Z", "format": "swiss"},
    "/clubs/{slug}/webhooks/": {"address": f"{PUBLIC}/other", "types": ["event.finished"]},
    "/clubs/{slug}/webhooks/{id}/change/": {"types": ["event.changed"]},
    "/events/{slug}/change/": {"name": "Saturday"},
    "/events/{slug}/cancel/": {"reason": "Rain"},
    "/events/{slug}/finish/": {"override": "Early"},
    "/events/{slug}/announcements/": {"text": "First call"},
    "/events/{slug}/entries/": {"names": ["Nick"]},
    "/events/{slug}/entries/bulk/": {"entries": [{"names": ["Nick"]}]},
    "/events/{slug}/results/bulk/": {"results": [{"match": 1, "etag": "*", "points": [6, 10]}]},
    "/events/{slug}/registration/sign-up/": {"is_looking": True},
    "/events/{slug}/rounds/": {"number": 2},
    "/events/{slug}/rounds/played/": {"reason": "Another card", "rounds": [{"number": 1, "tables": [A_TABLE]}]},
    "/events/{slug}/rounds/{id}/publish/": {"override": "It is right"},
    "/events/{slug}/matches/{id}/report/": {"points": [6, 10]},
    "/events/{slug}/matches/{id}/correct/": {"points": [7, 10], "reason": "Misread"},
    "/events/{slug}/matches/{id}/void/": {"reason": "Spilled"},
    "/events/{slug}/matches/{id}/reopen/": {"reason": "Spilled"},
    "/events/{slug}/prizes/plan/": {"plan": {"tied": "decide"}},
    "/events/{slug}/payouts/publish/": {"override": "Early"},
    "/tables/": {"name": "Another"},
    "/tables/{code}/act/": {"action": "call H"},
    "/tables/{code}/rules/": {"rules": "hoyle"},
}
"""Another body for every write that takes one."""


@among
@pytest.mark.heavy
def test_the_same_key_with_another_request_is_refused_and_does_nothing(cast: Cast, patterns: tuple[str, ...]) -> None:
    """Another body at the same address; the same action and body at another thing."""

    def check(write: Write, seen: str | None) -> tuple[dict[str, Any], set[str]]:
        key, program = str(uuid4()), cast.programs[write.role]
        assert program.post(write.path, write.body, key=key, seen=seen).status_code in (200, 201)
        before = world()
        others = {"body": (write.path, SECOND[write.pattern])} if write.pattern in SECOND else {}
        _, kind, name, *rest = write.path.split("/")
        if name:  # there is one list of tables only
            others["address"] = ("/".join(["", kind, "another", *rest]), write.body)
        answers = {what: program.post(*other, key=key, seen=seen) for what, other in others.items()}
        outcomes = {what: (answer.status_code, answer.json().get("code")) for what, answer in answers.items()}
        return outcomes, differences(before, world())

    for path, (outcomes, changed) in each(cast, check, patterns).items():
        assert outcomes == dict.fromkeys(outcomes, (422, "idempotency_key_reused")), path
        assert outcomes, path
        assert changed == set(), path


def test_equal_keys_of_two_accounts_are_two_keys(cast: Cast) -> None:
    """The organizer's and the owner's program number their requests from 1: both are heard."""
    path, key = WRITES["/events/{slug}/announcements/"](cast).path, "request-1"
    said = [cast.programs[role].post(path, {"text": "Last call"}, key=key) for role in ("organizer", "owner")]
    assert [answer.status_code for answer in said] == [201, 201]
    assert said[0].json()["id"] != said[1].json()["id"]


FOUND_AT: dict[str, Callable[[str, Any], str]] = {
    "/clubs/{slug}/events/": lambda path, made: f"/events/{made['slug']}/",
    "/clubs/{slug}/webhooks/": lambda path, made: f"{path}{made['id']}/",
    "/clubs/{slug}/webhooks/{id}/test/": lambda path, made: path.replace("test/", f"deliveries/{made['id']}/"),
    "/events/{slug}/entries/": lambda path, made: f"{path}{made['number']}/",
    "/events/{slug}/rounds/": lambda path, made: f"{path}{made['id']}/",
    "/tables/": lambda path, made: f"{path}{made['code']}/",
}
"""Where GET shows what was added to a list."""
NOWHERE = {
    "/clubs/{slug}/webhooks/{id}/remove/",
    "/events/{slug}/announcements/",
    "/events/{slug}/announcements/{id}/withdraw/",
    "/events/{slug}/entries/bulk/",
    "/events/{slug}/results/bulk/",
    "/events/{slug}/rounds/played/",
}
"""Announcements are read as a list only. What is written in bulk has an ETag in each row."""


@among
@pytest.mark.heavy
def test_the_version_in_an_answer_is_the_one_that_reading_the_thing_gives(
    cast: Cast, patterns: tuple[str, ...]
) -> None:
    """So a program may go on with what the answer of its write carried."""

    def check(write: Write, seen: str | None) -> tuple[str | None, str | None]:
        program = cast.programs[write.role]
        answer = program.post(write.path, write.body, seen=seen)
        given = answer.headers.get("ETag")
        if write.pattern in NOWHERE:
            return given, None
        made = FOUND_AT.get(write.pattern)
        return given, program.version(made(write.path, answer.json()) if made else write.thing)

    answers = each(cast, check, patterns)
    for path, (given, read) in answers.items():
        assert given == read, path
    assert {path for path, (given, _) in answers.items() if given is None} == NOWHERE & set(patterns)


@among
@pytest.mark.heavy
def test_an_older_version_is_refused_with_how_it_stands_now(cast: Cast, patterns: tuple[str, ...]) -> None:
    def check(write: Write, seen: str | None) -> tuple[Any, ...]:
        program, before = cast.programs[write.role], world()
        if not write.thing:
            return ()
        stale = program.post(write.path, write.body, seen='"older"')
        missing = program.post(write.path, write.body)
        now = program.read(write.thing)
        outcomes, changed = stale.json(), differences(before, world())
        return stale.status_code, missing.status_code, outcomes.get("code"), outcomes.get("present") == now, changed

    answers = {path: answer for path, answer in each(cast, check, patterns).items() if answer}
    assert len(answers) > (20 if len(patterns) == len(WRITES) else 1)
    for path, answer in answers.items():
        assert answer == (412, 428, "precondition_failed", True, set()), path


@pytest.mark.parametrize("seen", ["*", '"older", {}', "W/{}"])
def test_any_version_and_one_of_several_may_be_named(cast: Cast, seen: str) -> None:
    """An asterisk stands for whatever is there. Compressing proxies mark an ETag as weak."""
    write = WRITES["/events/{slug}/change/"](cast)
    program = cast.programs[write.role]
    with transaction.atomic():
        assert program.post(write.path, write.body, seen=seen.format(program.version(write.thing))).status_code == 200
        transaction.set_rollback(True)


def test_an_asterisk_names_nothing_that_is_not_there(cast: Cast) -> None:
    write = WRITES["/events/{slug}/change/"](cast)
    assert cast.programs[write.role].post("/events/none/change/", write.body, seen="*").status_code == 404


@pytest.mark.slow
@pytest.mark.heavy
def test_without_a_key_nothing_is_written(cast: Cast) -> None:
    def check(write: Write, seen: str | None) -> tuple[int, str, list[str]]:
        with writes() as sent:
            answer = cast.programs[write.role].post(write.path, write.body, seen=seen, **{"Idempotency-Key": ""})
        return answer.status_code, answer.json()["code"], sent

    for path, answer in each(cast, check).items():
        assert answer == (400, "idempotency_key_required", []), path


@pytest.mark.slow
def test_an_unknown_field_is_refused(cast: Cast) -> None:
    def check(write: Write, seen: str | None) -> tuple[int, Any, list[str]]:
        with writes() as sent:
            answer = cast.programs[write.role].post(write.path, write.body | {"state": "final"}, seen=seen)
        return answer.status_code, answer.json().get("errors"), sent

    for path, answer in each(cast, check).items():
        unknown = {"field": "state", "detail": "This field doesn’t exist. Check its spelling."}
        assert answer == (400, [unknown], []), path


HOSTILE = {
    "no object": b"[1]",
    "isn’t JSON": b"{",
    "a NUL": b'{"text": "a\\u0000b"}',
    "half a character": b'{"text": "\\ud800"}',
    "isn’t UTF-8": b'{"text": "\xff"}',
    "nested 100,000 deep": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "nested 30 deep": b'{"a":' * 30 + b"1" + b"}" * 30,
    "a number of 5,000 digits": b'{"number": ' + b"9" * 5000 + b"}",
    "a name twice": b'{"text": "a", "text": "b"}',
    "NaN": b'{"number": NaN}',
    "Infinity": b'{"points": [Infinity, 1]}',
    "two megabytes": b'{"text": "' + b"a" * 2_000_000 + b'"}',
}


@among
@pytest.mark.heavy
def test_hostile_bodies_are_refused_in_words(cast: Cast, patterns: tuple[str, ...]) -> None:
    def check(write: Write, seen: str | None) -> dict[str, tuple[int, str, list[str]]]:
        found = {}
        for name, body in HOSTILE.items():
            with writes() as sent:
                answer = cast.programs[write.role].post(write.path, body, seen=seen)
            found[name] = answer.status_code, answer["Content-Type"], sent
        return found

    for path, found in each(cast, check, patterns).items():
        for name, answer in found.items():
            expected = 413 if name == "two megabytes" else 400
            assert answer == (expected, "application/problem+json", []), (path, name)


WRONG_VALUES = [
    ("/events/{slug}/matches/{id}/report/", {"points": ["١٠", "٦"]}),
    ("/events/{slug}/matches/{id}/report/", {"points": ["10", "6"]}),
    ("/events/{slug}/matches/{id}/report/", {"points": [True, 6]}),
    ("/events/{slug}/matches/{id}/report/", {"points": [10.5, 6]}),
    ("/events/{slug}/matches/{id}/report/", {"points": [1e999, 6]}),
    ("/events/{slug}/matches/{id}/report/", {"points": [-1000, 6]}),
    ("/events/{slug}/matches/{id}/report/", {"points": [2**63, 6]}),
    ("/events/{slug}/matches/{id}/report/", {"points": "10"}),
    ("/events/{slug}/matches/{id}/report/", {"points": [10, 6], "hands": [{"side": 0, "points": 1, "alone": "yes"}]}),
    ("/events/{slug}/matches/{id}/report/", {"points": [10, 6], "hands": [{"side": 0, "points": 1, "by": 3}]}),
    ("/events/{slug}/entries/", {"names": [7]}),
    ("/events/{slug}/entries/", {"names": ["x" * 81]}),
    ("/events/{slug}/entries/", {"players": [2**40]}),
    ("/events/{slug}/announcements/", {"text": None}),
    ("/events/{slug}/prizes/plan/", {"plan": {"tied": "never"}}),
    ("/events/{slug}/prizes/plan/", {"plan": {"tables": [{"entries": 0, "amounts": ["50"]}]}}),
    ("/events/{slug}/prizes/plan/", {"plan": {}, "added": 12.5}),
    ("/events/{slug}/prizes/plan/", {"plan": {"sides": [{"key": "hat", "name": "Best hat", "place": 1}]}}),
    ("/clubs/{slug}/events/", {"name": "New", "starts_at": "yesterday", "format": "progressive"}),
    ("/clubs/{slug}/events/", {"name": "New", "starts_at": "2026-12-01T19:00:00Z", "format": "poker"}),
]


def test_a_value_of_the_wrong_kind_is_named(cast: Cast) -> None:
    for path, body in WRONG_VALUES:
        write = WRITES[path](cast)
        program = cast.programs[write.role]
        seen = program.version(write.thing) if write.thing else None
        with writes() as sent:
            answer = program.post(write.path, body, seen=seen)
        assert (answer.status_code, answer.json()["code"], sent) == (400, "invalid", []), body
        assert answer.json().get("errors") or answer.json()["detail"], body


def test_a_moment_that_is_none_is_refused_with_an_example(cast: Cast) -> None:
    write = WRITES["/clubs/{slug}/events/"](cast)
    for wrong in ("yesterday", "2026-13-01T19:00:00Z", "", 7):
        answer = cast.programs[write.role].post(write.path, write.body | {"starts_at": wrong})
        sentence = "Enter a date and time with a time zone, e.g. 2026-12-01T19:00:00Z."
        outcomes = {"field": "starts_at", "detail": sentence}
        assert (answer.status_code, answer.json()["errors"]) == (400, [outcomes]), wrong
