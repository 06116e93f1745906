"""How every form of the site says that something is missing, the forms of packages too."""

from copy import copy

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.forms.renderers import DjangoTemplates
from django.forms.utils import ErrorList

from games.engine.language import say

SAID_BY_DJANGO = forms.Field.default_error_messages["required"]


class NamedField(BoundField):
    """Names itself where Django says only that a field is required. What a form says in its own words stays."""

    @property
    def errors(self) -> ErrorList:
        found = super().errors
        named = copy(found)
        named.data = [self._named(one) if one.message == SAID_BY_DJANGO else one for one in found.as_data()]
        return named

    def _named(self, error: ValidationError) -> ValidationError:
        if isinstance(self.field, forms.BooleanField):
            sentence = say("Tick “{label}”.", label=self.label)
        elif isinstance(self.field, forms.ChoiceField | forms.ModelChoiceField | forms.FileField):
            sentence = say("Choose something under “{label}”.", label=self.label)
        else:
            sentence = say("Fill in “{label}”.", label=self.label)
        return ValidationError(sentence, code=error.code)


class SiteForms(DjangoTemplates):
    """For FORM_RENDERER."""

    bound_field_class = NamedField
