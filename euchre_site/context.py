"""What every page may read: the site's name, and how to reach the people who run it."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, str]:
    contact = settings.SITE_CONTACT
    return {
        "SITE_NAME": settings.SITE_NAME,
        "SITE_CONTACT": contact.partition("://")[2].rstrip("/") or contact,
        "SITE_CONTACT_LINK": f"mailto:{contact}" if contact and "://" not in contact else contact,
    }
