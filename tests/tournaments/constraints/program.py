"""Rows that break each constraint about programs."""

import datetime
import uuid
from collections.abc import Callable
from typing import Any

from django.utils import timezone

from games.accounts.models import ApiAnswer, ApiToken, User


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


PLANTED: dict[str, Callable[[Any], object]] = {
    "token_has_a_name": lambda t: token(t.olga, name=""),
    "token_ends_after_it_began": lambda t: token(t.olga, expires_at=timezone.now() - datetime.timedelta(1)),
    "one_answer_per_user_and_key": lambda t: answer_twice(t.olga),
}
