"""The house-rule editor: a field for every option of the engine, as the engine explains it."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, ClassVar

from django import forms
from django.utils.functional import lazy
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminSelectWidget, UnfoldBooleanSwitchWidget

from games.engine.choices import Variant
from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.options import Option, Section
from games.engine.rules import HouseRules, options
from games.house_rules.models import RulePreset


def field_of(shown: Option) -> forms.Field:
    """A tick, a number, or a list; with its meaning and an example."""
    about: dict[str, Any] = {
        "label": _read(lambda: shown.label),
        "initial": shown.default,
        "help_text": _read(lambda: _words(shown)),
    }
    if isinstance(shown.default, bool):
        return forms.BooleanField(required=False, widget=UnfoldBooleanSwitchWidget(), **about)
    if shown.low is not None:
        may_be_empty = None in shown.choices
        return forms.IntegerField(
            min_value=shown.low,
            max_value=shown.high,
            required=not may_be_empty,
            widget=UnfoldAdminIntegerFieldWidget(),
            **about,
        )
    by_text = {str(choice.value): choice for choice in shown.choices}
    choices = [(text, lazy(shown.shown, str)(choice)) for text, choice in by_text.items()]
    about["initial"] = _text(shown.default)
    widget = UnfoldAdminSelectWidget()
    return forms.TypedChoiceField(choices=choices, coerce=by_text.__getitem__, widget=widget, **about)


def _words(shown: Option) -> str:
    words = [shown.help, say("For example, {example}", example=shown.example)]
    if shown.only:
        words.append(say("Only in Bid Euchre.") if shown.only == Variant.BID else say("Only in Classic Euchre."))
    return " ".join([*words, say("Leave empty for no set number of hands.")] if None in shown.choices else words)


def _read(words: Callable[[], str]) -> Any:
    """For a form that is made once: its words are read whenever it is shown."""
    return lazy(words, str)()


def _text(value: Any) -> Any:
    return str(value.value) if hasattr(value, "value") else value


class _RulePresetForm(forms.ModelForm):
    class Meta:
        model = RulePreset
        fields: ClassVar[list[str]] = ["name", "is_offered"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            rules = self.instance.house_rules
            self.initial.update({shown.name: _text(getattr(rules, shown.name)) for shown in options()})

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            try:
                HouseRules(**self.values())
            except RuleError as error:
                raise forms.ValidationError(str(error)) from error
        return data

    def values(self) -> dict[str, Any]:
        """Option → value."""
        return {shown.name: self.cleaned_data[shown.name] for shown in options()}


RulePresetForm: type[_RulePresetForm] = type(
    "RulePresetForm", (_RulePresetForm,), {shown.name: field_of(shown) for shown in options()}
)
_label = lazy(attrgetter("label"), str)
FIELDSETS = (
    (None, {"fields": ("name", "is_offered")}),
    *(
        (_label(section), {"fields": tuple(option.name for option in options() if option.section is section)})
        for section in Section
        if any(option.section is section for option in options())
    ),
)
