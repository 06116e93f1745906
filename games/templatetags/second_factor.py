"""What the page about the second factor asks."""

from typing import Any

from django import template

from games.accounts.second_factor import has_passkey, is_missing, was_typed

register = template.Library()


@register.simple_tag(takes_context=True)
def missing_second_factor(context: dict[str, Any]) -> bool:
    request = context["request"]
    return is_missing(request.user, was_typed(request))


@register.simple_tag(takes_context=True)
def keeps_passkeys(context: dict[str, Any]) -> bool:
    """Whether the reader has a second factor besides the codes of an app. A text made for no request has no reader."""
    request = context.get("request")
    return request is not None and request.user.is_authenticated and has_passkey(request.user)
