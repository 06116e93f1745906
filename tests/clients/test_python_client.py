"""clients/python: a night run with it, a program that reads only, and what it does when the site doesn't answer."""

import base64
import hashlib
import hmac
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from games.accounts import tokens
from games.accounts.models import Scope
from tests.cast import make_club, make_user
from tests.tournaments.api import golden
from tests.tournaments.api.program import ROOT
from tournaments.results.standings_update import settle_unsettled

FOLDER = Path(__file__).parents[2] / "clients" / "python"
sys.path.insert(0, str(FOLDER))

from right_bower import Answer, Client, Forged, Refused, Unreachable, verify  # noqa: E402  (its folder comes first)

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
SECRET = base64.b64encode(bytes(24)).decode()


def test_its_methods_are_those_of_the_schema() -> None:
    done = subprocess.run([sys.executable, "generate.py", "--check"], cwd=FOLDER, check=False)
    assert done.returncode == 0, "python clients/python/generate.py writes them anew"
    known = {
        operation["operationId"]
        for path, operations in golden.schema()["paths"].items()
        for method, operation in operations.items()
        if method in ("get", "post", "patch", "put", "delete") and path.startswith(f"{ROOT}/") and "stream" not in path
    }
    assert known == {name for name in vars(Client.__base__) if not name.startswith("_")} - {"request"}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_night_from_the_event_to_its_standings(site: str) -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    token, _ = tokens.make_token(olga, "Night", [Scope.ORGANIZE], key=uuid4())
    api = Client(site, token)
    about = {"name": "Night", "starts_at": "2030-12-01T19:00:00Z", "format": "progressive"}
    event = api.post_clubs_slug_events(club.slug, about)
    slug = event["slug"]
    added = api.post_events_slug_entries_bulk(slug, {"entries": [{"names": [name]} for name in NAMES]})
    assert len(added["results"]) == len(NAMES)
    for entry in api.each(api.get_events_slug_entries, slug, limit=3):
        if entry["status"] != "checked_in":
            api.post_events_slug_entries_number_check_in(slug, entry["number"], etag=entry["etag"])
    draft = api.post_events_slug_rounds(slug, {"number": 1}, etag=api.get_events_slug_rounds(slug).etag)
    published = api.post_events_slug_rounds_id_publish(slug, draft["id"], etag=draft.etag)
    for match in published["matches"]:
        seen = api.get_events_slug_matches_id(slug, match["id"])
        reported = api.post_events_slug_matches_id_report(slug, match["id"], {"points": [10, 6]}, etag=seen.etag)
        assert reported["points"] == [10, 6]
        with pytest.raises(Refused) as refused:
            api.post_events_slug_matches_id_report(slug, match["id"], {"points": [10, 7]}, etag=seen.etag)
        assert (refused.value.status, refused.value.code) == (412, "precondition_failed")
    settle_unsettled()
    matches = list(api.each(api.get_events_slug_matches, slug, limit=1))
    assert [match["state"] for match in matches] == ["standing"] * 2
    standings = Client(site).get_events_slug_standings(slug)
    assert len(standings["results"]) == len(NAMES)
    french = Client(site, language="fr").get_events_slug_standings(slug)
    assert [one["key"] for one in french["criteria"]] == [one["key"] for one in standings["criteria"]]
    assert [one["label"] for one in french["criteria"]] != [one["label"] for one in standings["criteria"]]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_same_key_twice_is_one_write_and_a_refusal_says_which_field(site: str) -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    api = Client(site, tokens.make_token(olga, "Night", [Scope.ORGANIZE], key=uuid4())[0])
    body = {"name": "Once", "starts_at": "2030-12-01T19:00:00Z", "format": "progressive"}
    first, again = (api.post_clubs_slug_events(club.slug, body, key="one-and-only-key") for _ in range(2))
    assert (first, first.is_replayed, again.is_replayed) == (again, False, True)
    with pytest.raises(Refused) as refused:
        api.post_clubs_slug_events(club.slug, body | {"praise": 1})
    assert refused.value.status == 400
    assert "praise" in json.dumps(refused.value.errors)
    with pytest.raises(Refused) as refused:
        Client(site).post_clubs_slug_events(club.slug, body)
    assert refused.value.status == 401


# A site that answers as it is told, and keeps what it was asked.


class Told:
    def __init__(self, *answers: tuple[int, dict[str, str], bytes]) -> None:
        self.answers, self.asked = list(answers), list[tuple[str, str, dict[str, str], bytes]]()


