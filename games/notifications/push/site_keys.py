"""The key pair by which push services know this site: made from SECRET_KEY, so no file has to be kept or restored.

A browser takes messages only under the key that it was given. The keys of SECRET_KEY_FALLBACKS go on for it
(docs/decisions/0082-push-by-the-standard.md).
"""

from email.utils import parseaddr
from functools import cache

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings

from games.notifications.push import vapid


def public_key() -> str:
    """What a browser is given now."""
    return vapid.public_text(_key(settings.SECRET_KEY))


def key_for(public: str) -> ec.EllipticCurvePrivateKey | None:
    """The private half of a key that browsers were given earlier; None when its secret is no longer in the settings."""
    keys = map(_key, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))
    return next((key for key in keys if vapid.public_text(key) == public), None)


def contact() -> str:
    """Whom a push service writes to about the site: the contact of the settings, else who sends its mail."""
    said = settings.SITE_CONTACT
    if said.startswith("https://"):
        return str(said)
    if said and "://" not in said:
        return f"mailto:{said}"
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"


@cache
def _key(secret: str) -> ec.EllipticCurvePrivateKey:
    return vapid.key_from(secret)
