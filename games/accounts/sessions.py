"""How long a log-in lasts, and that browsers hear nothing more after logging out.

An unused session ends automatically (SESSION_COOKIE_AGE).
"""

import time
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.contrib.sessions.models import Session
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from games.accounts.models import User
from games.live import end_streams, register_log_in_check

BEGAN, SEEN = "logged_in_at", "seen_at"
"""Session keys, in seconds since 1970."""
NOTED_EVERY = 3600
"""How often a session in use is written again, so that reading stays reading."""


def is_over(session: Any) -> bool:
    """Whether the log-in is older than any may be."""
    return bool(time.time() - session.get(BEGAN, time.time()) > settings.SESSION_DAYS * 86_400)


def note_use(session: Any) -> None:
    """Once an hour: an idle session runs out, one in use does not."""
    if time.time() - session.get(SEEN, 0) > NOTED_EVERY:
        session[SEEN] = int(time.time())
        session.setdefault(BEGAN, session[SEEN])


def is_logged_in(user: Any, session_key: str | None) -> bool:
    """Whether the session is still valid for the account. A visitor without one is as logged in as before."""
    if not user.is_authenticated:
        return True
    session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    fresh = User.objects.filter(pk=user.pk, is_active=True).first()
    if fresh is None or session.get(SESSION_KEY) != str(user.pk) or is_over(session):
        return False
    hashes = (fresh.get_session_auth_hash(), *fresh.get_session_auth_fallback_hash())
    return any(constant_time_compare(session.get(HASH_SESSION_KEY, ""), known) for known in hashes)


register_log_in_check(is_logged_in)


def end_sessions(user: User, but: str | None = None) -> None:
    """Log the account out everywhere. but: the key of a session that goes on; its streams begin again."""
    for session in Session.objects.filter(expire_date__gt=timezone.now()).iterator(chunk_size=500):
        if session.pk != but and session.get_decoded().get(SESSION_KEY) == str(user.pk):
            session.delete()
    end_streams(user.pk)


@receiver(user_logged_in)
def note_log_in(request: HttpRequest, **about: Any) -> None:
    request.session[BEGAN] = request.session[SEEN] = int(time.time())


@receiver(user_logged_out)
def hang_up(user: User | None, **about: Any) -> None:
    """The account's other browsers come back within seconds."""
    if user:
        end_streams(user.pk)


@receiver(post_save, sender=User)
def hang_up_after_a_change(instance: User, update_fields: Any, **about: Any) -> None:
    """A new password, or an account that was closed: sessions ended with it. A log-in itself writes one field only."""
    if update_fields is None or {"password", "is_active"} & set(update_fields):
        end_streams(instance.pk)
