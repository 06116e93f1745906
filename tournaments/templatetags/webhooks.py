"""For the pages about webhooks."""

from django import template

from tournaments.services.webhooks import log

register = template.Library()


@register.filter
def told(kept: str) -> str:
    return log.told(kept)
