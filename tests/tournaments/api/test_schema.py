"""The schema is what programs rely on: a change is seen in `tests/data/api_schema.json`; everything is described, with
an example that was recorded."""

import gzip
import json
import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from drf_spectacular.validation import validate_schema
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from euchre_site.api import urlpatterns
from games import limits
from games.api.schema import EXAMPLES
from games.limits import Limit
from tests.cast import make_user
from tests.tournaments.api import golden
from tests.tournaments.api.program import ROOT, Program
from tests.tournaments.api.walking import paths

METHODS = ("get", "post")
HINT = "The schema has changed: `make golden` writes it and its examples. Tell it under “Versions” in docs/api.md."
SUMMARY = re.compile(r"[A-Z][a-z'-]*,?( [a-zA-Z'-]+,?){1,5}")


def operations() -> dict[tuple[str, str], Any]:
    return {
        (path.removeprefix(ROOT), method): found[method]
        for path, found in golden.schema()["paths"].items()
        for method in METHODS
        if method in found
    }


@pytest.mark.golden
def test_it_is_the_schema_that_programs_know() -> None:
    assert golden.text() == golden.FILE.read_text(encoding="utf-8"), HINT


@pytest.mark.slow
def test_the_site_serves_it() -> None:
    answer = Client().get(f"{ROOT}/schema.json")
    assert answer.status_code == 200
    assert json.loads(answer.content) == golden.schema()


