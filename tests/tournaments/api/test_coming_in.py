"""Who comes in to the API: tokens that are good, sessions with their CSRF token, and no one too often."""

import datetime
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games import limits
from games.accounts import tokens
from games.accounts.models import ApiToken, Scope, User
from games.limits import Limit
from tests.cast import make_user, seat_table
from tests.tournaments.api.program import ROOT, Program
from tests.tournaments.pages.browsing import differences, world, writes

pytestmark = pytest.mark.django_db


@pytest.fixture
def program() -> Program:
    return Program(make_user("Olga"))


def expire(user: User) -> None:
    long_ago = timezone.now() - datetime.timedelta(days=100)
    ApiToken.objects.update(created_at=long_ago, expires_at=long_ago + datetime.timedelta(days=90))


def end(user: User) -> None:
    tokens.end_token(user, user.tokens.get().pk)


def leave(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


@pytest.mark.parametrize("happens", [expire, end, leave])
def test_a_token_that_is_good_no_more_opens_nothing(program: Program, happens: Callable[[User], None]) -> None:
    assert program.get("/me/").status_code == 200
    happens(User.objects.get())
    with writes() as sent:
        answers = [program.get("/me/"), program.get("/events/"), program.post("/tables/", {"name": "Mine"})]
    for answer in answers:
        assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")
        assert answer["WWW-Authenticate"] == 'Bearer realm="api"'
    assert sent == []


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer rb_none", "bearer \udcff", "Bearer a b c", "Bearer \0"]
)
def test_what_is_no_token_opens_nothing(program: Program, header: str) -> None:
    answer = Client().get(f"{ROOT}/events/", headers={"Authorization": header})
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, 'Bearer realm="api"')
    assert answer.json()["title"] == "Unauthorized"  # it was logged in, so to say; the token is what is wrong
    assert answer.json()["detail"].startswith("This token is invalid, revoked or expired.")


def test_a_header_of_another_kind_is_that_of_a_stranger(program: Program) -> None:
    basic = {"Authorization": "Basic b2xnYTpvbGdh"}
    assert Client().get(f"{ROOT}/events/", headers=basic).status_code == 200
    assert Client().get(f"{ROOT}/me/", headers=basic).status_code == 401


def test_the_same_token_in_another_case_of_its_letters_is_none(program: Program) -> None:
    swapped = {"Authorization": f"Bearer {program.token.swapcase()}"}
    assert Client().get(f"{ROOT}/me/", headers=swapped).status_code == 401


def test_the_use_of_a_token_is_noted_once_a_day(program: Program) -> None:
    row = ApiToken.objects.get()
    assert row.used_on is None
    sent_by_each = []
    for _ in range(3):
        with writes() as sent:
            program.read("/events/")
        sent_by_each.append(len(sent))
    assert sent_by_each == [1, 0, 0]
    row.refresh_from_db()
    assert row.used_on == timezone.now().date()
    ApiToken.objects.update(used_on=timezone.now().date() - datetime.timedelta(days=1))
    with writes() as sent:
        program.read("/events/")
    assert len(sent) == 1


def from_page(client: Client, csrf: str = "") -> Any:
    headers = {"Idempotency-Key": str(uuid4())} | ({"X-CSRFToken": csrf} if csrf else {})
    return client.post(f"{ROOT}/tables/", "{}", content_type="application/json", headers=headers)


def test_a_session_reads_and_writes_only_with_its_csrf_token(settings: Any) -> None:
    olga, client = make_user("Olga"), Client(enforce_csrf_checks=True)
    client.force_login(olga)
    assert client.get(f"{ROOT}/me/").json()["scopes"] == ["play", "report", "organize"]
    before = world()
    refused = from_page(client)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    assert from_page(client, "x" * 32).status_code == 403
    assert differences(before, world()) == set()
    client.get("/me/tokens/")  # any page with a form
    assert from_page(client, client.cookies[settings.CSRF_COOKIE_NAME].value).status_code == 201


def test_a_token_needs_no_csrf_token(program: Program) -> None:
    program.client = Client(enforce_csrf_checks=True)
    assert program.post("/tables/", {"name": "Mine"}).status_code == 201


