"""Tokens by which programs act for an account: made once and shown once, kept as a hash, ended at any time."""

import datetime
import hashlib
import secrets
import uuid
from collections.abc import Collection

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.accounts.models import ApiToken, Scope, User
from games.engine.errors import RuleError
from games.errors import Conflict
from games.live import end_streams
from games.locks import locked

PREFIX = "rb_"
"""By which people, and programs that look for secrets in published code, know what it is."""
MAX_TOKENS = 20
USUAL_DAYS, MAX_DAYS = 90, 366


@transaction.atomic
def make_token(
    user: User, name: str, scopes: Collection[str], *, key: uuid.UUID, days: int = USUAL_DAYS, second_step: bool = False
) -> tuple[str, ApiToken]:
    """The token, which no one can read again, and its row. The same key again is Conflict: it was shown already.

    second_step: whether a code of the second factor was typed for it.
    """
    locked(User.objects).get(pk=user.pk)
    if ApiToken.objects.filter(key=key).exists():
        raise Conflict(
            "This token was already created, and we show it only once. Create a new one and revoke this one."
        )
    if not name.strip():
        raise RuleError("Name the token after the program that will use it.")
    if unknown := set(scopes) - set(Scope.values):
        raise RuleError(
            "There’s no scope called {unknown}. Choose from {values}.",
            unknown=min(unknown),
            values=", ".join(Scope.values),
        )
    if not 1 <= days <= MAX_DAYS:
        raise RuleError("A token can last 1 to {longest_days} days.", longest_days=MAX_DAYS)
    if good_tokens(user) >= MAX_TOKENS:
        raise RuleError(
            "You already have {most} tokens, which is the limit. Revoke one you don’t need.", most=MAX_TOKENS
        )
    token = PREFIX + secrets.token_urlsafe(32)
    now = timezone.now()
    api_token = ApiToken.objects.create(
        user=user,
        name=name.strip()[:60],
        prefix=token[:8],
        token_hash=hashed(token),
        scopes=sorted(set(scopes)),
        created_at=now,
        expires_at=now + datetime.timedelta(days=days),
        key=key,
        second_step=second_step,
    )
    return token, api_token


def good_tokens(user: User) -> int:
    own = ApiToken.objects.filter(user=user, connection=None)
    return own.filter(ended_at=None, expires_at__gt=timezone.now()).count()


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """Those that the person made, the good ones first."""
    return ApiToken.objects.filter(user=user, connection=None).order_by(F("ended_at").desc(nulls_first=True), "-pk")


def end_token(user: User, token_id: int) -> None:
    """Ends a token: it opens nothing from now on, and its streams end. Done twice it is done once; others' tokens count
    as missing."""
    own = ApiToken.objects.filter(user=user, connection=None)
    if own.filter(pk=token_id, ended_at=None).update(ended_at=timezone.now()):
        end_streams(user.pk)


def token_from(text: str) -> ApiToken | None:
    """The token that a request came with, with its account; None unless it is good."""
    api_token = ApiToken.objects.select_related("user__player").filter(token_hash=hashed(text)).first()
    return api_token if api_token and api_token.is_good and api_token.user.is_active else None


def still_good(token_id: int) -> ApiToken | None:
    """For what a token opened a while ago."""
    api_token = ApiToken.objects.filter(pk=token_id).first()
    return api_token if api_token and api_token.is_good else None


def note_use(token: ApiToken) -> None:
    """Once a day, so that reading stays reading."""
    today = timezone.now().date()
    if token.used_on != today:
        ApiToken.objects.filter(pk=token.pk).update(used_on=today)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
