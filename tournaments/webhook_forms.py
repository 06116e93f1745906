"""The form of a webhook: where to, and what about."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Happening, Webhook
from tournaments.services.webhooks.addresses import MOST_LETTERS


class WebhookForm(forms.Form):
    address = forms.CharField(
        label=_("Address"), max_length=MOST_LETTERS,
        help_text=_("Of the other site, beginning with https://. It has to be reachable for everybody."),
        widget=forms.TextInput({"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
    )  # fmt: skip
    kinds = forms.MultipleChoiceField(
        label=_("Tell it when"), choices=Happening.choices, widget=forms.CheckboxSelectMultiple,
        initial=[Happening.RESULT.value],
    )  # fmt: skip


def typed(webhook: Webhook) -> dict[str, object]:
    """The form as it stands for a webhook that is there."""
    return {"address": webhook.address, "kinds": [one.value for one in webhook.happenings]}