@pytest.fixture
def narrow(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of a kind, and no more; counting starts afresh."""
    settings.FLOOD_LIMITS = True
    for name in ("API_STRANGERS", "API_READS", "API_WRITES"):
        usual = getattr(limits, name)
        monkeypatch.setattr(limits, name, Limit(f"test-{uuid4()}", 3, usual.seconds))


def is_too_often(answer: Any) -> bool:
    if answer.status_code != 429:
        return False
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "rate_limited"
    assert 1 <= int(answer["Retry-After"]) <= 61
    return True


def test_who_reads_too_often_waits(narrow: None, program: Program) -> None:
    answers = [program.get("/events/") for _ in range(5)]
    assert [is_too_often(answer) for answer in answers] == [False, False, False, True, True]
    assert not is_too_often(program.post("/tables/", {"name": "Mine"}))  # writes are counted on their own
    assert not is_too_often(Program(make_user("Sam")).get("/events/"))
    assert not is_too_often(Program().get("/events/"))


def test_a_second_token_of_the_same_account_is_no_way_round(narrow: None, program: Program) -> None:
    for _ in range(3):
        program.get("/events/")
    assert is_too_often(Program(User.objects.get()).get("/events/"))


def test_who_writes_too_often_waits_and_nothing_is_done(narrow: None, program: Program) -> None:
    for number in range(3):
        assert program.post("/tables/", {"name": f"Mine {number}"}).status_code == 201
    before = world()
    assert is_too_often(program.post("/tables/", {"name": "One more"}))
    assert differences(before, world()) == set()


def test_strangers_are_counted_by_their_address(narrow: None) -> None:
    one, other = Client(REMOTE_ADDR="192.0.2.1"), Client(REMOTE_ADDR="192.0.2.2")
    answers = [one.get(f"{ROOT}/events/") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert is_too_often(answers[-1])
    assert other.get(f"{ROOT}/events/").status_code == 200


def test_what_a_browser_asks_before_a_request_is_free(narrow: None, program: Program) -> None:
    """It goes without the token, so all of a hall's phones would share the strangers' limit."""
    asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "GET"}
    answers = [Client().options(f"{ROOT}/events/", headers=asked) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [204] * 5
    assert [answer["Access-Control-Max-Age"] for answer in answers] == ["86400"] * 5
    assert [Program().get("/events/").status_code for _ in range(4)] == [200, 200, 200, 429]


@pytest.mark.parametrize("is_known", [True, False])
def test_an_answer_that_nothing_has_changed_is_free(narrow: None, program: Program, is_known: bool) -> None:
    asker = program if is_known else Program()
    seen = asker.version("/events/")
    again = [asker.get("/events/", **{"If-None-Match": seen}) for _ in range(5)]
    assert [answer.status_code for answer in again] == [304] * 5
    assert [asker.get("/events/").status_code for _ in range(3)] == [200, 200, 429]


def test_an_answer_says_how_much_more_may_be_asked(narrow: None, program: Program) -> None:
    """In the fields of draft-ietf-httpapi-ratelimit-headers-10."""
    read, write, stranger = (f'"{one.what}"' for one in (limits.API_READS, limits.API_WRITES, limits.API_STRANGERS))
    answers = [program.get("/events/") for _ in range(4)]
    assert [answer["RateLimit-Policy"] for answer in answers] == [f"{read};q=3;w=60"] * 4
    assert [answer["RateLimit"] for answer in answers] == [f"{read};r={left}" for left in (2, 1, 0, 0)]
    assert program.post("/tables/", {"name": "Mine"})["RateLimit"] == f"{write};r=2"
    shared = Program().get("/events/")
    assert (shared["RateLimit-Policy"], "RateLimit" in shared) == (f"{stranger};q=3;w=60", False)
    assert {"RateLimit", "RateLimit-Policy"} <= set(shared["Access-Control-Expose-Headers"].split(", "))
    for _ in range(2):
        Program().get("/nowhere/")
    assert Program().get("/events/")["RateLimit"] == f"{stranger};r=0"


def test_an_answer_that_nothing_has_changed_says_what_is_left_after_it(narrow: None, program: Program) -> None:
    seen = program.version("/events/")
    again = [program.get("/events/", **{"If-None-Match": seen}) for _ in range(3)]
    assert [answer["RateLimit"].partition(";r=")[2] for answer in again] == ["2", "2", "2"]


def test_the_limits_are_those_of_the_guide() -> None:
    found = {one.what: (one.most, one.seconds) for one in (limits.API_STRANGERS, limits.API_READS, limits.API_WRITES)}
    assert found == {"api-stranger": (120, 60), "api-read": (600, 60), "api-write": (240, 60)}


def test_a_token_to_report_with_uses_no_role() -> None:
    """All operations for all roles: test_permissions.py."""
    table = seat_table()
    path, score = f"/events/{table.event.slug}/matches/{table.match.pk}/", {"points": [10, 6]}
    for scope, status in ((Scope.REPORT, 403), (Scope.ORGANIZE, 200)):
        asked = Program(table.olga, scope)
        assert asked.post(f"{path}report/", score, seen=asked.version(path)).status_code == status
