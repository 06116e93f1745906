"""A season's house rules in the admin: a field for each, with the words that the rules bring."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from games.engine.errors import RuleError
from tournaments.formats.config import config_from
from tournaments.formats.seasons.settings import SeasonRules
from tournaments.forms import config_fields
from tournaments.models import Season

POINTS = forms.CharField(max_length=60, label=_("Period points"))
RULES = config_fields(SeasonRules) | {"points": POINTS}


def in_the_admins_clothes(field: forms.Field) -> forms.Field:
    """The same field, drawn as the admin draws its own."""
    if isinstance(field, forms.ChoiceField):
        field.widget = UnfoldAdminSelectWidget(choices=field.choices)
    elif isinstance(field, forms.BooleanField):
        field.widget = UnfoldBooleanSwitchWidget()
    elif isinstance(field, forms.IntegerField):
        field.widget = UnfoldAdminIntegerFieldWidget()
        field.widget.attrs.update(field.widget_attrs(field.widget))
    else:
        field.widget = UnfoldAdminTextInputWidget()
    return field


class _SeasonRulesForm(forms.ModelForm):
    class Meta:
        model = Season
        fields: ClassVar[list[str]] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.update(self.instance.rules)
        self._speak()

    def _speak(self) -> None:
        """The fields were made once, in whichever language; their words are the reader's."""
        for name, said in config_fields(SeasonRules).items():
            if name == "points":
                continue
            field = self.fields[name]
            field.label, field.help_text = said.label, said.help_text
            if isinstance(field, forms.ChoiceField) and isinstance(said, forms.ChoiceField):
                field.choices = said.choices

    def rules(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in RULES}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            try:
                config_from(SeasonRules, self.rules())
            except RuleError as error:
                raise forms.ValidationError(str(error)) from error
        return data


SeasonRulesForm: type[_SeasonRulesForm] = type(
    "SeasonRulesForm", (_SeasonRulesForm,), {name: in_the_admins_clothes(field) for name, field in RULES.items()}
)