@contextmanager
def told(*answers: tuple[int, dict[str, str], bytes]) -> Iterator[tuple[str, Told]]:
    script = Told(*answers)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            script.asked.append((self.command, self.path, headers, self.rfile.read(length)))
            status, sent, body = script.answers.pop(0)
            if status == 0:  # breaks off
                self.connection.close()
                return
            self.send_response(status)
            for name, value in ({"Content-Type": "application/json"} | sent).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET

        def log_message(self, *args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", script
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_write_without_an_answer_is_sent_again_with_its_key() -> None:
    waits: list[float] = []
    with told((0, {}, b""), (503, {"Retry-After": "7"}, b"{}"), (200, {"ETag": '"a"'}, b'{"id": 1}')) as (site, script):
        answer = Client(site, "rb_token", sleep=waits.append).post_tables_code_start("abc", etag='"x"')
    assert (answer, answer.etag) == ({"id": 1}, '"a"')
    assert len({headers["idempotency-key"] for *_, headers, _ in script.asked}) == 1
    assert {headers["if-match"] for *_, headers, _ in script.asked} == {'"x"'}
    assert waits == [2.0, 7.0]


def test_it_gives_up_in_words() -> None:
    with told(*[(0, {}, b"")] * 4) as (site, script), pytest.raises(Unreachable, match="doesn't answer"):
        Client(site, sleep=lambda seconds: None).get_clubs()
    assert len(script.asked) == 4
    with told(*[(429, {"Retry-After": "3600"}, b'{"code": "rate_limited", "detail": "Wait."}')] * 2) as (site, _):
        waits: list[float] = []
        with pytest.raises(Refused, match="429 rate_limited: Wait"):
            Client(site, attempts=2, sleep=waits.append).get_clubs()
        assert waits == [60.0]


def test_a_refusal_is_not_repeated_and_a_redirect_not_followed() -> None:
    with told((422, {}, b'{"code": "rule", "detail": "No."}')) as (site, script), pytest.raises(Refused, match="No"):
        Client(site).post_tables()
    assert len(script.asked) == 1
    with told((302, {"Location": "http://127.0.0.2/"}, b"")) as (site, script), pytest.raises(Refused, match="302"):
        Client(site, "rb_secret").get_me()
    assert len(script.asked) == 1


def test_the_next_page_is_never_fetched_from_another_site() -> None:
    page = json.dumps({"results": [{"id": 1}], "next": "https://elsewhere.example/api/v1/clubs/?cursor=x"}).encode()
    with told((200, {}, page)) as (site, _):
        api = Client(site, "rb_secret")
        with pytest.raises(Unreachable, match="another site"):
            list(api.each(api.get_clubs))


def test_parts_of_an_address_stay_parts_and_values_are_written_as_the_api_reads_them() -> None:
    with told((200, {}, b"[]"), (200, {"Content-Type": "text/plain"}, b"EGN")) as (site, script):
        api = Client(site)
        assert api.get_clubs_slug_matches("a/../b", expand=["players", "events"], limit=2) == {"results": []}
        assert api.get_tables_code_games_number_egn("abc", 1) == Answer({"text": "EGN"}, {})
    assert script.asked[0][1] == "/api/v1/clubs/a%2F..%2Fb/matches/?expand=players%2Cevents&limit=2"


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="https://"):
        Client("euchre.example")


def signed(body: bytes, moment: int, secret: str = SECRET) -> dict[str, str]:
    text = f"evt_1.{moment}.".encode() + body
    signature = base64.b64encode(hmac.digest(base64.b64decode(secret), text, hashlib.sha256)).decode()
    return {"Webhook-Id": "evt_1", "Webhook-Timestamp": str(moment), "Webhook-Signature": f"v1,bm8= v1,{signature}"}


def test_what_a_webhook_sends_is_checked() -> None:
    body, now = b'{"type": "test"}', 1_900_000_000
    for secret in (SECRET, f"whsec_{SECRET}"):
        verify(secret, signed(body, now), body, now=now + 299)
    other = base64.b64encode(bytes(23) + b"1").decode()
    for secret, headers, sent, moment in (
        (SECRET, signed(body, now), b'{"type": "other"}', now),
        (other, signed(body, now), body, now),
        (SECRET, signed(body, now), body, now + 301),
        (SECRET, {}, body, now),
        (SECRET, signed(body, now) | {"Webhook-Signature": "v1,é"}, body, now),
        (SECRET, signed(body, now) | {"Webhook-Timestamp": "9" * 5000}, body, now),
    ):
        with pytest.raises(Forged):
            verify(secret, headers, sent, now=moment)
