"""For the pages about webhooks."""

from django import template

from tournaments.webhooks import selectors

register = template.Library()


@register.filter
def failure(kept: str) -> str:
    return selectors.failure_message(kept)
