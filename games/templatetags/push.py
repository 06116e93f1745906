"""What static/js/push.js needs to know of the section in which push is turned on."""

from django import template
from django.forms.utils import flatatt
from django.urls import reverse
from django.utils.safestring import SafeString

from games.notifications.push import site_keys

register = template.Library()


@register.simple_tag
def push_data(link: str | None) -> SafeString:
    """The attributes of the section. link: as the session calls the personal link; empty or None: the account."""
    addresses = {f"data-{name}": reverse(f"push_{name}") for name in ("on", "off", "check", "test")}
    about = {"data-link": link or "", "data-key": site_keys.public_key(), "data-worker-script": reverse("worker")}
    return flatatt({"data-push": True} | about | addresses)
