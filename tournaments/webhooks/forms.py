"""The form of a webhook: where to, and what about."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.webhooks.addresses import MAX_LETTERS
from tournaments.webhooks.models import Happening, Webhook


class WebhookForm(forms.Form):
    address = forms.CharField(
        label=_("Address"),
        max_length=MAX_LETTERS,
        help_text=_("An https:// address that’s reachable from the internet."),
        widget=forms.TextInput({"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
    )
    kinds = forms.MultipleChoiceField(
        label=_("What to send"),
        choices=Happening.choices,
        widget=forms.CheckboxSelectMultiple,
        initial=[Happening.RESULT.value],
    )


def typed(webhook: Webhook) -> dict[str, object]:
    """The form's values for a webhook that is there."""
    return {"address": webhook.address, "kinds": [one.value for one in webhook.happenings]}
