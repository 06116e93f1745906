"""What the head of a page says to feed readers and to sites that want to embed it."""

from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from tournaments.sharing.embeddable import FOUND

register = template.Library()
FORMATS = (("json", "application/json+oembed"), ("xml", "text/xml+oembed"))


@register.simple_tag(takes_context=True)
def oembed_links(context: dict[str, Any]) -> SafeString | str:
    """Where a site that somebody pastes this page's address into learns what to show; nothing for other pages."""
    request = context["request"]
    if request.resolver_match is None or request.resolver_match.url_name not in FOUND:
        return ""
    page = request.build_absolute_uri(request.path)
    ask = request.build_absolute_uri(reverse("oembed"))
    rows = ((kind, f"{ask}?{urlencode({'url': page, 'format': name})}") for name, kind in FORMATS)
    return format_html_join("\n", '<link rel="alternate" type="{}" href="{}">', rows)
