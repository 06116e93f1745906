"""The schema is what programs rely on: a change is seen in `tests/data/api_schema.json`; everything is described."""

import json
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.validation import validate_schema

from euchre_site.api import urlpatterns
from tests.tournaments.api import golden
from tests.tournaments.api.program import ROOT
from tests.tournaments.api.walking import paths

METHODS = ("get", "post")


def operations() -> dict[tuple[str, str], Any]:
    return {
        (path.removeprefix(ROOT), method): found[method]
        for path, found in golden.schema()["paths"].items()
        for method in METHODS
        if method in found
    }


@pytest.mark.golden
def test_it_is_the_schema_that_programs_know() -> None:
    hint = "The schema has changed: `make golden` writes the file. Tell it under “Versions” in docs/api.md."
    assert golden.text() == golden.FILE.read_text(encoding="utf-8"), hint


def test_the_site_serves_it() -> None:
    answer = Client().get(f"{ROOT}/schema.json")
    assert answer.status_code == 200
    assert json.loads(answer.content) == golden.schema()


@pytest.mark.slow
def test_it_is_an_openapi_schema() -> None:
    found = golden.schema()
    assert found["openapi"] == "3.1.1"
    validate_schema(found)


@pytest.mark.slow
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


def test_every_write_needs_its_key_and_says_how_it_is_refused() -> None:
    for key, one in operations().items():
        required = {row["name"] for row in one.get("parameters", []) if row["in"] == "header" and row.get("required")}
        if key[1] == "get":
            assert required == set(), key
            continue
        assert "Idempotency-Key" in required, key
        assert {"400", "401", "403", "404", "422", "429"} <= set(one["responses"]), key
        assert ("If-Match" in required) is ("412" in one["responses"]) is ("428" in one["responses"]), key


@pytest.mark.browser
@pytest.mark.slow
def test_the_page_shows_it_from_our_own_origin_only(site: str, page: Any) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    answer = page.goto(f"{site}{ROOT}/")
    assert answer.status == 200
    page.locator(".opblock").first.wait_for()
    page.locator("#operations-events-get_events").wait_for()
    page.wait_for_load_state("networkidle")
    assert page.locator(".opblock").count() == len(operations())
    assert f"{site}{ROOT}/schema.json" in asked
    assert [one for one in asked if not one.startswith((f"{site}/", "data:", "blob:"))] == []


def test_the_page_keeps_scripts_to_our_own() -> None:
    policy = Client().get(f"{ROOT}/")["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "'unsafe-inline'" not in policy.partition("style-src")[0]
