"""The tag for icons: `{% load icons %}`, `{% icon "printer" %}`."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()
ICON = '<svg class="icon" aria-hidden="true"><use href="{}#{}"></use></svg>'


@register.simple_tag
def icon(name: str) -> SafeString:
    """An icon of `svg/icons.svg` beside the word that says the same: it has no name of its own for a screen reader."""
    return format_html(ICON, static("svg/icons.svg"), name)
