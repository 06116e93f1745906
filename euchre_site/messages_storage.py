"""What is said once on the next page ("Saved."): Django's messages, in a cookie bound to this host like the others."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class OwnCookie(CookieStorage):
    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class Notes(FallbackStorage):
    """In the session where they are too long for a cookie."""

    storage_classes = (OwnCookie, SessionStorage)
