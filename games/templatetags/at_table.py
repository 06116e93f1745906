"""What the forms round a table need."""

import uuid
from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.tables.models import PlayerSettings, Table
from games.tables.own_cards import sheet_with
from games.tables.pieces import CardLook

register = template.Library()
FACE = '<img class="own-face" src="{}" alt="" decoding="sync">'
BACK = '<img class="own-back" src="{}" alt="" decoding="sync">'


@register.simple_tag(takes_context=True)
def asked(context: dict[str, Any], table: Table) -> SafeString:
    """The form's own key, the version of the table it was made from, and the page that it is on."""
    fields = {
        "key": uuid.uuid4(),
        "seen": table.version,
        "device": context.get("device", ""),
        "page": context["page"].name if "page" in context else "",
    }
    return format_html_join("", '<input type="hidden" name="{}" value="{}">', fields.items())


@register.filter
def moment_of_start(moment: datetime) -> str:
    """Hour and minute, with the day when it isn't today."""
    there, today = timezone.localtime(moment), timezone.localdate()
    return date_format(there, "TIME_FORMAT" if there.date() == today else "WEEKDAY_TIME")


@register.simple_tag(takes_context=True)
def own_face(context: dict[str, Any], card: CardLook) -> str:
    """The viewer's own picture of a card, over the one that the site draws: where it fails, that one is there."""
    taste = _taste(context)
    sheet = sheet_with(taste, card.card) if taste else None
    return format_html(FACE, sheet.get_absolute_url()) if sheet else ""


@register.simple_tag(takes_context=True)
def own_back(context: dict[str, Any]) -> str:
    """The same for the back of a card."""
    taste = _taste(context)
    return format_html(BACK, taste.back.get_absolute_url()) if taste and taste.back else ""


def _taste(context: dict[str, Any]) -> PlayerSettings | None:
    return context["look"].settings if "look" in context else context.get("settings")
