"""What a refusal says, for those too who answer before any endpoint does."""

from http import HTTPStatus
from typing import Any

from rest_framework import exceptions, status

from games.engine.language import say

MEDIA_TYPE = "application/problem+json"
KNOWN = frozenset(
    {
        "invalid",
        "not_authenticated",
        "not_allowed",
        "scope_missing",
        "second_factor_missing",
        "not_found",
        "method_not_allowed",
        "not_acceptable",
        "conflict",
        "precondition_failed",
        "precondition_required",
        "idempotency_key_required",
        "idempotency_key_reused",
        "too_large",
        "unsupported_media_type",
        "refused",
        "rate_limited",
        "unavailable",
        "internal_error",
    }
)
"""For programs. docs/api.md says what to do about each."""


def body_of(code: str, number: int, sentence: str) -> dict[str, Any]:
    """sentence: said already, or as it was marked. The title is that of the status, as about:blank means (RFC 9457)."""
    assert code in KNOWN, code
    title = HTTPStatus(number).phrase
    return {"type": "about:blank", "title": title, "status": number, "code": code, "detail": say(sentence)}


class Problem(exceptions.APIException):
    """A refusal of the API itself. present: the current state, for clients that saw an older version."""

    def __init__(self, code: str, number: int, sentence: str, **more: Any) -> None:
        super().__init__(sentence, code)
        self.status_code, self.code, self.more = number, code, more


def too_large(most: int) -> Problem:
    sentence = say("Send at most {most} bytes.", most=f"{most:,}")
    return Problem("too_large", status.HTTP_413_REQUEST_ENTITY_TOO_LARGE, sentence)
