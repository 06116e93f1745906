"""The pages of an event's prizes as a browser asks for them: addresses, the plan's form, its buttons."""

from typing import Any

from django.test import Client
from django.urls import reverse

from tests.tournaments.pages.browsing import form
from tests.tournaments.scenes.prize import PrizeNight
from tournaments.prizes.forms import PlanForm
from tournaments.prizes.models import PrizeOffer


def url(night: PrizeNight, name: str, *args: Any) -> str:
    return reverse(name, args=[night.event.slug, *args])


def typed(offer: PrizeOffer | None = None, **changed: Any) -> dict[str, Any]:
    """The plan's form as a browser sends it."""
    shown = PlanForm(offer=offer)
    values = {field.html_name: field.value() for field in shown}
    usual = {name: value for name, value in values.items() if value not in (None, False)}
    for name, field in shown.fields.items():
        if hasattr(field, "choices") and name not in usual:
            usual[name] = field.choices[0][0]
    return form(seen=offer.revision if offer else 0) | usual | changed


def post(client: Client, night: PrizeNight, action: str, body: dict[str, Any]) -> Any:
    return client.post(url(night, "move_prizes", action), body, follow=True)
