"""The form of an app that someone made."""

from django import forms
from django.utils.translation import gettext_lazy as _


class AppForm(forms.Form):
    name = forms.CharField(max_length=60, label=_("App name"), help_text=_("People see it when they connect the app."))
    addresses = forms.CharField(
        max_length=6000,
        label=_("Return addresses"),
        help_text=_("Where people go back to, one per line, e.g. https://example.org/callback."),
        widget=forms.Textarea({"rows": 3, "spellcheck": "false", "autocomplete": "off"}),
    )
