"""How often an event is held again, until when, and on which dates not."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.recurring.models import MAX_WEEKS
from tournaments.recurring.regulars import LAST, MAX_DATES, MIN_DATES
from tournaments.typed_dates import typed, typed_lazy

DATE = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
HOLIDAYS = date(2026, 12, 22), date(2026, 12, 29)


class DatesForm(forms.Form):
    until = forms.DateField(
        label=_("Last date"), required=False, widget=DATE, help_text=_("Leave empty to repeat with no end date.")
    )
    skipped = forms.CharField(
        label=_("Dates without an event"),
        required=False,
        widget=forms.Textarea({"rows": 2, "placeholder": typed_lazy(*HOLIDAYS)}),
        help_text=format_lazy(
            _("Holidays, e.g. {example}. One per line, or separated by commas."), example=typed_lazy(HOLIDAYS[0])
        ),
    )

    def clean_skipped(self) -> list[date]:
        words = [word for word in re.split(r"[\s,;]+", self.cleaned_data["skipped"]) if word]
        days = []
        for word in words:
            try:
                days.append(forms.DateField().clean(word))
            except forms.ValidationError as error:
                text = _("“%(word)s” isn’t a date. Enter it like %(example)s.")
                raise forms.ValidationError(text, params={"word": word[:20], "example": typed(HOLIDAYS[0])}) from error
        return days


class SuggestForm(forms.Form):
    """How often someone came who might be a regular."""

    least = forms.IntegerField(label=_("Minimum times attended"), min_value=1, max_value=MAX_DATES, initial=MIN_DATES)
    last = forms.IntegerField(label=_("Recent dates to check"), min_value=1, max_value=MAX_DATES, initial=LAST)


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
