"""Refusals for programs: application/problem+json, with a code that never changes and a sentence for people."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from games.api.problem_words import MEDIA_TYPE, Problem, body_of
from games.engine.errors import RuleError
from games.engine.language import mark, say
from games.errors import CommandError, Conflict, KeyReused, NotAllowed, TooOften

NOT_FOUND = mark("Not found, or you don’t have access.")
CODES: dict[type[Exception], tuple[str, int]] = {
    exceptions.NotAuthenticated: ("not_authenticated", 401),
    exceptions.AuthenticationFailed: ("not_authenticated", 401),
    exceptions.PermissionDenied: ("not_allowed", 403),
    PermissionDenied: ("not_allowed", 403),
    exceptions.NotFound: ("not_found", 404),
    Http404: ("not_found", 404),
    exceptions.MethodNotAllowed: ("method_not_allowed", 405),
    exceptions.NotAcceptable: ("not_acceptable", 406),
    exceptions.UnsupportedMediaType: ("unsupported_media_type", 415),
    exceptions.ParseError: ("invalid", 400),
    exceptions.ValidationError: ("invalid", 400),
    NotAllowed: ("not_allowed", 403),
    Conflict: ("conflict", 409),
    KeyReused: ("idempotency_key_reused", 422),
    TooOften: ("rate_limited", 429),
    exceptions.Throttled: ("rate_limited", 429),
    RuleError: ("refused", 422),
}


def answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """For DRF's EXCEPTION_HANDLER. None for what is our own fault."""
    if isinstance(error, Problem):
        return _response(error.code, error.status_code, str(error.detail), **error.more)
    known_answer = next((known for kind, known in CODES.items() if isinstance(error, kind)), None)
    if known_answer is None:
        return None
    set_rollback()
    code, number = known_answer
    response = _response(code, number, _sentence(error), **_more(error))
    if wait := getattr(error, "wait", None) or getattr(error, "seconds", None):
        response["Retry-After"] = str(int(wait) + 1)
    if challenge := getattr(error, "auth_header", None):
        response["WWW-Authenticate"] = challenge
    return response


def _response(code: str, number: int, sentence: str, **more: Any) -> Response:
    return Response(body_of(code, number, sentence) | more, status=number, content_type=MEDIA_TYPE)


def _sentence(error: Exception) -> str:
    if isinstance(error, Http404 | exceptions.NotFound):
        return say(NOT_FOUND)
    if isinstance(error, exceptions.NotAuthenticated):
        return say("Send an API token in the Authorization: Bearer header.")
    if isinstance(error, exceptions.ValidationError):
        return say("Some fields are invalid. Check the field “errors”.")
    if isinstance(error, CommandError | RuleError):
        return str(error)
    return str(getattr(error, "detail", "")) or say("You don’t have permission to do that.")


def _more(error: Exception) -> dict[str, Any]:
    if isinstance(error, exceptions.ValidationError):
        return {"errors": _listed(error.detail)}
    problems = getattr(error, "problems", None)
    return {"errors": [{"field": "", "detail": str(problem)} for problem in problems]} if problems else {}


def _listed(detail: Any, field: str = "") -> list[dict[str, str]]:
    """Every complaint with the way to its field: hands.0.points."""
    if isinstance(detail, dict):
        return [problem for name, inner in detail.items() for problem in _listed(inner, f"{field}.{name}".lstrip("."))]
    if isinstance(detail, list):
        if all(isinstance(sentence, exceptions.ErrorDetail) for sentence in detail):
            return [{"field": field, "detail": str(sentence)} for sentence in detail]
        parts = [(number, inner) for number, inner in enumerate(detail) if inner]
        return [problem for number, inner in parts for problem in _listed(inner, f"{field}.{number}".lstrip("."))]
    return [{"field": field, "detail": str(detail)}]
