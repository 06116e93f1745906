"""What every page may read: the site's name, how to reach its people, how to log in, and where phones in a hall reach
it."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from euchre_site import __version__
from euchre_site.hall import state


def site(request: HttpRequest) -> dict[str, Any]:
    contact = settings.SITE_CONTACT
    return {
        "SITE_NAME": settings.SITE_NAME,
        "SITE_VERSION": __version__,
        "SITE_CONTACT": contact.partition("://")[2].rstrip("/") or contact,
        "SITE_CONTACT_LINK": f"mailto:{contact}" if contact and "://" not in contact else contact,
        "LOGIN_PROVIDERS": settings.OIDC_PROVIDERS,
        "in_hall": state.current(),
    }
