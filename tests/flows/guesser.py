"""One web process of several, in which somebody guesses: `python -m tests.flows.guesser '{"event": …}'` prints what
each guess was answered, with the shared cache and, as a control, with one of its own. Waits for a line before it
begins, so that several begin at once."""

import json
import os
import sys
import uuid
from typing import Any

import django

GUESSES = 5


def main(about: dict[str, str]) -> dict[str, dict[str, list[int | str]]]:
    from django.test import override_settings

    found = {"shared": guess(about)}
    alone = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    with override_settings(CACHES={"default": alone}):
        return found | {"alone": guess(about)}


def guess(about: dict[str, str]) -> dict[str, list[int | str]]:
    return {
        "wall": [wall_code(about, number) for number in range(GUESSES)],
        "password": [password(about["email"], number) for number in range(GUESSES)],
        "second": [second_factor(about["guarded"], about["password"]) for _ in range(GUESSES)],
        "limit": [flood(about["who"]) for _ in range(GUESSES)],
    }


def wall_code(about: dict[str, str], number: int) -> int:
    """All from one address."""
    path = f"/events/{about['event']}/here/{os.getpid():015}{number:07}/"
    return int(client(about["address"]).get(path).status_code)


def password(email: str, number: int) -> str:
    """Each from an address of its own."""
    return said(client().post("/accounts/login/", {"login": email, "password": f"guess {number}"}))


def second_factor(email: str, known: str) -> str:
    """The password is known to the guesser."""
    browser = client()
    assert browser.post("/accounts/login/", {"login": email, "password": known}).status_code == 302
    return said(browser.post("/accounts/2fa/authenticate/", {"code": "nonsense"}))


def flood(who: str) -> str:
    from games import limits
    from games.errors import TooOften

    try:
        limits.check(limits.Limit("guesser", GUESSES, 60), who)
    except TooOften:
        return "wait"
    return "looked at"


def client(address: str = "") -> Any:
    from django.test import Client

    return Client(REMOTE_ADDR=address or f"fd00:{uuid.uuid4().hex[:4]}:{uuid.uuid4().hex[:4]}::1")


def said(answer: Any) -> str:
    return "wait" if b"Too many failed attempts" in answer.content or answer.status_code == 429 else "looked at"


if __name__ == "__main__":
    django.setup()
    sys.stdin.readline()
    print(json.dumps(main(json.loads(sys.argv[1]))))  # noqa: T201
