"""What the page about the second factor asks."""

from typing import Any

from django import template

from games.accounts.second_factor import is_missing, was_typed

register = template.Library()


@register.simple_tag(takes_context=True)
def missing_second_factor(context: dict[str, Any]) -> bool:
    request = context["request"]
    return is_missing(request.user, was_typed(request))
