"""Who comes in with an account: no one whose log-in is too old, or lacks a second step where it is required."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME, SESSION_KEY, logout
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from games.accounts import second_factor, sessions
from games.api.problem_words import MEDIA_TYPE, body_of
from games.engine.language import say

OPEN_WITHOUT = ("/accounts/", "/healthz/", "/worker.js", "/app.webmanifest", "/offline/")
"""Switching it on, logging out, and pages that reveal nothing about anyone."""
FOR_PROGRAMS = ("/api/", "/live/")


class AuthMiddleware:
    """Checks once the answering view is known: files and unknown addresses need no log-in."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        return self.get_response(request)


class SessionAge(AuthMiddleware):
    def process_view(self, request: HttpRequest, *view: Any) -> None:
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or SESSION_KEY not in request.session:
            return
        if sessions.is_over(request.session):
            logout(request)
        else:
            sessions.note_use(request.session)


class SecondFactor(AuthMiddleware):
    """Only where the deployment asks for one, and of each session for itself. Phones with a personal link have no
    account and are not concerned."""

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        if not settings.REQUIRE_MFA:
            raise MiddlewareNotUsed
        super().__init__(get_response)

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponseBase | None:
        if request.path.startswith(OPEN_WITHOUT) or not request.user.is_authenticated:
            return None
        if not second_factor.is_missing(request.user, second_factor.was_typed(request)):
            return None
        is_on = second_factor.has_one(request.user)
        if request.path.startswith(FOR_PROGRAMS):
            sentence = say(second_factor.NOT_TYPED if is_on else second_factor.MISSING)
            problem = body_of("second_factor_missing", 403, sentence)
            return JsonResponse(problem, status=403, content_type=MEDIA_TYPE)
        if not is_on:
            return redirect("mfa_index")
        back = request.get_full_path() if request.method == "GET" else "/"
        ways = [method["url"] for method in get_adapter().get_reauthentication_methods(request.user)]
        return redirect(f"{(ways or [reverse('mfa_reauthenticate')])[0]}?{urlencode({REDIRECT_FIELD_NAME: back})}")