@pytest.mark.slow
def test_it_is_sent_small_and_not_again_while_it_is_the_same() -> None:
    full = Client().get(f"{ROOT}/schema.json")
    small = Client().get(f"{ROOT}/schema.json", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(small.content) == full.content
    assert len(small.content) < len(full.content) / 8
    assert small["ETag"] == f"W/{full['ETag']}"
    for answer in (full, small):
        again = Client().get(
            f"{ROOT}/schema.json", headers={"Accept-Encoding": "gzip", "If-None-Match": answer["ETag"]}
        )
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.slow
@pytest.mark.heavy
def test_it_is_an_openapi_schema() -> None:
    found = golden.schema()
    assert found["openapi"] == "3.1.1"
    validate_schema(found)


@pytest.mark.slow
@pytest.mark.heavy
def test_a_schema_that_is_none_would_be_found() -> None:
    """The positive control of the test above."""
    found = golden.schema()
    found["paths"]["/api/v1/events/"]["get"]["parameters"] = "none"
    with pytest.raises(Exception, match=r"is not of type 'array'|is not valid"):
        validate_schema(found)


def test_it_has_every_address_and_no_other() -> None:
    known = {(path, method) for path, methods in paths(urlpatterns).items() for method in methods}
    assert set(operations()) == known


def test_every_operation_is_described_and_has_a_name_of_its_own() -> None:
    found = operations()
    assert [key for key, one in found.items() if len(one.get("description", "")) < 4] == []
    names = [one["operationId"] for one in found.values()]
    assert len(names) == len(set(names))


def test_every_operation_has_a_summary_of_its_own_that_is_an_order() -> None:
    summaries = [one["summary"] for one in operations().values()]
    assert [text for text in summaries if not SUMMARY.fullmatch(text)] == []
    assert len(summaries) == len(set(summaries))


def test_every_operation_says_who_may_and_has_a_tag_that_is_explained() -> None:
    """As linters ask, of what webhooks send too."""
    found = golden.schema()
    sent = [way["post"] for way in found["webhooks"].values()]
    for operation in [*operations().values(), *sent]:
        assert isinstance(operation["security"], list), operation["operationId"]
        assert set(operation["tags"]) <= {tag["name"] for tag in found["tags"] if tag["description"]}
    assert [server["url"] for server in found["servers"]] == ["/"]
    assert found["info"]["license"]["identifier"] == "Apache-2.0"


@pytest.fixture(scope="module")
def strict() -> Any:
    """The schema, in which no object has a field that isn't named: an example's field that is gone is found."""
    found = golden.schema()
    for shape in found["components"]["schemas"].values():
        if "properties" in shape:
            shape.setdefault("additionalProperties", False)
    return found


def check(strict: Any, media: Any) -> None:
    """Each example of a body against the shape of that body."""
    for example in media["examples"].values():
        Draft202012Validator(media["schema"] | {"components": strict["components"]}).validate(example["value"])


def bodies(operation: Any) -> list[Any]:
    """What is sent and the good answer, as far as they have a shape."""
    done = next(answer for status, answer in operation["responses"].items() if status.startswith("2"))
    content = [body["content"] for body in (operation.get("requestBody", {}), done) if "content" in body]
    return [kinds["application/json"] for kinds in content if "application/json" in kinds]


def test_every_body_has_an_example_that_is_as_its_shape_says(strict: Any) -> None:
    asked_and_told = [*strict["paths"].values(), *strict["webhooks"].values()]
    known = {one["operationId"]: one for path in asked_and_told for one in path.values()}
    assert set(json.loads(EXAMPLES.read_text(encoding="utf-8"))) == set(known), HINT
    for operation in known.values():
        for body in bodies(operation):
            check(strict, body)


def test_an_example_of_another_shape_would_be_found(strict: Any) -> None:
    """The positive control of the test above."""
    body = bodies(strict["paths"]["/api/v1/events/{slug}/matches/{id}/report/"]["post"])[1]
    example = body["examples"]["Answer"]["value"]
    for wrong in (example | {"points": "10:6"}, example | {"score": [10, 6]}, {"id": 1}):
        with pytest.raises(ValidationError):
            check(strict, body | {"examples": {"Answer": {"value": wrong}}})


def test_every_write_needs_its_key_and_says_how_it_is_refused() -> None:
    for key, one in operations().items():
        required = {row["name"] for row in one.get("parameters", []) if row["in"] == "header" and row.get("required")}
        if key[1] == "get":
            assert required == set(), key
            continue
        assert "Idempotency-Key" in required, key
        assert {"400", "401", "403", "404", "422", "429"} <= set(one["responses"]), key
        assert ("If-Match" in required) is ("412" in one["responses"]) is ("428" in one["responses"]), key


@pytest.mark.django_db
def test_answers_have_the_headers_that_it_names(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.FLOOD_LIMITS = True
    monkeypatch.setattr(limits, "API_READS", Limit(f"test-{uuid4()}", 3, 60))
    program = Program(make_user("Mia"))
    made, again = (program.post("/tables/", {"name": "Mine"}, key="once") for _ in range(2))
    seats = f"/tables/{made.json()['code']}/bots/"
    listed = program.get("/tables/")
    looks: list[dict[str, str]] = [{"If-None-Match": listed["ETag"]}, {"Accept": "image/png"}, {}, {}, {}]
    answers = {
        ("/tables/", "post"): [made, Program().post("/tables/"), program.post("/tables/", {"seats": 5})],
        ("/tables/", "get"): [listed, *(program.get("/tables/", **headers) for headers in looks)],
        ("/tables/{code}/bots/", "post"): [program.post(seats), program.post(seats, seen='"0"')],
    }
    known, named = set(golden.schema()["components"]["headers"]), operations()
    statuses = []
    for key, some in answers.items():
        for answer in some:
            statuses.append(answer.status_code)
            headers = set(named[key]["responses"][str(answer.status_code)].get("headers", ()))
            assert known & set(answer.headers) == headers - {"Idempotent-Replayed"}, (key, answer.status_code)
    assert statuses == [201, 401, 400, 200, 304, 406, 200, 200, 429, 428, 412]
    assert "Idempotent-Replayed" in named["/tables/", "post"]["responses"]["201"]["headers"]
    assert again["Idempotent-Replayed"] == "true"


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.heavy
def test_the_page_shows_it_from_our_own_origin_only(site: str, page: Any) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    answer = page.goto(f"{site}{ROOT}/")
    assert answer.status == 200
    page.locator(".opblock").first.wait_for()
    page.locator("#operations-events-get_events").wait_for()
    page.wait_for_load_state("networkidle")
    assert page.locator(".opblock").count() == len(operations()) + len(golden.schema()["webhooks"])
    assert f"{site}{ROOT}/schema.json" in asked
    assert [one for one in asked if not one.startswith((f"{site}/", "data:", "blob:"))] == []


def test_the_page_keeps_scripts_to_our_own() -> None:
    policy = Client().get(f"{ROOT}/")["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "'unsafe-inline'" not in policy.partition("style-src")[0]


def test_its_version_is_the_newest_that_the_guide_tells_of() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "api.md").read_text(encoding="utf-8")
    newest = re.findall(r"^- \*\*(\d+\.\d+)\*\* –", guide, re.MULTILINE)[0]
    assert golden.schema()["info"]["version"] == f"{newest}.0"
