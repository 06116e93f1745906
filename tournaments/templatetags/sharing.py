"""What the head of a page says to feed readers and to sites that want to embed it."""

from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.engine.language import say
from tournaments.events.models import Event
from tournaments.sharing.embeddable import FOUND
from tournaments.templatetags.format_tags import in_zone

register = template.Library()
FORMATS = (("json", "application/json+oembed"), ("xml", "text/xml+oembed"))


@register.simple_tag
def preview_words(event: Event) -> str:
    """A line on an event, for anyone who sees a link to it: where and when."""
    about = {"club": event.club, "moment": in_zone(event.starts_at, event.club)}
    if event.venue:
        return say("{club}, {moment}, at {venue}", venue=event.venue, **about)
    return say("{club}, {moment}", **about)


@register.simple_tag(takes_context=True)
def oembed_links(context: dict[str, Any]) -> SafeString | str:
    """Where a site can ask what to show when someone pastes this page's address into it; empty for other pages."""
    request = context["request"]
    if request.resolver_match is None or request.resolver_match.url_name not in FOUND:
        return ""
    page = request.build_absolute_uri(request.path)
    ask = request.build_absolute_uri(reverse("oembed"))
    links = ((kind, f"{ask}?{urlencode({'url': page, 'format': name})}") for name, kind in FORMATS)
    return format_html_join("\n", '<link rel="alternate" type="{}" href="{}">', links)
