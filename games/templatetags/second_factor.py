"""What the page about the second factor asks."""

from django import template

from games.models import User
from games.second_factor import is_missing

register = template.Library()


@register.simple_tag
def missing_second_factor(user: User) -> bool:
    return is_missing(user)
