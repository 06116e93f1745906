"""What the schema says of webhooks is what they send."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from tests.tournaments.api import golden
from tests.tournaments.api.happenings import send_everything
from tournaments.webhooks.models import KINDS


@pytest.fixture
def sent(db: None) -> list[Any]:
    return send_everything()


def objects(shape: Any) -> Iterator[dict[str, Any]]:
    if isinstance(shape, dict):
        if "properties" in shape:
            yield shape
        for inner in shape.values():
            yield from objects(inner)


def shapes() -> dict[str, Any]:
    """By type, strictly: no field that isn't named."""
    found = {}
    for kind, path in golden.schema()["webhooks"].items():
        found[kind] = path["post"]["requestBody"]["content"]["application/json"]["schema"]
        for inner in objects(found[kind]):
            inner["additionalProperties"] = False
    return found


def test_everything_sent_has_the_shape_of_its_type(sent: list[Any]) -> None:
    known = shapes()
    assert {body["type"] for body in sent} == set(known) == {kind for kind, _ in KINDS}
    for body in sent:
        Draft202012Validator(known[body["type"]]).validate(body)


def test_another_shape_would_be_found(sent: list[Any]) -> None:
    """The positive control of the test above."""
    body = next(body for body in sent if body["type"] == "result.standing")
    validator = Draft202012Validator(shapes()["result.standing"])
    for wrong in ({"points": "10:6"}, {"more": 1}, {"state": "lost"}, {"sides": [[{"player": 1}]]}):
        with pytest.raises(ValidationError):
            validator.validate(body | {"data": body["data"] | wrong})


def test_it_is_the_same_in_every_language() -> None:
    with translation.override("fr"):
        in_french = golden.schema()
    assert in_french == golden.schema()
