"""Who asks: a program with a token, or the site's own pages with their session."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games.accounts import second_factor, tokens
from games.accounts.models import ApiToken, Player, Scope, User
from games.api.problem_words import Problem
from games.engine.language import say


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer rb_…`"""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        kind, _, text = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if kind.lower() != "bearer":
            return None
        token = tokens.token_from(text.strip())
        if token is None:
            sentence = say("This token is invalid, revoked or expired. Create a new one under API tokens.")
            raise AuthenticationFailed(sentence)
        if second_factor.is_missing(token.user, token.second_step):
            is_on = second_factor.has_one(token.user)
            sentence = second_factor.TOKEN_WITHOUT if is_on else second_factor.MISSING
            raise Problem("second_factor_missing", 403, sentence)
        tokens.note_use(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'


class TokenScheme(OpenApiAuthenticationExtension):
    """The same, for the schema."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class PageSession(SessionAuthentication):
    """The session of a browser, with the CSRF token that every unsafe call of a page carries."""


class SessionScheme(OpenApiAuthenticationExtension):
    target_class = PageSession
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        from django.conf import settings

        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


def account_of(request: Request) -> User | None:
    return None if isinstance(request.user, AnonymousUser) else request.user


def player_of(request: Request) -> Player | None:
    return getattr(account_of(request), "player", None)


def has_scope(request: Request, scope: str) -> bool:
    """A session has them all, a token those it was made with; who may organize may report."""
    if account_of(request) is None:
        return False
    token: Any = request.auth
    return token is None or scope in token.scopes or (scope == Scope.REPORT and Scope.ORGANIZE in token.scopes)


def is_for_clubs(request: Request) -> bool:
    """Whether the account's roles in its clubs count. Without that scope a program acts as the player only."""
    return has_scope(request, Scope.ORGANIZE)
