"""The form that begins to look for a game, on pages of rooms that know nothing of looking for one."""

from typing import Any

from django import template

from games.finding.kinds import KINDS
from games.finding.waiting import choices

register = template.Library()


@register.inclusion_tag("finding/form.html", takes_context=True)
def find_game_form(context: dict[str, Any]) -> dict[str, Any]:
    return {**choices(), "chosen": KINDS[0], "csrf_token": context["csrf_token"]}
