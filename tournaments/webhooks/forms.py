"""The form of a webhook: where to, and what about."""

from django import forms
from django.conf import settings
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.outgoing.addresses import MAX_LETTERS
from tournaments.webhooks.commands import Speech
from tournaments.webhooks.models import Happening, Shape, Webhook


class WebhookForm(forms.Form):
    address = forms.CharField(
        label=_("Address"),
        max_length=MAX_LETTERS,
        help_text=_("An https:// address that’s reachable from the internet."),
        widget=forms.TextInput({"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
    )
    shape = forms.ChoiceField(
        label=pgettext_lazy("webhook", "Format"),
        choices=Shape.choices,
        initial=Shape.PLAIN.value,
        required=False,
        help_text=_("For Discord, find the address under “Integrations” in the channel’s settings."),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=settings.LANGUAGES,
        initial=get_language,
        required=False,
        help_text=_("Used for Discord messages."),
    )
    kinds = forms.MultipleChoiceField(
        label=_("What to send"),
        choices=Happening.choices,
        widget=forms.CheckboxSelectMultiple,
        initial=[Happening.RESULT.value],
    )

    @property
    def speech(self) -> Speech:
        return Speech(self.cleaned_data["shape"] or Shape.PLAIN.value, self.cleaned_data["language"])


def typed(webhook: Webhook) -> dict[str, object]:
    """The form's values for a webhook that is there."""
    return {
        "address": webhook.address,
        "shape": webhook.shape,
        "language": webhook.language or settings.LANGUAGE_CODE,
        "kinds": [happening.value for happening in webhook.happenings],
    }
