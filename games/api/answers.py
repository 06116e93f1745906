"""Keys of writes: the same key gets the same answer, word for word, and does nothing twice."""

import hashlib
import json
import re
import uuid
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from rest_framework.request import Request

from games.api.problem_words import Problem
from games.engine.language import mark, say
from games.errors import KeyReused
from games.models import ApiAnswer, User

HEADER = "Idempotency-Key"
KEY = re.compile(r"[!-~]{1,255}", re.ASCII)
"""Letters, digits and signs of ASCII, without blanks."""


def key_of(request: Request, user: User) -> uuid.UUID:
    """The header as one number per account, so that two accounts never share a key."""
    text = request.headers.get(HEADER, "")
    if not KEY.fullmatch(text):
        wanted = mark("Send a header {header} with a new random text, without blanks, for every new request.")
        raise Problem("key_needed", 400, say(wanted, header=HEADER))
    return uuid.uuid5(uuid.NAMESPACE_URL, f"right-bower:{user.pk}:{text}")


def digest_of(request: Request, data: Any) -> str:
    """Of what is asked for. The version that was seen is no part of it: a repeat may have seen a newer one."""
    asked = json.dumps([request.method, request.path, data], sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(asked.encode()).hexdigest()


def begin(user: User, key: uuid.UUID, digest: str) -> tuple[ApiAnswer, bool]:
    """The row of this key, and whether it was asked before. Needs an open transaction: whoever sends the same key at
    the same moment waits here until the first one is through."""
    try:
        with transaction.atomic():
            return ApiAnswer.objects.create(user=user, key=key, digest=digest), False
    except IntegrityError:
        kept = ApiAnswer.objects.get(user=user, key=key)
    if kept.digest != digest:
        raise KeyReused(
            "This {header} came with another request before. Make a new one for every new request.", header=HEADER
        )
    return kept, True


def end(kept: ApiAnswer, status: int, body: str, version: str) -> None:
    """body: JSON as text, for a database's own JSON forgets the order of names."""
    kept.status, kept.body, kept.version, kept.at = status, body, version, timezone.now()
    kept.save(update_fields=["status", "body", "version", "at"])
