"""How often an event is held again, until when, and on which dates not."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.recurring.models import MAX_WEEKS
from tournaments.recurring.regulars import LAST, LEAST, MAX_DATES

DATE = forms.DateInput({"type": "date"}, format="%Y-%m-%d")


class DatesForm(forms.Form):
    until = forms.DateField(
        label=_("Last date"), required=False, widget=DATE, help_text=_("Leave empty to continue until you stop it.")
    )
    skipped = forms.CharField(
        label=_("Dates without an event"),
        required=False,
        widget=forms.Textarea({"rows": 2, "placeholder": "2026-12-22, 2026-12-29"}),
        help_text=_("Holidays, e.g. 2026-12-22. One per line, or with commas."),
    )

    def clean_skipped(self) -> list[date]:
        words = [word for word in re.split(r"[\s,;]+", self.cleaned_data["skipped"]) if word]
        found = []
        for word in words:
            try:
                found.append(date.fromisoformat(word))
            except ValueError as error:
                text = _("“%(word)s” isn’t a date. Enter it like 2026-12-22.")
                raise forms.ValidationError(text, params={"word": word[:20]}) from error
        return found


class SuggestForm(forms.Form):
    """How often someone came who might be a regular."""

    least = forms.IntegerField(label=_("Came at least"), min_value=1, max_value=MAX_DATES, initial=LEAST)
    last = forms.IntegerField(label=_("of the last"), min_value=1, max_value=MAX_DATES, initial=LAST)


class RepeatForm(DatesForm):
    every = forms.TypedChoiceField(
        label=_("How often"),
        coerce=int,
        choices=[
            (1, _("Every week")),
            *((number, format_lazy(_("Every {number} weeks"), number=number)) for number in range(2, MAX_WEEKS + 1)),
        ],
    )

    field_order = ("every", "until", "skipped")

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
