"""What a refusal says, for those too who answer before any endpoint does."""

from typing import Any

from rest_framework import exceptions, status

from games.engine.language import mark, say

MEDIA_TYPE = "application/problem+json"
TITLES = {
    "invalid": mark("What was sent cannot be used"),
    "not_authenticated": mark("Log in, or send a token"),
    "not_allowed": mark("Not allowed"),
    "scope_missing": mark("The token may not do this"),
    "second_factor_missing": mark("Switch on the second factor"),
    "not_found": mark("Not found"),
    "method_not_allowed": mark("Not that way"),
    "not_acceptable": mark("No such representation"),
    "stale": mark("It has changed meanwhile"),
    "version_needed": mark("Say which version you saw"),
    "key_needed": mark("Send a key"),
    "key_reused": mark("The key was used for something else"),
    "too_large": mark("Too large"),
    "unsupported_media_type": mark("Send JSON"),
    "refused": mark("The rules do not allow it"),
    "too_often": mark("Too often"),
    "unavailable": mark("Away for a moment"),
    "broken": mark("Something broke on our side"),
}


def body_of(code: str, number: int, sentence: str) -> dict[str, Any]:
    """sentence: said already, or as it was marked."""
    title, detail = say(TITLES[code]), say(sentence)
    return {"type": "about:blank", "title": title, "status": number, "code": code, "detail": detail}


class Problem(exceptions.APIException):
    """A refusal of the API itself. present: how the thing stands now, for whoever saw an older version."""

    def __init__(self, code: str, number: int, sentence: str, **more: Any) -> None:
        super().__init__(sentence, code)
        self.status_code, self.code, self.more = number, code, more


def too_large(most: int) -> Problem:
    sentence = say("Send {most} bytes at most.", most=f"{most:,}")
    return Problem("too_large", status.HTTP_413_REQUEST_ENTITY_TOO_LARGE, sentence)
