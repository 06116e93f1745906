"""What a refusal says, for those too who answer before any endpoint does."""

from typing import Any

from rest_framework import exceptions, status

MEDIA_TYPE = "application/problem+json"
TITLES = {
    "invalid": "What was sent cannot be used",
    "not_authenticated": "Log in, or send a token",
    "not_allowed": "Not allowed",
    "scope_missing": "The token may not do this",
    "not_found": "Not found",
    "method_not_allowed": "Not that way",
    "not_acceptable": "No such representation",
    "stale": "It has changed meanwhile",
    "version_needed": "Say which version you saw",
    "key_needed": "Send a key",
    "key_reused": "The key was used for something else",
    "too_large": "Too large",
    "unsupported_media_type": "Send JSON",
    "refused": "The rules do not allow it",
    "too_often": "Too often",
}


def body_of(code: str, number: int, sentence: str) -> dict[str, Any]:
    return {"type": "about:blank", "title": TITLES[code], "status": number, "code": code, "detail": sentence}


class Problem(exceptions.APIException):
    """A refusal of the API itself. present: how the thing stands now, for whoever saw an older version."""

    def __init__(self, code: str, number: int, sentence: str, **more: Any) -> None:
        super().__init__(sentence, code)
        self.status_code, self.code, self.more = number, code, more


def too_large(most: int) -> Problem:
    return Problem("too_large", status.HTTP_413_REQUEST_ENTITY_TOO_LARGE, f"Send {most:,} bytes at most.")
