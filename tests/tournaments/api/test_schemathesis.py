"""Whatever anybody sends to any endpoint: no error of ours, and every answer as the schema says.

EXAMPLES=50 sends fifty requests, half of them wrong on purpose, for each operation and role; the ordinary run a few.
"""

import json
import os
from typing import Any
from uuid import uuid4

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.failures import FailureGroup

from tests.sizes import Counted, size
from tests.tournaments.api.cast import ROLES, Cast

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.heavy]

EXAMPLES = int(os.environ.get("EXAMPLES", "4"))
site = get_wsgi_application()


def app(environ: dict[str, Any], start: Any) -> Any:
    """As behind a server, which always knows where a request comes from."""
    return site(environ | {"REMOTE_ADDR": "127.0.0.1"}, start)


schema = schemathesis.openapi.from_dict(json.loads(json.dumps(SchemaGenerator().get_schema(public=True), default=str)))
schema.app = app
schema.config.generation.allow_x00 = False
# A well-formed request may still be against the rules, of an old version, or about nothing.
schema.config.checks.positive_data_acceptance.expected_statuses = ["2xx", "401", "403", "404", "409", "412", "422"]
OPERATIONS = [found.ok() for found in schema.get_all_operations()]
QUIET = settings(
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
    max_examples=max(1, EXAMPLES // 2),
    derandomize="EXAMPLES" not in os.environ,
)


@pytest.fixture(scope="module")
def cast(kept_db: None) -> Cast:
    return Cast()


@pytest.mark.parametrize("role", size(("player", "organizer"), ROLES))
def test_any_request_is_answered_as_the_schema_says(cast: Cast, role: str, record_property: Counted) -> None:
    wrong, sent = [], 0
    for operation in OPERATIONS:
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            try:
                sent += _attack(cast, role, operation, mode)
            except Unsatisfiable:  # nothing of that kind can be sent there
                continue
            except (FailureGroup, ExceptionGroup) as error:
                wrong.append(f"{operation.label}: {_text_of(error)}")
    assert not wrong, "\n\n".join(wrong)
    record_property("requests made from the schema", sent)
    record_property("longest list of operations", len(OPERATIONS))


def _text_of(error: BaseException) -> str:
    """With the request, as curl would send it."""
    parts = getattr(error, "exceptions", ())
    return "\n".join([getattr(error, "message", str(error)), *map(_text_of, parts)])


def _attack(cast: Cast, role: str, operation: Any, mode: GenerationMode) -> int:
    """How many requests were sent."""
    sent = 0
    path = operation.path.removeprefix("/api/v1")
    program = cast.programs[role]

    @QUIET
    @given(case=operation.as_strategy(generation_mode=mode), is_real=st.integers(0, 3), is_new=st.booleans())
    def attack(case: Any, is_real: int, is_new: bool) -> None:
        nonlocal sent
        sent += 1
        if is_real and mode is GenerationMode.POSITIVE and case.path_parameters:
            case.path_parameters = {name: cast.parts(path)[name] for name in case.path_parameters}
        if mode is GenerationMode.POSITIVE and case.query:
            case.query.pop("cursor", None)  # no schema can say which ones pages gave out
        headers = dict(program.headers)
        if operation.method == "post" and mode is GenerationMode.POSITIVE:
            headers |= {"Idempotency-Key": str(uuid4())}
        with transaction.atomic():
            if is_new and "If-Match" in (case.headers or {}) and is_real:
                headers |= {"If-Match": _version(cast, role, path)}
            # The end of a request must not close the connection that the test's own transaction is on.
            for signal in (request_started, request_finished):
                signal.disconnect(close_old_connections)
            response = case.call(headers=headers)
            transaction.set_rollback(True)
        case.validate_response(response, headers=headers)

    attack()
    return sent


def _version(cast: Cast, role: str, path: str) -> str:
    """Of the thing that the action at the end of the path is done to."""
    thing = path.rpartition("/")[0].rpartition("/")[0] + "/"
    if "/seats/" in thing:
        thing = "/tables/{code}/"
    answer = cast.programs[role].get(thing.format(**cast.parts(path)))
    return str(answer.headers.get("ETag", '"none"'))
