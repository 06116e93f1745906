"""Rows that break each constraint about programs."""

import datetime
import uuid
from collections.abc import Callable
from typing import Any

from django.utils import timezone

from games.accounts.models import ApiAnswer, ApiToken, User
from games.accounts.oauth.models import App, AuthorizationCode, Connection, DeviceRequest, RefreshToken


def token(user: User, **more: Any) -> object:
    usual = {
        "name": "Bot",
        "token_hash": "0" * 64,
        "key": uuid.uuid4(),
        "expires_at": timezone.now() + datetime.timedelta(1),
    }
    return ApiToken.objects.create(user=user, **usual | more)


def answer_twice(user: User) -> object:
    key = uuid.uuid4()
    return [ApiAnswer.objects.create(user=user, key=key, digest="0" * 64) for _ in range(2)]


def connection(user: User) -> Connection:
    app = App.objects.create(owner=user, name="App", client_id="one", key=uuid.uuid4())
    return Connection.objects.create(user=user, app=app)


def device(user: User, state: str) -> object:
    app, soon = connection(user).app, timezone.now() + datetime.timedelta(1)
    return DeviceRequest.objects.create(app=app, device_hash="1", user_code_hash="2", state=state, expires_at=soon)


def code(user: User) -> object:
    past = timezone.now() - datetime.timedelta(1)
    about = {"code_hash": "1", "redirect_uri": "https://board.example/", "challenge": "x", "expires_at": past}
    return AuthorizationCode.objects.create(connection=connection(user), **about)


def two_refresh_tokens(user: User) -> object:
    about, soon = connection(user), timezone.now() + datetime.timedelta(1)
    return [RefreshToken.objects.create(connection=about, token_hash=text, expires_at=soon) for text in "ab"]


PLANTED: dict[str, Callable[[Any], object]] = {
    "token_has_a_name": lambda t: token(t.olga, name=""),
    "token_ends_after_it_began": lambda t: token(t.olga, expires_at=timezone.now() - datetime.timedelta(1)),
    "one_answer_per_user_and_key": lambda t: answer_twice(t.olga),
    "app_has_a_name": lambda t: App.objects.create(owner=t.olga, name="", client_id="one", key=uuid.uuid4()),
    "code_ends_after_it_began": lambda t: code(t.olga),
    "device_is_connected_once_allowed": lambda t: device(t.olga, "allowed"),
    "one_refresh_token_per_connection": lambda t: two_refresh_tokens(t.olga),
}
